import { ByteCursor, ColourRuns } from './cursor.ts'
import { headText } from './head-lines.ts'
import { HtmlUnits, isNameByte, TagNames } from './html-units.ts'
import type { Kind, Outline, Place, UnitReader } from './kind.ts'

// Reads HTML byte by byte, whatever is wrong in it. Knows where tags and text are; html-units.ts makes units of them.

/** A longer tag holds data. */
const MOST_TAG_BYTES = 512
/** What is read of a name, its `/` included. */
const MOST_NAME = 12
/** How a page begins, which may stand below the headers of its transfer. */
const HEAD =
  /^\ufeff?(?:HTTP\/\d(?:(?!\n\r?\n)[\s\S])*\n\r?\n)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html)\b/i

const LF = 0x0a
const SLASH = 0x2f
const LESS = 0x3c
const GREATER = 0x3e

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
  read: (maxBytes, heldBytes) => new HtmlReader(maxBytes, heldBytes),
}

class HtmlReader implements UnitReader {
  readonly readsColours = true
  readonly #units: HtmlUnits
  #state = IN_TEXT
  readonly #names = new TagNames()
  /** The name of the tag, in small letters, with its `/` or `!`. */
  #name = ''
  /** Where the tag begins. */
  readonly #tag = new ByteCursor()
  /** The name of the element whose content is not read. Empty outside one. */
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

  constructor(maxBytes: number, heldBytes: number) {
    this.#units = new HtmlUnits(maxBytes, heldBytes, () => this.#at.place())
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
    for (let at = 0; at < bytes.length; at++) {
      at = this.#state === IN_NAME ? this.#readName(bytes, at) : this.#skip(bytes, at)
      if (at === bytes.length) return
      const byte = bytes[at]
      this.#take(byte)
      this.#at.byte++
      this.#secondLast = this.#last
      this.#last = byte
      if (byte === LF) this.#at.newLine()
      else if ((byte & 0xc0) === 0x80) this.#at.continuations++
    }
  }

  /** Goes over the name of a tag, up to the byte behind it. Other names, and what is none, are taken byte by byte. */
  #readName(bytes: Uint8Array, from: number): number {
    if (this.#name !== '' || this.#data !== '') return from
    const first = bytes[from] === SLASH ? from + 1 : from
    const most = Math.min(bytes.length, from + MOST_NAME)
    let hash = first - from
    let at = first
    for (; at < most && isNameByte(bytes[at]); at++) hash = (hash * 31 + (bytes[at] | 0x20)) | 0
    if (at === most || at === first || (bytes[first] | 0x20) < 0x61) return from
    if (bytes[at] !== GREATER && bytes[at] > 0x20 && bytes[at] !== SLASH) return from
    this.#name = this.#names.get(bytes, from, at, hash)
    this.#at.byte += at - from
    this.#secondLast = at > from + 1 ? bytes[at - 2] : this.#last
    this.#last = bytes[at - 1]
    return at
  }

  /** Goes over bytes that change nothing but the place. */
  #skip(bytes: Uint8Array, from: number): number {
    const state = this.#state
    const cursor = this.#at
    const limit = state === IN_TEXT ? this.#units.settledUntil - this.#at.byte : Infinity
    if (limit <= 0) return from
    const end = Math.min(bytes.length, from + limit)
    const first = state === IN_QUOTES ? this.#quote : state === IN_TEXT || state === IN_DATA ? LESS : GREATER
    const isTag = state === IN_TAG
    let at = from
    for (; at < end; at++) {
      const byte = bytes[at]
      // Most bytes are letters.
      if (byte > GREATER && byte < 0x80) continue
      if (byte === first || (isTag && (byte === 0x22 || byte === 0x27))) break
      if (byte === LF) {
        cursor.line++
        cursor.lineStart = cursor.byte + at - from + 1 - cursor.continuations
      } else if ((byte & 0xc0) === 0x80) cursor.continuations++
    }
    this.#at.byte += at - from
    if (at > from) this.#secondLast = at > from + 1 ? bytes[at - 2] : this.#last
    if (at > from) this.#last = bytes[at - 1]
    return at
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
        else if ((byte === 0x22 || byte === 0x27) && this.#last === 0x3d) {
          this.#quote = byte
          this.#state = IN_QUOTES
        }
        break
      case IN_QUOTES:
        if (byte === this.#quote) this.#state = IN_TAG
        break
      case IN_COMMENT:
        if (byte === GREATER && this.#last === 0x2d && this.#secondLast === 0x2d) this.#endTag()
        break
      default:
        if (byte === LESS) this.#beginTag()
    }
  }

  #beginTag(): void {
    this.#tag.set(this.#at)
    this.#name = ''
    this.#state = IN_NAME
  }

  #takeName(byte: number): void {
    const name = this.#name
    const wanted = this.#data && `/${this.#data}`
    const isWhole = wanted === '' ? name !== '' : name === wanted
    if (isWhole && byte === GREATER) this.#endTag()
    else if (isWhole && (byte <= 0x20 || byte === SLASH)) this.#state = IN_TAG
    else if (wanted === '' && name === '' && !/[/!?a-z]/i.test(String.fromCharCode(byte))) {
      // No tag: `a < b`.
      this.#state = IN_TEXT
      this.#take(byte)
    } else {
      if (name.length < MOST_NAME) this.#name += String.fromCharCode(byte).toLowerCase()
      if (this.#name === '!--') this.#state = IN_COMMENT
      if (wanted === '' || wanted.startsWith(this.#name)) return
      this.#state = IN_DATA
      if (byte === LESS) this.#beginTag()
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
    const tag = this.#names.tag(this.#name)
    if (tag.isData && this.#last !== SLASH) {
      units.cut(this.#tag.place())
      this.#data = tag.name
      this.#state = IN_DATA
    } else if (this.#at.byte - this.#tag.byte >= MOST_TAG_BYTES) {
      units.cut(this.#tag.place())
      units.skip(this.#behind())
    } else if (tag.isInline) units.inline(tag)
    else units.tag(tag, this.#tag.place(), this.#behind())
  }

  /** Text before a long tag is a unit before the tag has been read, because its bytes may leave memory. */
  #cutBeforeLongTag(): void {
    const isInTag = this.#state !== IN_TEXT && this.#state !== IN_DATA
    if (isInTag && this.#at.byte - this.#tag.byte > MOST_TAG_BYTES) this.#units.cut(this.#tag.place())
  }

  /** The place behind the `>` that is being read. */
  #behind(): Place {
    const place = this.#at.place()
    place.byte++
    place.column++
    place.codePoints++
    return place
  }
}
