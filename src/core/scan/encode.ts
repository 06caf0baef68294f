import { type KernelExports, sharedKernels } from './instance.ts'

/** UTF-16 units that are encoded at once. Few enough that the result is still in the cache when it is scanned. */
const PIECE_UNITS = 64 * 1024
/** The most UTF-8 bytes that one unit encodes to. */
const MAX_UNIT_BYTES = 3
/** For shorter texts, the kernel costs more than it saves. */
const LEAST_UNITS = 512
/** Units of a text that are sampled to choose an encoder. The first piece that is not ASCII corrects the choice. */
const SAMPLES = 64

/** Where the pieces of a long text are encoded. Kept between calls, because new memory has to be cleared. */
let spare: Uint8Array | undefined

/** Encodes a piece into `target` and returns the number of bytes written. */
type Encode = (piece: string, target: Uint8Array) => number

/** The part of Node's Buffer that is used, if it exists. */
interface BufferOverMemory {
  write(text: string, offset: number, encoding: 'utf16le'): number
}
interface BufferClass {
  from(memory: ArrayBuffer, start: number, length: number): BufferOverMemory
}

/**
 * Encodes a text as `TextEncoder` does, and passes it to `take` piece by piece. A piece is valid only during the call.
 * The platform's encoder is fastest for ASCII. The kernel is up to four times as fast for other text, unless most of it
 * is emoji.
 *
 * @example
 * encodeText('a\n€', 'auto', (bytes) => session.window().set(bytes))
 */
export function encodeText(
  text: string,
  backend: 'auto' | 'wasm' | 'js',
  take: (bytes: Uint8Array) => void,
): void {
  const isLong = text.length >= PIECE_UNITS
  const lent = isLong ? spare : undefined
  const target = lent ?? new Uint8Array(MAX_UNIT_BYTES * Math.min(text.length, PIECE_UNITS))
  // `take` may encode another text.
  if (isLong) spare = undefined
  const mayUseKernel = backend !== 'js' && text.length >= LEAST_UNITS
  let encode = mayUseKernel && !seemsAscii(text) ? kernelEncode() : encodeByPlatform
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, pieceEnd(text, at))
    const written = encode(piece, target)
    take(target.subarray(0, written))
    if (mayUseKernel && written > piece.length) encode = kernelEncode()
    at += piece.length
  }
  if (isLong) spare = target
}

/** Where a piece that begins at `start` ends: never between the halves of a surrogate pair. */
function pieceEnd(text: string, start: number): number {
  const end = start + PIECE_UNITS
  if (end >= text.length) return text.length
  return text.charCodeAt(end - 1) >> 10 === 0x36 ? end - 1 : end
}

function seemsAscii(text: string): boolean {
  const step = Math.ceil(text.length / SAMPLES)
  for (let at = 0; at < text.length; at += step) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

const encoder = /* @__PURE__ */ new TextEncoder()

const encodeByPlatform: Encode = (piece, target) => encoder.encodeInto(piece, target).written

let byKernel: Encode | undefined

/**
 * Returns the kernel's encoder. Falls back to the platform's if there is no kernel, or no Buffer that writes UTF-16
 * fast enough.
 */
function kernelEncode(): Encode {
  if (byKernel === undefined) {
    const kernels = sharedKernels()
    const { Buffer: nodeBuffer } = globalThis as { Buffer?: BufferClass }
    byKernel = kernels && nodeBuffer ? createKernelEncode(kernels, nodeBuffer) : encodeByPlatform
  }
  return byKernel
}

function createKernelEncode(kernels: KernelExports, nodeBuffer: BufferClass): Encode {
  const { buffer } = kernels.memory
  const units = nodeBuffer.from(buffer, kernels.unitsAt.value, 2 * PIECE_UNITS)
  const encoded = new Uint8Array(buffer, kernels.encodedAt.value, MAX_UNIT_BYTES * PIECE_UNITS)
  return (piece, target) => {
    try {
      units.write(piece, 0, 'utf16le')
      const length = kernels.encodeUnits(piece.length)
      target.set(encoded.subarray(0, length))
      return length
    } catch {
      // A kernel that traps costs speed, not text.
      return encodeByPlatform(piece, target)
    }
  }
}
