import { createJsSelector } from '../../src/core/scan/js-selector.ts'
import { compileLiterals, type WeightedLiteral } from '../../src/core/scan/literal-set.ts'
import { WINDOW_BYTES } from '../../src/core/scan/scanner.ts'
import type { Entry, Selected, Selector, SelectSession } from '../../src/core/scan/selector.ts'
import type { TokenWeights } from '../../src/core/scan/token-units.ts'
import { createWasmSelector } from '../../src/core/scan/wasm-selector.ts'
import { kernelExports } from './scan-run.ts'
import type { OracleSelection } from './select-oracle.ts'

/** A selection in the form of the oracle. Fails if the session's own words disagree. */
export function select(
  selector: Selector,
  bytes: Uint8Array,
  lengths: Iterable<number>,
  literals: readonly WeightedLiteral[],
  tokens?: TokenWeights,
): OracleSelection {
  const session = selector.open({ literals: setOf(literals), tokens })
  const seen = new Map<number, Entry>()
  const sums = { newlines: 0, codePoints: 0, flags: 0, tokenUnits: 0 }
  let at = 0
  for (const length of lengths) {
    session.window().set(bytes.subarray(at, at + length))
    const counts = session.advance(length)
    sums.newlines += counts.newlines
    sums.codePoints += counts.codePoints
    at += length
    noteEntered(session, bytes, at - length, seen)
  }
  if (at !== bytes.length) throw new Error(`the lengths add up to ${at}, not ${bytes.length}`)
  const selected = session.finish()
  noteEntered(session, bytes, at, seen)
  if (sums.newlines !== selected.newlines)
    throw new Error('the newlines of the windows are not those of the input')
  return formOf(session, selected, seen)
}

/** Checks that each slot which was filled holds a unit that is still in memory, with the bytes of the input. */
function noteEntered(
  session: SelectSession,
  bytes: Uint8Array,
  from: number,
  seen: Map<number, Entry>,
): void {
  for (const slot of session.entered()) {
    const entry = session.entry(slot)
    seen.set(slot, entry)
    const held = session.held(entry.startByte, entry.endByte)
    if (held === undefined) throw new Error(`the bytes of slot ${slot} are gone at ${from}`)
    if (!Buffer.from(bytes.subarray(entry.startByte, entry.endByte)).equals(held)) {
      throw new Error(`what is held of slot ${slot} is not the input`)
    }
  }
}

function formOf(session: SelectSession, selected: Selected, seen: Map<number, Entry>): OracleSelection {
  const { slots, scored, left, countOf, ...totals } = selected
  const entries = slots.map((slot) => {
    const entry = session.entry(slot)
    if (JSON.stringify(entry) !== JSON.stringify(seen.get(slot)))
      throw new Error(`slot ${slot} changed unseen`)
    return entry
  })
  const counts = new Map<number, number>()
  for (let shape = 0; shape < 32768; shape++) if (countOf(shape) > 0) counts.set(shape, countOf(shape))
  return { totals, entries, counts, scored, left }
}

const sets = new WeakMap<readonly WeightedLiteral[], ReturnType<typeof compileLiterals>>()

function setOf(literals: readonly WeightedLiteral[]): ReturnType<typeof compileLiterals> {
  const set = sets.get(literals) ?? compileLiterals(literals)
  sets.set(literals, set)
  return set
}

/** Windows as large as they can be. */
export const whole = (bytes: Uint8Array): number[] =>
  Array.from({ length: Math.ceil(bytes.length / WINDOW_BYTES) }, (_, i) =>
    Math.min(WINDOW_BYTES, bytes.length - i * WINDOW_BYTES),
  )

/** An oracle's selection with its counts in order, so that two can be compared. */
export const comparable = (selection: OracleSelection): unknown => ({
  ...selection,
  counts: [...selection.counts].sort(([a], [b]) => a - b),
})

/** A new selector of the vitest project's backend. */
export const newSelector = (backend: 'wasm' | 'js'): Selector =>
  backend === 'js' ? createJsSelector() : createWasmSelector(kernelExports())
