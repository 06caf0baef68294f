// Feeds a scanner as pith's own code does: window by window, copying each byte once. Every figure includes the copy.

const WINDOW_BYTES = 256 * 1024

/** Passes each window's facts to `take` until it returns true. Returns the totals. */
export function scan(scanner, bytes, take) {
  const session = scanner.open({})
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    session.window().set(part)
    if (take(session.advance(part.length), part)) return undefined
  }
  return session.finish()
}

/** What a selector finds: counts, and the selected lines in order. */
export function select(selector, literals, bytes) {
  const session = selector.open({ literals })
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    session.window().set(part)
    session.advance(part.length)
  }
  const { newlines, codePoints, flags, scored, left } = session.finish()
  return {
    newlines,
    codePoints,
    flags,
    scored,
    left,
    lines: session.slots().map((slot) => session.entry(slot)),
  }
}

/** Passes each window to a kernel: calls `take(ptr, length, offset)` until it returns true. */
export function scanRaw(kernels, bytes, take) {
  const window = new Uint8Array(kernels.memory.buffer, kernels.windowAt.value, WINDOW_BYTES)
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    window.set(part)
    if (take(kernels.windowAt.value, part.length, at)) return
  }
}

/** The same bytes as a Buffer, for native methods that only a Buffer has. */
export const asBuffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
