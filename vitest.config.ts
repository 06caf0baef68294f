import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: 'wasm' | 'js'
  }
}

const project = (backend: 'wasm' | 'js') => ({
  test: {
    name: backend,
    include: ['test/**/*.test.ts'],
    exclude: ['test/deep/**'],
    environment: 'node' as const,
    provide: { backend },
    testTimeout: 30_000,
  },
})

export default defineConfig({ test: { projects: [project('wasm'), project('js')] } })
