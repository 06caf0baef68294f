import type { PithError } from '../errors.ts'
import type { GcBounds } from './gc.ts'
import type { OpenArtifact } from './reading.ts'
import type {
  ArtifactMeta,
  ArtifactStat,
  ArtifactWriter,
  GcOptions,
  GcReport,
  RunningOutput,
} from './store.ts'
import type { StoreFailure } from './writer.ts'

/** The newest artifacts, and how much there is in all. */
export interface NewestArtifacts {
  /** In the order of `list()`. */
  artifacts: ArtifactStat[]
  /** The number of all artifacts. */
  total: number
  /** The stored bytes of all artifacts. */
  keptBytes: number
}

/**
 * A place that holds artifacts: a directory, a site's private files, a bucket. A backend does the input and output.
 * Everything that all stores do in the same way is in artifact-store.ts.
 *
 * Callers pass only well-formed ids. Calls reject with the system's own errors. The last four members translate them.
 */
export interface Backend<Options extends GcOptions = GcOptions> {
  write(meta: ArtifactMeta): Promise<ArtifactWriter>
  /** Opens an artifact for reading. This counts as a use. No clean-up removes the artifact until it is closed. */
  open(id: string): Promise<OpenArtifact>
  stat(id: string): Promise<ArtifactStat>
  /** In any order, without damaged artifacts. */
  list(): Promise<ArtifactStat[]>
  /** Answers without a look at all artifacts. Undefined when that is not possible now. */
  newest?(most: number): Promise<NewestArtifacts | undefined>
  /** An output that is being written, by the id that its writer was given. */
  watch?(id: string): Promise<RunningOutput | undefined>
  remove(id: string): Promise<void>
  collect(options: Options, bounds: GcBounds): Promise<GcReport>
  /** Whether an error says that the artifact, or the place itself, does not exist. */
  isMissing(error: unknown): boolean
  writeFailure(error: unknown): StoreFailure
  readFailure(error: unknown): PithError
  /** For errors of `list`, `remove` and `collect`. */
  manageFailure(error: unknown): PithError
}
