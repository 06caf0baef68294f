import { formatSize, writeUnitMarker } from '../core/words/notices.ts'
import { unitChooser } from './choose.ts'
import type { Outline, Place } from './kind.ts'
import type { Omission } from './pieces.ts'
import { LEVELS, Sections } from './sections.ts'
import { Tree } from './tree.ts'
import { countBefore, MOST_RECORD_BYTES, type Unit } from './unit.ts'

// Which parts of a page are units: headings and the sections below them, blocks of text, and the tags between these.

const TEXT = LEVELS
/** Text of menus and the like, and links without other text. */
const ASIDE = LEVELS + 1
const MARKUP = LEVELS + 2

/** Tags without text belong to the text before them, or else to that behind them, if they are short. */
const MOST_TAGS_BYTES = 64
/** The most bytes of a mark without the numbers of its lines. */
const MARK_BYTES = 23
/** More behind the document is something else, such as a log. */
const MOST_TRAILING_BYTES = 4096

/** Tags that do not end a block of text, comments included. */
const INLINE =
  /^\/?(?:a|abbr|b|br|button|cite|code|em|font|i|img|input|kbd|label|mark|q|s|small|span|strong|su[bp]|t[dht]|time|u|var|wbr)$|^[!?]/

/** Elements beside the text of a page. */
const BESIDE = /^\/?(?:nav|footer|aside|form|menu)$/
const HEADING = /^(?:title|h([1-6]))$/

/** What a name says of its tag. */
export interface Tag {
  name: string
  /** True for the tag that ends an element. */
  isLast: boolean
  isInline: boolean
  isBeside: boolean
  /** The level of a heading. 0 for another tag. */
  level: number
  /** True for an element whose content is not read. */
  isData: boolean
}

/** Elements whose content is not read. */
const DATA = /^(?:script|style|svg|template|noscript|iframe|select|textarea|math)$/

export function tagOf(name: string): Tag {
  const heading = HEADING.exec(name)
  return {
    name,
    isLast: name[0] === '/',
    isInline: INLINE.test(name),
    isBeside: BESIDE.test(name),
    level: heading ? Number(heading[1] ?? 1) : 0,
    isData: DATA.test(name),
  }
}

export class HtmlUnits {
  readonly tree: Tree
  /** Where the bytes begin that belong to no unit yet. */
  from: Place
  readonly #sections = new Sections(MARK_BYTES + 8)
  readonly #wholeBytes: number
  readonly #here: () => Place
  /** Where the text begins that may follow: at the last tag of a block. */
  #start: Place
  #hasText = false
  /** True when some of the text is no link. */
  #isProse = false
  #isLink = false
  /** Where the tag ends that ended the text. */
  #closed: Place | undefined
  /** The level of the heading that is open. */
  #level = 0
  /** Open elements beside the text. */
  #aside = 0
  #titleByte = -1
  #endByte = 0

  /** @param here tells where the byte stands that is being read */
  constructor(maxBytes: number, heldBytes: number, here: () => Place) {
    this.#wholeBytes = Math.max(256, Math.min(1024, maxBytes >> 3))
    this.#here = here
    this.from = this.#start = here()
    this.tree = new Tree(this.from, heldBytes, MARKUP + 1, { mostNotable: 512, keepsFirst: true })
  }

