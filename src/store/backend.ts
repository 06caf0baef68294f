import type { PithError } from '../errors.ts'
import type { GcBounds } from './gc.ts'
import type { OpenArtifact } from './reading.ts'
import type { ArtifactMeta, ArtifactStat, ArtifactWriter, GcOptions, GcReport } from './store.ts'
import type { Failure } from './writer.ts'

/**
 * Where artifacts lie: a directory, a site's private files, a bucket. A backend does the input and output; what all
 * stores do alike is in artifact-store.ts.
 *
 * Ids are well formed. Calls reject with the system's own errors, which the last four members explain.
 */
export interface Backend<Options extends GcOptions = GcOptions> {
  write(meta: ArtifactMeta): Promise<ArtifactWriter>
  /** Opens an artifact for reading. It counts as used, and no clean-up removes it until it is closed. */
  open(id: string): Promise<OpenArtifact>
  stat(id: string): Promise<ArtifactStat>
  /** In any order, without those that are damaged. */
  list(): Promise<ArtifactStat[]>
  remove(id: string): Promise<void>
  collect(options: Options, bounds: GcBounds): Promise<GcReport>
  /** Whether an error says that the artifact, or the whole place, is not there. */
  isMissing(error: unknown): boolean
  writeFailure(error: unknown): Failure
  readFailure(error: unknown): PithError
  /** Of listing, removing and cleaning up. */
  manageFailure(error: unknown): PithError
}
