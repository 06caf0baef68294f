import {
  createSession as createSessionAnywhere,
  type Session,
  type SessionOptions,
} from '../profiles/attractor.ts'
import { createFileStore } from '../store/backends/files.ts'

export * from '../profiles/attractor.ts'

/** As the profile's own, with artifacts in files by default: the seed keeps them in the directory of the run. */
export function createSession(options: SessionOptions = {}): Session {
  // What is no object is refused there, by its name.
  const usesFiles = typeof options === 'object' && options !== null && options.store === undefined
  return createSessionAnywhere(usesFiles ? { ...options, store: createFileStore() } : options)
}
