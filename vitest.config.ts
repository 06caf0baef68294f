import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: 'wasm' | 'js'
    /** True in the deep suite. */
    thorough: boolean
  }
}

/** Suites of what never scans, or only through what others hold against both scanners: once is enough. */
export const withoutScanner = [
  'test/artifacts/**',
  'test/bench/**',
  'test/hash/**',
  'test/node/{command,second-thread,line-index-cache,line-index-files,read-at,decode-lines}.test.ts',
  'test/render/graphemes.test.ts',
  'test/signal/**',
  'test/plan/**',
  'test/hostile.test.ts',
  'test/logs.test.ts',
  'test/profiles/**',
  'test/strategies/**',
  'test/passing.test.ts',
  'test/limits.test.ts',
]

const project = (backend: 'wasm' | 'js', exclude: string[]) => ({
  test: {
    name: backend,
    include: ['test/**/*.test.ts'],
    exclude: ['test/{browser,deep}/**', ...exclude],
    environment: 'node' as const,
    provide: { backend, thorough: false },
    testTimeout: 30_000,
  },
})

export default defineConfig({
  test: { maxWorkers: 2, projects: [project('wasm', []), project('js', withoutScanner)] },
})
