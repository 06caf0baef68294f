const LF = 0x0a
/** Longest message that is held in memory. V8 has no strings of more than about 512 MiB. */
const MOST_HELD_BYTES = 256 * 1024 * 1024

/** A whole line with its line end, a last line without one, or a piece of a line that is too long. */
export type Incoming = { kind: 'line' | 'rest' | 'piece'; bytes: Buffer }

/**
 * Splits bytes into lines. A line above `mostHeldBytes` comes in pieces, so that nothing is lost and memory stays bounded.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  mostHeldBytes = MOST_HELD_BYTES,
): AsyncGenerator<Incoming> {
  let held: Buffer[] = []
  let heldBytes = 0
  let isTooLong = false
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let at = 0
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, at)) {
      const rest = bytes.subarray(at, end + 1)
      yield { kind: isTooLong ? 'piece' : 'line', bytes: joined(held, rest) }
      held = []
      heldBytes = 0
      isTooLong = false
      at = end + 1
    }
    if (at === bytes.length) continue
    held.push(bytes.subarray(at))
    heldBytes += bytes.length - at
    if (heldBytes <= mostHeldBytes && !isTooLong) continue
    isTooLong = true
    yield { kind: 'piece', bytes: joined(held) }
    held = []
    heldBytes = 0
  }
  if (heldBytes > 0) yield { kind: isTooLong ? 'piece' : 'rest', bytes: joined(held) }
}

const joined = (held: readonly Buffer[], last?: Buffer): Buffer =>
  held.length === 0 && last ? last : Buffer.concat(last ? [...held, last] : held)
