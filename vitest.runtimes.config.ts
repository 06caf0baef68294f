import { defineConfig } from 'vitest/config'
import { loud, seed } from './vitest.config.ts'

export default defineConfig({
  test: {
    include: ['test/runtimes/others/*.test.ts'],
    environment: 'node',
    env: loud,
    globalSetup: 'test/runtimes/others/project.ts',
    // `thorough` makes the shared cases all.
    provide: { thorough: true, backend: 'wasm', seed },
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})
