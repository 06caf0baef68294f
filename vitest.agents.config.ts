import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{adapters,agents}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/agents/project.ts', 'test/adapters/project.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
