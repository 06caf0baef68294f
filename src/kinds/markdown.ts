import type { Omission } from './choosing.ts'
import { headLines } from './head-lines.ts'
import { CODE, Headings, LIST_ITEM, PLAIN_TEXT, textOf, titleOf } from './headings.ts'
import { isTellable, type Kind, type Place, type UnitName } from './kind.ts'
import { lineStartPlace } from './line.ts'
import { giveClip, type Line, type LineKind, LineReader } from './line-reader.ts'
import { looksLikeMarkdown, printsMarkdown } from './looks-like-markdown.ts'
import { SectionNames } from './section-names.ts'
import { LEVELS, OUTLINE_LEVELS, Sections } from './sections.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Markdown: sections by their headings, and in them paragraphs, items of lists, tables and code. Each of these is kept
// whole if it is short, else by its lines.

const BLOCK = LEVELS
const LINE = LEVELS + 1

/** What a paragraph is about as long as. */
const PARAGRAPH_BYTES = 256
/** A marker in a document of less than 1000 lines. */
const MARK_BYTES = 20
/** A paragraph of more lines is no text of a document. */
const MOST_LINES = 400
/** A first line that is longer does not stand for its block. */
const MOST_HEAD_BYTES = 512

const START: Place = { byte: 0, line: 1, column: 1, codePoints: 0 }

const decoder = /* @__PURE__ */ new TextDecoder()

export const markdown: Kind = {
  name: 'markdown',
  isPage: true,
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole)
    const isNamed = printsMarkdown(command)
    return looksLikeMarkdown(lines, isNamed) ? (isNamed ? 0.9 : 0.7) : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new MarkdownLines(maxBytes), heldBytes),
}

/** What stands between blank lines. */
interface Block {
  /** Blank lines before it belong to it. */
  start: Place
  first: Place
  /** Where its lines end, as long as it may be kept whole. */
  ends: Place[]
  endByte: number
  endLine: number
  endCodePoints: number
  /** Lines of text in a row, which are neither code nor rows of a table. */
  lines: number
  /** The first lines, without which the others tell nothing. */
  head: number
  isCode: boolean
  isItem: boolean
  /** True when the tree has its lines. */
  isOpen: boolean
  /** True below its last blank line. */
  isBlank: boolean
  /** Where its last line begins, if that is the end of code. */
  close?: Place
}

