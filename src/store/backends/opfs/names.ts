import { isArtifactId } from '../../stat.ts'

/**
 * The names in a store's directory. A token is a random number that each writer has for itself:
 *
 *   `<token>.data`    the bytes of an output
 *   `<token>.lines`   the line index of a large one
 *   `<token>.part`    a manifest on its way to its name
 *   `<id>.json`       the manifest. Only bytes that a manifest names are an artifact
 *   `<id>.used`       says by its date when the artifact was last used
 *
 * Bytes are never renamed, because some browsers can't. Some browsers write a file's new content to a file beside it, with
 * `.crswap` added to its name, until it is complete.
 */
export type StoredName =
  | { kind: 'data' | 'lines' | 'part'; token: string; isSwap: boolean }
  | { kind: 'json' | 'used'; id: string; isSwap: boolean }

const OF_WRITER = /^([0-9a-f]{32})\.(data|lines|part)(\.crswap)?$/
const OF_ARTIFACT = /^([^.]*)\.(json|used)(\.crswap)?$/

/** What a file in the directory is. Undefined for files that pith did not write. */
export function parseName(name: string): StoredName | undefined {
  const written = OF_WRITER.exec(name)
  if (written) {
    const [, token, kind, swap] = written
    return { kind: kind as 'data' | 'lines' | 'part', token, isSwap: swap !== undefined }
  }
  const [, id, kind, swap] = OF_ARTIFACT.exec(name) ?? []
  return isArtifactId(id) ? { kind: kind as 'json' | 'used', id, isSwap: swap !== undefined } : undefined
}

export const dataName = (token: string): string => `${token}.data`
export const partName = (token: string): string => `${token}.part`
export const manifestName = (id: string): string => `${id}.json`
export const usedName = (id: string): string => `${id}.used`

/** Where the index of an artifact's bytes is. */
export const linesName = (data: string): string => data.replace(/\.data$/, '.lines')

/** Whether a manifest may name it. */
export function isDataName(name: string): boolean {
  const form = parseName(name)
  return form?.kind === 'data' && !form.isSwap
}

export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
