import { formatSize, writeUnitMarker } from '../render/notices.ts'
import { chooseUnits, type Omission } from './choose.ts'
import { BESIDE, DATA, HEAD, HEADING, INLINE } from './html-tags.ts'
import type { Kind, Outline, Place, UnitReader } from './kind.ts'
import { LEVELS, Sections } from './sections.ts'
import { countsBefore, Tree, type Unit } from './tree.ts'

// HTML: sections by their headings, and in them blocks of text. Scripts, styles, drawings and tags without text come last.
// Marks are comments.

const TEXT = LEVELS
/** Text of menus and the like. */
const ASIDE = LEVELS + 1
const MARKUP = LEVELS + 2

/** Tags without text belong to the text behind them if they are short. */
const MOST_LEADING_BYTES = 64
/** A longer tag holds data. */
const MOST_TAG_BYTES = 512
/** More behind the document is something else, such as a log. */
const MOST_TRAILING_BYTES = 4096

const decoder = /* @__PURE__ */ new TextDecoder()

/** A page: a document that begins with `<!doctype html>` or `<html>`. */
export const html: Kind = {
  name: 'html',
  recognise: (head) => (HEAD.test(decoder.decode(head)) ? 0.9 : 0),
  read: (maxBytes, heldBytes) => new HtmlReader(maxBytes, heldBytes),
}

// What the next byte is in.
const IN_TEXT = 0
const IN_NAME = 1
const IN_TAG = 2
const IN_QUOTES = 3
const IN_COMMENT = 4
const IN_DATA = 5

class HtmlReader implements UnitReader {
  readonly #tree: Tree
  readonly #sections = new Sections()
  readonly #wholeBytes: number
  #state = IN_TEXT
  /** The name of the tag, in small letters, with its `/` or `!`. */
  #name = ''
  /** The name of the element whose content is not read. Empty outside one. */
  #data = ''
  #quote = 0
  /** The two bytes before. */
  #last = 0
  #secondLast = 0
  #tag: Place
  /** Where the bytes begin that belong to no unit. */
  #from: Place
  /** Where the text begins that may follow: at the last tag of a block. */
  #start: Place
  #hasText = false
  /** The level of the heading that is open. */
  #level = 0
  #aside = 0
  #titleByte = -1
  #endByte = 0
  #byte = 0
  #line = 1
  #continuations = 0
  #lineStart = 0

  constructor(maxBytes: number, heldBytes: number) {
    this.#wholeBytes = Math.max(256, Math.min(1024, maxBytes >> 3))
    this.#tag = this.#from = this.#start = this.#place()
    this.#tree = new Tree(this.#from, heldBytes, MARKUP + 1, 512, true)
  }

  write(bytes: Uint8Array, owned: boolean): void {
    this.#tree.pendingFrom = this.#from.byte
    this.#tree.write(bytes, owned)
    for (const byte of bytes) {
      this.#take(byte)
      this.#byte++
      this.#secondLast = this.#last
      this.#last = byte
      if (byte === 0x0a) {
        this.#line++
        this.#lineStart = this.#byte - this.#continuations
      } else if ((byte & 0xc0) === 0x80) this.#continuations++
    }
  }

  end(): Outline | undefined {
    const end = this.#place()
    this.#cut(end)
    this.#leave(end, 0)
    if (this.#endByte > 0 && end.byte - this.#endByte > MOST_TRAILING_BYTES) return undefined
    const tree = this.#tree
    tree.finish(end)
    if (tree.counts[TEXT] === 0) return undefined
    const sections = this.#sections
    const choosing = {
      rank: (unit: Unit, container: Unit) => this.#rank(unit, container),
      mark,
      markBytes: 22 + 2 * String(end.line).length,
      markLines: 0,
    }
    return {
      counts: { sections: sections.count },
      choose(bytes, lines) {
        sections.reserve(bytes)
        return chooseUnits(tree, choosing, bytes, lines)
      },
    }
  }

  /** What stands above the first heading is mostly a menu. */
  #rank(unit: Unit, container: Unit): number {
    const isAbove = container.sort < 0 || container.start.byte === this.#titleByte
    const later = unit.sort === MARKUP ? 40 : unit.sort === ASIDE ? 8 : unit.sort === TEXT && isAbove ? 4 : 0
    return later + this.#sections.rank(unit, container, unit.index / 2, countsBefore(container)[TEXT])
  }

