// One task on one input: answers compared, then contenders timed.
import assert from 'node:assert/strict'
import { allocatedBytes } from './allocation.mjs'
import { measure, measureCalls, warmUp } from './measure.mjs'
import { countLines, firstMatches, kindsOf } from './oracle.mjs'
import { fastest, gigabytesPerSecond, ratiosTo } from './statistics.mjs'
import { readSmall } from './tasks/small.mjs'

const WARM_UP_MS = 40
const WARM_UP_BYTES = 32 * 1024
const ALLOCATION_BYTES = 1024 * 1024
/** Larger inputs have one run a round. */
const TIMED_BYTES = 4 * 1024 * 1024

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {'GB/s' | 'ms'} unit
 * @property {string[]} groups of cells that it runs on; `takes(bytes, group)` may leave out some
 * @property {object[]} contenders `run(bytes, argument)` gives an answer, which `read` makes comparable with that of
 * `expected` named by `answers`
 * @property {(bytes: Uint8Array) => unknown} argument prepared for a cell, not timed
 * @property {string[]} compare rivals to name the ratio to
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

/** What is so in an input, found once for all tasks. */
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

/** Bytes taken a byte of input: at 1 MiB, where fixed costs do not show and a run's garbage is not collected halfway. */
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
