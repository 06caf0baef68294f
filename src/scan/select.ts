import { sharedKernels } from './instance.ts'
import { createJsScanner } from './js.ts'
import type { Scanner } from './scanner.ts'
import { createWasmScanner } from './wasm.ts'

let jsScanner: Scanner | undefined
let wasmScanner: Scanner | undefined

/**
 * The process's scanner for a choice of backend. Refusal is a value: where WebAssembly can't be
 * had, `auto` and `wasm` give the JS scanner, whose `backend` says so.
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

/** Which backend runs when none is asked for. */
export function getBackend(): 'wasm' | 'js' {
  return scannerFor('auto').backend
}
