import { defineConfig } from 'vitest/config'
import { pathsOf, type Suite } from './test/support/suites.ts'
import { loud, seed } from './vitest.config.ts'

/** Suites that need modules of their own, or a process in which nothing else holds memory. */
const isApart = ({ path, replaces }: Suite) => replaces || path.startsWith('test/deep/')

/** Long suites, and longer forms of others. */
const ofWasm = (suite: Suite) => (suite.isDeep || suite.hasMore) && !suite.isOfBrowsers
/** All that may differ with the other scanner, but what `npm test` runs with both. */
const ofJs = (suite: Suite) =>
  suite.asksBackend && !suite.isOfBrowsers && (suite.isDeep || suite.replaces || !suite.isOfScanners)

const project = (backend: 'wasm' | 'js', isolate: boolean) => ({
  test: {
    name: isolate ? `${backend} apart` : backend,
    include: pathsOf((suite) => (backend === 'js' ? ofJs : ofWasm)(suite) && isApart(suite) === isolate),
    environment: 'node' as const,
    env: loud,
    // Else modules are loaded once for all suites of a worker.
    isolate,
    setupFiles: ['test/support/seeds.ts'],
    // What JavaScript does otherwise than the kernels shows in few cases.
    provide: { backend, thorough: backend === 'wasm', seed },
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})

/** Suites that need a server, which starts when one of them does. */
const objectStore = {
  test: {
    name: 'object store',
    include: ['test/store/s3/real/*.test.ts'],
    environment: 'node' as const,
    env: loud,
    globalSetup: 'test/store/s3/real/global-setup.ts',
    provide: { seed },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...[true, false].flatMap((isolate) => [project('wasm', isolate), project('js', isolate)]),
      objectStore,
    ],
  },
})
