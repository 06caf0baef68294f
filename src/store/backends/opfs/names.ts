import { isArtifactId } from '../../stat.ts'

/**
 * The file names in a store's directory. A token is a random number of one writer.
 *
 *   `<token>.data`    the bytes of an output
 *   `<token>.part`    a manifest that does not have its final name yet
 *   `<id>.json`       the manifest; bytes are an artifact only when a manifest names them
 *   `<id>.used`       its date says when the artifact was last used
 *
 * Data files are never renamed, because some browsers cannot do that. Some browsers write the new content of a file to
 * another file, with `.crswap` added to the name, until it is complete.
 */
export type BrowserName =
  | { kind: 'data' | 'part'; token: string; isSwap: boolean }
  | { kind: 'json' | 'used'; id: string; isSwap: boolean }

const OF_WRITER = /^([0-9a-f]{32})\.(data|part)(\.crswap)?$/
const OF_ARTIFACT = /^([^.]*)\.(json|used)(\.crswap)?$/

/** Parses a file name. Undefined for files that pith did not write. */
export function parseBrowserName(name: string): BrowserName | undefined {
  const written = OF_WRITER.exec(name)
  if (written) {
    const [, token, kind, swap] = written
    return { kind: kind as 'data' | 'part', token, isSwap: swap !== undefined }
  }
  const [, id, kind, swap] = OF_ARTIFACT.exec(name) ?? []
  return isArtifactId(id) ? { kind: kind as 'json' | 'used', id, isSwap: swap !== undefined } : undefined
}

export const dataName = (token: string): string => `${token}.data`
export const browserPartName = (token: string): string => `${token}.part`
export const browserManifestName = (id: string): string => `${id}.json`
export const usedName = (id: string): string => `${id}.used`

/** Whether a manifest may name this file as its data. */
export function isDataName(name: string): boolean {
  const form = parseBrowserName(name)
  return form?.kind === 'data' && !form.isSwap
}

export function newBrowserToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
