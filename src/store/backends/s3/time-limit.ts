import type { ArtifactWriter } from '../../store.ts'

/** Milliseconds that others wait for a writer: all in all before its end, and at its end. */
export interface Patience {
  waitMs: number
  closeMs: number
}

/** A writer that is stopped once others have waited for it that long: the tool's result goes on without it. */
export function withTimeLimit(
  writer: ArtifactWriter,
  { waitMs, closeMs }: Patience,
  stop: () => void,
): ArtifactWriter {
  let leftMs = waitMs
  return {
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
