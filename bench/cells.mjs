// Runs one task on one input: compares answers, then times the contenders.
import assert from 'node:assert/strict'
import { allocatedBytes } from './allocation.mjs'
import { measure, measureCalls, warmUp } from './measure.mjs'
import { countLines, firstMatches, kindsOf } from './oracle.mjs'
import { fastest, gigabytesPerSecond, ratiosTo } from './statistics.mjs'
import { readSmall } from './tasks/small.mjs'

const WARM_UP_MS = 40
const WARM_UP_BYTES = 32 * 1024
const ALLOCATION_BYTES = 1024 * 1024
/** Larger inputs get one run per round. */
const TIMED_BYTES = 4 * 1024 * 1024

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {'GB/s' | 'ms'} unit
 * @property {string[]} groups of cells that the task runs on; `takes(bytes, group)` may exclude some
 * @property {object[]} contenders `run(bytes, argument)` returns an answer. `read` makes it comparable with the part of
 * `expected` that `answers` names
 * @property {(bytes: Uint8Array) => unknown} argument prepares the argument for a cell; not timed
 * @property {string[]} compare the rivals for which the ratio is shown
 * @property {string} note what a rival does not do
 */

export function runTask(task, inputs, errorPatterns, { rounds, roundMs, random }) {
  const wanted = inputs.filter(
    ({ group, bytes }) => task.groups.includes(group) && (task.takes?.(bytes, group) ?? true),
  )
  const warm = wanted.find(({ bytes }) => bytes.length >= WARM_UP_BYTES)
  warmUp(task.contenders, warm.bytes, task.argument?.(warm.bytes), WARM_UP_MS)
  const cells = wanted.map(({ name, group, bytes }) => {
    const argument = task.argument?.(bytes)
    assertAnswers(task, bytes, argument, truthOf(bytes, errorPatterns), name)
    const options = { rounds, roundMs: bytes.length > TIMED_BYTES ? 0 : roundMs, random }
    return { input: name, group, bytes: bytes.length, ...timedCell(task, bytes, argument, options) }
  })
  const { name, unit, compare, note } = task
  return { name, unit, compare, note, cells, allocated: allocations(task, inputs) }
}

function timedCell(task, bytes, argument, options) {
  const times = measure(task.contenders, bytes, argument, options)
  const size = task.bytesOf?.(bytes, argument) ?? bytes.length
  const rows = task.contenders.map(({ name, role }) => {
    const { rounds, ...ms } = times.get(name)
    return { name, role, ms, gbps: gigabytesPerSecond(size, ms), rounds }
  })
  const ours = fastest(rows, 'wasm') ?? fastest(rows, 'js')
  return { rows, ours: ours.name, ratios: ratiosTo(ours, rows) }
}

const truths = new WeakMap()

/** The right answers for an input, computed once for all tasks. */
function truthOf(bytes, errorPatterns) {
  if (!truths.has(bytes)) {
    const truth = {
      lines: countLines(bytes),
      bytesSeen: kindsOf(bytes),
      matches: firstMatches(bytes, errorPatterns),
    }
    truths.set(bytes, truth)
  }
  return truths.get(bytes)
}

function assertAnswers(task, bytes, argument, truth, input) {
  task.check?.(bytes, argument)
  const expected = task.expected(bytes, truth, argument)
  for (const { name, run, read = (answer) => answer, answers = 'all' } of task.contenders)
    assert.deepEqual(read(run(bytes, argument)), expected[answers], `${task.name}, ${input}: ${name}`)
}

/**
 * Bytes allocated per byte of input, at 1 MiB: there fixed costs are negligible and garbage is not collected during a
 * run.
 */
function allocations(task, inputs) {
  const { bytes } = inputs.find((input) => input.bytes.length >= ALLOCATION_BYTES)
  const argument = task.argument?.(bytes)
  const entries = task.contenders.map(({ name, run }) => {
    return [name, allocatedBytes(() => run(bytes, argument)) / bytes.length]
  })
  return Object.fromEntries(entries)
}

/** Single calls of small cells; see tasks/small.mjs. */
export function runSmall(cells, options) {
  return cells.map(({ input, inputs, contenders }) => {
    for (const each of inputs) {
      const [ours, rival] = contenders.map(({ run }) => readSmall(run(each)))
      assert.deepEqual(ours, rival, `small outputs, ${input}`)
    }
    const times = measureCalls(contenders, inputs, options)
    return { input, rows: contenders.map(({ name }) => ({ name, us: times.get(name) })) }
  })
}
