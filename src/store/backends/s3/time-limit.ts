import type { ArtifactWriter } from '../../store.ts'
import { copiesBytes } from '../../writer.ts'

/** Milliseconds that callers wait for a writer: `waitMs` in total for its writes, `closeMs` for `close`. */
export interface Patience {
  waitMs: number
  closeMs: number
}

/** Wraps a writer. Stops it when callers have waited too long, so that it does not delay the tool's result further. */
export function withTimeLimit(
  writer: ArtifactWriter,
  { waitMs, closeMs }: Patience,
  stop: () => void,
): ArtifactWriter {
  let leftMs = waitMs
  return {
    ...(copiesBytes in writer && { [copiesBytes]: true }),
    write: (chunk) => {
      const taken = writer.write(chunk)
      if (!taken) return undefined
      const startMs = performance.now()
      const timer = setTimeout(stop, leftMs)
      return taken.finally(() => {
        clearTimeout(timer)
        leftMs = Math.max(0, leftMs - (performance.now() - startMs))
      })
    },
    close: () => {
      const timer = setTimeout(stop, closeMs)
      return writer.close().finally(() => clearTimeout(timer))
    },
    abort: () => writer.abort(),
  }
}
