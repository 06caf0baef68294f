// What is measured is what ships: `truncate` from dist/index.js. The scanners are no public API, so their sources are
// bundled here in memory, with the settings of build/bundle.mjs; the embedded module in them is the shipped one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { errorPatterns } from './words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `scannerFor` of src/scan/select.ts, and the benchmark's words as the scanners take them. */
export async function loadScanners() {
  const contents = `
    export { scannerFor } from './src/scan/select.ts'
    export { compilePatterns } from './src/scan/patterns.ts'
  `
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    write: false,
  })
  const base64 = Buffer.from(outputFiles[0].contents).toString('base64')
  const { scannerFor, compilePatterns } = await import(`data:text/javascript;base64,${base64}`)
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
