type Encoding = 'utf8' | 'latin1' | 'hex' | 'base64'

/** As much of Node's Buffer as the suites and their helpers use. */
class Bytes extends Uint8Array<ArrayBuffer> {
  equals(other: Uint8Array): boolean {
    return compare(this, other) === 0
  }

  readUInt32LE(offset = 0): number {
    return new DataView(this.buffer, this.byteOffset).getUint32(offset, true)
  }

  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    const part = Uint8Array.from(this.subarray(start, end))
    if (encoding === 'hex') return Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (encoding === 'utf8') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(part)
    const latin1 = characters(part)
    return encoding === 'base64' ? btoa(latin1) : latin1
  }
}

/** Arguments that a call surely takes. */
const MAX_ARGUMENTS = 8192

/** One character a byte; the decoder of that name would take some bytes for other characters. */
function characters(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS) {
    text += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS))
  }
  return text
}

function fromText(text: string, encoding: Encoding): Bytes {
  if (encoding === 'utf8') return copied(new TextEncoder().encode(text))
  if (encoding === 'hex') return copied((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
  const latin1 = encoding === 'base64' ? atob(text) : text
  return copied(Array.from(latin1, (character) => character.charCodeAt(0)))
}

function copied(values: ArrayLike<number>): Bytes {
  const bytes = new Bytes(new ArrayBuffer(values.length))
  bytes.set(values)
  return bytes
}

function concat(parts: readonly Uint8Array[]): Bytes {
  const all = new Bytes(new ArrayBuffer(parts.reduce((sum, part) => sum + part.length, 0)))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1
  return Math.sign(a.length - b.length)
}

/** In the place of `Buffer`. */
export const createBytes = {
  from(input: string | ArrayBuffer | ArrayLike<number>, encoding?: Encoding): Bytes {
    if (typeof input === 'string') return fromText(input, encoding ?? 'utf8')
    return input instanceof ArrayBuffer ? new Bytes(input) : copied(input)
  },
  alloc: (length: number, fill = 0): Bytes => new Bytes(new ArrayBuffer(length)).fill(fill),
  byteLength: (text: string): number => new TextEncoder().encode(text).length,
  concat,
  compare,
}
