import { partition } from '../bytes/binary-search.ts'
import { lastLfBefore, nextLf } from '../bytes/lines.ts'
import { leadingContinuations } from '../bytes/utf8.ts'
import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import type { Entry } from '../scan/selector.ts'
import type { Region } from './facts.ts'

const decoder = new TextDecoder()

/** Bytes that are read of a line. */
const READ_BYTES = 400

/** A line near a selected one, without time stamp. */
export interface NearLine {
  line: number
  text: string
}

/** Reads the lines around a selected one, as far as they are in memory. */
export class HeldLines {
  readonly #regions: readonly Region[]

  /** `regions` are in order and disjoint. */
  constructor(regions: readonly Region[]) {
    this.#regions = regions
  }

  /** The lines above, the nearest one first. */
  *above({ line, startByte }: Entry): Generator<NearLine> {
    const region = this.#regionAt(startByte)
    if (!region) return
    const { bytes } = region
    let end = lastLfBefore(bytes, startByte - region.startByte)
    for (let number = line - 1; end >= 0; number--) {
      const start = lastLfBefore(bytes, end) + 1
      if (start === 0 && region.startByte > 0 && region.startsLine !== true) return
      yield { line: number, text: textOf(bytes, start, end) }
      end = start - 1
    }
  }

  /** The lines below, the nearest one first. */
  *below({ line, endByte }: Entry): Generator<NearLine> {
    const region = this.#regionAt(endByte)
    if (!region) return
    const { bytes } = region
    let lf = nextLf(bytes, endByte - region.startByte)
    for (let number = line + 1; lf >= 0 && lf + 1 < bytes.length; number++) {
      const start = lf + 1
      lf = nextLf(bytes, start)
      yield { line: number, text: textOf(bytes, start, lf < 0 ? bytes.length : lf) }
    }
  }

  #regionAt(offset: number): Region | undefined {
    const region = this.#regions[partition(this.#regions.length, (i) => this.#regions[i].endByte < offset)]
    return region && region.startByte <= offset ? region : undefined
  }
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  const from = afterStamp(bytes, start, Math.min(end, start + MAX_SKIPPED))
  return readable(bytes.subarray(from, Math.min(end, from + READ_BYTES)), true)
}

/** Bytes as text without control characters. */
export function readable(bytes: Uint8Array, startsLine: boolean): string {
  const text = decoder.decode(bytes.subarray(startsLine ? 0 : leadingContinuations(bytes)))
  return isPlain(text) ? text : text.replaceAll('\t', ' ').replace(UNREADABLE, '').trimEnd()
}

/** True for text that most lines are: no control character, no end of a character that was cut. */
const isPlain = (text: string): boolean => !MAYBE_UNREADABLE.test(text)
const MAYBE_UNREADABLE = /\p{Cc}|\ufffd$/u

/** Colours and other control sequences, single control characters, and what is left of a character that was cut. */
const UNREADABLE = /\p{Cc}\[[0-9:;<=>?]*[ -/]*[@-~]|\p{Cc}|\ufffd$/gu
