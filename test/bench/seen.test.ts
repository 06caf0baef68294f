import { describe, expect, it } from 'vitest'
import { createRandom } from '../../bench/random.mjs'
import { unseenLog } from '../../bench/seen/logs.mjs'
import { measureUnseen } from '../../bench/seen/measure.mjs'
import { varyInto } from '../../bench/vary.mjs'

/** A pool of lines; those that begin with `E` count as error lines. */
function poolOf(lines: string[]) {
  const texts = lines.map((line) => Buffer.from(`${line}\n`))
  const starts = [0]
  for (const { length } of texts) starts.push((starts.at(-1) as number) + length)
  const numbers = [...lines.keys()]
  const isError = (line: number) => lines[line].startsWith('E')
  return {
    bytes: Buffer.concat(texts),
    starts,
    errors: numbers.filter(isError),
    others: numbers.filter((line) => !isError(line)),
  }
}

const pool = poolOf([
  ...Array.from({ length: 300 }, (_, i) => `ok, step number ${1000 + i} went well in ${i} ms`),
  ...Array.from({ length: 20 }, (_, i) => `E!!! ${i}`),
])

describe('a varied text', () => {
  it('has other digits and a few other letters, and is otherwise the same', () => {
    const sequence = '\u{1b}[32m'
    const text = `step 123: ${sequence}Äpfel 7\tok, all went well\n`.repeat(200)
    const bytes = Buffer.from(text)
    const copy = Buffer.alloc(bytes.length)
    varyInto(bytes, 0, bytes.length, copy, 0, createRandom(1))
    const other = copy.toString()
    const lengths = (of: string) => of.split('\n').map(({ length }) => length)
    expect(lengths(other)).toEqual(lengths(text))
    expect(other.split(sequence)).toHaveLength(201)
    const plain = (of: string) => of.replaceAll(sequence, '')
    const changes = [...plain(text)]
      .map((from, i) => [from, plain(other)[i]])
      .filter(([from, to]) => from !== to)
    const digits = changes.filter(([from]) => /\d/.test(from))
    const letters = changes.filter(([from]) => /[a-z]/i.test(from))
    expect(digits.length + letters.length).toBe(changes.length)
    expect(digits.length).toBeGreaterThan(600)
    expect(letters.length).toBeGreaterThan(0)
    expect(letters.length).toBeLessThan(text.length / 30)
  })
})

describe('a log that was never seen', () => {
  it('is the same for the same seed, another for another, and has whole lines', () => {
    const make = (seed: number) => unseenLog(pool, { size: 10_000, random: createRandom(seed) })
    expect(make(3).equals(make(3))).toBe(true)
    expect(make(3).equals(make(4))).toBe(false)
    expect(make(3).at(-1)).toBe(0x0a)
    expect(make(3).length).toBeGreaterThan(9000)
    expect(make(3).length).toBeLessThanOrEqual(10_000)
  })

  it.each([0, 0.25, 1])('has the share of error lines that was asked for: %d', (errorShare) => {
    const log = unseenLog(pool, { size: 100_000, errorShare, random: createRandom(5) }).toString()
    const lines = log.trimEnd().split('\n')
    const share = lines.filter((line: string) => line.includes('!!!')).length / lines.length
    expect(Math.abs(share - errorShare)).toBeLessThan(0.05)
  })
})

/** Counts lines and bytes, and remembers what it was given. */
function counting(name: string, more = {}) {
  const seen: unknown[] = []
  return {
    name,
    role: 'rival',
    seen,
    run(input: unknown) {
      seen.push(input)
      return String(input)
    },
    read: (text: unknown) => ({
      text: '',
      totalLines: String(text).split('\n').length - 1,
      totalBytes: Buffer.byteLength(String(text)),
    }),
    ...more,
  }
}

describe('a round', () => {
  it('gives each contender the same new inputs, once each, and those with a memory one of them again', () => {
    const ours = counting('pith', { hasMemory: true })
    const peer = counting('pi 1', { isPeer: true })
    const cell = { form: 'one-byte string', name: '100 kB', size: 100_000, rounds: 3 }
    const { rows, ratios } = measureUnseen([ours, peer], pool, cell, createRandom(7))
    const [own, other] = rows
    expect(own.rounds).toHaveLength(3)
    expect(own.againMs).toBeDefined()
    expect(other.againMs).toBeUndefined()
    expect(Object.keys(ratios)).toEqual(['pi 1'])
    // Two inputs of 100 kB in each of three rounds, and one more to compare the answer.
    expect(new Set(peer.seen).size).toBe(6)
    expect(peer.seen).toHaveLength(6 + 1)
    expect(new Set(ours.seen)).toEqual(new Set(peer.seen))
    expect(ours.seen).toHaveLength(12 + 1)
  })

  it('ends when a contender counts wrong', () => {
    const wrong = counting('pi 1', { read: () => ({ text: '', totalLines: 1, totalBytes: 1 }) })
    const cell = { form: 'Buffer', name: '1 KiB', size: 1024, rounds: 1 }
    expect(() => measureUnseen([counting('pith'), wrong], pool, cell, createRandom(7))).toThrow('pi 1')
  })
})
