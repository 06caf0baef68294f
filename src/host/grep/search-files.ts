import { closeSync, fstatSync, openSync } from 'node:fs'
import { LineRedactor } from '../../redact/line-redactor.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { contentKindOf, SNIFFED_BYTES } from '../../tools/content-kind.ts'
import type { FoundText } from '../found-line.ts'
import { createLineFinder, type LineFinder } from '../line-finders.ts'
import { LineSearch } from '../line-search.ts'
import { READ_FLAGS } from '../open-regular.ts'
import { Pace } from '../pace.ts'
import { readAt } from '../read-at.ts'
import { checkRoot, unreadReason, type WalkFailure, type WalkOptions, walk } from '../walk/walk.ts'

const CHUNK_BYTES = 256 * 1024

/** What a search tells: lines, names of files, or how many lines of each file match. */
export type Printed = 'matches' | 'files' | 'counts'

export interface FileSearch {
  expression: RegExp
  paths: readonly string[]
  walk: WalkOptions
  before: number
  after: number
  printed: Printed
  /** Hides secrets before the search, because one may reach over lines. */
  redact: Redactor | undefined
  signal: AbortSignal | undefined
}

/** What a search finds next, in the order of the files: a line of a file, or a file with its matches. */
export type Finding = { path: string; found: FoundText } | { path: string; count: number }

/** Takes what a search finds. Wait for the promise, if there is one, before the next call. */
export interface SearchSink {
  take(finding: Finding): Promise<void> | undefined
  /** Is called for each path that cannot be read. What was found before stays. */
  onFailure(failure: WalkFailure): void
}

/** @throws {PithError} as `checkRoot`, and `PITH_ABORTED` */
export async function searchFiles(search: FileSearch, { take, onFailure }: SearchSink): Promise<void> {
  const { expression, paths, walk: walked, printed, signal } = search
  for (const path of paths) checkRoot(path, walked.cwd)
  const finder = createLineFinder(expression)
  const pace = new Pace(signal)
  for (const { path, real, kind } of walk(paths, walked, onFailure)) {
    if (pace.isDue()) await pace.rest()
    if (kind !== 'file') continue
    let count = 0
    try {
      for await (const found of linesFound(real, finder, search, pace)) {
        count++
        if (printed === 'matches') await take({ path, found })
        else if (printed === 'files') break
      }
    } catch (error) {
      if (!isOfSystem(error)) throw error
      onFailure({ path, reason: unreadReason(error) })
    }
    if (count > 0 && printed !== 'matches') await take({ path, count })
  }
}

const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'

/** The lines of a file that match, and the lines around them. None for a binary file. */
async function* linesFound(
  real: string | Buffer,
  finder: LineFinder,
  { before, after, redact }: FileSearch,
  pace: Pace,
): AsyncGenerator<FoundText, void, undefined> {
  const descriptor = openSync(real, READ_FLAGS)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return
    const search = new LineSearch(finder, 1, { before, after, maxLineLength: Number.POSITIVE_INFINITY })
    const redactor = redact && new LineRedactor(redact)
    for (const chunk of textOf(descriptor, stat.size)) {
      yield* search.write(redactor ? redactor.write(chunk) : chunk)
      if (pace.isDue()) await pace.rest()
    }
    if (redactor) yield* search.write(redactor.end())
    yield* search.end()
  } finally {
    closeSync(descriptor)
  }
}

/** The chunks of a text as UTF-8 without a BOM. Nothing for a binary file. UTF-16 is known only by its BOM. */
function* textOf(descriptor: number, size: number): Generator<Uint8Array, void, undefined> {
  let decoder: TextDecoder | undefined
  for (let at = 0, isEnd = false; !isEnd; ) {
    // Each chunk has its own buffer, because the search holds parts of it. With room to see that the file ends.
    const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(size - at + 1, SNIFFED_BYTES)))
    const length = readAt(descriptor, buffer, 0, buffer.length, at)
    isEnd = length < buffer.length
    let chunk = buffer.subarray(0, length)
    if (at === 0) {
      const mark = BOMS.find(({ bytes }) => bytes.every((byte, i) => chunk[i] === byte))
      if (mark?.encoding) decoder = new TextDecoder(mark.encoding)
      else if (isBinary(chunk)) return
      else chunk = chunk.subarray(mark?.bytes.length ?? 0)
    }
    at += length
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: !isEnd }))
    else if (chunk.length > 0) yield chunk
  }
}

/** With the encoding for which a decoder is needed. */
const BOMS: readonly { bytes: readonly number[]; encoding?: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0xef, 0xbb, 0xbf] },
]

function isBinary(start: Uint8Array): boolean {
  const content = contentKindOf(start)
  return content.kind !== 'text' || content.encoding.startsWith('UTF-16')
}
