import { isArtifactId } from '../../stat.ts'

/**
 * The file names in a store's directory. A token identifies the writing process and has a random part (owner.ts).
 *
 *   `<token>.part`          a file that is being written
 *   `<id>.<token>.bin`      the bytes of an artifact
 *   `<id>.<token>.lines`    the line index of a large artifact
 *   `<id>.json`             the manifest; bytes are an artifact only when a manifest names them
 *   `<id>.<token>.claim`    a claim: this process also wrote the same bytes, and relies on the artifact; in it is how what
 *                           printed them has ended, if somebody could follow it
 *   `<id>.<token>.gone`     a mark: this process is removing the artifact
 *   `.pith-ledger`          what is known of all artifacts (ledger-format.ts)
 *
 * The manifest is the only name that writers share. It appears in one step.
 */
export type StoredName =
  | { kind: 'part'; token: string }
  | { kind: 'manifest'; id: string }
  | { kind: 'bin' | 'lines' | 'claim' | 'gone'; id: string; token: string }

const TOKEN = '[0-9a-f]{8}-\\d{1,10}-\\d{1,20}-[0-9a-f]{24}'
const PART = new RegExp(`^(${TOKEN})\\.part$`)
const OF_ARTIFACT = new RegExp(`^([0-9a-f]{16})\\.(${TOKEN})\\.(bin|lines|claim|gone)$`)

/** Parses a file name. Undefined for files that pith did not write. */
export function parseName(name: string): StoredName | undefined {
  if (name.endsWith('.json')) {
    const id = name.slice(0, -5)
    return isArtifactId(id) ? { kind: 'manifest', id } : undefined
  }
  const part = PART.exec(name)
  if (part) return { kind: 'part', token: part[1] }
  const found = OF_ARTIFACT.exec(name)
  if (!found) return undefined
  return { kind: found[3] as 'bin' | 'lines' | 'claim' | 'gone', id: found[1], token: found[2] }
}

export const partName = (token: string): string => `${token}.part`
export const manifestName = (id: string): string => `${id}.json`
export const fileName = (kind: 'bin' | 'lines' | 'claim' | 'gone', id: string, token: string): string =>
  `${id}.${token}.${kind}`

/** The name of the line index for a data file. */
export const linesName = (dataName: string): string => dataName.replace(/\.bin$/, '.lines')
