const LF = 0x0a

/** Number of LF bytes in `bytes[start, end)`. */
export function countLf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let count = 0
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

/** Most lines are shorter than this. A loop finds their ends sooner than a call of `indexOf`. */
const LOOKED_AT_BYTES = 128

/** Index of the first LF from `from` on; -1 if there is none. Faster than `indexOf` where lines are short. */
export function nextLf(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length, from + LOOKED_AT_BYTES)
  for (let at = from; at < end; at++) if (bytes[at] === LF) return at
  return end === bytes.length ? -1 : bytes.indexOf(LF, end)
}

/** Index of the last LF before `end`; -1 if there is none. Faster than `lastIndexOf` where lines are short. */
export function lastLfBefore(bytes: Uint8Array, end: number): number {
  const first = Math.max(0, end - LOOKED_AT_BYTES)
  for (let at = end - 1; at >= first; at--) if (bytes[at] === LF) return at
  return first === 0 ? -1 : bytes.lastIndexOf(LF, first - 1)
}
