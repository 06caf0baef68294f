import { BANG, DASH, EQUALS, GREATER, LESS, QUESTION, SLASH } from './bytes.ts'
import { placeBehind } from './clip.ts'
import { ByteCursor, ColourRuns } from './cursor.ts'
import { headText } from './head-lines.ts'
import { HtmlUnits, tagNamed } from './html-units.ts'
import { hashed, wordHash } from './json-words.ts'
import type { Holding, Kind, Outline, Place, UnitReader } from './kind.ts'
import { isQuote } from './xml-text.ts'

// Reads HTML byte by byte, whatever is wrong in it. Knows where tags and text are; html-units.ts makes units of them.

/** A longer tag holds data. */
const MOST_TAG_BYTES = 512
const COMMENT = /* @__PURE__ */ wordHash('!--')
/** How a page begins, which may stand below the headers of its transfer. */
const HEAD =
  /^\ufeff?(?:HTTP\/\d(?:(?!\n\r?\n)[\s\S])*\n\r?\n)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html)\b/i

// What the next byte is in.
const IN_TEXT = 0
const IN_NAME = 1
const IN_TAG = 2
const IN_QUOTES = 3
const IN_COMMENT = 4
const IN_DATA = 5

/** A page: a document that begins with `<!doctype html>` or `<html>`. */
export const html: Kind = {
  name: 'html',
  isTree: true,
  recognise: (head) => (HEAD.test(headText(head)) ? 0.9 : 0),
  read: (maxBytes, held) => new HtmlReader(maxBytes, held),
}

/** True for letters. */
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

class HtmlReader implements UnitReader {
  readonly readsColours = true
  readonly #units: HtmlUnits
  #state = IN_TEXT
  /** Bytes of the tag's name so far, with its `/` or `!`; the first of them; a hash of the name without its `/`. */
  #length = 0
  #first = 0
  #hash = 0
  /** Where the tag begins. */
  readonly #tag = new ByteCursor()
  /** The name of the tag that ends the element whose content is not read. Empty outside one. */
  #data = ''
  #quote = 0
  /** The two bytes before. */
  #last = 0
  #secondLast = 0
  readonly #at = new ByteCursor()
  readonly #runs = new ColourRuns(
    (bytes) => this.#readRun(bytes),
    (count) => {
      this.#at.byte += count
    },
  )

  constructor(maxBytes: number, held: Holding) {
    this.#units = new HtmlUnits(maxBytes, held, () => this.#at.place())
  }

  write(bytes: Uint8Array, owned: boolean): void {
    this.#cutBeforeLongTag()
    const { tree, from } = this.#units
    tree.pendingFrom = from.byte
    tree.write(bytes, owned)
    this.#runs.write(bytes)
    this.#cutBeforeLongTag()
    tree.pendingFrom = this.#units.from.byte
    tree.release()
  }

  #readRun(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const next = this.#next(bytes, at)
      if (next > at) this.#go(bytes, at, next)
      if (next === bytes.length) return
      this.#take(bytes[next])
      this.#go(bytes, next, next + 1)
      at = next + 1
    }
  }

  #go(bytes: Uint8Array, from: number, to: number): void {
    this.#at.over(bytes, from, to)
    this.#secondLast = to > from + 1 ? bytes[to - 2] : this.#last
    this.#last = bytes[to - 1]
  }

  /** The next byte that changes more than the place. */
  #next(bytes: Uint8Array, from: number): number {
    const state = this.#state
    if (state === IN_NAME) return this.#behindName(bytes, from)
    const limit = state === IN_TEXT ? this.#units.settledUntil - this.#at.byte : Infinity
    const end = Math.min(bytes.length, from + Math.max(0, limit))
    const stop = state === IN_QUOTES ? this.#quote : state === IN_TEXT || state === IN_DATA ? LESS : GREATER
    const isTag = state === IN_TAG
    let at = from
    while (at < end && bytes[at] !== stop && !(isTag && isQuote(bytes[at]))) at++
    return at
  }

  /** Reads the letters and digits of a name. */
  #behindName(bytes: Uint8Array, from: number): number {
    let at = from
    if (this.#data !== '') return at
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (!isLetter(byte) && (this.#length === 0 || byte < 0x30 || byte > 0x39)) break
      this.#addToName(byte)
    }
    return at
  }

  #addToName(byte: number): void {
    if (this.#length === 0) this.#first = byte
    if (this.#length > 0 || byte !== SLASH) this.#hash = hashed(this.#hash, byte)
    this.#length++
  }

  end(): Outline | undefined {
    this.#cutBeforeLongTag()
    return this.#units.end()
  }

  #take(byte: number): void {
    switch (this.#state) {
      case IN_TEXT:
        if (byte === LESS) this.#beginTag()
        else this.#units.text(byte, this.#at.byte)
        break
      case IN_NAME:
        this.#takeName(byte)
        break
      case IN_TAG:
        if (byte === GREATER) this.#endTag()
        else if (this.#last === EQUALS) {
          this.#quote = byte
          this.#state = IN_QUOTES
        }
        break
      case IN_QUOTES:
        this.#state = IN_TAG
        break
      case IN_COMMENT:
        if (this.#last === DASH && this.#secondLast === DASH) this.#endTag()
        break
      default:
        this.#beginTag()
    }
  }

  #beginTag(): void {
    this.#tag.set(this.#at)
    this.#length = this.#hash = 0
    this.#state = IN_NAME
  }

  #takeName(byte: number): void {
    const length = this.#length
    const data = this.#data
    const isWhole = data === '' ? length > 0 : length === data.length
    if (isWhole && byte === GREATER) this.#endTag()
    else if (isWhole && (byte <= 0x20 || byte === SLASH)) this.#state = IN_TAG
    else if (data !== '') {
      this.#length++
      if ((byte | 0x20) === data.charCodeAt(length)) return
      this.#state = IN_DATA
      if (byte === LESS) this.#beginTag()
    } else if (length > 0 || byte === SLASH || byte === BANG || byte === QUESTION) {
      this.#addToName(byte)
      if (this.#length === 3 && this.#hash === COMMENT) this.#state = IN_COMMENT
    } else {
      // No tag: `a < b`.
      this.#state = IN_TEXT
      this.#take(byte)
    }
  }

  #endTag(): void {
    const units = this.#units
    this.#state = IN_TEXT
    if (this.#data !== '') {
      this.#data = ''
      units.skip(this.#behind())
      return
    }
    const tag = tagNamed(this.#first, this.#hash)
    const isLast = this.#first === SLASH
    if (tag.end !== '' && !isLast && this.#last !== SLASH) {
      units.cut(this.#tag.place())
      this.#data = tag.end
      this.#state = IN_DATA
    } else if (this.#at.byte - this.#tag.byte >= MOST_TAG_BYTES) {
      units.cut(this.#tag.place())
      units.skip(this.#behind())
    } else if (tag.isInline) units.inline(tag, isLast)
    else units.tag(tag, isLast, this.#tag.place(), this.#behind())
  }

  /** Text before a long tag is a unit before the tag has been read, because its bytes may leave memory. */
  #cutBeforeLongTag(): void {
    const isInTag = this.#state !== IN_TEXT && this.#state !== IN_DATA
    if (isInTag && this.#at.byte - this.#tag.byte > MOST_TAG_BYTES) this.#units.cut(this.#tag.place())
  }

  /** The place behind the `>` that is being read. */
  #behind(): Place {
    return placeBehind(this.#at.place(), 1)
  }
}
