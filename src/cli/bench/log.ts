const MODULES = ['http', 'scheduler', 'db.pool', 'cache', 'auth', 'billing', 'indexer', 'mailer']
const MESSAGES = ['request done', 'retry queued', 'session merged', 'naïve café ✓', '\x1b[32mok\x1b[0m']
const ERRORS = [
  'ERROR connection reset by peer',
  'panic: index out of range',
  'TypeError: x is not a function',
]
const ERROR_EVERY = 125
const SEED = 0x5eed

/** Generates a log of whole lines, about 80 bytes each and at most `maxBytes` together. Every run returns the same. */
export function generateLog(maxBytes: number): Uint8Array {
  const bytes = new Uint8Array(maxBytes)
  const encoder = new TextEncoder()
  let state = SEED
  const below = (n: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % n
  }
  for (let at = 0, line = 0; ; line++) {
    const message = below(ERROR_EVERY) === 0 ? ERRORS[below(ERRORS.length)] : MESSAGES[below(MESSAGES.length)]
    const time = new Date(1_700_000_000_000 + line * 25).toISOString()
    const id = below(0x1000000).toString(16).padStart(6, '0')
    const text = `${time} INFO [${MODULES[below(MODULES.length)]}] ${message} ${id} in ${below(500)} ms\n`
    const { read, written } = encoder.encodeInto(text, bytes.subarray(at))
    if (read < text.length) return bytes.subarray(0, at)
    at += written
  }
}
