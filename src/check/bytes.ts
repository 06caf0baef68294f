import { invalidInput } from '../errors.ts'

/**
 * Whether the memory of bytes was taken away, as `postMessage` and `structuredClone` do with what they transfer. Node 20
 * has no `ArrayBuffer.prototype.detached`.
 */
export function isDetached(bytes: Uint8Array): boolean {
  if (bytes.length > 0) return false
  try {
    new Uint8Array(bytes.buffer)
    return false
  } catch {
    return true
  }
}

/**
 * Refuses bytes whose memory was taken away. They look like an empty input.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`
 */
export function refuseDetached(bytes: Uint8Array): void {
  if (!isDetached(bytes)) return
  throw invalidInput(
    'Expected bytes in memory, got a Uint8Array whose buffer was transferred; transfer a copy instead: `bytes.slice().buffer`.',
  )
}

/** The bytes, copied if another thread can change them meanwhile, or if their number can change. */
export const unshared = (bytes: Uint8Array): Uint8Array =>
  isShared(bytes.buffer) || isResizable(bytes.buffer) ? new Uint8Array(bytes) : bytes

const isShared = (buffer: ArrayBufferLike): boolean =>
  typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer

/** Whether a buffer can grow and shrink, and the bytes in it with it. */
const isResizable = (buffer: ArrayBufferLike): boolean => 'resizable' in buffer && buffer.resizable === true

/** The same bytes as a plain `Uint8Array`. Code that also meets subclasses, such as Node's `Buffer`, reads bytes more slowly. */
export const plainView = (bytes: Uint8Array): Uint8Array =>
  bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
