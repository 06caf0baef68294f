import { Sha256 } from '../core/bytes/sha256.ts'

export interface Hash {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

interface Crypto {
  createHash(name: string): Hash
}

/** The SHA-256 of Node if it exists, because it is five times as fast. Otherwise pith's own. */
export function createSha256(): Hash {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  try {
    const found = process?.getBuiltinModule?.('node:crypto') as Crypto | undefined
    return found?.createHash('sha256') ?? new Sha256()
  } catch {
    return new Sha256()
  }
}
