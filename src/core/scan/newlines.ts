import { type KernelExports, sharedKernels } from './instance.ts'
import { LF_WORD, sumOfBytes } from './swar.ts'

/** Bytes in a counter's room. Larger than a window, because large reads cost less per byte. */
export const ROOM_BYTES = 1024 * 1024

/** Counts LFs, and nothing else, in bytes that the caller reads straight into its room. */
export interface NewlineCounter {
  /** `ROOM_BYTES` long. All counters of a backend share it, and others may write to it between calls. */
  readonly room: Uint8Array
  /** LF bytes in the room from `from` to `to`. */
  count(from: number, to: number): number
}

let wasmCounter: NewlineCounter | undefined
let jsCounter: NewlineCounter | undefined

/** Returns the process's counter for a backend. */
export function newlineCounterFor(backend: 'auto' | 'wasm' | 'js'): NewlineCounter {
  const kernels = backend === 'js' ? undefined : sharedKernels()
  if (kernels === undefined) {
    jsCounter ??= createJsCounter()
    return jsCounter
  }
  wasmCounter ??= createWasmCounter(kernels)
  return wasmCounter
}

function createWasmCounter(kernels: KernelExports): NewlineCounter {
  const at = kernels.roomAt.value
  return {
    room: new Uint8Array(kernels.memory.buffer, at, ROOM_BYTES),
    count: (from, to) => kernels.countNewlines(at + from, to - from),
  }
}

const LF = 0x0a

function createJsCounter(): NewlineCounter {
  const room = new Uint8Array(ROOM_BYTES)
  const words = new Uint32Array(room.buffer)
  return {
    room,
    count: (from, to) => countNewlines(room, words, from, to),
  }
}

/** Additions of one to each byte that cannot overflow it. */
const WORDS_PER_SUM = 255

function countNewlines(room: Uint8Array, words: Uint32Array, from: number, to: number): number {
  const wordsEnd = to >> 2
  let at = Math.min(to, (from + 3) & ~3)
  let count = countBytes(room, from, at)
  for (let word = at >> 2; word < wordsEnd; ) {
    const end = Math.min(wordsEnd, word + WORDS_PER_SUM)
    let sums = 0
    for (; word < end; word++) {
      const other = words[word] ^ LF_WORD
      // The high bit of each byte stays 0 only if the byte is 0, which means that it was an LF.
      sums = (sums + ((~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other) >>> 7) & 0x01010101)) | 0
    }
    count += sumOfBytes(sums)
    at = word << 2
  }
  return count + countBytes(room, at, to)
}

function countBytes(room: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (room[at] === LF) count++
  return count
}
