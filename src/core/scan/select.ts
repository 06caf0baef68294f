import { sharedKernels } from './instance.ts'
import { createJsSelector } from './js-selector.ts'
import type { Selector } from './selector.ts'
import { createWasmSelector } from './wasm-selector.ts'

let jsSelector: Selector | undefined
let wasmSelector: Selector | undefined

/**
 * Returns the process's selector for a backend. If WebAssembly is not available, `auto` and `wasm` return the twin
 * instead of throwing. Its `backend` says so.
 */
export function selectorFor(backend: 'auto' | 'wasm' | 'js'): Selector {
  jsSelector ??= createJsSelector()
  if (backend === 'js') return jsSelector
  if (wasmSelector === undefined) {
    const kernels = sharedKernels()
    wasmSelector = kernels === undefined ? jsSelector : createWasmSelector(kernels)
  }
  return wasmSelector
}
