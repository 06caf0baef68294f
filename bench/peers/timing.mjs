// All contenders cut a log in memory, in turns: as a Buffer, as a string of one byte per character, and as one of two.
import assert from 'node:assert/strict'
import { mixedLog } from '../corpus.mjs'
import { measure } from '../measure.mjs'
import { pithAt, SHARED_LIMIT } from './peers.mjs'

const LF = 0x0a
const KB = 1e3
const MB = 1e6

const full = [
  { name: '100 KB', size: 100 * KB, rounds: 9, roundMs: 20 },
  { name: '1 MB', size: MB, rounds: 9, roundMs: 20 },
  { name: '10 MB', size: 10 * MB, rounds: 7, roundMs: 20 },
  { name: '100 MB', size: 100 * MB, rounds: 5, roundMs: 0 },
]
const quick = full.slice(0, 2).map((size) => ({ ...size, rounds: 3 }))

/** The forms of the log. A peer that takes only text decodes a Buffer first, and its time includes that. */
const forms = [
  { form: 'Buffer', inputOf: (bytes) => bytes },
  { form: 'one-byte string', inputOf: (bytes) => asciiOf(bytes).latin1Slice() },
  { form: 'two-byte string', inputOf: (bytes) => bytes.utf8Slice() },
]

/** For each form and size: milliseconds of each contender, and how many times as fast as a peer pith is. */
export function* timings({ truncate, peers, isQuick, random }) {
  const sizes = isQuick ? quick : full
  const log = mixedLog(sizes.at(-1).size)
  const contenders = contendersFor(truncate, peers)
  for (const { form, inputOf } of forms) {
    const cells = sizes.map(({ name, size, ...rounds }) => {
      const input = inputOf(Buffer.from(log.buffer, 0, log.lastIndexOf(LF, size - 1) + 1))
      assertSameWork(truncate, peers, input)
      const times = measure(contenders, input, undefined, { ...rounds, random })
      return { input: name, rows: contenders.map(({ name }) => ({ name, ms: times.get(name) })) }
    })
    const ratios = contenders.flatMap(({ name, beside = [] }) =>
      beside.map((ours) => ({ of: name, to: ours, values: cells.map((cell) => ratio(cell, name, ours)) })),
    )
    yield { form, cells, ratios }
  }
}

/**
 * pith once for each limit, and as a tail for peers that keep a tail; then the peers, each compared with pith at its
 * limit.
 */
function contendersFor(truncate, peers) {
  const here = peers.filter(({ run }) => run)
  const limits = [...new Set([SHARED_LIMIT.amount, ...here.map(({ limit }) => limit.amount)])]
  const pithName = (amount) => `pith, ${amount} bytes`
  const tailName = `${pithName(SHARED_LIMIT.amount)}, tail`
  const limitOf = (amount) => here.find(({ limit }) => limit.amount === amount)?.limit ?? SHARED_LIMIT
  return [
    ...limits.map((amount) => ({ ...pithAt(truncate, limitOf(amount)), name: pithName(amount) })),
    { ...pithAt(truncate, SHARED_LIMIT, { tail: true }), name: tailName },
    ...here.map(({ name, version, limit, run }) => ({
      name: `${name} ${version}, ${limit.amount} ${limit.unit}`,
      beside: [pithName(limit.amount), ...(limit === SHARED_LIMIT ? [tailName] : [])],
      run: (input) => run(typeof input === 'string' ? input : input.toString()),
    })),
  ]
}

/**
 * Checks that pi and pith as a tail return the same totals, and the same lines except one that a final LF may push out.
 */
function assertSameWork(truncate, peers, input) {
  const pi = peers.find(({ name, run }) => name === 'pi' && run)
  if (!pi) return
  const theirs = pi.read(pi.run(input.toString()))
  const { lines: maxLines, amount: maxBytes } = SHARED_LIMIT
  const ours = truncate(input, { maxLines, maxBytes, keep: 'tail', errors: false, notice: false })
  assert.equal(theirs.totalLines, ours.totalLines)
  assert.equal(theirs.totalBytes, ours.totalBytes)
  const text = ours.text.replace(/\n$/, '')
  assert(theirs.text.endsWith(text), 'pi and pith keep different tails')
  assert(theirs.text.slice(0, -text.length).split('\n').length <= 2, 'pith keeps less of the tail than pi')
}

function ratio({ rows }, theirs, ours) {
  const msOf = (name) => rows.find((row) => row.name === name).ms.median
  return msOf(theirs) / msOf(ours)
}

/** The same log with only ASCII characters. */
function asciiOf(bytes) {
  return Buffer.from(bytes).map((byte) => (byte < 0x80 ? byte : 0x3f))
}
