import { readSync } from 'node:fs'

/**
 * Fills `into` from `from` to `to` with the file's bytes at `position`. Repeats short reads.
 *
 * @returns where the bytes end in `into`. This is before `to` only if the file ends there.
 */
export function readAt(
  descriptor: number,
  into: Uint8Array,
  from: number,
  to: number,
  position: number,
): number {
  let at = from
  while (at < to) {
    const count = readSync(descriptor, into, at, to - at, position + at - from)
    if (count === 0) break
    at += count
  }
  return at
}
