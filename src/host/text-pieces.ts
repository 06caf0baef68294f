import { fstatSync } from 'node:fs'
import { PithError } from '../errors.ts'
import { type ContentKind, contentKindOf, SNIFFED_BYTES } from '../tools/content-kind.ts'
import type { OpenFile } from './open-regular.ts'
import type { Pace } from './pace.ts'
import { readAt } from './read-at.ts'

/** Bytes read at once. */
const PIECE_BYTES = 256 * 1024

/** Most bytes read from a file that reports no size. */
const MAX_UNSIZED_BYTES = 256 * 1024 * 1024

/** A file's first bytes, and the kind that they show. */
export interface Sniffed {
  start: Uint8Array
  kind: ContentKind
}

export function sniff({ descriptor, sizeBytes }: OpenFile): Sniffed {
  const bytes = new Uint8Array(Math.min(SNIFFED_BYTES, sizeBytes || SNIFFED_BYTES))
  const start = bytes.subarray(0, readAt(descriptor, bytes, 0, bytes.length, 0))
  return { start, kind: contentKindOf(start) }
}

export interface TextFile {
  path: string
  file: OpenFile
  start: Uint8Array
  decoder: TextDecoder | undefined
  pace: Pace
}

/** The text as UTF-8, up to the file's end at opening. Each piece is overwritten by the next one. */
export async function* textPieces({ path, file, start, decoder, pace }: TextFile): AsyncIterable<Uint8Array> {
  const { descriptor, sizeBytes } = file
  const encoder = new TextEncoder()
  const utf8 = (bytes: Uint8Array): Uint8Array =>
    decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes
  const end = sizeBytes > 0 ? sizeBytes : MAX_UNSIZED_BYTES
  const piece = new Uint8Array(Math.min(PIECE_BYTES, end))
  yield utf8(start)
  let at = start.length
  while (at < end) {
    if (pace.isDue()) await pace.rest()
    const filled = readAt(descriptor, piece, 0, Math.min(piece.length, end - at), at)
    if (filled === 0) break
    yield utf8(piece.subarray(0, filled))
    at += filled
  }
  if (sizeBytes === 0 && at >= end) throw endless(path)
  if (decoder) yield encoder.encode(decoder.decode())
}

/** Size of a file that reports a size of 0, such as those in `/proc`. Reads it through `room`, which is overwritten. */
export function sizeByReading(path: string, descriptor: number, room: Uint8Array): number {
  for (let at = 0; at < MAX_UNSIZED_BYTES; at += room.length) {
    const filled = readAt(descriptor, room, 0, room.length, at)
    if (filled < room.length) return at + filled
  }
  throw endless(path)
}

const endless = (path: string): PithError =>
  new PithError(
    'PITH_FILE_FAILED',
    `The file ${JSON.stringify(path)} reports a size of 0 bytes, but holds 256 MiB or more.`,
  )

/** How the file's size has changed since it was opened; undefined if it has not. */
export function changeOf({ descriptor, sizeBytes }: OpenFile): 'grew' | 'shrank' | undefined {
  const { size } = fstatSync(descriptor)
  return size > sizeBytes ? 'grew' : size < sizeBytes ? 'shrank' : undefined
}
