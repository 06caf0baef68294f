const LF = 0x0a

/** Number of LF bytes in `bytes[start, end)`. */
export function countLf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let count = 0
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

/** Most lines are shorter, and a loop finds their ends sooner than a call does. */
const LOOKED_AT = 96

/** The first LF from `at` on; -1 if there is none. */
export function nextLf(bytes: Uint8Array, at: number): number {
  const near = Math.min(bytes.length, at + LOOKED_AT)
  for (let i = at; i < near; i++) if (bytes[i] === LF) return i
  return near === bytes.length ? -1 : bytes.indexOf(LF, near)
}

/** The last LF before `end`; -1 if there is none. */
export function lastLf(bytes: Uint8Array, end: number): number {
  const near = Math.max(0, end - LOOKED_AT)
  for (let i = end - 1; i >= near; i--) if (bytes[i] === LF) return i
  return near === 0 ? -1 : bytes.lastIndexOf(LF, near - 1)
}
