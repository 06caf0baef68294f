import { defineConfig } from 'vitest/config'

const project = (backend: 'wasm' | 'js') => ({
  test: {
    name: backend,
    include: [
      'test/deep/**/*.test.ts',
      'test/{chunking,tokens/gpt,scan/{edges,encode,lines,differential,tokens}}.test.ts',
      ...(backend === 'wasm' ? ['test/artifacts/files/{faults,crashes,crowd,line-index}.test.ts'] : []),
    ],
    environment: 'node' as const,
    provide: { backend, thorough: true },
    testTimeout: 900_000,
  },
})

export default defineConfig({ test: { maxWorkers: 2, projects: [project('wasm'), project('js')] } })
