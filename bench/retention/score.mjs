// Measures what survives a cut.
import assert from 'node:assert/strict'
import { isKept } from './labels.mjs'

export const KIB = 1024
export const BUDGETS = [1, 2, 4, 8, 16, 32]
/** The ladder of budgets on which the smallest sufficient budget is found. */
const LADDER_FROM = KIB
const LADDER_STEP = 1.19

/**
 * For each contender, the ids of the logs that it keeps at each budget. Checks that every text is within its budget.
 *
 * @returns {{ name: string, kept: Map<number, Set<string>> }[]} `kept` is keyed by KiB.
 */
export function retention(contenders, logs) {
  return contenders.map(({ name, cut }) => {
    const kept = new Map(BUDGETS.map((kib) => [kib, keptAt({ name, cut }, logs, kib * KIB)]))
    return { name, kept }
  })
}

function keptAt({ name, cut }, logs, maxBytes) {
  const kept = logs.filter(({ id, bytes, required }) => {
    const text = cut(bytes, maxBytes)
    const used = Buffer.byteLength(text)
    assert.ok(used <= maxBytes, `${name} gave ${used} bytes of ${id} where ${maxBytes} are the most.`)
    return isKept(text, required)
  })
  return new Set(kept.map(({ id }) => id))
}

/**
 * The geometric mean, in bytes, of the smallest budget of the ladder 1 KiB × 1.19^k at which each log is kept. If no
 * step below its own size keeps a log, the first step that holds all of it counts.
 */
export function sufficientBytes({ cut }, logs) {
  const sum = logs.reduce((total, log) => total + Math.log(smallestBudget(cut, log)), 0)
  return Math.exp(sum / logs.length)
}

function smallestBudget(cut, { bytes, required }) {
  for (let k = 0; ; k++) {
    const budget = Math.floor(LADDER_FROM * LADDER_STEP ** k)
    if (budget >= bytes.length || isKept(cut(bytes, budget), required)) return budget
  }
}
