import fc from 'fast-check'
import type { Truncation } from '../../src/truncation.ts'
import { truncate } from './checked.ts'
import { collect } from './chunks.ts'
import type { Law } from './laws.ts'
import { log, logOptions } from './log-inputs.ts'

/** Laws of logs under options that keep islands. */

/** All but the backend's name. */
const seen = ({ backend: _, ...rest }: Truncation): string => JSON.stringify(rest)

const markersIn = (text: string): number => text.match(/^\[\.\.\. lines? /gm)?.length ?? 0

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export const logLaws: readonly Law[] = [
  {
    title: 'a log keeps the contract, with markers few enough to read',
    runs: 60,
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
            (result.errors.total > 1000 || inGaps + inSegments === result.errors.total)
          )
        }),
        { numRuns, seed },
      ),
  },
  {
    title: 'a log in chunks gives what the whole gives, on the other backend too',
    runs: 30,
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
    runs: 20,
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
