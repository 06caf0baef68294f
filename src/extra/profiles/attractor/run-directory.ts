import { PithError, shown } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { storeWhole } from '../../../store/guarded-writer.ts'
import type { ArtifactStore, LineRange } from '../../../store/store.ts'
import type { Tool } from './tools.ts'

/** A full output kept under a name that a model can ask for. */
export interface RunArtifact {
  /** `artifacts/0001-run_command.txt` */
  name: string
  /** The store's id. Equal outputs have the same id. */
  id: string
  bytes: number
  tool: Tool
}

/** The artifacts of one run, by name, in a store. */
export interface RunDirectory {
  /** Keeps a full output. Never rejects: a failure is returned as its code and message. */
  write(tool: Tool, output: Input): Promise<RunArtifact | { code: string; message: string }>
  list(): RunArtifact[]
  /** All bytes, or those of a line range, LF included. Throws `PITH_UNKNOWN_ARTIFACT`, and the errors of the store. */
  read(name: string, lines?: LineRange): Promise<Uint8Array>
}

/** Names the artifacts of one run. Their bytes are in `store`. */
export function createRunDirectory(store: ArtifactStore): RunDirectory {
  const artifacts = new Map<string, RunArtifact>()
  let count = 0
  return {
    async write(tool, output) {
      // Take the name before the first `await`, because calls may overlap.
      const name = `artifacts/${String(++count).padStart(4, '0')}-${tool}.txt`
      const end = await storeWhole(store, { tool }, output)
      if (!end.complete) return { code: end.code, message: end.message }
      const artifact = { name, id: end.ref.id, bytes: end.ref.bytes, tool }
      artifacts.set(name, artifact)
      return { ...artifact }
    },
    list: () => Array.from(artifacts.values(), (artifact) => ({ ...artifact })),
    async read(name, lines) {
      const artifact = artifacts.get(name)
      if (!artifact) {
        throw new PithError('PITH_UNKNOWN_ARTIFACT', `There is no artifact ${shown(name)} in this run.`)
      }
      const everything = { startByte: 0, endByte: artifact.bytes }
      return joined(lines ? store.lines(artifact.id, lines) : store.read(artifact.id, everything))
    },
  }
}

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    all.push(part)
    length += part.length
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of all) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
