import { instantiate, type KernelExports } from '../../src/core/scan/instance.ts'
import { createJsScanner } from '../../src/core/scan/js.ts'
import type { Scanner, ScanSession, Totals, WindowFacts } from '../../src/core/scan/scanner.ts'
import type { TokenWeights } from '../../src/core/scan/token-units.ts'
import { createWasmScanner } from '../../src/core/scan/wasm.ts'

export interface Scan {
  windows: WindowFacts[]
  totals: Totals
}

/**
 * A new scanner of the vitest project's backend. Each project compares its scanner with the same oracle, so the two
 * backends agree with each other.
 */
export function newScanner(backend: 'wasm' | 'js'): Scanner {
  return backend === 'js' ? createJsScanner() : createWasmScanner(kernelExports())
}

/** A new instance of the module. Throws if there is none, so that no test passes without running it. */
export function kernelExports(): KernelExports {
  const exports = instantiate()
  if (exports === undefined) throw new Error('WebAssembly is not to be had here.')
  return exports
}

/** Scans `bytes` in windows of the given lengths. */
export function run(
  scanner: Scanner,
  bytes: Uint8Array,
  lengths: readonly number[],
  tokens?: TokenWeights,
): Scan {
  const session = scanner.open({ tokens })
  const windows: WindowFacts[] = []
  let at = 0
  for (const length of lengths) {
    windows.push(step(session, bytes.subarray(at, at + length)))
    at += length
  }
  return { windows, totals: session.finish() }
}

/** Scans one window in a session. */
export function step(session: ScanSession, bytes: Uint8Array): WindowFacts {
  session.window().set(bytes)
  return { ...session.advance(bytes.length) }
}
