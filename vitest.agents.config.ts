import { defineConfig } from 'vitest/config'
import { loud } from './vitest.config.ts'

export default defineConfig({
  test: {
    include: ['test/{adapters,agents}/**/*.test.ts', 'bench/session/ab.test.ts'],
    environment: 'node',
    env: loud,
    globalSetup: ['test/agents/project.ts', 'test/adapters/project.ts'],
    maxWorkers: 2,
    // These end what hangs. A client that is slow is waited for.
    testTimeout: 500_000,
    hookTimeout: 500_000,
  },
})
