import { type Head, textOfHead } from './form.ts'
import { automatonOf, ENDS, HIDES } from './head-automaton.ts'
import { endOfControl } from './terminal-codes.ts'

const encoder = /* @__PURE__ */ new TextEncoder()

const LF = 0x0a
const BACKSPACE = 0x08
const BACKSLASH = 0x5c
const SLASH = 0x2f
const BACKSLASH_OR_CONTROL = '[\\\\\\x00-\\x1f\\x7f]'
const isPlain = /^[\x20-\x7e]*$/
const mayHide = /* @__PURE__ */ new RegExp(BACKSLASH_OR_CONTROL)

/**
 * Finds the lines where a secret may be: those with one of some texts, in capital or small letters. Terminal codes,
 * escapes for letters, and characters beyond ASCII inside a text do not hide it. Each byte is read once.
 */
export class HeadSearch {
  readonly #heads: readonly Head[]
  /** Heads that no byte of a text tells, or that have letters beyond ASCII. */
  readonly #everywhere: readonly number[]
  /** By head: what `hasSoon` and `isToken` need, made when they first need it. */
  readonly #next: Uint8Array[] = []
  readonly #table: Int32Array
  readonly #wide: Int32Array
  readonly #endings: readonly (readonly number[])[]
  #at = 0
  #state = 0

  constructor(heads: readonly Head[]) {
    this.#heads = heads
    // A backslash or a control inside a text could itself hide something, so every line is searched then.
    const texts = heads.map(textOfHead).map((text) => (mayHide.test(text) ? '' : text))
    const { table, wide, endings } = automatonOf(texts)
    this.#everywhere = [...heads.keys()].filter((at) => texts[at] === '' || !isPlain.test(texts[at]))
    this.#table = table
    this.#wide = wide
    this.#endings = endings
  }

  /** The offset of a byte in the first such line from `from` on; -1 when there is none. `from` begins a line. */
  find(bytes: Uint8Array, from: number): number {
    const end = bytes.length
    // An empty head is everywhere.
    if (this.#endings[0].length > 0) return from < end ? from : -1
    const table = this.#table
    let state = 0
    let at = from
    while (at < end) {
      let next = 0
      // This loop makes no call, so that everything it needs stays in registers.
      for (; at < end; at++) {
        next = table[state | bytes[at]]
        if (next >= ENDS) break
        state = next
      }
      if (at >= end) return -1
      if (this.#isHit(bytes, at, state, next)) return at
      at = this.#at
      state = this.#state
    }
    return -1
  }

  /** Takes the step of one byte, and sets `#at` and `#state` to what follows. True if a secret may be on this line. */
  #isHit(bytes: Uint8Array, at: number, state: number, next: number): boolean {
    this.#at = at + 1
    this.#state = next
    let ending = next
    if (next === HIDES) {
      if (bytes[at] === BACKSPACE) return true
      const hidden = endOfControl(bytes, at)
      if (hidden === at) return true
      if (hidden > at) {
        this.#at = hidden
        this.#state = state
        return false
      }
      const letter = escapedLetter(bytes, at)
      if (letter >= 0) this.#at = at + (bytes[at + 1] === 0x75 ? 6 : bytes[at + 1] === SLASH ? 2 : 4)
      // No text has a backslash in it.
      ending =
        letter >= 0 ? this.#table[state | letter] : bytes[at] === BACKSLASH ? 0 : this.#wide[state >> 8]
    }
    this.#state = ending & (ENDS - 1)
    return ending >= ENDS && this.#isFollowed(this.#state, bytes, this.#at)
  }

  /** Whether one of the heads that end here needs nothing behind it, or has it. */
  #isFollowed(state: number, bytes: Uint8Array, at: number): boolean {
    for (const ending of this.#endings[state >> 8]) {
      const head = this.#heads[ending]
      if (typeof head === 'string') return true
      this.#next[ending] ??= 'next' in head ? tableOfNext(head.next) : tableOfLetters(head.letters)
      const table = this.#next[ending]
      if ('next' in head ? hasSoon(bytes, at, head.within, table) : isToken(head, bytes, at, table))
        return true
    }
    return false
  }

