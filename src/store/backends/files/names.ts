import { createHash } from 'node:crypto'
import { sizeOf } from '../../manifest.ts'
import { isArtifactId } from '../../stat.ts'
import type { ArtifactStat } from '../../store.ts'

/**
 * The file names in a store's directory. A token identifies the writing process and has a random part (owner.ts).
 *
 *   `<token>.part`          a file that is being written
 *   `<id>.<token>.<createdAt>.<bytes>.<session>.bin`
 *                           the bytes of an artifact; the name tells what lists and limits ask, so that they need to
 *                           open no file, however many there are
 *   `<id>.json`             the manifest; bytes are an artifact only when a manifest names them
 *   `<id>.<token>.claim`    a claim: this process also wrote the same bytes, and relies on the artifact; in it is how what
 *                           printed them has ended, if somebody could follow it
 *   `<id>.<token>.gone`     a mark: this process is removing the artifact
 *   `.pith-due`             its date says when the next clean-up is due, in a store of many artifacts
 *
 * The manifest is the only name that writers share. It appears in one step.
 */
export type StoredName =
  | { kind: 'part'; token: string }
  | { kind: 'manifest'; id: string }
  | ({ kind: 'bin'; id: string; token: string } & KeptFacts)
  | { kind: 'claim' | 'gone'; id: string; token: string }

/** What the name of an artifact's bytes tells. */
export interface KeptFacts {
  createdAt: number
  /** The bytes that are kept. */
  bytes: number
  /** `sessionKey` of its session. */
  session: string
}

const TOKEN = '[0-9a-f]{8}-\\d{1,10}-\\d{1,20}-[0-9a-f]{24}'
const PART = new RegExp(`^(${TOKEN})\\.part$`)
const OF_BYTES = new RegExp(
  `^([0-9a-f]{16})\\.(${TOKEN})\\.(\\d{1,16})\\.(\\d{1,16})\\.([0-9a-f]{16}|-)\\.bin$`,
)
const OF_PROCESS = new RegExp(`^([0-9a-f]{16})\\.(${TOKEN})\\.(claim|gone)$`)

/** Parses a file name. Undefined for files that pith did not write. */
export function parseName(name: string): StoredName | undefined {
  if (name.endsWith('.json')) {
    const id = name.slice(0, -5)
    return isArtifactId(id) ? { kind: 'manifest', id } : undefined
  }
  const part = PART.exec(name)
  if (part) return { kind: 'part', token: part[1] }
  const bytes = OF_BYTES.exec(name)
  if (bytes) {
    const [, id, token, createdAt, size, session] = bytes
    return { kind: 'bin', id, token, createdAt: Number(createdAt), bytes: Number(size), session }
  }
  const found = OF_PROCESS.exec(name)
  return found ? { kind: found[3] as 'claim' | 'gone', id: found[1], token: found[2] } : undefined
}

export const partName = (token: string): string => `${token}.part`
export const manifestName = (id: string): string => `${id}.json`
export const fileName = (kind: 'claim' | 'gone', id: string, token: string): string =>
  `${id}.${token}.${kind}`

export const dataName = (stat: ArtifactStat, token: string, session: string | undefined): string =>
  `${stat.id}.${token}.${stat.createdAt}.${sizeOf({ stat })}.${sessionKey(session)}.bin`

/** A session in the names of files. */
export const sessionKey = (session: string | undefined): string =>
  session === undefined ? '-' : createHash('sha256').update(session).digest('hex').slice(0, 16)
