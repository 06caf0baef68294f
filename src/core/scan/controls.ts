import { type KernelExports, sharedKernels } from './instance.ts'

// The kernels that find and remove control sequences. They work in the module's room, which is free between calls.

/** Learns which parts of a text were copied and which were left out. */
interface PartsMap {
  copy(bytes: number): void
  skip(bytes: number, lines: number): void
  /** Pairs of bytes that were copied and left out, `count` of them. */
  copyAndSkip(pairs: Int32Array, count: number): void
}

/** Finds and removes controls. The reference is in src/core/clean/controls.ts. A kernel may pass more of what begins no control. */
export interface Controls {
  /** Finds the first byte that may begin a control other than TAB, LF and CRLF. Returns `to` if there is none. */
  find(bytes: Uint8Array, from: number, to: number): number
  /** The place behind the last colour before anything else that is not text. `from` if there is none. */
  coloursEnd(bytes: Uint8Array, from: number, to: number): number
  /**
   * Writes `bytes[from, to)` without its sequences, which are all colours, to `target` behind `offset`. Returns the
   * offset behind it.
   */
  strip(
    bytes: Uint8Array,
    from: number,
    to: number,
    target: Uint8Array,
    offset: number,
    map: PartsMap,
  ): number
}

/** Shorter texts are not worth a copy into the module's memory. */
const LEAST_BYTES = 256
/** Bytes copied at once. In the room they are followed by what is left of them, and by the list of what is left out. */
const PIECE_BYTES = 128 * 1024
/** A colour has three bytes or more, and two numbers in the list. */
const LIST_BYTES = 4 * PIECE_BYTES
/** So many bytes before a text tell whether a colour stands inside another control. */
const LOOK_BACK_BYTES = 64

let known: Controls | undefined

/** `small` for short texts and where WebAssembly is not available, else the kernels. Both find the same controls. */
export function controlsFor(backend: 'auto' | 'wasm' | 'js', small: Controls): Controls {
  const kernels = backend === 'js' ? undefined : sharedKernels()
  if (!kernels) return small
  known ??= byKernels(kernels, small)
  return known
}

function byKernels(kernels: KernelExports, small: Controls): Controls {
  const { buffer } = kernels.memory
  const at = kernels.roomAt.value
  // A kernel may read and write a vector behind the bytes.
  const targetAt = at + 2 * PIECE_BYTES
  const listAt = at + 4 * PIECE_BYTES
  const room = new Uint8Array(buffer, at, PIECE_BYTES)
  const stripped = new Uint8Array(buffer, targetAt, PIECE_BYTES)
  const list = new Int32Array(buffer, listAt, LIST_BYTES / 4)
  const result = new Int32Array(buffer, kernels.resultAt.value, 2)
  const load = (bytes: Uint8Array, from: number, to: number): number => {
    const stop = Math.min(to, from + PIECE_BYTES)
    room.set(bytes.subarray(from, stop))
    return stop - from
  }
  return {
    find(bytes, from, to) {
      if (to - from < LEAST_BYTES) return small.find(bytes, from, to)
      for (let start = from; start < to; start += PIECE_BYTES) {
        const length = load(bytes, start, to)
        const found = kernels.plainEnd(at, length)
        if (found < length) return start + found
      }
      return to
    },
    coloursEnd(bytes, from, to) {
      if (to - from < LEAST_BYTES) return small.coloursEnd(bytes, from, to)
      const start = Math.max(0, from - LOOK_BACK_BYTES)
      return start + kernels.coloursEnd(at, load(bytes, start, to), from - start)
    },
    strip(bytes, from, to, target, offset, map) {
      let start = from
      let end = offset
      while (to - start >= LEAST_BYTES) {
        const pairs = kernels.stripColours(at, load(bytes, start, to), targetAt, listAt)
        target.set(stripped.subarray(0, result[1]), end)
        map.copyAndSkip(list, pairs)
        start += result[0]
        end += result[1]
      }
      return small.strip(bytes, start, to, target, end, map)
    },
  }
}
