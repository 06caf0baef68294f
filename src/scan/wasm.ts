import type { KernelExports } from './instance.ts'
import { checkLength, createJsMemory, finishScan, openJsSession } from './js.ts'
import { processKeys } from './keys.ts'
import { loadTokens } from './loaded-tokens.ts'
import type { Scanner, ScanRequest, ScanSession, WindowFacts } from './scanner.ts'
import { BLOCK_BYTES, WINDOW_BYTES } from './scanner.ts'
import { AT_BYTES, newFacts, newState, reserveLines, type SessionState, STATE_BYTES } from './state.ts'

/** Views of the module's memory. The memory never grows, so they are made once. */
interface Kernel {
  readonly scanWindow: KernelExports['scanWindow']
  readonly fingerprint: KernelExports['fingerprint']
  readonly state: Uint8Array
  readonly window: Uint8Array
  readonly blockNewlines: Uint16Array
  readonly lineEnds: Int32Array
  readonly lineShapes: Uint32Array
  readonly lineOpenings: Uint32Array
  readonly blockAlike: Uint8Array
  readonly result: Int32Array
  readonly exports: KernelExports
  /** The session whose bytes may be in `window`. */
  holder: SessionState | undefined
}

// Indices of 32-bit words in RESULT, as in assembly/memory.ts.
const RESULT_NEWLINES = 0
const RESULT_CODE_POINTS = 2
const RESULT_FLAGS = 3
const RESULT_TOKEN_UNITS = 5
const RESULT_FINGERPRINT = 6
const RESULT_WORDS = 8

/** Number of 32-bit random numbers that the module's fingerprints are made with. */
const KEYS = 4
const MAX_BLOCKS = WINDOW_BYTES / BLOCK_BYTES

/**
 * Scanner that runs on the module's exports. It loads nothing itself. If the module traps, the session continues with
 * the JS scanner from the current window. Its facts stay the same.
 */
export function createWasmScanner(exports: KernelExports): Scanner {
  const kernel = createKernel(exports)
  const getMemory = createJsMemory()
  return {
    backend: 'wasm',
    open(request) {
      const state = newState()
      const facts = newFacts()
      let spare: ScanSession | undefined
      let scanned = 0
      const before = new Uint8Array(STATE_BYTES)
      return {
        window() {
          if (spare !== undefined) return spare.window()
          kernel.holder = state
          return kernel.window
        },
        advance(length) {
          checkLength(length)
          scanned = length
          before.set(state.bytes)
          if (spare === undefined && tryScan(kernel, request, length, state, facts)) return facts
          if (spare === undefined) {
            spare = openJsSession(getMemory, request, state, facts)
            spare.window().set(kernel.window.subarray(0, length))
          }
          return spare.advance(length)
        },
        rewind() {
          scanned = 0
          if (spare !== undefined) return spare.rewind()
          state.bytes.set(before)
        },
        fingerprint(from, to, out) {
          if (spare !== undefined) return spare.fingerprint(from, to, out)
          if (from < 0 || to > scanned || kernel.holder !== state) return -1
          const words = kernel.fingerprint(from, to)
          out[0] = kernel.result[RESULT_FINGERPRINT]
          out[1] = kernel.result[RESULT_FINGERPRINT + 1]
          return words
        },
        finish: () => finishScan(request, state),
      }
    },
  }
}

function createKernel(exports: KernelExports): Kernel {
  const { buffer } = exports.memory
  const resultAt = exports.resultAt.value
  new Uint32Array(buffer, exports.keysAt.value, KEYS).set(processKeys())
  return {
    scanWindow: exports.scanWindow,
    fingerprint: exports.fingerprint,
    state: new Uint8Array(buffer, exports.stateAt.value, STATE_BYTES),
    window: new Uint8Array(buffer, exports.windowAt.value, WINDOW_BYTES),
    blockNewlines: new Uint16Array(buffer, resultAt + 4 * RESULT_WORDS, MAX_BLOCKS),
    lineEnds: new Int32Array(buffer, exports.lineEndsAt.value, WINDOW_BYTES),
    lineShapes: new Uint32Array(buffer, exports.lineShapesAt.value, WINDOW_BYTES),
    lineOpenings: new Uint32Array(buffer, exports.lineOpeningsAt.value, WINDOW_BYTES),
    blockAlike: new Uint8Array(buffer, resultAt + 4 * RESULT_WORDS + 2 * MAX_BLOCKS, MAX_BLOCKS),
    result: new Int32Array(buffer, resultAt, RESULT_WORDS),
    exports,
    holder: undefined,
  }
}

/** Returns false if the kernel trapped. State and facts are then unchanged. */
function tryScan(
  kernel: Kernel,
  request: ScanRequest,
  length: number,
  state: SessionState,
  facts: WindowFacts,
): boolean {
  const { tokens } = request
  if (tokens !== undefined) loadTokens(kernel.exports, tokens)
  kernel.state.set(state.bytes)
  try {
    kernel.scanWindow(length, request.lines ? 1 : 0, tokens ? 1 : 0)
  } catch {
    return false
  }
  facts.startByte = state.view.getFloat64(AT_BYTES, true)
  readFacts(kernel, length, facts)
  if (request.lines) readLines(kernel, length, facts)
  state.bytes.set(kernel.state)
  return true
}

function readFacts(kernel: Kernel, length: number, facts: WindowFacts): void {
  const { result } = kernel
  facts.newlines = result[RESULT_NEWLINES]
  facts.codePoints = result[RESULT_CODE_POINTS]
  facts.flags = result[RESULT_FLAGS]
  facts.tokenUnits = result[RESULT_TOKEN_UNITS]
  facts.blockNewlines.set(kernel.blockNewlines.subarray(0, Math.ceil(length / BLOCK_BYTES)))
}

function readLines(kernel: Kernel, length: number, facts: WindowFacts): void {
  const count = facts.newlines
  reserveLines(facts, count)
  facts.lineEnds.set(kernel.lineEnds.subarray(0, count))
  facts.lineShapes.set(kernel.lineShapes.subarray(0, count))
  facts.lineOpenings.set(kernel.lineOpenings.subarray(0, count))
  facts.blockAlike.set(kernel.blockAlike.subarray(0, Math.ceil(length / BLOCK_BYTES)))
}
