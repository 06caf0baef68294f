/** What the suites' helpers take from Node, for a browser: hashes by pith's own code, and a disk without files. */
import { Sha256 } from '../../../src/core/bytes/sha256.ts'
import { createBytes } from './bytes.ts'

export function createHash(name: string) {
  if (name !== 'sha256') throw new Error(`Expected sha256, got ${name}.`)
  const hash = new Sha256()
  const chain = {
    update(bytes: Uint8Array | string) {
      hash.update(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
      return chain
    },
    digest: (encoding: 'hex') => createBytes.from(hash.digest()).toString(encoding),
  }
  return chain
}

export const existsSync = (): boolean => false
export const readdirSync = (): string[] => []
export const readFileSync = (path: string): never => {
  throw new Error(`Expected no file to be read, got ${path}.`)
}
export const fileURLToPath = (url: URL | string): string => new URL(url).pathname
