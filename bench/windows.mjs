// How pith's own code feeds a scanner: window by window, each byte copied once. The copy is part of every figure.

const WINDOW_BYTES = 256 * 1024

/** Hands each window's facts to `take` until it returns true; gives the totals. */
export function scan(scanner, patterns, bytes, take) {
  const session = scanner.open({ patterns })
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    session.window().set(part)
    if (take(session.advance(part.length), part)) return undefined
  }
  return session.finish()
}

/** Hands each window to a kernel: `take(ptr, length, offset)` until it returns true. */
export function scanRaw(kernels, bytes, take) {
  const window = new Uint8Array(kernels.memory.buffer, kernels.windowAt.value, WINDOW_BYTES)
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    window.set(part)
    if (take(kernels.windowAt.value, part.length, at)) return
  }
}

/** The same bytes as a Buffer, for the natives that only it has. */
export const asBuffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
