import { createMemoryStore } from '../../src/store/backends/memory.ts'
import type { ArtifactStore } from '../../src/store/store.ts'

/** A store in memory that stands for one that `pith show` reads. */
export const createCommandStore = (options?: { maxBytes?: number }): ArtifactStore =>
  Object.assign(createMemoryStore(options), { isPrivate: false })
