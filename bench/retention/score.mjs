// What survives a cut, and what stands in its place.
import assert from 'node:assert/strict'
import { cutByPith } from './contenders.mjs'
import { isKept } from './labels.mjs'

export const KIB = 1024
export const BUDGETS = [4, 8, 16, 32, 50]
/** Budgets of the ladder on which the smallest sufficient one is found. */
const LADDER_FROM = KIB
const LADDER_STEP = 1.19
/** How far a decisive line reaches: its header above, its details and frames below. */
const REACH_BEFORE = 6
const REACH_AFTER = 12

/**
 * For each contender the logs that it keeps at each budget, by id. Every text is checked to be within its budget.
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
 * The geometric mean, in bytes, of the smallest budget of the ladder 1 KiB × 1.19^k at which each log is kept. A log
 * that no step below its own size keeps counts with the first step that holds all of it.
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
 * What pith's results are made of at one budget.
 *
 * Island bytes are those of segments of the kind `error`. Of these a decoy's are the ones of a line that the result
 * claims as an error (in `errors.lines`, kept) although it is no part of what the label calls decisive: neither a
 * decisive line, up to 6 lines before one or 12 after one, nor a line with a required string. `errors.lines` holds the
 * first 1000 error lines, so later ones are never decoys. A label names the first cause: further failures that are real
 * count as decoys too, and the share is an upper bound. `strayShare` is of all island lines outside that reach, claimed or
 * not, such as context of decoys.
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

const isDecisive = (line, decisive) =>
  decisive.some((at) => line >= at - REACH_BEFORE && line <= at + REACH_AFTER)

/** Every line of the islands, with how many of its bytes are in them. */
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
