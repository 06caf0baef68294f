import { closeSync } from 'node:fs'
import type { Names } from '../check/names.ts'
import { optionsOf, wholeNumber } from '../check/values.ts'
import { type NewlineCounter, newlineCounterFor, ROOM_BYTES } from '../core/scan/newlines.ts'
import { PithError } from '../errors.ts'
import { contentKindOf, SNIFFED_BYTES } from '../tools/content-kind.ts'
import { backStart, CONTEXT_BYTES, frontEnd } from '../tools/page/ends.ts'
import type { OtherFileDetails } from './non-text-file.ts'
import { fileError, openRegular } from './open-regular.ts'
import { readAt } from './read-at.ts'
import { sizeByReading } from './text-pieces.ts'

export interface FileEndsOptions {
  /** Lines from the beginning, 0 or more. Default: 1000. */
  firstLines?: number
  /** Lines from the end, 0 or more. Default: 1000. */
  lastLines?: number
  /** Most bytes of each end, 1 to 524288. Default: 524288. */
  maxBytes?: number
  /** Which scanner runs. `auto` uses Wasm if it is available. Default: `auto`. */
  backend?: 'auto' | 'wasm' | 'js'
}

const fileEndsNames = {
  firstLines: true,
  lastLines: true,
  maxBytes: true,
  backend: true,
} as const satisfies Names<FileEndsOptions>

/** One end of a file: whole lines, or a part of a line that is larger than `maxBytes`. */
export interface FileEnd {
  text: string
  /** 0-indexed offset of the first byte. */
  startByte: number
  /** Offset after the last byte. */
  endByte: number
}

/** Both ends of a text file. Nothing is known about the bytes between them. */
export interface FileEnds {
  kind: 'text'
  encoding: 'UTF-8' | 'UTF-8 with BOM'
  sizeBytes: number
  head: FileEnd
  /** Never overlaps the head. */
  tail: FileEnd
  /** The bytes between head and tail. Absent if there are none. */
  gap?: { startByte: number; endByte: number }
}

/**
 * Reads the first and the last lines of a file of any size. Reads nothing else, so the number of lines stays unknown.
 *
 * Reports the kind of a file that is not text, as `readFile` does.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE`, `PITH_FILE_FAILED`, `PITH_INVALID_OPTION`; `PITH_INVALID_INPUT` for a
 *   file in UTF-16, which only `readFile` can read.
 * @example
 * const ends = await readFileEnds('app.log', { firstLines: 10, lastLines: 50 })
 * if (ends.kind === 'text') console.log(ends.head.text, ends.gap, ends.tail.text)
 */
export async function readFileEnds(
  path: string,
  options: FileEndsOptions = {},
): Promise<FileEnds | OtherFileDetails> {
  const asked = checkedOptions(path, options)
  const file = openRegular(path)
  try {
    const { room } = newlineCounterFor(asked.backend)
    const start = room.subarray(0, readAt(file.descriptor, room, 0, SNIFFED_BYTES, 0))
    const kind = contentKindOf(start)
    if (kind.kind !== 'text') return { ...kind, sizeBytes: Math.max(file.sizeBytes, start.length) }
    const { encoding } = kind
    if (encoding !== 'UTF-8' && encoding !== 'UTF-8 with BOM') {
      const name = JSON.stringify(path)
      throw new PithError('PITH_INVALID_INPUT', `Expected ${name} to be in UTF-8; it is ${encoding}.`)
    }
    const sizeBytes = file.sizeBytes || sizeByReading(path, file.descriptor, room)
    return { kind: 'text', encoding, ...new EndsReader(file.descriptor, sizeBytes, asked).read() }
  } catch (error) {
    throw error instanceof PithError ? error : fileError(path, error)
  } finally {
    closeSync(file.descriptor)
  }
}

type Asked = Required<FileEndsOptions>

/** Half of the counter's buffer. The other half has space for the context that grapheme boundaries need. */
const MAX_END_BYTES = ROOM_BYTES / 2

