import type { Progress } from '../messages.ts'

const CHUNK_BYTES = 2 * 1024 * 1024
const REPORT_EVERY_MS = 50

/** A file's bytes in pieces. The next piece is read while one is processed. */
export async function* chunksOf(
  file: Blob,
  report: (progress: Progress) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const start = performance.now()
  let reported = start
  let next = pieceOf(file, 0)
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const piece = await next
    if (at + CHUNK_BYTES < file.size) {
      next = pieceOf(file, at + CHUNK_BYTES)
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

/** All bytes of a file. */
export async function wholeOf(
  file: Blob,
  report: (progress: Progress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(file.size)
  let at = 0
  for await (const piece of chunksOf(file, report)) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

async function pieceOf(file: Blob, at: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer())
  } catch {
    throw new Error('The file can’t be read any more; it may have changed since it was chosen.')
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
