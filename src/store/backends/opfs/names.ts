import { isArtifactId } from '../../stat.ts'

/**
 * The names in a store's directory. A token is a random number that each writer has for itself:
 *
 *   `<token>.data`    the bytes of an output, from its first on
 *   `<token>.lines`   their index, once they are many
 *   `<token>.part`    a manifest on its way to its name
 *   `<id>.json`       the manifest: names the bytes. Only what a manifest names is an artifact
 *   `<id>.used`       says by its date when the artifact was last used
 *
 * Bytes keep their name for ever: a browser that can't rename has nothing to do twice. Some browsers put a file's new
 * content beside it under its name and `.crswap` until that is complete.
 */
export type StoredName =
  | { kind: 'data' | 'lines' | 'part'; token: string; isSwap: boolean }
  | { kind: 'json' | 'used'; id: string; isSwap: boolean }

const OF_WRITER = /^([0-9a-f]{32})\.(data|lines|part)(\.crswap)?$/
const OF_ARTIFACT = /^([^.]*)\.(json|used)(\.crswap)?$/

/** What a file in the directory is; undefined for whatever the store does not make. */
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
