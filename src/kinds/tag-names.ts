import { type Tag, tagOf } from './html-units.ts'

/** Names that are remembered. Pages have no more of them. */
const MOST_NAMES = 256

/** True for letters and digits. */
export const isNameByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

/** The names of tags in small letters. Each is made once, because pages have many tags of few names. */
export class TagNames {
  readonly #names = new Map<number, string>()
  readonly #tags = new Map<string, Tag>()

  /** What a name says. */
  tag(name: string): Tag {
    let tag = this.#tags.get(name)
    if (!tag) {
      tag = tagOf(name)
      if (this.#tags.size < MOST_NAMES) this.#tags.set(name, tag)
    }
    return tag
  }

  /** @param hash a hash of the name, which names may share */
  get(bytes: Uint8Array, from: number, to: number, hash: number): string {
    const known = this.#names.get(hash)
    if (known !== undefined && isName(known, bytes, from, to)) return known
    const name = String.fromCharCode(...bytes.subarray(from, to)).toLowerCase()
    if (this.#names.size < MOST_NAMES) this.#names.set(hash, name)
    return name
  }
}

function isName(name: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let at = from; at < to; at++) {
    const letter = name.charCodeAt(at - from)
    if (bytes[at] !== letter && (bytes[at] | 0x20) !== letter) return false
  }
  return true
}
