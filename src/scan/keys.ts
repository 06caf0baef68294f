let made: Uint32Array | undefined

/**
 * Returns four random 32-bit numbers, the same for the life of the process. They are the keys of fingerprints, so that
 * nobody can craft output in which one line passes for another. No result depends on them.
 */
export function processKeys(): Uint32Array {
  made ??= randomWords()
  return made
}

interface Files {
  openSync(path: string): number
  readSync(file: number, bytes: Uint32Array): number
  closeSync(file: number): void
}

interface Host {
  process?: { versions?: { deno?: string }; getBuiltinModule?(name: 'fs'): Files }
}

function randomWords(): Uint32Array {
  const words = new Uint32Array(4)
  if (fillFromSystem(words)) return words
  if (typeof crypto === 'object') return crypto.getRandomValues(words)
  return words.map(() => Math.random() * 2 ** 32)
}

/**
 * Fills words with random bits from a file of the system. Node has `fs` at each start, but it loads `crypto` at its first
 * use, which takes milliseconds. Deno is left out, because it asks people for permission to open a file.
 */
function fillFromSystem(words: Uint32Array): boolean {
  try {
    const { process } = globalThis as Host
    const files = process?.versions?.deno === undefined ? process?.getBuiltinModule?.('fs') : undefined
    if (files === undefined) return false
    const file = files.openSync('/dev/urandom')
    try {
      return files.readSync(file, words) === words.byteLength
    } finally {
      files.closeSync(file)
    }
  } catch {
    return false
  }
}
