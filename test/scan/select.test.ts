import { afterEach, expect, inject, test, vi } from 'vitest'
import { getBackend, scannerFor } from '../../src/core/scan/backend.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.runIf(inject('backend') === 'wasm')('Wasm is what runs unless something else is asked for', () => {
  expect(getBackend()).toBe('wasm')
  expect(scannerFor('auto').backend).toBe('wasm')
  expect(scannerFor('wasm')).toBe(scannerFor('auto'))
})

test('the JS scanner is to be had everywhere', () => {
  expect(scannerFor('js').backend).toBe('js')
  expect(scannerFor('js')).toBe(scannerFor('js'))
})

const refusals: [name: string, WebAssembly: unknown][] = [
  ['there is no WebAssembly', undefined],
  [
    'compiling is forbidden',
    {
      Module: class {
        constructor() {
          throw new EvalError('Wasm code generation disallowed by embedder')
        }
      },
    },
  ],
  [
    'the memory is not given',
    {
      Module: class {},
      Instance: class {
        constructor() {
          throw new RangeError('WebAssembly.Instance(): Out of memory')
        }
      },
    },
  ],
]

test.each(refusals)('where %s, every choice gives the JS scanner', async (_name, replacement) => {
  vi.stubGlobal('WebAssembly', replacement)
  vi.resetModules()
  const fresh = await import('../../src/core/scan/backend.ts')
  expect(fresh.scannerFor('wasm').backend).toBe('js')
  expect(fresh.scannerFor('auto').backend).toBe('js')
  expect(fresh.getBackend()).toBe('js')
})
