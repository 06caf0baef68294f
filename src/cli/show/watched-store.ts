import type { ArtifactStore } from '../../store/store.ts'
import type { ProgressLine } from '../print/progress-line.ts'

/** A store of which a progress line counts what is read. */
export function watchedStore(store: ArtifactStore, progress: ProgressLine | undefined): ArtifactStore {
  if (!progress) return store
  return {
    open: (meta) => store.open(meta),
    read: (id, range) => progress.of(store.read(id, range)),
    lines: (id, range) => progress.of(store.lines(id, range)),
    stat: (id) => store.stat(id),
    list: () => store.list(),
    delete: (id) => store.delete(id),
  }
}
