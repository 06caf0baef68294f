import { countBlocks, unitsOfWindow } from './counts.ts'
import { WINDOW_BYTES } from './scanner.ts'
import { HELD_BYTES, LAG_BYTES, type Selector } from './selector.ts'
import { type RawCounts, type ScanEngine, SelectorSession, type SessionParts } from './session.ts'
import {
  BYTES,
  copyOfState,
  ENTERED,
  freshState,
  giveBack,
  type SelectState,
  UNIT_START,
  WAITING,
  WINDOW,
} from './state.ts'
import { endUnit, readUnits } from './units.ts'

const LF = 0x0a

/** The selector that runs anywhere. */
export function createJsSelector(): Selector {
  const engine = new JsEngine()
  return { backend: 'js', open: (request) => new SelectorSession(engine, request) }
}

/** The bytes before the window, the window, and room behind it. Made at first use and shared by all sessions. */
export class JsEngine implements ScanEngine {
  #bytes: Uint8Array | undefined
  #words: Uint32Array = new Uint32Array()
  #holder: SessionParts | undefined

  windowFor(): Uint8Array {
    this.#holder = undefined
    return this.#memory().subarray(HELD_BYTES, HELD_BYTES + WINDOW_BYTES)
  }

  bytesOf(session: SessionParts): Uint8Array | undefined {
    return this.#holder === session ? this.#bytes : undefined
  }

  #memory(): Uint8Array {
    if (this.#bytes === undefined) {
      this.#bytes = new Uint8Array(HELD_BYTES + WINDOW_BYTES + LAG_BYTES)
      this.#words = new Uint32Array(this.#bytes.buffer)
    }
    return this.#bytes
  }

  /** Takes over what another engine holds of a session. */
  hold(session: SessionParts, bytes: Uint8Array): void {
    this.#memory().set(bytes)
    this.#holder = session
  }

  release(session: SessionParts): void {
    if (this.#holder === session) this.#holder = undefined
    giveBack(session.state)
  }

  scan(session: SessionParts, length: number, counts: RawCounts): void {
    const state = ownState(session)
    const { request } = session
    const bytes = this.#memory()
    this.#holder = session
    bytes.set(state.held)
    counts.extraBytes = countBlocks({ bytes, words: this.#words }, HELD_BYTES, length, counts)
    const { tokens } = request
    counts.tokenUnits = tokens === undefined ? 0 : unitsOfWindow(bytes, HELD_BYTES, length, tokens)
    const from = HELD_BYTES - state.numbers[WAITING]
    const to = Math.max(from, HELD_BYTES + length - LAG_BYTES)
    this.#read(session, from, to)
    state.numbers[WAITING] = HELD_BYTES + length - to
    state.floats[BYTES] += length
    state.held.set(bytes.subarray(length, length + HELD_BYTES))
  }

  end(session: SessionParts): void {
    const state = ownState(session)
    // The window stays as it is, so that it is still held.
    const bytes = new Uint8Array(HELD_BYTES + LAG_BYTES).fill(LF)
    bytes.set(state.held)
    this.#read(session, HELD_BYTES - state.numbers[WAITING], HELD_BYTES, bytes)
    state.numbers[WAITING] = 0
    const base = state.floats[BYTES] - HELD_BYTES
    endUnit(state, { bytes, base }, HELD_BYTES)
    state.floats[UNIT_START] = state.floats[BYTES]
  }

  #read({ state, request }: SessionParts, from: number, to: number, bytes = this.#memory()): void {
    const { numbers, floats } = state
    numbers[ENTERED] = 0
    numbers[WINDOW]++
    readUnits(state, request.literals.bytes, { bytes, base: floats[BYTES] - HELD_BYTES }, from, to)
  }
}

/** The state of a session that is about to change it. */
function ownState(session: SessionParts): SelectState {
  if (session.state === freshState()) session.state = copyOfState(session.state)
  return session.state
}