  /** Takes a byte of text. */
  text(byte: number, offset: number): void {
    if (this.#closed && byte > 0x20) this.cut(this.#here())
    const bytes = offset - this.from.byte
    if (bytes > this.#wholeBytes && this.#isOpen && this.#mayEnd(byte, bytes)) this.cut(this.#here())
    if (byte <= 0x20) return
    if (!this.#isLink) this.#isProse = true
    if (this.#hasText) return
    this.#hasText = true
    if (this.#level > 0) return
    if (offset - this.#start.byte > this.#wholeBytes) this.#start = this.#here()
    this.#leave(this.#start, MOST_TAGS_BYTES)
  }

  /** Up to this offset, text changes nothing. */
  get settledUntil(): number {
    const isSettled = this.#hasText && !this.#closed && (this.#isProse || this.#isLink)
    return isSettled ? this.from.byte + this.#wholeBytes : 0
  }

  /** Takes a tag in a block of text. */
  inline({ name, isLast }: Tag): void {
    if (name === 'a' || name === '/a') this.#isLink = !isLast
  }

  /** Takes a tag that begins or ends a block. */
  tag({ name, isLast, isBeside, level }: Tag, start: Place, end: Place): void {
    if (!isLast) this.cut(start)
    else if (this.#isOpen) this.#closed ??= end
    this.#start = isLast ? end : start
    if (isBeside) {
      this.cut(this.#start)
      this.#aside = Math.max(0, this.#aside + (isLast ? -1 : 1))
    }
    if (name === '/html') this.#endByte = end.byte
    if (level === 0 || this.#aside > 0) return
    this.#leave(start, MOST_TAGS_BYTES)
    this.#level = level
    if (name === 'title') this.#titleByte = this.from.byte
  }

  /** Takes what is no text, up to a place. */
  skip(end: Place): void {
    this.#start = end
  }

  /** Ends the text or the heading that is open at a place, or where it was closed if that is far before. */
  cut(place: Place): void {
    if (!this.#isOpen) return
    const closed = this.#closed
    const at = closed && place.byte - closed.byte > MOST_TAGS_BYTES ? closed : place
    this.#closed = undefined
    if (this.#level > 0) this.#beginSection(at)
    else this.tree.record(this.from, at, this.#aside > 0 || !this.#isProse ? ASIDE : TEXT)
    this.from = this.#start = at
    this.#hasText = this.#isProse = this.#isLink = false
    this.#level = 0
  }

  #beginSection(end: Place): void {
    // Of a long heading, the middle is not in memory.
    const title = () =>
      titleOf(this.tree.text(this.from.byte, Math.min(end.byte, this.from.byte + MOST_RECORD_BYTES)))
    this.#sections.begin(this.#level, title, this.from, end, this.tree)
  }

  end(): Outline | undefined {
    const end = this.#here()
    this.cut(end)
    this.#leave(end, 0)
    const tree = this.tree
    const sections = this.#sections
    tree.finish(end)
    const isFollowed = this.#endByte > 0 && end.byte - this.#endByte > MOST_TRAILING_BYTES
    if (isFollowed || tree.counts[TEXT] + tree.counts[ASIDE] === 0) return undefined
    const choosing = {
      rank: (unit: Unit, container: Unit) => this.#rank(unit, container),
      ranksByRoom: true,
      mark: (omission: Omission) => mark(omission, sections.names.detail(omission)),
      markBytes: MARK_BYTES + 2 * String(end.line).length,
      markLines: 1,
    }
    const choose = unitChooser(tree, choosing)
    return {
      counts: { sections: sections.count },
      choose: (bytes, lines, wanted) => choose(bytes - sections.reserve(bytes), lines, wanted),
    }
  }

  get #isOpen(): boolean {
    return this.#hasText || this.#level > 0
  }

  /** Whether long text may end before a byte: at the end of a line if it has lines, and a heading anywhere. */
  #mayEnd(byte: number, bytes: number): boolean {
    if (this.#level > 0) return byte < 0x80
    return byte === 0x0a || (byte <= 0x20 && bytes > 2 * this.#wholeBytes)
  }

  /** Makes a unit of the tags before a place, if they are longer than some bytes. */
  #leave(at: Place, bytes: number): void {
    if (at.byte - this.from.byte <= bytes) return
    this.tree.record(this.from, at, MARKUP)
    this.from = at
  }

  /** What stands above the first heading is mostly a menu. */
  #rank(unit: Unit, container: Unit): number {
    const isAbove = container.sort < 0 || container.start.byte === this.#titleByte
    const later = unit.sort === MARKUP ? 40 : unit.sort === ASIDE ? 5 : unit.sort === TEXT && isAbove ? 4 : 0
    return later + this.#sections.rank(unit, container, unit.index / 2, countBefore(container, TEXT))
  }
}

/** The text of a heading. A comment cannot have two hyphens in a row. */
const titleOf = (heading: string): string =>
  heading
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/-(?=-)|[<>]/g, '')
    .trim()

function mark({ from, to }: Omission, names: string): string {
  const lastLine = to.column === 1 ? Math.max(from.line, to.line - 1) : to.line
  const gap = { firstLine: from.line, lastLine, size: formatSize(to.byte - from.byte) }
  const lineEnd = from.column === 1 && to.column === 1 ? '\n' : ''
  return `<!-- ${writeUnitMarker(gap, {}).slice(0, -1)}${names}] -->${lineEnd}`
}

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
