// What is measured is what ships: `truncate` from dist/index.js. The scanners are no public API.
import { readFileSync } from 'node:fs'
import { importBundled } from './bundle.mjs'
import { errorPatterns } from './words.mjs'

/** `scannerFor` of src/scan/select.ts, and the benchmark's words as the scanners take them. */
export async function loadScanners() {
  const { scannerFor, compilePatterns } = await importBundled(`
    export { scannerFor } from './src/scan/select.ts'
    export { compilePatterns } from './src/scan/patterns.ts'
  `)
  return { scannerFor, patterns: compilePatterns(errorPatterns), errorPatterns }
}

export const loadLibrary = () => import(new URL('../dist/index.js', import.meta.url).href)

export const readModule = () => readFileSync(new URL('../build/out/release.wasm', import.meta.url))

/** The module's exports; undefined where WebAssembly can't be had. */
export function loadKernels() {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(readModule())).exports
  } catch {
    return undefined
  }
}
