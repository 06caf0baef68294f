import { defineConfig } from 'vitest/config'
import { seed } from './vitest.config.ts'

// How time grows is measured, so it is a benchmark with bounds and no test: no test may depend on a clock.
const project = (backend: 'wasm' | 'js') => ({
  test: {
    name: backend,
    include: ['bench/linear/*.test.ts'],
    // What stands around the scanners needs one of them.
    exclude: backend === 'js' ? ['bench/linear/surroundings.test.ts'] : [],
    environment: 'node' as const,
    setupFiles: ['test/support/seeds.ts'],
    provide: { backend, thorough: true, seed },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({ test: { maxWorkers: 2, projects: [project('wasm'), project('js')] } })
