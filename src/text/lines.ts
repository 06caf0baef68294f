const LF = 0x0a

/** Number of LF bytes in `bytes[start, end)`. */
export function countLf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let count = 0
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++
  return count
}
