// Measures what survives a cut.
import assert from 'node:assert/strict'
import { cutByPith } from './contenders.mjs'
import { isKept } from './labels.mjs'

export const KIB = 1024
export const BUDGETS = [1, 2, 4, 8, 16, 32]
/** The ladder of budgets on which the smallest sufficient budget is found. */
const LADDER_FROM = KIB
const LADDER_STEP = 1.19
/** Lines around a decisive line that may belong to it: its header above, its details and frames below. */
const REACH = 12

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

/**
 * What pith's results consist of at one budget.
 *
 * Island bytes are the bytes of segments of the kind `error`. A decoy is a kept line that the result lists in
 * `errors.lines`, although the label does not call it decisive: it is not within 12 lines of a decisive line, and has no
 * required string. `errors.lines` holds the first 1000 error lines, so later lines are
 * never decoys. A label names only the first cause, so other real failures count as decoys too, and the share is an
 * upper bound. `strayShare` is the share of all island bytes outside that reach, listed or not, such as the context of
 * decoys.
 */
export function islandFacts(truncate, logs, kib) {
  const results = logs.map((log) => factsOf(log, cutByPith(truncate, log.bytes, kib * KIB)))
  const sum = (field) => results.reduce((total, facts) => total + facts[field], 0)
  const markers = results.map((facts) => facts.markers).sort((a, b) => a - b)
  return {
    kib,
    islandBytes: sum('islandBytes'),
    decoyShare: share(sum('decoyBytes'), sum('islandBytes')),
    strayShare: share(sum('strayBytes'), sum('islandBytes')),
    markersMedian: markers[markers.length >> 1],
    markersMost: markers.at(-1),
    overheadShare: share(sum('overheadBytes'), sum('outputBytes')),
  }
}

const share = (part, whole) => (whole === 0 ? 0 : part / whole)

function factsOf({ bytes, required, decisive }, { segments, gaps, errors, outputBytes, keptBytes }) {
  const claimed = new Set(errors.lines.filter(({ kept }) => kept).map(({ line }) => line))
  const facts = { islandBytes: 0, decoyBytes: 0, strayBytes: 0 }
  for (const { line, size, text } of islandLines(bytes, segments)) {
    facts.islandBytes += size
    if (isDecisive(line, decisive) || required.some((needle) => isKept(text, [needle]))) continue
    facts.strayBytes += size
    if (claimed.has(line)) facts.decoyBytes += size
  }
  return { ...facts, markers: gaps.length, overheadBytes: outputBytes - keptBytes, outputBytes }
}

const isDecisive = (line, decisive) => decisive.some((at) => Math.abs(line - at) <= REACH)

/** Every line of the islands, with the number of its bytes that they hold. */
function* islandLines(bytes, segments) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const { startByte, endByte, firstLine, kind } of segments) {
    if (kind !== 'error') continue
    for (let start = startByte, line = firstLine; start < endByte; line++) {
      const lf = buffer.indexOf(0x0a, start)
      const end = lf < 0 || lf >= endByte ? endByte : lf + 1
      yield { line, size: end - start, text: buffer.toString('utf8', start, end) }
      start = end
    }
  }
}
