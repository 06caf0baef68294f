import { wrongOption } from '../../errors.ts'
import type { CollectedStore } from '../../store/artifact-store.ts'
import { createFileStore } from '../../store/backends/files.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import { warn } from '../print/output.ts'
import { storeLimits, usesBucket } from './config.ts'

/**
 * The store that the options and settings select: a directory if one is named, else a bucket if one is named, else the
 * user's own directory.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export async function storeFor(
  values: Record<string, string | boolean | string[] | undefined>,
): Promise<CollectedStore> {
  if (values.artifacts === '') {
    throw wrongOption('Expected --artifacts to be a directory, got "".')
  }
  const { artifacts: directory } = values
  if (directory === undefined && usesBucket()) return (await import('./s3-store.ts')).s3Store()
  return createFileStore({ ...storeLimits(), ...(typeof directory === 'string' && { directory }) })
}

/** Warns that the full output was not stored, and why. */
export function warnIfNotStored(artifact: ArtifactEnd | undefined): void {
  if (artifact && !artifact.complete) warn(artifact.message)
}