  #take(byte: number): void {
    switch (this.#state) {
      case IN_TEXT:
        this.#takeText(byte)
        break
      case IN_NAME:
        this.#takeName(byte)
        break
      case IN_TAG:
        if (byte === 0x3e) this.#endTag()
        else if ((byte === 0x22 || byte === 0x27) && this.#last === 0x3d) {
          this.#quote = byte
          this.#state = IN_QUOTES
        }
        break
      case IN_QUOTES:
        if (byte === this.#quote) this.#state = IN_TAG
        break
      case IN_COMMENT:
        if (byte === 0x3e && this.#last === 0x2d && this.#secondLast === 0x2d) this.#endTag()
        break
      default:
        if (byte === 0x3c) this.#beginTag()
    }
  }

  #takeText(byte: number): void {
    if (byte === 0x3c) {
      this.#beginTag()
      return
    }
    const isSpace = byte <= 0x20
    if (
      this.#isOpen &&
      this.#byte - this.#from.byte > this.#wholeBytes &&
      (isSpace || (this.#level > 0 && byte < 0x80))
    )
      this.#cut(this.#place())
    if (isSpace || this.#hasText) return
    this.#hasText = true
    if (this.#level > 0) return
    if (this.#byte - this.#start.byte > this.#wholeBytes) this.#start = this.#place()
    this.#leave(this.#start, MOST_LEADING_BYTES)
  }

  #takeName(byte: number): void {
    const name = this.#name
    const wanted = this.#data && `/${this.#data}`
    const isWhole = wanted === '' ? name !== '' : name === wanted
    if (isWhole && byte === 0x3e) this.#endTag()
    else if (isWhole && (byte <= 0x20 || byte === 0x2f)) this.#state = IN_TAG
    else if (wanted === '' && name === '' && !/[/!?a-z]/i.test(String.fromCharCode(byte))) {
      // No tag: `a < b`.
      this.#state = IN_TEXT
      this.#takeText(byte)
    } else {
      if (name.length < 12) this.#name += String.fromCharCode(byte).toLowerCase()
      if (this.#name === '!--') this.#state = IN_COMMENT
      if (wanted === '' || wanted.startsWith(this.#name)) return
      this.#state = IN_DATA
      if (byte === 0x3c) this.#beginTag()
    }
  }

  #beginTag(): void {
    this.#tag = this.#place()
    this.#name = ''
    this.#state = IN_NAME
  }

  #endTag(): void {
    const name = this.#name
    const tag = this.#tag
    const end = this.#place(1)
    this.#state = IN_TEXT
    if (this.#data !== '') {
      this.#data = ''
      this.#start = end
    } else if (DATA.test(name) && this.#last !== 0x2f) {
      this.#cut(tag)
      this.#data = name
      this.#state = IN_DATA
    } else if (end.byte - tag.byte > MOST_TAG_BYTES) {
      this.#cut(tag)
      this.#start = end
    } else if (!INLINE.test(name)) this.#endBlockTag(name, tag, end)
  }

  #endBlockTag(name: string, tag: Place, end: Place): void {
    const isLast = name[0] === '/'
    const at = isLast ? end : tag
    this.#cut(at)
    this.#start = at
    if (BESIDE.test(name)) this.#aside = Math.max(0, this.#aside + (isLast ? -1 : 1))
    if (name === '/html') this.#endByte = end.byte
    const heading = HEADING.exec(name)
    if (!heading || this.#aside > 0) return
    this.#leave(tag, MOST_LEADING_BYTES)
    this.#level = Number(heading[1] ?? 1)
    if (name === 'title') this.#titleByte = this.#from.byte
  }

  get #isOpen(): boolean {
    return this.#hasText || this.#level > 0
  }

  /** Ends the text or the heading that is open. */
  #cut(at: Place): void {
    if (!this.#isOpen) return
    if (this.#level > 0) this.#sections.begin(this.#level, this.#from, at, this.#tree)
    else this.#tree.record(this.#from, at, this.#aside > 0 ? ASIDE : TEXT)
    this.#from = this.#start = at
    this.#hasText = false
    this.#level = 0
  }

  /** Makes a unit of the tags before a place, if they are longer than some bytes. */
  #leave(at: Place, bytes: number): void {
    if (at.byte - this.#from.byte <= bytes) return
    this.#tree.record(this.#from, at, MARKUP)
    this.#from = at
  }

  #place(more = 0): Place {
    const byte = this.#byte + more
    const codePoints = byte - this.#continuations
    return { byte, line: this.#line, column: codePoints - this.#lineStart + 1, codePoints }
  }
}

function mark({ from, to }: Omission): string {
  const lastLine = to.column === 1 ? Math.max(from.line, to.line - 1) : to.line
  const gap = { firstLine: from.line, lastLine, size: formatSize(to.byte - from.byte) }
  return `<!-- ${writeUnitMarker(gap, {})} -->`
}
