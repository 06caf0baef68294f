import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { reassemble } from '../../src/core/reassemble.ts'
import type { Input, TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'
import { createCollector, truncate, truncateStream } from './checked.ts'
import { collect } from './chunks.ts'
import { soughtErrors } from './clauses/case.ts'
import { bytesOf, InputFacts } from './facts.ts'
import * as generators from './generators.ts'
import { rebuildFromText } from './reader.ts'

/** A law that holds for every input and every option. Its title is a sentence. */
export interface Law {
  title: string
  /** Number of cases in a short run. */
  runs: number
  check(runs: number, seed: number): void | Promise<void>
}

const { input, options, text, bytes } = generators

/** A result without the name of the backend. */
const withoutBackend = ({ backend: _, ...rest }: Truncation) => rest

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Options with finite limits, which streaming needs. */
const streamable = options.map((o) => ({
  ...o,
  maxBytes: Number.isFinite(o.maxBytes ?? 0) ? (o.maxBytes ?? 3000) : 3000,
}))

/** The options that say how much to keep, without source, notice, counter and errors. */
function cutsOf(o: TruncateOptions): TruncateOptions {
  const { source: _, notice: __, tokens: ___, errors: ____, ...cuts } = o
  return cuts
}

const keeps = fc.constantFrom<('head' | 'tail' | 'ends')[]>('head', 'tail', 'ends')

const artifactOf = (whole: Uint8Array) => createHash('sha256').update(whole).digest('hex').slice(0, 16)

export const laws: readonly Law[] = [
  {
    title: 'every result keeps the contract',
    runs: 60,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(input, options, (i, o) => {
          truncate(i, o)
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'both backends give the same result',
    runs: 20,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(input, options, (i, o) => {
          const js = truncate(i, { ...o, backend: 'js' })
          const wasm = truncate(i, { ...o, backend: 'wasm' })
          return equal(withoutBackend(js), withoutBackend(wasm))
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'the same call gives the same result twice',
    runs: 10,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(input, options, (i, o) => equal(truncate(i, o), truncate(i, o))),
        { numRuns, seed },
      ),
  },
  {
    title: 'chunks of bytes give what the whole input gives',
    runs: 30,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(bytes, streamable, fc.array(fc.nat(), { maxLength: 8 }), (i, o, at) => {
          const cuts = at.map((cut) => cut % (i.length + 1)).sort((a, b) => a - b)
          return equal(collect(i, cuts, o), truncate(i, o))
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'chunks of text, split anywhere in a surrogate pair, give what the whole text gives',
    runs: 15,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(text, streamable, fc.integer({ min: 1, max: 7 }), (t, o, size) => {
          const collector = createCollector(o)
          for (let at = 0; at < t.length; at += size) collector.write(t.slice(at, at + size))
          return equal(collector.end(), truncate(t, o))
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a snapshot changes nothing that comes after it',
    runs: 10,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(bytes, streamable, (i, o) => {
          const collector = createCollector(o)
          const middle = i.length >> 1
          collector.write(i.subarray(0, middle))
          const snapshot = collector.snapshot()
          collector.write(i.subarray(middle))
          return (
            !/\p{Cs}/u.test(snapshot.text) &&
            Buffer.byteLength(snapshot.text) <= o.maxBytes &&
            equal(collector.end(), truncate(i, o))
          )
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a stream of chunks gives what the whole input gives',
    runs: 10,
    check: (numRuns, seed) =>
      fc.assert(
        fc.asyncProperty(bytes, streamable, fc.integer({ min: 1, max: 500 }), async (i, o, size) => {
          const { tokens: _, ...rest } = o
          const streamed = await truncateStream(chunksOf(i, size), rest)
          return equal(streamed, truncate(i, rest))
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a result cut again to tighter limits still counts against the original',
    runs: 30,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(input, options, options, (i, o, tighter) => {
          const errors = soughtErrors(o, undefined)
          const second = truncate(truncate(i, o), { ...o, errors, ...cutsOf(tighter) })
          const first = new InputFacts(i)
          return second.totalBytes === first.bytes.length && second.totalLines === first.totalLines
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'who follows the notice gets the input back, byte for byte',
    runs: 30,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(
          input,
          fc.integer({ min: 6, max: 40 }),
          fc.integer({ min: 300, max: 3000 }),
          keeps,
          (i, maxLines, maxBytes, keep) => {
            const whole = bytesOf(i)
            const id = artifactOf(whole)
            const result = truncate(i, { maxLines, maxBytes, keep, source: { artifact: id } })
            if (!result.notice?.includes('Full output:')) return true
            const rebuilt = rebuildFromText(result.text, (asked, first, last) => {
              if (asked !== id) throw new Error(`the text names ${asked}, not ${id}`)
              return linesOf(whole, first, last)
            })
            return Buffer.compare(rebuilt, whole) === 0
          },
        ),
        { numRuns, seed },
      ),
  },
  {
    title: 'a result and raw reads of its gaps reassemble to the input',
    runs: 20,
    check: (numRuns, seed) =>
      fc.assert(
        fc.asyncProperty(input, options, async (i, o) => {
          const whole = bytesOf(i)
          const rebuilt = await reassemble(truncate(i, o), (start, end) => whole.subarray(start, end))
          return Buffer.compare(rebuilt, whole) === 0
        }),
        { numRuns, seed },
      ),
  },
]

async function* chunksOf(whole: Uint8Array, size: number): AsyncIterable<Input> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

/** What `sed -n 'A,Bp'` prints. */
function linesOf(whole: Uint8Array, firstLine: number, lastLine: number): Uint8Array {
  const lines = Buffer.from(whole)
    .toString('latin1')
    .split(/(?<=\n)/)
  return Buffer.from(lines.slice(firstLine - 1, lastLine).join(''), 'latin1')
}
