// The benchmarks measure what ships: `truncate` from dist/index.js, and the scanners' sources with the shipped module.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importBundled } from './bundle.mjs'
import { errorPatterns } from './words.mjs'

/**
 * Loads both scanners, the module exports that the Wasm scanner uses, and the benchmark's words as compiled patterns.
 * `wasm` and `kernels` are undefined without WebAssembly.
 */
export async function loadScanners() {
  const { createWasmScanner, createJsScanner, compilePatterns } = await importBundled(`
    export { createJsScanner } from './src/scan/js.ts'
    export { createWasmScanner } from './src/scan/wasm.ts'
    export { compilePatterns } from './src/scan/patterns.ts'
  `)
  const kernels = loadKernels()
  return {
    wasm: kernels && createWasmScanner(kernels),
    js: createJsScanner(),
    kernels,
    patterns: compilePatterns(errorPatterns),
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
