import { defineConfig } from 'vitest/config'

// What a session costs and tells is measured, so it is a benchmark and no test.
export default defineConfig({
  test: {
    include: ['bench/session/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/agents/project.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 500_000,
  },
})
