import { defineConfig } from 'vitest/config'

/** Suites with longer forms that need one backend only. */
const withoutScanner = [
  'test/store/s3/faults.test.ts',
  'test/store/files/{faults,real-faults,crashes,crowd,line-index}.test.ts',
  'test/{cli/recover,runtimes/node,signal/linear/matcher,node/event-log}.test.ts',
  'test/{tools/exact-counters,profiles/zdx-paging,node/search,plan/floor,hostile}.test.ts',
  'test/tools/page/{page,redacted}.test.ts',
]

const project = (backend: 'wasm' | 'js') => ({
  test: {
    name: backend,
    include: [
      'test/deep/**/*.test.ts',
      'test/{chunking,tokens/gpt,scan/{edges,encode,lines,differential,tokens}}.test.ts',
      'test/{collect/{judge,pieces},fit/whole,node/file-pages,redact/redact}.test.ts',
      ...(backend === 'wasm' ? withoutScanner : []),
    ],
    environment: 'node' as const,
    provide: { backend, thorough: true },
    testTimeout: 900_000,
  },
})

/** Suites that need a server, which starts when one of them does. */
const objectStore = {
  test: {
    name: 'object store',
    include: ['test/store/s3/real/*.test.ts'],
    environment: 'node' as const,
    globalSetup: 'test/store/s3/real/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
}

export default defineConfig({
  test: { maxWorkers: 2, projects: [project('wasm'), project('js'), objectStore] },
})
