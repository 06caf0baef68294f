import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './test/browser/support/chromium.ts'
import { loud, onceHere, replacing, seed, withoutScanner } from './vitest.config.ts'

/** Suites of Node's side, and those that hold something against Node. */
const ofNode = [
  'test/{adapters,agents,assembly,bench,browser,build,cli,command,deep,docs,hash,install,mcp,net,node,plain,plugins,runtimes}/**',
  'test/{fit/whole-sessions,fold/places,fold/terminal-sessions}.test.ts',
  'test/store/files.test.ts',
  'test/store/files/**',
  'test/store/opfs/absent.test.ts',
  'test/store/s3.test.ts',
  'test/store/s3/**',
  'test/profiles/pi/{recorded,tools}.test.ts',
  'test/redact/{apart,corpus,oracle}.test.ts',
  'test/{errors,layers,names,suites,engine/{recorded,stream-capped}}.test.ts',
  'test/tokens/{gpt,hugging-face}.test.ts',
]

const node = new URL('test/browser/support/node.ts', import.meta.url).pathname

const suites = (backend: 'wasm' | 'js', exclude: string[]) => ({
  resolve: { alias: { 'node:crypto': node, 'node:fs': node, 'node:url': node } },
  test: {
    name: `chromium ${backend}`,
    include: ['test/**/*.test.ts'],
    // In a browser a module is there once.
    exclude: [...ofNode, ...replacing, ...exclude],
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
    projects: [suites('wasm', []), suites('js', [...withoutScanner, ...onceHere]), page],
  },
})
