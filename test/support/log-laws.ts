import fc from 'fast-check'
import type { CommandStatus, TruncateOptions } from '../../src/options.ts'
import type { ErrorLine, Truncation } from '../../src/truncation.ts'
import { createCollector, truncate } from './checked.ts'
import { collect } from './chunks.ts'
import type { Law } from './laws.ts'
import { log, logOptions } from './log-inputs.ts'

/** Laws of logs under options that keep islands. */

/** A result as JSON, without the backend's name. */
const seen = ({ backend: _, ...rest }: Truncation): string => JSON.stringify(rest)

const markersIn = (text: string): number => text.match(/^\[\.\.\. lines? /gm)?.length ?? 0

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

type Nested = Pick<TruncateOptions, 'maxLines' | 'maxBytes' | 'maxTokens' | 'maxSerializedBytes'>

/** Limits that grow from step to step: one of them, or all. */
const ladder: fc.Arbitrary<Nested[]> = fc
  .tuple(
    fc.constantFrom<(keyof Nested)[]>(
      ['maxLines'],
      ['maxBytes'],
      ['maxTokens'],
      ['maxSerializedBytes'],
      ['maxLines', 'maxBytes', 'maxTokens', 'maxSerializedBytes'],
    ),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 }),
    fc.constantFrom(12, 60, 250, 1500, 6000),
  )
  .map(([names, shares, most]) => {
    const unit = { maxLines: most / 40, maxBytes: most, maxTokens: most / 3, maxSerializedBytes: most }
    const rungs = [...shares].sort((a, b) => a - b)
    return rungs.map((share) =>
      Object.fromEntries(names.map((name) => [name, Math.floor(share * unit[name])])),
    )
  })

/** How much the text shows of the first and the last error: nothing, the evidence, or the whole line. */
function shownErrors(
  text: string,
  options: TruncateOptions,
  status: CommandStatus | undefined,
): [number, number] {
  const collector = createCollector(options)
  collector.write(text)
  const result = collector.end(undefined, status)
  const { lines, total } = result.errors
  const bytes = encode(text)
  const shown = (error: ErrorLine | undefined): number => {
    if (!error?.kept) return 0
    const start = bytes.lastIndexOf(LF, error.startByte) + 1
    const end = bytes.indexOf(LF, error.startByte)
    const isWhole = result.gaps.every((gap) => gap.endByte <= start || (end >= 0 && gap.startByte >= end))
    return isWhole && end - start <= 400 ? 2 : 1
  }
  return [shown(lines[0]), total <= 1000 ? shown(lines.at(-1)) : 0]
}

const LF = 0x0a

export const logLaws: readonly Law[] = [
  {
    title: 'more room never loses the first error or the last one',
    runs: 10,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(log, ladder, fc.constantFrom(undefined, { exitCode: 3 }), (text, rungs, status) => {
          let before: [number, number] = [0, 0]
          for (const limits of rungs) {
            const shown = shownErrors(text, limits, status)
            if (before[0] > shown[0] || before[1] > shown[1]) return false
            before = shown
          }
          return true
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a log keeps the contract, with markers few enough to read',
    runs: 15,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(log, logOptions, (text, o) => {
          const result = truncate(text, o)
          const inGaps = result.gaps.reduce((sum, gap) => sum + gap.errors, 0)
          const inSegments = result.errors.lines.filter(({ startByte }) =>
            result.segments.some((s) => s.startByte <= startByte && startByte < s.endByte),
          ).length
          return (
            result.segments.length <= 64 &&
            markersIn(result.text) <= 60 &&
            inGaps + inSegments === result.errors.lines.length
          )
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a log in chunks gives what the whole gives, on the other backend too',
    runs: 7,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(log, logOptions, fc.array(fc.nat(), { maxLength: 6 }), (text, o, at) => {
          const bytes = encode(text)
          const cuts = at.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)
          const inChunks = collect(bytes, cuts, { ...o, backend: 'js' })
          return seen(inChunks) === seen(truncate(bytes, { ...o, backend: 'wasm' }))
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a log in small chunks gives what the whole gives',
    runs: 5,
    check: (numRuns, seed) =>
      fc.assert(
        fc.property(log, logOptions, fc.integer({ min: 1, max: 700 }), (text, o, size) => {
          const bytes = encode(text)
          const cuts = Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => (i + 1) * size)
          return seen(collect(bytes, cuts, o)) === seen(truncate(bytes, o))
        }),
        { numRuns, seed },
      ),
  },
]
