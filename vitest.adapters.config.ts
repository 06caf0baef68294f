import { defineConfig } from 'vitest/config'
import { loud } from './vitest.config.ts'

export default defineConfig({
  test: {
    include: ['test/adapters/*.test.ts'],
    environment: 'node',
    env: loud,
    globalSetup: 'test/adapters/project.ts',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})
