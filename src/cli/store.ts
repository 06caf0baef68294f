import { createFileStore } from '../artifacts/files.ts'
import type { ArtifactEnd, ArtifactStore } from '../artifacts/store.ts'
import { PithError } from '../errors.ts'
import { storeLimits } from './config.ts'
import { warn } from './output.ts'

/**
 * The store that the options name: the user's own unless said otherwise.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function storeFor(values: Record<string, string | boolean | string[] | undefined>): ArtifactStore {
  if (values.artifacts === '') {
    throw new PithError('PITH_INVALID_OPTION', 'Expected --artifacts to be a directory, got "".')
  }
  const { artifacts: directory } = values
  return createFileStore({ ...storeLimits(), ...(typeof directory === 'string' && { directory }) })
}

/** Tells people why the full output was not kept. */
export function warnOfSpill(spilled: ArtifactEnd | undefined): void {
  if (spilled && !spilled.complete) warn(spilled.message)
}
