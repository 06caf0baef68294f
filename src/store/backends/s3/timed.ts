import type { ArtifactWriter } from '../../store.ts'

/** Milliseconds that others wait for a writer: before its end all in all, and at its end. */
export interface Patience {
  waitMs: number
  closeMs: number
}

/** A writer whose work is stopped when others waited for it long enough: what it writes for goes on without it. */
export function timedWriter(
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
