import type { ViewMap } from '../../src/core/clean/view-map.ts'
import { joinedBytes } from '../../src/core/hold/regions.ts'
import { judgingFor, rulesFor } from '../../src/core/hold/signal.ts'
import { Stream } from '../../src/core/hold/stream.ts'
import { foundIn } from '../../src/core/hold/stream-facts.ts'
import type { Scanner } from '../../src/core/scan/scanner.ts'
import { type ErrorPattern, LEAST_REPEAT_BYTES } from '../../src/settings.ts'

const MIB = 1024 * 1024

export interface FoldedStream {
  view: Buffer
  map: ViewMap
  shownErrors: number
}

/** Folds the repeated lines of a text. `cuts` are the offsets of chunks. */
export function foldedStream(
  scanner: Scanner,
  input: Uint8Array,
  cuts: readonly number[] = [],
  patterns: readonly ErrorPattern[] = [],
): FoldedStream {
  const stream = new Stream({
    scanner,
    judging: judgingFor(patterns, scanner.backend),
    tokens: undefined,
    headBytes: 128 * MIB,
    tailBytes: 32 * 1024,
    fold: {
      numberOf: (_, line) => line,
      leastBytes: LEAST_REPEAT_BYTES,
      rules: rulesFor(patterns, scanner.backend),
    },
  })
  const ends = [...new Set([...cuts, input.length])].filter((cut) => cut <= input.length)
  let at = 0
  for (const end of ends.sort((a, b) => a - b)) {
    stream.push(input.subarray(at, end), false)
    at = end
  }
  stream.finish()
  const { folding } = stream
  if (!folding) throw new Error('Expected a stream that folds.')
  return {
    view: Buffer.from(joinedBytes(stream)),
    map: folding.map,
    shownErrors: foundIn(stream).totalErrors,
  }
}

/** Makes the input of its view: copies what the view shows, and looks up what its marks stand for. */
export function unfolded({ view, map }: FoldedStream, input: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  let at = 0
  for (const { view: from, viewEnd: to } of map.repeatsIn(0, map.viewBytes)) {
    parts.push(view.subarray(at, from.viewByte), input.subarray(from.inputByte, to.inputByte))
    at = to.viewByte
  }
  return Buffer.concat([...parts, view.subarray(at)])
}
