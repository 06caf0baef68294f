let made: Uint32Array | undefined

/**
 * Returns four random 32-bit numbers, the same for the life of the process. They are the keys of fingerprints, so that
 * nobody can craft output in which one line passes for another. No result depends on them.
 */
export function processKeys(): Uint32Array {
  made ??= randomWords()
  return made
}

/** Has this thread use the keys of another one. Call it before the first scan. */
export function useKeys(keys: Uint32Array): void {
  made = keys
}

interface Host {
  process?: {
    getBuiltinModule?(name: 'node:crypto'): { randomFillSync(words: Uint32Array): Uint32Array }
  }
}

function randomWords(): Uint32Array {
  const words = new Uint32Array(4)
  // Quicker to start than `crypto`, whose first use loads another of Node's modules.
  const own = (globalThis as Host).process?.getBuiltinModule?.('node:crypto')
  if (own) return own.randomFillSync(words)
  if (typeof crypto === 'object') return crypto.getRandomValues(words)
  return words.map(() => Math.random() * 2 ** 32)
}
