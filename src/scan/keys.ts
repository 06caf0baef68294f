let made: Uint32Array | undefined

/**
 * Four random numbers of 32 bits, the same as long as the process lives. Fingerprints are made with them, so that no
 * output can be written of which one line passes for another; no result depends on them.
 */
export function processKeys(): Uint32Array {
  made ??= randomWords()
  return made
}

function randomWords(): Uint32Array {
  const words = new Uint32Array(4)
  if (typeof crypto === 'object') return crypto.getRandomValues(words)
  return words.map(() => Math.random() * 2 ** 32)
}
