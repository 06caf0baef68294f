// Times each contender on logs that it has never seen, and pith again on one that it has.
import assert from 'node:assert/strict'
import { isAscii } from 'node:buffer'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Bench } from 'tinybench'
import { shuffled } from '../random.mjs'
import { ratiosTo, summary } from '../statistics.mjs'
import { LIMITS } from './contenders.mjs'
import { unseenLog } from './logs.mjs'

/** A sample goes through this many bytes at least, so that reading the clock costs nothing. */
const SAMPLE_BYTES = 256 * 1024
/** Logs above this size fill the heap within few rounds. */
const FULL_COLLECTION_BYTES = 8 * 1024 * 1024
/** No string has more bytes of one byte a character. */
const MOST_STRING_BYTES = 0x1fffffe8
const QUESTION_MARK = 0x3f
const LF = 0x0a

setFlagsFromString('--expose-gc')
/** Collects garbage: all of it, or only the young generation with `{ type: 'minor' }`. */
const gc = runInNewContext('gc')
/** Results are stored here, so that no run is optimised away. */
const sink = { value: undefined }

/** The forms of input that a caller may pass. */
export const forms = {
  Buffer: (bytes) => bytes,
  'one-byte string': (bytes) => asciiOf(bytes).latin1Slice(),
  'two-byte string': (bytes) => twoByte(bytes.utf8Slice()),
}

function asciiOf(bytes) {
  return isAscii(bytes) ? bytes : Buffer.from(bytes).map((byte) => (byte < 0x80 ? byte : QUESTION_MARK))
}

/** V8 stores a text with two bytes a character when one of them is not Latin-1. */
const twoByte = (text) => `${text.slice(0, -2)}✓\n`

/** Lets V8 optimise every contender on logs that are never timed. */
export function warmUp(contenders, pool, random, milliseconds) {
  const end = performance.now() + milliseconds
  while (performance.now() < end)
    for (const size of [4096, 65_536])
      for (const make of Object.values(forms)) {
        const input = make(unseenLog(pool, { size, random }))
        for (const { run } of contenders) sink.value = run(input)
      }
}

/**
 * The cell of a table: milliseconds a call, first seen and again. All contenders get the same new logs in each round.
 *
 * @param {{ form: string, name: string, size: number, errorShare?: number, rounds: number }} cell
 */
export function measureUnseen(contenders, pool, { form, name, size, errorShare, rounds }, random) {
  const count = Math.max(1, Math.floor(SAMPLE_BYTES / size))
  const able = contenders.filter(({ isPeer }) => !isPeer || size <= MOST_STRING_BYTES)
  const times = new Map(able.map(({ name }) => [name, { first: [], again: [] }]))
  for (let round = 0; round < rounds; round++) {
    const logs = Array.from({ length: count }, () => unseenLog(pool, { size, errorShare, random }))
    const inputs = logs.map((bytes) => forms[form](bytes))
    // Large logs of the round before are gone; a full collection costs optimised code, so small ones do not get it.
    if (size > FULL_COLLECTION_BYTES) gc()
    for (const [key, ms] of oneRound(shuffled(able, random), inputs)) {
      times.get(key.name)[key.when].push(ms)
    }
    if (round === 0) assertAnswers(able, inputs[0])
  }
  const rows = able.map(({ name, role }) => rowOf(name, role, times.get(name)))
  const ours = rows[0]
  return {
    input: name,
    form,
    bytes: size,
    errorShare,
    rows,
    ours: ours.name,
    ratios: ratiosTo(ours, rows),
  }
}

/** Milliseconds of a call: on each input once, in a random order of contenders, then on the first of them again. */
function oneRound(contenders, inputs) {
  const bench = new Bench({ iterations: 1, time: 0, warmup: false })
  const beforeAll = () => gc({ type: 'minor' })
  const keys = new Map()
  const add = (contender, when, list) => {
    const title = `${contender.name}, ${when}`
    keys.set(title, { name: contender.name, when })
    const sample = () => {
      for (const input of list) sink.value = contender.run(input)
    }
    bench.add(title, sample, { async: false, beforeAll })
  }
  const again = inputs.map(() => inputs[0])
  for (const contender of contenders) {
    add(contender, 'first', inputs)
    if (contender.hasMemory) add(contender, 'again', again)
  }
  bench.runSync()
  return bench.tasks.map(({ name, result }) => {
    if (result.state === 'errored')
      throw new Error(`${name} failed while it was timed`, { cause: result.error })
    return [keys.get(name), result.latency.p50 / inputs.length]
  })
}

const rowOf = (name, role, { first, again }) => ({
  name,
  role,
  ms: summary(first),
  rounds: first,
  ...(again.length > 0 ? { againMs: summary(again) } : {}),
})

/** Whoever counts must count right, and pith must keep its limits. */
function assertAnswers(contenders, input) {
  const bytes = Buffer.from(input)
  const expected = { totalLines: bytes.filter((byte) => byte === LF).length, totalBytes: bytes.length }
  for (const { name, run, read, isPeer } of contenders) {
    const { text, totalLines = expected.totalLines, totalBytes = expected.totalBytes } = read(run(input))
    assert.deepEqual({ totalLines, totalBytes }, expected, name)
    if (!isPeer) assert(Buffer.byteLength(text) <= LIMITS.maxBytes, name)
  }
}
