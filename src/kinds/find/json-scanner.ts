import { BACKSLASH, isBlankByte, LF, QUOTE } from '../bytes.ts'
import { joinedParts } from './find.ts'

/** A word is a number, `true`, `false`, `null`, or what else stands without quotes. */
export type ValueKind = 'array' | 'object' | 'string' | 'word'

/** Is told of values in the order of their bytes. `at` is the offset of a value's first byte, or of the one behind it. */
export interface JsonVisitor {
  /** True once later bytes change nothing. */
  readonly isDone: boolean
  /** True when nothing more of the innermost open container is of use, except where it ends. */
  readonly isIdle: boolean
  /** A value begins. True if its inside is of use: the values in a container, the bytes of a scalar. */
  beginValue(kind: ValueKind, at: number): boolean
  /** The name of the next member. Undefined if it is too long. */
  memberName(name: string | undefined): void
  /** A value ends. The bytes are those of a scalar of use, without quotes. Undefined if they are too many. */
  endValue(at: number, bytes: Uint8Array | undefined): void
}

/** Most bytes that are held of a name or a scalar. What a path of 4000 characters names has fewer, even if all is escaped. */
const MOST_BYTES = 24 * 1024
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** `[` or `{`, and `]` or `}`. */
const opens = (byte: number): boolean => (byte | 0x20) === 0x7b
const closes = (byte: number): boolean => (byte | 0x20) === 0x7d
const endsWord = (byte: number): boolean =>
  isBlankByte(byte) || byte === QUOTE || byte === 0x2c || byte === 0x3a || opens(byte) || closes(byte)
/** The first byte of a number, `true`, `false` or `null`. */
const beginsWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x74 || byte === 0x66 || byte === 0x6e

type State = 'between' | 'name' | 'string' | 'word' | 'text'

/** Reads documents of JSON, one behind the other. Lines of other text between them are passed over. */
export class JsonScanner {
  readonly #visitor: JsonVisitor
  /** For each open container whose inside is of use: is it an object? */
  readonly #open: boolean[] = []
  /** Open containers below them. */
  #skipped = 0
  #state: State = 'between'
  #expectsName = false
  #inString = false
  #isEscaped = false
  /** What is held of a name or a scalar. Undefined if it is of no use. */
  #parts: Uint8Array[] | undefined
  #partBytes = 0
  /** Offset of the chunk. */
  #base = 0

  constructor(visitor: JsonVisitor) {
    this.#visitor = visitor
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.#visitor.isDone; ) {
      if (this.#state === 'between' && this.#skipped === 0 && this.#open.length > 0 && this.#visitor.isIdle) {
        this.#open.pop()
        this.#skipped = 1
      }
      at = this.#skipped > 0 ? this.#skip(chunk, at) : this.#read(chunk, at)
    }
    this.#base += chunk.length
  }

  /** Ends the input. True if it ends inside a value. */
  end(): boolean {
    if (this.#state === 'word' && this.#open.length === 0) this.#endScalar(this.#base)
    return this.#open.length + this.#skipped > 0 || this.#state === 'string'
  }

  #read(chunk: Uint8Array, at: number): number {
    if (this.#state === 'between') return this.#between(chunk[at], at)
    if (this.#state === 'word') return this.#word(chunk, at)
    if (this.#state !== 'text') return this.#string(chunk, at)
    const lf = chunk.indexOf(LF, at)
    if (lf >= 0) this.#state = 'between'
    return lf < 0 ? chunk.length : lf + 1
  }

  #between(byte: number, at: number): number {
    const isTop = this.#open.length === 0
    if (byte === 0x2c) this.#expectsName = this.#open[this.#open.length - 1] === true
    if (isBlankByte(byte) || byte === 0x2c || byte === 0x3a) return at + 1
    if (byte === QUOTE) this.#beginString(at)
    else if (opens(byte)) this.#enter(byte === 0x7b, at)
    else if (closes(byte)) {
      if (!isTop) this.#leave(at + 1)
    } else if (isTop && !beginsWord(byte)) {
      if (this.#base + at >= 3 || byte !== [0xef, 0xbb, 0xbf][this.#base + at]) this.#state = 'text'
    } else {
      this.#state = 'word'
      this.#hold(this.#visitor.beginValue('word', this.#base + at))
      return at
    }
    return at + 1
  }

  #enter(isObject: boolean, at: number): void {
    if (this.#visitor.beginValue(isObject ? 'object' : 'array', this.#base + at)) this.#open.push(isObject)
    else this.#skipped = 1
    this.#expectsName = isObject
  }

  #leave(at: number): void {
    this.#open.pop()
    this.#expectsName = false
    this.#visitor.endValue(this.#base + at, undefined)
  }

  /** Passes over what is of no use, up to the end of the container. */
  #skip(chunk: Uint8Array, from: number): number {
    let skipped = this.#skipped
    let inString = this.#inString
    let isEscaped = this.#isEscaped
    let at = from
    for (; at < chunk.length && skipped > 0; at++) {
      const byte = chunk[at]
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = true
      else if (opens(byte)) skipped++
      else if (closes(byte)) skipped--
    }
    this.#skipped = skipped
    this.#inString = inString
    this.#isEscaped = isEscaped
    if (skipped === 0) {
      this.#expectsName = false
      this.#visitor.endValue(this.#base + at, undefined)
    }
    return at
  }

  #beginString(at: number): void {
    this.#state = this.#expectsName ? 'name' : 'string'
    this.#hold(this.#expectsName || this.#visitor.beginValue('string', this.#base + at))
    this.#isEscaped = false
  }

  #string(chunk: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped
    let at = from
    while (at < chunk.length && (isEscaped || chunk[at] !== QUOTE)) {
      isEscaped = !isEscaped && chunk[at] === BACKSLASH
      at++
    }
    this.#isEscaped = isEscaped
    this.#add(chunk, from, at)
    if (at === chunk.length) return at
    if (this.#state === 'string') this.#endScalar(this.#base + at + 1)
    else {
      this.#state = 'between'
      this.#expectsName = false
      const bytes = this.#held()
      this.#visitor.memberName(bytes && nameOf(bytes))
    }
    return at + 1
  }

  #word(chunk: Uint8Array, from: number): number {
    let at = from
    while (at < chunk.length && !endsWord(chunk[at])) at++
    this.#add(chunk, from, at)
    if (at < chunk.length) this.#endScalar(this.#base + at)
    return at
  }

  #endScalar(at: number): void {
    this.#state = 'between'
    this.#visitor.endValue(at, this.#held())
  }

  #hold(isOfUse: boolean): void {
    this.#parts = isOfUse ? [] : undefined
    this.#partBytes = 0
  }

  #add(chunk: Uint8Array, from: number, to: number): void {
    this.#partBytes += to - from
    if (this.#partBytes > MOST_BYTES) this.#parts = undefined
    // A chunk belongs to the caller again once it was written.
    if (to > from) this.#parts?.push(to < chunk.length ? chunk.subarray(from, to) : chunk.slice(from, to))
  }

  /** What was held of the name or scalar that ends. */
  #held(): Uint8Array | undefined {
    return this.#parts && joinedParts(this.#parts)
  }
}

function nameOf(bytes: Uint8Array): string {
  const text = decoder.decode(bytes)
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}
