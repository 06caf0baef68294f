import { Sha256 } from '../../../hash/sha256.ts'

interface Hash {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

interface Crypto {
  createHash(name: string): Hash
}

/** The runtime's SHA-256 where it has one that takes its input in pieces: five times as fast as pith's. */
export function createSha256(): Hash {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  try {
    const found = process?.getBuiltinModule?.('node:crypto') as Crypto | undefined
    return found?.createHash('sha256') ?? new Sha256()
  } catch {
    return new Sha256()
  }
}
