import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './test/browser/support/chromium.ts'
import { pathsOf, type Suite } from './test/support/suites.ts'
import { loud, seed } from './vitest.config.ts'

const node = new URL('test/browser/support/node.ts', import.meta.url).pathname

// In a browser a module is there once.
const isHere = (suite: Suite) => !suite.isOfNode && !suite.replaces

const suites = (backend: 'wasm' | 'js', include: string[]) => ({
  resolve: { alias: { 'node:crypto': node, 'node:fs': node, 'node:url': node } },
  test: {
    name: `chromium ${backend}`,
    include,
    setupFiles: ['test/browser/support/setup.ts', 'test/support/seeds.ts'],
    provide: { backend, thorough: false, seed },
    // On a busy machine, a store in a worker answers slowly.
    testTimeout: 90_000,
    // One page for all suites: each would load some 200 modules again.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { ...chromiumOptions } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

const page = {
  test: {
    name: 'page',
    include: ['test/browser/page/*.test.ts'],
    environment: 'node' as const,
    env: loud,
    globalSetup: 'test/browser/support/built-page.ts',
    provide: { backend: 'wasm' as const, thorough: false, seed },
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      suites('wasm', pathsOf(isHere)),
      suites(
        'js',
        pathsOf((suite) => isHere(suite) && suite.isOfScanners && suite.asksBackend),
      ),
      page,
    ],
  },
})
