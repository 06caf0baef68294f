import type { Progress } from './messages.ts'
import { bytesOf } from './rows.ts'

const CHUNK_BYTES = 2 * 1024 * 1024
const REPORT_EVERY_MS = 50

/** A file's bytes in pieces. The next piece is read while one is processed. */
export async function* chunksOf(
  file: Blob,
  report: (progress: Progress) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const start = performance.now()
  let reported = start
  let next = bytesOf(file, 0, CHUNK_BYTES)
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const piece = await next
    if (at + CHUNK_BYTES < file.size) {
      next = bytesOf(file, at + CHUNK_BYTES, at + 2 * CHUNK_BYTES)
      // A failure is reported when the piece is requested.
      next.catch(() => {})
    }
    yield piece
    const now = performance.now()
    if (now - reported < REPORT_EVERY_MS) continue
    reported = now
    report(progressAt(at + piece.length, file.size, now - start))
  }
}

function progressAt(bytes: number, total: number, milliseconds: number): Progress {
  const mebibytes = (n: number) => (n / 1024 ** 2).toFixed(0)
  const speed = bytes / 1e6 / (milliseconds / 1000)
  return {
    done: bytes / total,
    told: `${mebibytes(bytes)} of ${mebibytes(total)} MiB, ${speed.toFixed(0)} MB/s`,
  }
}
