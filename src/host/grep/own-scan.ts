import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { LineRedactor } from '../../redact/line-redactor.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { contentKindOf, SNIFFED_BYTES } from '../../tools/content-kind.ts'
import type { FoundText } from '../found-line.ts'
import type { LineFinder } from '../line-finders.ts'
import { LineSearch } from '../line-search.ts'
import { READ_FLAGS } from '../open-regular.ts'
import type { Pace } from '../pace.ts'
import type { WalkFailure } from '../walk/walk.ts'
import { unreadReason } from '../walk/walk.ts'

const CHUNK_BYTES = 256 * 1024

export interface ScanOptions {
  finder: LineFinder
  before: number
  after: number
  redact: Redactor | undefined
  pace: Pace
}

/** What a file is searched as. UTF-16 only by its BOM, as ripgrep does. */
export type SearchedAs = 'utf-8' | 'utf-16le' | 'utf-16be' | 'binary'

/** Judges a file by its first 8 KiB. */
export function searchedAs(head: Uint8Array): SearchedAs {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const content = contentKindOf(head)
  return content.kind === 'text' && !content.encoding.startsWith('UTF-16') ? 'utf-8' : 'binary'
}

/**
 * The lines of a file that match, and the lines around them. None for a binary file.
 *
 * @param onFailure is called when the file cannot be read. What was found before stays.
 */
export async function* scanFile(
  real: string | Buffer,
  path: string,
  { finder, before, after, redact, pace }: ScanOptions,
  onFailure: (failure: WalkFailure) => void,
): AsyncGenerator<FoundText, void, undefined> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(real, READ_FLAGS)
    if (!fstatSync(descriptor).isFile()) return
    const search = new LineSearch(finder, 1, { before, after, maxLineLength: Number.POSITIVE_INFINITY })
    const redactor = redact && new LineRedactor(redact)
    for (const chunk of textOf(descriptor)) {
      const bytes = redactor ? redactor.write(chunk) : chunk
      // A copy, because the search may hold what a redactor passes on as it is.
      yield* search.write(bytes)
      if (pace.isDue()) await pace.rest()
    }
    if (redactor) yield* search.write(redactor.end())
    yield* search.end()
  } catch (error) {
    if (!isOfSystem(error)) throw error
    onFailure({ path, reason: unreadReason(error) })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'

/** The chunks of a text as UTF-8 without a BOM. Nothing for a binary file. */
function* textOf(descriptor: number): Generator<Uint8Array, void, undefined> {
  let decoder: TextDecoder | undefined
  let isFirst = true
  for (;;) {
    // Each chunk has its own buffer, because the search holds parts of it.
    const buffer = new Uint8Array(isFirst ? SNIFFED_BYTES : CHUNK_BYTES)
    let length = 0
    let read = 0
    do {
      read = readSync(descriptor, buffer, length, buffer.length - length, null)
      length += read
    } while (isFirst && read > 0 && length < buffer.length)
    let chunk = buffer.subarray(0, length)
    if (isFirst) {
      const as = searchedAs(chunk)
      if (as === 'binary') return
      if (as !== 'utf-8') decoder = new TextDecoder(as)
      else if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) chunk = chunk.subarray(3)
    }
    isFirst = false
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: length > 0 }))
    else if (chunk.length > 0) yield chunk
    if (length === 0 || read === 0) return
  }
}
