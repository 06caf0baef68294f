let made: Uint32Array | undefined

/**
 * Returns four random 32-bit numbers, the same for the life of the process. They are the keys of fingerprints, so that
 * nobody can craft output in which one line passes for another. No result depends on them.
 */
export function processKeys(): Uint32Array {
  made ??= randomWords()
  return made
}

function randomWords(): Uint32Array {
  const words = new Uint32Array(4)
  if (fillFromSystem(new Uint8Array(words.buffer))) return words
  if (typeof crypto === 'object') return crypto.getRandomValues(words)
  return words.map(() => Math.random() * 2 ** 32)
}

/** Node's `fs`, as far as it is used here. */
interface Files {
  openSync(path: string): number
  readSync(descriptor: number, bytes: Uint8Array): number
  closeSync(descriptor: number): void
}

interface Host {
  process?: { getBuiltinModule?(name: 'node:fs'): Files | undefined }
}

/** Fills bytes from the system's source of random bytes: `crypto` takes Node 3 ms to load. False where there is none. */
function fillFromSystem(bytes: Uint8Array): boolean {
  try {
    const files = (globalThis as Host).process?.getBuiltinModule?.('node:fs')
    if (files === undefined) return false
    const descriptor = files.openSync('/dev/urandom')
    try {
      return files.readSync(descriptor, bytes) === bytes.length
    } finally {
      files.closeSync(descriptor)
    }
  } catch {
    return false
  }
}
