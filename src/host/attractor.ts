import {
  createSession as createSessionAnywhere,
  type Session,
  type SessionOptions,
} from '../extra/profiles/attractor.ts'
import { createFileStore } from '../store/backends/files.ts'

export * from '../extra/profiles/attractor.ts'

/** Like the profile's own `createSession`, but keeps artifacts in files by default, as the original system does. */
export function createSession(options: SessionOptions = {}): Session {
  // `createSessionAnywhere` refuses options that are not an object.
  const usesFiles = typeof options === 'object' && options !== null && options.store === undefined
  return createSessionAnywhere(usesFiles ? { ...options, store: createFileStore() } : options)
}
