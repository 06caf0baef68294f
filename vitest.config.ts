import { defineConfig } from 'vitest/config'
import { pathsOf } from './test/support/suites.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: 'wasm' | 'js'
    /** True in the deep suite. */
    thorough: boolean
    /** Shifts the seeds of all random tests. */
    seed: number
  }
}

/** `PITH_SEED` tries other random cases than usual. */
export const seed = Number(process.env.PITH_SEED ?? 1)
/** With this in the environment, an error inside pith fails a test, also one in a process that it starts. */
export const loud = { PITH_NET: 'throw' }

const project = (name: string, backend: 'wasm' | 'js', isolate: boolean, include: string[]) => ({
  test: {
    name,
    include,
    environment: 'node' as const,
    env: loud,
    // Modules are loaded once for all suites of a worker: loading them again for each takes a quarter of the time.
    isolate,
    setupFiles: ['test/support/seeds.ts'],
    provide: { backend, thorough: false, seed },
    // These end a test that hangs, and no other one, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

// What the suites hold of one scanner that do not look at both, the deep suite holds of the other one.
export default defineConfig({
  // Most tests make much that is garbage at once.
  test: {
    maxWorkers: 2,
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      project(
        'wasm',
        'wasm',
        false,
        pathsOf((s) => !s.isDeep && !s.replaces && !s.isOfBrowsers),
      ),
      project(
        'js',
        'js',
        false,
        pathsOf((s) => !s.isDeep && !s.replaces && s.isOfScanners && s.asksBackend),
      ),
      project(
        'apart',
        'wasm',
        true,
        pathsOf((s) => !s.isDeep && s.replaces),
      ),
    ],
  },
})
