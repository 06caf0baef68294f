// Learns the weights of literals from logs, with the rules as the teacher, and never from labels.
//
//   node bench/select/learn.mjs --dir DIR [--dir DIR …] [--write]
//
// It learns on one half of the logs, split by where they come from, and tells of the other half which share of the lines
// that the rules call errors is among the 512 that the selector keeps. --write puts the weights into
// src/core/scan/weights.ts; they are then learned from that half alone, so that the other one goes on being a check.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importBundled } from '../load.mjs'
import { halfOf, logsIn } from './logs.mjs'
import { CONTEXTS, fullWeights, plainWeights } from './weights.mjs'

const { values } = parseArgs({
  options: { dir: { type: 'string', multiple: true }, write: { type: 'boolean' } },
})
const pith = await importBundled(`
  export { ERROR_SCORE } from './src/core/judge/evidence.ts'
  export { createJudge } from './src/core/judge/judge.ts'
  export { compileLiterals, findLiterals } from './src/core/scan/literal-set.ts'
  export { signalSet } from './src/core/scan/signal-set.ts'
  export { contextOf } from './src/core/scan/hits.ts'
  export { selectorFor } from './src/core/scan/select.ts'
  export { LITERAL_WEIGHTS, CONTEXT_FACTORS } from './src/core/scan/weights.ts'
`)
const set = pith.signalSet()
const { literals } = set
const PART_BYTES = 4096
const WINDOW_BYTES = 256 * 1024

const judge = pith.createJudge()
const logs = logsIn(values.dir).map((log) => ({ ...log, half: halfOf(log.group), units: unitsOf(log.bytes) }))
const learnedFrom = logs.filter(({ half }) => half === 0)
const checkedOn = logs.filter(({ half }) => half === 1)
const sizeOf = (list) =>
  `${list.length} logs, ${list.reduce((sum, { bytes }) => sum + bytes.length, 0)} bytes`
console.log(`learned from ${sizeOf(learnedFrom)}; checked on ${sizeOf(checkedOn)}`)

const rows = rowsOf(learnedFrom)
const plain = plainWeights(rows, literals.length, false)
const byFactor = plainWeights(rows, literals.length, true)
report(
  'none (40 each)',
  literals.map(() => new Uint8Array(CONTEXTS).fill(40)),
)
report('as committed', committed())
report('weight', plain.tables)
report('weight and factor', byFactor.tables)
report('weight by context', fullWeights(rows, literals.length))
if (values.write) write(byFactor)

/** The units of a log: where they are, their literals with contexts, what the rules say. */
function unitsOf(bytes) {
  const units = []
  let start = 0
  for (let at = 0; at <= bytes.length; at++) {
    const ends = at === bytes.length || bytes[at] === 0x0a || bytes[at] === 0x0d
    if (!ends && at - start < PART_BYTES) continue
    if (at > start) units.push(unitOf(bytes, start, at))
    start = ends ? at + 1 : at
  }
  return units
}

function unitOf(bytes, start, end) {
  const evidence = judge.assess(bytes, start, end)
  const found = pith.findLiterals(set, bytes.subarray(start, end))
  const hits = []
  for (let i = 0; i < found.length; i += 2) {
    const at = start + found[i]
    const id = found[i + 1]
    hits.push(CONTEXTS * id + pith.contextOf(bytes, at, at + literals[id].length, start))
  }
  return { start, hits, score: evidence?.score ?? 0, shape: evidence?.shape }
}

/** What the rules say of lines with literals: each combination of literals and score once in a log. */
function rowsOf(list) {
  return list.flatMap(({ units }) => {
    const seen = new Set()
    return units.filter(({ hits, score }) => {
      const key = `${hits.join()}|${score.toFixed(1)}`
      if (hits.length === 0 || seen.has(key)) return false
      seen.add(key)
      return true
    })
  })
}

function committed() {
  const { LITERAL_WEIGHTS: own, CONTEXT_FACTORS: factors } = pith
  return literals.map((_, id) => {
    const weight = 4 * (own.charCodeAt(id) - 0x20) || 40
    return Uint8Array.from(factors, (factor) => Math.min(255, Math.max(1, (weight * factor) >> 6)))
  })
}

/** Prints recall with these weights, for each log by itself and for logs one behind another. */
function report(name, tables) {
  const compiled = pith.compileLiterals(literals.map((literal, id) => ({ literal, weights: tables[id] })))
  const alone = checkedOn.map((log) => recallOf(compiled, [log]))
  const together = groupsOf(checkedOn, 8).map((some) => recallOf(compiled, some))
  console.log(`${name.padEnd(20)} alone ${shares(alone)}; eight together ${shares(together)}`)
}

function groupsOf(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}

function shares(recalls) {
  const sum = (name) => recalls.reduce((total, recall) => total + recall[name], 0)
  const share = (name, all) => `${sum(name)}/${sum(all)} = ${((100 * sum(name)) / sum(all)).toFixed(1)} %`
  const own = recalls
    .filter(({ allShapes }) => allShapes > 0)
    .map(({ shapes, allShapes }) => shapes / allShapes)
  const mean = (100 * own.reduce((a, b) => a + b, 0)) / own.length
  return `lines ${share('lines', 'allLines')}, shapes ${share('shapes', 'allShapes')}, mean ${mean.toFixed(1)} %`
}

function recallOf(compiled, some) {
  const session = pith.selectorFor('auto').open({ literals: compiled })
  const errors = new Map()
  let base = 0
  for (const { bytes, units } of some) {
    for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
      const part = bytes.subarray(at, at + WINDOW_BYTES)
      session.window().set(part)
      session.advance(part.length)
    }
    for (const { start, score, shape } of units)
      if (score >= pith.ERROR_SCORE) errors.set(base + start, shape)
    session.window()[0] = 0x0a
    session.advance(1)
    base += bytes.length + 1
  }
  session.finish()
  const kept = session.slots().map((slot) => session.entry(slot).startByte)
  const found = kept.filter((start) => errors.has(start))
  return {
    lines: found.length,
    allLines: errors.size,
    shapes: new Set(found.map((start) => errors.get(start))).size,
    allShapes: new Set(errors.values()).size,
  }
}

function write({ quads, sixtyFourths }) {
  const text = JSON.stringify(String.fromCharCode(...quads.map((quad) => 0x20 + quad)))
  writeFileSync(
    new URL('../../src/core/scan/weights.ts', import.meta.url),
    `// Made by bench/select/learn.mjs. Do not edit.

/** By literal, in the order of \`signalLiterals\`: its weight, as a character from U+0020 on for each four. */
export const LITERAL_WEIGHTS: string =
  ${text}
/** By context: a factor in 64ths. */
export const CONTEXT_FACTORS: readonly number[] = [${sixtyFourths.join(', ')}]
`,
  )
}
