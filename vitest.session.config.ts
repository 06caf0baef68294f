import { defineConfig } from 'vitest/config'

// What a session costs and tells is measured, so it is a benchmark and no test.
export default defineConfig({
  test: {
    include: [process.env.PITH_AB ? 'bench/session/ab.trials.ts' : 'bench/session/session.test.ts'],
    environment: 'node',
    globalSetup: ['test/agents/project.ts'],
    maxWorkers: 1,
    testTimeout: process.env.PITH_AB ? 0 : 900_000,
    hookTimeout: 500_000,
  },
})
