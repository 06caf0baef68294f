import { MOST_KEY_LINES } from '../redact/secrets.ts'
import { withoutSecrets } from '../redact/stream.ts'
import { afterLineFeeds, countLineFeeds } from '../store/ranges.ts'
import type { ArtifactStore, LineRange } from '../store/store.ts'

/** A store whose lines come without secrets. The number of lines does not change, so line numbers stay right. */
export function redactedStore(store: ArtifactStore): ArtifactStore {
  return {
    isPrivate: store.isPrivate === true,
    open: (meta) => store.open(meta),
    read: (id, range) => store.read(id, range),
    lines: (id, range) => linesWithoutSecrets(store, id, range),
    stat: (id) => store.stat(id),
    list: () => store.list(),
    delete: (id) => store.delete(id),
  }
}

/** Reads some lines more before the first one, because a private key that reaches into it may begin there. */
async function* linesWithoutSecrets(
  store: ArtifactStore,
  id: string,
  { firstLine, lastLine }: LineRange,
): AsyncGenerator<Uint8Array> {
  const { missing, lines } = await store.stat(id)
  const least = missing && missing.lastLine < firstLine ? missing.lastLine + 1 : 1
  const begin = firstLine > lines ? firstLine : Math.max(least, firstLine - MOST_KEY_LINES)
  let linesBefore = firstLine - begin
  for await (const chunk of withoutSecrets(store.lines(id, { firstLine: begin, lastLine }))) {
    if (linesBefore === 0) {
      yield chunk
      continue
    }
    const found = countLineFeeds(chunk)
    const start = found < linesBefore ? chunk.length : afterLineFeeds(chunk, 0, linesBefore)
    linesBefore -= Math.min(found, linesBefore)
    yield chunk.subarray(start)
  }
}
