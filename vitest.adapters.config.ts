import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/adapters/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/adapters/project.ts',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})