function checkedOptions(path: unknown, options: FileEndsOptions): Asked {
  const given = optionsOf(options, fileEndsNames)
  if (typeof path !== 'string') {
    throw new PithError('PITH_INVALID_INPUT', `Expected the path to be a string, got ${typeof path}.`)
  }
  const firstLines = wholeNumber('firstLines', given.firstLines, 1000)
  const lastLines = wholeNumber('lastLines', given.lastLines, 1000)
  const maxBytes = wholeNumber('maxBytes', given.maxBytes, MAX_END_BYTES, 1, MAX_END_BYTES)
  const { backend = 'auto' } = given
  // No text has more lines than bytes, and the counter takes no number larger than its buffer.
  const most = (lines: number): number => Math.min(lines, maxBytes)
  return { firstLines: most(firstLines), lastLines: most(lastLines), maxBytes, backend }
}

/** Bytes read at once. Most files have a thousand lines in fewer. */
const PIECE_BYTES = 128 * 1024

const LF = 0x0a

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

class EndsReader {
  readonly #descriptor: number
  readonly #asked: Asked
  readonly #counter: NewlineCounter
  #size: number

  constructor(descriptor: number, sizeBytes: number, asked: Asked) {
    this.#descriptor = descriptor
    this.#size = sizeBytes
    this.#asked = asked
    this.#counter = newlineCounterFor(asked.backend)
  }

  read(): Omit<FileEnds, 'kind' | 'encoding'> {
    for (;;) {
      const sizeBytes = this.#size
      const headEnd = this.#headEnd()
      const head = this.#end(0, headEnd, 0)
      const tailStart = this.#tailStart(headEnd)
      // The file has shrunk, so its end is elsewhere: start again.
      if (this.#size < sizeBytes) continue
      const tail = this.#end(tailStart, sizeBytes, this.#shift)
      const ends = { sizeBytes, head, tail }
      return headEnd === tailStart ? ends : { ...ends, gap: { startByte: headEnd, endByte: tailStart } }
    }
  }

  /** Add to a file offset to get the buffer offset, when the file's end is placed at the buffer's end. */
  get #shift(): number {
    return this.#counter.room.length - this.#size
  }

  #end(startByte: number, endByte: number, shift: number): FileEnd {
    const bytes = this.#counter.room.subarray(startByte + shift, endByte + shift)
    return { text: decoder.decode(bytes), startByte, endByte }
  }

  /** Reads a range into the buffer. False if the file ends before `endByte`; `#size` is then corrected. */
  #fill(startByte: number, endByte: number, shift: number): boolean {
    const { room } = this.#counter
    const end = readAt(this.#descriptor, room, startByte + shift, endByte + shift, startByte) - shift
    if (end < endByte) this.#size = end
    return end === endByte
  }

  #headEnd(): number {
    const { firstLines, maxBytes } = this.#asked
    const most = firstLines === 0 ? 0 : Math.min(maxBytes, this.#size)
    let left = firstLines
    for (let at = 0; at < most; at += PIECE_BYTES) {
      const to = Math.min(at + PIECE_BYTES, most)
      if (!this.#fill(at, to, 0)) return 0
      const end = this.#counter.nth(at, to, left)
      if (end >= 0) return end
      left -= this.#counter.count(at, to)
    }
    const seen = Math.min(most + CONTEXT_BYTES, this.#size)
    if (most === 0 || most === this.#size || !this.#fill(most, seen, 0)) return most
    return frontEnd(this.#counter.room.subarray(0, seen), most)
  }

  #tailStart(headEnd: number): number {
    const { room } = this.#counter
    const { lastLines, maxBytes } = this.#asked
    const shift = this.#shift
    const size = this.#size
    const least = lastLines === 0 ? size : Math.max(headEnd, size - maxBytes)
    let left = lastLines
    for (let at = size; at > least; ) {
      const from = Math.max(at - PIECE_BYTES, least)
      if (!this.#fill(from, at, shift)) return size
      // A final LF ends the last line and begins no other.
      const to = at === size && room[room.length - 1] === LF ? at - 1 : at
      const start = this.#counter.nthBack(from + shift, to + shift, left)
      if (start >= 0) return start - shift
      left -= this.#counter.count(from + shift, to + shift)
      at = from
    }
    const seen = Math.max(0, least - CONTEXT_BYTES)
    if (least === headEnd || least === size || !this.#fill(seen, least, shift)) return least
    return seen + backStart(room.subarray(seen + shift), least - seen)
  }
}
