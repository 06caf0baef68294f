const LF = 0x0a

/** Number of LF bytes in `bytes[start, end)`. */
export function countLf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let count = 0
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

/** Index of the first LF from `from` on; -1 if there is none. */
export const nextLf = (bytes: Uint8Array, from: number): number => bytes.indexOf(LF, from)

/** Index of the last LF before `end`; -1 if there is none. */
export const lastLfBefore = (bytes: Uint8Array, end: number): number =>
  end > 0 ? bytes.lastIndexOf(LF, end - 1) : -1
