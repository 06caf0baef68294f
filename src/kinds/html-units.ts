import { formatSize, writeUnitMarker } from '../core/words/notices.ts'
import { BANG, QUESTION } from './bytes.ts'
import { unitChooser } from './choose.ts'
import type { Omission } from './choosing.ts'
import { countBefore } from './counts.ts'
import { wordHash } from './json-words.ts'
import type { Holding, Outline, Place } from './kind.ts'
import { LEVELS, Sections } from './sections.ts'
import { Tree } from './tree.ts'
import { MOST_RECORD_BYTES, type Unit } from './unit.ts'

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

/** What a name says of its tag. */
export class Tag {
  /** True for a tag that does not end a block of text. */
  isInline = false
  /** True for an element beside the text of a page. */
  isBeside = false
  isLink = false
  isPage = false
  isTitle = false
  /** The level of a heading. 0 for another tag. */
  level = 0
  /** The name of the tag that ends an element whose content is not read: `/script`. Empty for another one. */
  end = ''
}

const tagOf = (told: Partial<Tag>): Tag => Object.assign(new Tag(), told)

const OTHER_TAG = /* @__PURE__ */ tagOf({})
/** Comments and declarations. */
const COMMENT_TAG = /* @__PURE__ */ tagOf({ isInline: true })

/** Tags by the hashes of their names. Those of other names say nothing. */
const TAGS = /* @__PURE__ */ new Map(
  [
    ...'abbr b br button cite code em font i img input kbd label mark q s small span strong sub sup td th tt time u var wbr'
      .split(' ')
      .map((name) => [name, { isInline: true }] as const),
    ...['nav', 'footer', 'aside', 'form', 'menu'].map((name) => [name, { isBeside: true }] as const),
    ...'script style svg template noscript iframe select textarea math'
      .split(' ')
      .map((name) => [name, { end: `/${name}` }] as const),
    ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, { level }] as const),
    ['a', { isInline: true, isLink: true }] as const,
    ['title', { isTitle: true, level: 1 }] as const,
    ['html', { isPage: true }] as const,
  ].map(([name, told]) => [wordHash(name), tagOf(told)]),
)

/** What a name says, given its first byte and its hash. */
export const tagNamed = (first: number, hash: number): Tag =>
  first === BANG || first === QUESTION ? COMMENT_TAG : (TAGS.get(hash) ?? OTHER_TAG)

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
  constructor(maxBytes: number, held: Holding, here: () => Place) {
    this.#wholeBytes = Math.max(256, Math.min(1024, maxBytes >> 3))
    this.#here = here
    this.from = this.#start = here()
    this.tree = new Tree(this.from, held, MARKUP + 1, { mostNotable: 512, keepsFirst: true })
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
  inline({ isLink }: Tag, isLast: boolean): void {
    if (isLink) this.#isLink = !isLast
  }

  /** Takes a tag that begins or ends a block. */
  tag({ isBeside, isPage, isTitle, level }: Tag, isLast: boolean, start: Place, end: Place): void {
    if (!isLast) this.cut(start)
    else if (this.#isOpen) this.#closed ??= end
    this.#start = isLast ? end : start
    if (isBeside) {
      this.cut(this.#start)
      this.#aside = Math.max(0, this.#aside + (isLast ? -1 : 1))
    }
    if (isPage && isLast) this.#endByte = end.byte
    if (level === 0 || isLast || this.#aside > 0) return
    this.#leave(start, MOST_TAGS_BYTES)
    this.#level = level
    if (isTitle) this.#titleByte = this.from.byte
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
