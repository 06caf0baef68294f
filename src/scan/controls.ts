import { type KernelExports, sharedKernels } from './instance.ts'
import { ROOM_BYTES } from './newlines.ts'

/** Finds the first byte that may begin a control other than TAB, LF and CRLF. Returns `to` if there is none. */
type FindControl = (bytes: Uint8Array, from: number, to: number) => number

/** Shorter texts are not worth a copy into the module's memory. */
const LEAST_BYTES = 256

let known: FindControl | undefined

/** `small` for short texts and where WebAssembly is not available, else the kernel. Both find the same controls. */
export function findControlFor(backend: 'auto' | 'wasm' | 'js', small: FindControl): FindControl {
  const kernels = backend === 'js' ? undefined : sharedKernels()
  if (!kernels) return small
  known ??= byKernel(kernels, small)
  return known
}

/** The room is the table in which a scan lists line ends, which is free between scans. */
function byKernel(kernels: KernelExports, small: FindControl): FindControl {
  const at = kernels.lineEndsAt.value
  const room = new Uint8Array(kernels.memory.buffer, at, ROOM_BYTES)
  return (bytes, from, to) => {
    if (to - from < LEAST_BYTES) return small(bytes, from, to)
    for (let start = from; start < to; start += ROOM_BYTES) {
      const length = Math.min(ROOM_BYTES, to - start)
      room.set(bytes.subarray(start, start + length))
      const found = kernels.plainEnd(at, length)
      if (found < length) return start + found
    }
    return to
  }
}
