import { openingTable } from '../judge/openings.ts'
import type { KernelExports } from './instance.ts'
import { JsEngine } from './js-selector.ts'
import type { LiteralSet } from './literal-set.ts'
import { loadTokens } from './loaded-tokens.ts'
import { WINDOW_BYTES } from './scanner.ts'
import { HELD_BYTES, LAG_BYTES, type Selector } from './selector.ts'
import { type RawCounts, type ScanEngine, SelectorSession, type SessionParts } from './session.ts'
import {
  COUNTS_AT,
  copyOfState,
  copyTo,
  copyWithoutCounts,
  giveBack,
  restoreWithoutCounts,
  type SelectState,
  stateAt,
} from './state.ts'

// Indices of 32-bit words in RESULT, as in assembly/memory.ts.
const RESULT_NEWLINES = 0
const RESULT_CODE_POINTS = 2
const RESULT_FLAGS = 3
const RESULT_EXTRA_BYTES = 4
const RESULT_TOKEN_UNITS = 5

/**
 * The selector that runs on the module's exports. If the module traps, the session goes on with the twin from the
 * window at hand. Its results stay the same.
 */
export function createWasmSelector(kernels: KernelExports): Selector {
  const engine = new WasmEngine(kernels)
  return { backend: 'wasm', open: (request) => new SelectorSession(engine, request) }
}

class WasmEngine implements ScanEngine {
  readonly #kernels: KernelExports
  readonly #twin = new JsEngine()
  /** The bytes before the window, and the window. */
  readonly #memory: Uint8Array
  readonly #result: Int32Array
  readonly #state: SelectState
  /** The state before the window, without counts, and which counts were raised since. */
  readonly #before: Uint8Array
  readonly #journal: Uint16Array
  readonly #journalSize: Uint32Array
  /** The session whose state is in the module, and whether its bytes are. */
  #owner: SessionParts | undefined
  #isHeld = false
  #literals: LiteralSet | undefined

  constructor(kernels: KernelExports) {
    const { buffer } = kernels.memory
    this.#kernels = kernels
    this.#memory = new Uint8Array(
      buffer,
      kernels.selectWindowAt.value - HELD_BYTES,
      HELD_BYTES + WINDOW_BYTES,
    )
    this.#result = new Int32Array(buffer, kernels.resultAt.value, RESULT_TOKEN_UNITS + 1)
    this.#state = stateAt(buffer, kernels.selectionAt.value)
    const journalAt = kernels.journalAt.value
    this.#before = new Uint8Array(buffer, kernels.snapshotAt.value, COUNTS_AT)
    this.#journal = new Uint16Array(buffer, journalAt, WINDOW_BYTES / 2 + LAG_BYTES)
    this.#journalSize = new Uint32Array(buffer, journalAt - 4, 1)
    const { first, longer } = openingTable()
    new Uint8Array(buffer, kernels.openingsAt.value, first.length).set(first)
    new Uint32Array(buffer, kernels.longerOpeningsAt.value, longer.length).set(longer)
  }

  windowFor(): Uint8Array {
    this.#isHeld = false
    return this.#memory.subarray(HELD_BYTES)
  }

  bytesOf(session: SessionParts): Uint8Array | undefined {
    return this.#owner === session && this.#isHeld ? this.#memory : undefined
  }

  scan(session: SessionParts, length: number, counts: RawCounts): void {
    const { literals, tokens } = session.request
    this.#load(session, literals)
    if (tokens !== undefined) loadTokens(this.#kernels, tokens)
    if (!this.#run(() => this.#kernels.selectWindow(length, tokens === undefined ? 0 : 1))) {
      this.#moveOut(session)
      this.#twin.windowFor().set(this.#memory.subarray(HELD_BYTES, HELD_BYTES + length))
      this.#twin.scan(session, length, counts)
      return
    }
    this.#isHeld = true
    const result = this.#result
    counts.newlines = result[RESULT_NEWLINES]
    counts.codePoints = result[RESULT_CODE_POINTS]
    counts.flags = result[RESULT_FLAGS]
    counts.extraBytes = result[RESULT_EXTRA_BYTES]
    counts.tokenUnits = result[RESULT_TOKEN_UNITS]
  }

  release(session: SessionParts): void {
    if (this.#owner === session) this.#owner = undefined
    else giveBack(session.state)
  }

  end(session: SessionParts): void {
    this.#load(session, session.request.literals)
    if (this.#run(() => this.#kernels.endSelection())) return
    const held = this.bytesOf(session)
    if (held !== undefined) this.#twin.hold(session, held)
    this.#moveOut(session)
    this.#twin.end(session)
  }

  /** Puts a session's state and literals into the module. The state there goes back to its session. */
  #load(session: SessionParts, literals: LiteralSet): void {
    if (this.#literals !== literals) {
      const { buffer } = this.#kernels.memory
      new Uint8Array(buffer, this.#kernels.literalsAt.value, literals.bytes.length).set(literals.bytes)
      this.#literals = literals
    }
    if (this.#owner === session) return
    if (this.#owner !== undefined) this.#owner.state = copyOfState(this.#state)
    copyTo(this.#state, session.state)
    session.state = this.#state
    this.#owner = session
    this.#isHeld = false
  }

  /** Returns false if the module trapped. The state is then as it was before. */
  #run(kernel: () => void): boolean {
    const state = this.#state
    copyWithoutCounts(this.#before, state)
    this.#journalSize[0] = 0
    try {
      kernel()
      return true
    } catch {
      restoreWithoutCounts(state, this.#before)
      for (const shape of this.#journal.subarray(0, this.#journalSize[0])) state.counts[shape]--
      return false
    }
  }

  /** From now on the twin has this session. */
  #moveOut(session: SessionParts): void {
    session.state = copyOfState(this.#state)
    session.engine = this.#twin
    this.#owner = undefined
  }
}
