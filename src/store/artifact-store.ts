import { type NameTable, refuseUnknown } from '../check/names.ts'
import { record } from '../check/values.ts'
import type { Backend, NewestArtifacts } from './backend.ts'
import { UNBOUNDED } from './gc.ts'
import { sizeOf } from './manifest.ts'
import { type ByteStream, type OpenArtifact, readBytes, readLines } from './reading.ts'
import { isArtifactId, newestFirst, unknownArtifact } from './stat.ts'
import {
  type ArtifactStat,
  type ArtifactStore,
  type GcOptions,
  type GcReport,
  gcNames,
  type RunningOutput,
} from './store.ts'
import { failedWriter } from './writer.ts'

/** A store that always has `gc`. */
export interface CollectedStore<Options extends GcOptions = GcOptions> extends ArtifactStore {
  gc(options?: Options): Promise<GcReport>
  /** The newest artifacts, at most so many. A store of files finds them without a look at the others. */
  newest(most: number): Promise<NewestArtifacts>
}

/**
 * Builds a store on a backend. The store checks ids, translates errors, and reads the byte and line ranges that callers
 * ask for.
 *
 * @param names the option names that `gc` accepts.
 */
export function storeOver<Options extends GcOptions>(
  backend: Backend<Options>,
  names: NameTable = gcNames,
): CollectedStore<Options> {
  return {
    async open(meta) {
      try {
        return await backend.write(meta)
      } catch (error) {
        return failedWriter({ complete: false, ...backend.writeFailure(error) })
      }
    },
    read: (id, range) => reading(backend, id, (artifact) => readBytes(artifact, range)),
    lines: (id, range) => reading(backend, id, (artifact) => readLines(artifact, range)),
    async stat(id) {
      try {
        return await backend.stat(checkedId(id))
      } catch (error) {
        throw backend.isMissing(error) ? unknownArtifact(id) : backend.readFailure(error)
      }
    },
    async list() {
      try {
        return (await backend.list()).sort(newestFirst)
      } catch (error) {
        if (backend.isMissing(error)) return []
        throw backend.manageFailure(error)
      }
    },
    async newest(most) {
      try {
        return (await backend.newest?.(most)) ?? newestOf(await backend.list(), most)
      } catch (error) {
        if (backend.isMissing(error)) return newestOf([], most)
        throw backend.manageFailure(error)
      }
    },
    async delete(id) {
      try {
        await backend.remove(checkedId(id))
      } catch (error) {
        throw backend.isMissing(error) ? unknownArtifact(id) : backend.manageFailure(error)
      }
    },
    ...(backend.watch && { watch: (id) => watching(backend, id) }),
    async gc(options = {} as Options) {
      refuseUnknown(record('options', options), names)
      try {
        return await backend.collect(options, UNBOUNDED)
      } catch (error) {
        if (backend.isMissing(error)) return { removed: [], abandoned: [], bytes: 0, finished: true }
        throw backend.manageFailure(error)
      }
    },
  }
}

/** The newest of all artifacts. */
export function newestOf(all: ArtifactStat[], most: number): NewestArtifacts {
  const keptBytes = all.reduce((sum, stat) => sum + sizeOf({ stat }), 0)
  return { artifacts: all.sort(newestFirst).slice(0, most), total: all.length, keptBytes }
}

async function watching(
  backend: Pick<Backend, 'watch' | 'isMissing' | 'readFailure'>,
  id: string,
): Promise<RunningOutput | undefined> {
  try {
    return await backend.watch?.(checkedId(id))
  } catch (error) {
    throw backend.isMissing(error) ? unknownArtifact(id) : backend.readFailure(error)
  }
}

function checkedId(id: string): string {
  if (!isArtifactId(id)) throw unknownArtifact(id)
  return id
}

async function* reading(
  backend: Pick<Backend, 'open' | 'isMissing' | 'readFailure'>,
  id: string,
  read: (artifact: OpenArtifact) => ByteStream,
): ByteStream {
  let artifact: OpenArtifact | undefined
  try {
    artifact = await backend.open(checkedId(id))
    let isBegun = false
    try {
      for await (const piece of read(artifact)) {
        isBegun = true
        yield piece
      }
    } catch (error) {
      const other = isBegun ? undefined : await artifact.replacement?.(error)
      if (!other) throw error
      yield* read(other)
    }
  } catch (error) {
    throw backend.isMissing(error) ? unknownArtifact(id) : backend.readFailure(error)
  } finally {
    await artifact?.close().catch(() => {})
  }
}