  /** Tells the heads whose text may be in a text without terminal codes, whatever follows it. May tell one twice. */
  headsIn(text: string, onHead: (head: number) => void): void {
    this.#everywhere.forEach(onHead)
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      const next = this.#table[state | (unit < 0x80 ? unit : 0)]
      state = next === HIDES ? 0 : next & (ENDS - 1)
      if (next >= ENDS && next !== HIDES) this.#endings[state >> 8].forEach(onHead)
    }
  }

  indexOf(head: Head): number {
    return this.#heads.indexOf(head)
  }
}

const FOUND = 1
const STOP = 2

/** A letter of a token, and a byte that a reader may not see. */
const LETTER = 1
const UNSEEN = 2

function tableOfLetters(letters: string): Uint8Array {
  const isLetter = new RegExp(`[${letters}]`)
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    if (byte === LF || byte === BACKSLASH) return 0
    if (byte >= 0x7f || byte < 0x20) return UNSEEN
    return isLetter.test(String.fromCharCode(byte)) ? LETTER : 0
  })
}

/** Whether the text before `at` has the case of the head, and at least so many letters follow. */
function isToken(
  { text, least }: { readonly text: string; readonly least: number },
  bytes: Uint8Array,
  at: number,
  table: Uint8Array,
): boolean {
  if (hasOtherCase(text, bytes, at - text.length)) return false
  let letters = 0
  for (let next = at; letters < least; next++) {
    const kind = next < bytes.length ? table[bytes[next]] : 0
    if (kind === LETTER) letters++
    // An escape may stand for a letter, or for something that a reader does not see.
    else if (kind === 0) return bytes[next] === BACKSLASH && ESCAPES.includes(bytes[next + 1])
    else next = Math.max(next, endOfControl(bytes, next) - 1)
  }
  return true
}

/** `u`, `x`, `e`, `0` and `/`. */
const ESCAPES = [0x75, 0x78, 0x65, 0x30, 0x2f]

function hasOtherCase(text: string, bytes: Uint8Array, from: number): boolean {
  let isOther = false
  for (let at = 0; at < text.length; at++) {
    const difference = bytes[from + at] ^ text.charCodeAt(at)
    if (difference !== 0 && difference !== 0x20) return false
    isOther ||= difference !== 0
  }
  return isOther
}

/** By byte: whether it is one of the characters, or ends the search for them. */
function tableOfNext(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  table[LF] = STOP
  table[SLASH] = STOP
  for (const byte of encoder.encode(characters)) table[byte] = FOUND
  // An escape may stand for one of them.
  table[BACKSLASH] = FOUND
  return table
}

/** Whether one of the characters follows within so many bytes, on the same line and before any slash. */
function hasSoon(bytes: Uint8Array, from: number, within: number, table: Uint8Array): boolean {
  const end = Math.min(bytes.length, from + within)
  for (let at = from; at < end; at++) if (table[bytes[at]] !== 0) return table[bytes[at]] === FOUND
  return false
}

/** The letter or sign that an escape such as `\u0067`, `\x67` or `\/` stands for; -1 for anything else. */
function escapedLetter(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH) return -1
  if (bytes[at + 1] === SLASH) return SLASH
  const isLong = bytes[at + 1] === 0x75
  if (!isLong && bytes[at + 1] !== 0x78) return -1
  if (isLong && (bytes[at + 2] !== 0x30 || bytes[at + 3] !== 0x30)) return -1
  const digits = at + (isLong ? 4 : 2)
  const letter = hexDigit(bytes[digits]) * 16 + hexDigit(bytes[digits + 1])
  return letter > 0x20 && letter < 0x7f ? letter : -1
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}