class MarkdownLines implements LineKind {
  readonly sorts = ['', '', '', '', '', '', '', '']
  readonly mostNotable = 512
  readonly keepsFirst = true
  readonly #headings = new Headings()
  readonly #sections = new Sections(MARK_BYTES)
  readonly #names = new SectionNames()
  /** A longer block is kept by its lines, and a longer line is clipped. */
  readonly #wholeBytes: number
  readonly #maxBytes: number
  #block: Block | undefined
  /** Where the bytes begin that belong to no unit yet. */
  #from: Place = START
  #line: Line | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#wholeBytes = Math.max(256, Math.min(1024, maxBytes >> 3))
  }

  get markBytes(): number {
    return 14 + 2 * String(this.#line?.number ?? 1).length
  }

  reserve(bytes: number): number {
    const names = this.#names.reserve(bytes >> 2, false)
    if (this.#sections.reserve(bytes - names)) return names
    const more = this.#names.reserve(bytes >> 2, true)
    this.#sections.reserve(bytes - more)
    return more
  }

  detail(omission: Omission): string {
    return this.#names.detail(omission)
  }

  /** Blocks that are left out of one section are shown with it. A section around several sections shows too much. */
  name({ path, previous, next }: Omission): UnitName | undefined {
    if ([previous, next].some((unit) => unit && unit.sort < LEVELS)) return undefined
    const section = path.findLast(({ sort }) => sort >= 0 && sort < LEVELS)
    const name = section && this.#names.uniqueAt(section.start.byte)
    return name !== undefined && isTellable(name) ? { section: name } : undefined
  }

  counts(): Record<string, number> {
    return { sections: this.#sections.count }
  }

  readonly rank = (unit: Unit, container: Unit): number => {
    const above = container.start.byte / PARAGRAPH_BYTES
    return this.#sections.rank(unit, container, unit.start.byte / PARAGRAPH_BYTES - above, above)
  }

  line(line: Line, tree: Tree): boolean {
    const text = textOf(line.buffer, line.from, line.to)
    const wasInCode = this.#headings.isInCode
    const level = this.#headings.level(text)
    const block = this.#block
    if (level < 0 && block && !block.isOpen) {
      this.#block = undefined
      const title = () => decoder.decode(tree.read(block.first.byte, line.startByte)).trim()
      this.#section(-level, title, block.start, line, tree)
    } else if (level > 0 && level !== CODE) {
      this.#flush(line, tree)
      this.#section(level, () => titleOf(text), this.#from, line, tree)
    } else if (level === 0 && text.trim() === '') this.#blank(line, tree)
    else {
      const isCode = level === CODE
      if (!block || !goesOn(block, text, isCode, wasInCode)) {
        this.#flush(line, tree)
        this.#block = blockAt(this.#from, line.start, isCode, text !== PLAIN_TEXT && LIST_ITEM.test(text))
      }
      this.#add(line, text, isCode && wasInCode && !this.#headings.isInCode, tree)
    }
    this.#line = line
    return !this.#block || this.#block.lines <= MOST_LINES
  }

  end(tree: Tree): boolean {
    const line = this.#line as Line
    const end = line.start
    this.#flush(line, tree)
    if (end.byte > this.#from.byte) tree.record(this.#from, end, BLOCK)
    return true
  }

  #section(level: number, title: () => string, start: Place, { end }: Line, tree: Tree): void {
    if (!this.#names.isFull) this.#names.add(title(), start.byte, level > OUTLINE_LEVELS)
    this.#sections.begin(level, start, end, tree)
    this.#from = end
  }

  #blank(line: Line, tree: Tree): void {
    const block = this.#block
    if (block) {
      block.isBlank = true
      if (line.endByte - block.endByte > this.#wholeBytes) this.#flush(line, tree)
    } else if (line.endByte - this.#from.byte > this.#wholeBytes) {
      tree.record(this.#from, line.end, BLOCK)
      this.#from = line.end
    }
  }

  /** Adds a line to the open block. */
  #add(line: Line, text: string, isLast: boolean, tree: Tree): void {
    const block = this.#block as Block
    const { ends, isCode, isItem } = block
    const isPlain = text === PLAIN_TEXT
    if (block.head === 1 && (isPlain || !/^\s/.test(text))) block.lines++
    const bytes = line.endByte - block.start.byte
    if (isLast && isCode) block.close = line.start
    else if (block.isOpen) {
      // What is as long as the limit is never kept whole.
      if (bytes <= this.#maxBytes) this.#record(line.end, tree)
    } else {
      const isSecond = ends.length === 1 && !isCode && !isItem && !isPlain
      if (isSecond && /^[\s:-]*\|[\s:|-]*$/.test(text)) block.head = 2
      ends.push(line.end)
      if (bytes > this.#wholeBytes) this.#open(block, tree)
    }
    block.endByte = line.endByte
    block.endLine = line.number + 1
    block.endCodePoints = line.endCodePoints
    block.isBlank = false
    if (block.close && block.isOpen) this.#flush(line, tree)
  }

  /** Gives the tree the lines of a block that is too long to be kept whole. */
  #open(block: Block, tree: Tree): void {
    const { start, first, ends } = block
    let head = Math.min(block.head, ends.length)
    while (head > 0 && ends[head - 1].byte - first.byte > MOST_HEAD_BYTES) head--
    this.#from = head > 0 ? ends[head - 1] : { ...first }
    tree.begin(start, BLOCK)
    tree.inner(this.#from)
    for (const end of ends.slice(head)) this.#record(end, tree)
    block.isOpen = true
    block.ends = []
  }

  /** Adds what is left before a place to the open block. */
  #record(end: Place, tree: Tree): void {
    const start = this.#from
    if (end.byte === start.byte) return
    this.#from = end
    const unit = tree.record(start, end, LINE)
    if (end.line - start.line === 1) giveClip(tree, unit, this.#wholeBytes)
  }

  /** Ends the open block, before a line. */
  #flush(line: Line, tree: Tree): void {
    const block = this.#block
    if (!block) return
    this.#block = undefined
    if (!block.isOpen && line.startByte - block.start.byte > this.#wholeBytes) this.#open(block, tree)
    if (!block.isOpen) {
      tree.record(block.start, line.start, BLOCK)
      this.#from = line.start
      return
    }
    const isRead = this.#from.byte === block.endByte
    const end = isRead ? this.#from : lineStartPlace(block.endByte, block.endLine, block.endCodePoints)
    const close = block.close ?? end
    if (close.byte > this.#from.byte) tree.record(this.#from, close, LINE)
    tree.end(end, close)
    this.#from = end
  }
}

/** A rule between blocks ends the one above it. */
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/

/** Whether a line that is not blank belongs to the block above it. */
function goesOn(block: Block, text: string, isCode: boolean, wasInCode: boolean): boolean {
  if (text === PLAIN_TEXT && !wasInCode) return !block.isBlank && (block.isItem || !block.isCode)
  if (!isCode && RULE.test(text)) return true
  const isNext = !block.isBlank && !LIST_ITEM.test(text)
  if (block.isItem) return wasInCode || /^(?: {2}|\t)/.test(text) || (isNext && !isCode)
  return block.isCode === isCode && (isCode ? wasInCode : isNext)
}

const blockAt = (start: Place, first: Place, isCode: boolean, isItem: boolean): Block => ({
  start,
  first,
  ends: [],
  endByte: first.byte,
  endLine: first.line,
  endCodePoints: first.codePoints,
  lines: 0,
  head: isCode ? 2 : 1,
  isCode,
  isItem,
  isOpen: false,
  isBlank: false,
})
