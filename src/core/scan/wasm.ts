import type { KernelExports } from './instance.ts'
import { checkLength, createJsMemory, finishScan, openJsSession } from './js.ts'
import { loadTokens } from './loaded-tokens.ts'
import { AT_BYTES, newFacts, newState, type SessionState, STATE_BYTES } from './scan-state.ts'
import type { Scanner, ScanRequest, ScanSession, WindowFacts } from './scanner.ts'
import { WINDOW_BYTES } from './scanner.ts'

/** Views of the module's memory. The memory never grows, so they are made once. */
interface Kernel {
  readonly scanWindow: KernelExports['scanWindow']
  readonly state: Uint8Array
  readonly window: Uint8Array
  readonly result: Int32Array
  readonly exports: KernelExports
}

// Indices of 32-bit words in RESULT, as in assembly/memory.ts.
const RESULT_NEWLINES = 0
const RESULT_CODE_POINTS = 2
const RESULT_FLAGS = 3
const RESULT_TOKEN_UNITS = 5

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
      const before = new Uint8Array(STATE_BYTES)
      return {
        window: () => spare?.window() ?? kernel.window,
        advance(length) {
          checkLength(length)
          before.set(state.bytes)
          if (spare === undefined && tryScan(kernel, request, length, state, facts)) return facts
          if (spare === undefined) {
            spare = openJsSession(getMemory, request, state, facts)
            spare.window().set(kernel.window.subarray(0, length))
          }
          return spare.advance(length)
        },
        rewind() {
          if (spare !== undefined) return spare.rewind()
          state.bytes.set(before)
        },
        finish: () => finishScan(request, state),
      }
    },
  }
}

function createKernel(exports: KernelExports): Kernel {
  const { buffer } = exports.memory
  return {
    scanWindow: exports.scanWindow,
    state: new Uint8Array(buffer, exports.stateAt.value, STATE_BYTES),
    window: new Uint8Array(buffer, exports.windowAt.value, WINDOW_BYTES),
    result: new Int32Array(buffer, exports.resultAt.value, RESULT_TOKEN_UNITS + 1),
    exports,
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
    kernel.scanWindow(length, tokens ? 1 : 0)
  } catch {
    return false
  }
  facts.startByte = state.view.getFloat64(AT_BYTES, true)
  readFacts(kernel, facts)
  state.bytes.set(kernel.state)
  return true
}

function readFacts({ result }: Kernel, facts: WindowFacts): void {
  facts.newlines = result[RESULT_NEWLINES]
  facts.codePoints = result[RESULT_CODE_POINTS]
  facts.flags = result[RESULT_FLAGS]
  facts.tokenUnits = result[RESULT_TOKEN_UNITS]
}
