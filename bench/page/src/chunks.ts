import type { Progress } from './messages.ts'
import { readFailure } from './rows.ts'

const REPORT_EVERY_MS = 50

/**
 * A file's bytes in pieces. The browser reads on while a piece is processed, which takes half as long as to ask for each
 * piece by its place.
 */
export async function* chunksOf(
  file: Blob,
  report: (progress: Progress) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const start = performance.now()
  let reported = start
  let read = 0
  const reader = file.stream().getReader()
  for (;;) {
    const { value, done } = await reader.read().catch(readFailure)
    if (done) return
    yield value
    read += value.length
    const now = performance.now()
    if (now - reported < REPORT_EVERY_MS) continue
    reported = now
    report(progressAt(read, file.size, now - start))
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
