import { closeSync, readSync } from 'node:fs'
import { openRegular } from '../../host/open-regular.ts'
import { type Fields, isFields } from './event.ts'

// What an agent has written of its session: lines of JSON, of which the last ones tell of the calls under way.

/** So much of the end of a transcript holds a call and what its command printed, also behind calls beside it. */
const TAIL_BYTES = 4 * 1024 * 1024

/** The entries at the end of a transcript, in order: of lines that hold a text alone, because other lines are long. */
export function entriesWith(path: string, part: string): Fields[] {
  const lines = tailOf(path).split('\n')
  return lines.flatMap((line) => (line.includes(part) ? entryIn(line) : []))
}

function entryIn(line: string): Fields[] {
  try {
    const entry: unknown = JSON.parse(line)
    return isFields(entry) ? [entry] : []
  } catch {
    // The first line may have lost its beginning, and the last one may still be written.
    return []
  }
}

function tailOf(path: string): string {
  const { descriptor, sizeBytes: size } = openRegular(path)
  try {
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, read)
  } finally {
    closeSync(descriptor)
  }
}
