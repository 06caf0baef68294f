import { sharedKernels } from './instance.ts'
import { createJsScanner } from './js.ts'
import type { Scanner } from './scanner.ts'
import { createWasmScanner } from './wasm.ts'

let jsScanner: Scanner | undefined
let wasmScanner: Scanner | undefined

/**
 * Returns the process's scanner for a backend. If WebAssembly is not available, `auto` and `wasm` return the JS scanner
 * instead of throwing. Its `backend` says so.
 */
export function scannerFor(backend: 'auto' | 'wasm' | 'js'): Scanner {
  jsScanner ??= createJsScanner()
  if (backend === 'js') return jsScanner
  if (wasmScanner === undefined) {
    const exports = sharedKernels()
    wasmScanner = exports === undefined ? jsScanner : createWasmScanner(exports)
  }
  return wasmScanner
}

/** Which backend `scannerFor` returns. Makes no scanner. */
export const backendOf = (backend: 'auto' | 'wasm' | 'js'): 'wasm' | 'js' =>
  backend === 'js' || sharedKernels() === undefined ? 'js' : 'wasm'

/** Returns the backend that runs by default. */
export function getBackend(): 'wasm' | 'js' {
  return backendOf('auto')
}
