// The benchmarks measure what ships: `truncate` from dist/index.js, and the selectors' sources with the shipped module.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importBundled } from './bundle.mjs'
import { errorPatterns } from './words.mjs'

/**
 * Loads both scanners and selectors, the module exports that the Wasm ones use, the literals that pith looks for, and the
 * words that rivals look for. `wasm` and `kernels` are undefined without WebAssembly.
 */
export async function loadScanners() {
  const pith = await importBundled(`
    export { createJsScanner } from './src/core/scan/js.ts'
    export { createWasmScanner } from './src/core/scan/wasm.ts'
    export { createJsSelector } from './src/core/scan/js-selector.ts'
    export { createWasmSelector } from './src/core/scan/wasm-selector.ts'
    export { signalSet } from './src/core/scan/signal-set.ts'
  `)
  const kernels = loadKernels()
  return {
    wasm: kernels && pith.createWasmScanner(kernels),
    js: pith.createJsScanner(),
    selectors: { wasm: kernels && pith.createWasmSelector(kernels), js: pith.createJsSelector() },
    kernels,
    literals: pith.signalSet(),
    errorPatterns,
  }
}

export const libraryPath = fileURLToPath(new URL('../dist/index.js', import.meta.url))

export const loadLibrary = () => import(libraryPath)

export const readModule = () => readFileSync(new URL('../build/out/release.wasm', import.meta.url))

/** The exports of a new instance of the module; undefined without WebAssembly. */
export function loadKernels() {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(readModule())).exports
  } catch {
    return undefined
  }
}
