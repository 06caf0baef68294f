import { newlineCounterFor } from '../core/scan/newlines.ts'
import type { PageReader } from '../tools/read.ts'
import type { OpenFile } from './open-regular.ts'
import type { Pace } from './pace.ts'
import { readAt } from './read-at.ts'

/** Bytes that the reader gets, or passes over, at once. */
const STRIDE_BYTES = 256 * 1024
const LF = 0x0a

export interface CountedFile {
  file: OpenFile
  pace: Pace
  backend: 'auto' | 'wasm' | 'js'
}

/**
 * Walks over a file for a page's reader. The reader gets the bytes of the strides that it needs. Of all others, which
 * are most, it gets only the number of LFs. Ends where the reader needs nothing more, or where the file ends, which may
 * have become shorter.
 */
export async function walkStrides({ file, pace, backend }: CountedFile, reader: PageReader): Promise<void> {
  const counter = newlineCounterFor(backend)
  const { room } = counter
  for (let start = 0; start < file.sizeBytes; ) {
    if (pace.isDue()) await pace.rest()
    // A reader that shows the next bytes may need no more than these.
    const most = reader.passes(0) ? room.length : STRIDE_BYTES
    const wanted = Math.min(most, file.sizeBytes - start)
    const filled = readAt(file.descriptor, room, 0, wanted, start)
    for (let at = 0; at < filled; at += STRIDE_BYTES) {
      const end = Math.min(at + STRIDE_BYTES, filled)
      const newlines = counter.count(at, end)
      const isMore = reader.passes(newlines)
        ? reader.pass({ bytes: end - at, newlines, endsLine: room[end - 1] === LF })
        : reader.write(room.subarray(at, end))
      if (!isMore) return
    }
    if (filled < wanted) return
    start += filled
  }
}
