import type { Omission } from './choosing.ts'
import { headLines } from './head-lines.ts'
import { CODE, Headings, LIST_ITEM, looksLikeMarkdown, printsMarkdown, titleOf } from './headings.ts'
import { isTellable, type Kind, type Place, type UnitName } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { LEVELS, Sections } from './sections.ts'
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
  read: (maxBytes, held) => new LineReader(new MarkdownLines(maxBytes), held),
}

/** What stands between blank lines. */
class Block {
  /** Blank lines before it belong to it. */
  start: Place
  first: Place
  end: Place
  /** Lines of text in a row, which are neither code nor rows of a table. */
  lines = 0
  /** How many first lines it has without which the others tell nothing. More can come as long as `isInHead`. */
  head = 0
  isInHead = true
  isCode: boolean
  isItem: boolean
  /** True when the tree has its lines. It becomes a record again if it is short. */
  isOpen = false
  /** True below its last blank line. */
  isBlank = false
  /** Where its last line begins, if that is the end of code. */
  close?: Place

  constructor(start: Place, first: Place, isCode: boolean, isItem: boolean) {
    this.start = start
    this.first = this.end = first
    this.isCode = isCode
    this.isItem = isItem
  }
}

class MarkdownLines implements LineKind {
  readonly sorts = ['', '', '', '', '', '', '', '']
  readonly mostNotable = 512
  readonly keepsFirst = true
  readonly ranksByRoom = true
  readonly #headings = new Headings()
  readonly #sections = new Sections(MARK_BYTES)
  readonly marks = this.#sections.names
  /** A longer block is kept by its lines, and a longer line is clipped. */
  readonly clipBytes: number
  readonly #maxBytes: number
  #block: Block | undefined
  /** Where the bytes begin that belong to no unit yet. */
  #from: Place = START

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.clipBytes = Math.max(256, Math.min(1024, maxBytes >> 3))
  }

  reserve(bytes: number): number {
    return this.#sections.reserve(bytes)
  }

  /** Blocks that are left out of one section are shown with it. A section around several sections shows too much. */
  name({ path, previous, next }: Omission): UnitName | undefined {
    if ([previous, next].some((unit) => unit && unit.sort < LEVELS)) return undefined
    const section = path.findLast(({ sort }) => sort >= 0 && sort < LEVELS)
    const name = section && this.#sections.names.uniqueAt(section.start.byte)
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
    const { text } = line
    const wasInCode = this.#headings.isInCode
    const level = this.#headings.level(text)
    const block = this.#block
    if (level < 0 && block && !this.#isLong(block, line.startByte)) {
      this.#block = undefined
      const title = () => decoder.decode(tree.read(block.first.byte, line.startByte)).trim()
      this.#section(-level, title, block.start, line, tree)
    } else if (level > 0 && level !== CODE) {
      this.#flush(line.start, tree)
      this.#section(level, () => titleOf(text), this.#from, line, tree)
    } else if (level === 0 && text.trim() === '') this.#blank(line, tree)
    else {
      const isCode = level === CODE
      if (!block || !goesOn(block, text, isCode, wasInCode)) {
        this.#flush(line.start, tree)
        this.#block = new Block(this.#from, line.start, isCode, LIST_ITEM.test(text))
      }
      this.#add(line, text, isCode && wasInCode && !this.#headings.isInCode, tree)
    }
    return !this.#block || this.#block.lines <= MOST_LINES
  }

  end(tree: Tree, end: Place): boolean {
    this.#flush(end, tree)
    if (end.byte > this.#from.byte) tree.record(this.#from, end, BLOCK)
    return true
  }

  #section(level: number, title: () => string, start: Place, { end }: Line, tree: Tree): void {
    this.#sections.begin(level, title, start, end, tree)
    this.#from = end
  }

  #blank(line: Line, tree: Tree): void {
    const block = this.#block
    if (block) {
      block.isBlank = true
      if (line.endByte - block.end.byte > this.clipBytes) this.#flush(line.start, tree)
    } else if (line.endByte - this.#from.byte > this.clipBytes) {
      tree.record(this.#from, line.end, BLOCK)
      this.#from = line.end
    }
  }

  /** True for a block that is too long to be kept whole. */
  #isLong({ start }: Block, endByte: number): boolean {
    return endByte - start.byte > this.clipBytes
  }

  /** Adds a line to the open block. */
  #add(line: Line, text: string, isLast: boolean, tree: Tree): void {
    const block = this.#block as Block
    const isSecond = block.head === 1 && !block.isOpen
    const isRule = isSecond && !block.isCode && !block.isItem && /^[\s:-]*\|[\s:|-]*$/.test(text)
    if (block.head < 2 && !isRule && !/^\s/.test(text)) block.lines++
    if (isLast && block.isCode) block.close = line.start
    else if (block.isInHead && (block.head === 0 || (isSecond && (block.isCode || isRule)))) {
      block.isInHead = line.endByte - block.first.byte <= MOST_HEAD_BYTES
      if (block.isInHead) block.head++
      this.#from = block.isInHead ? line.end : this.#from
    } else block.isInHead = false
    if (!block.isInHead && !block.close) {
      this.#open(block, tree)
      // What is as long as the limit is never kept whole.
      if (line.endByte - block.start.byte <= this.#maxBytes) this.#record(line.end, tree)
    }
    block.end = line.end
    block.isBlank = false
    if (block.close && this.#isLong(block, line.endByte)) this.#flush(line.start, tree)
  }

  /** Begins to give the tree the lines of a block. */
  #open(block: Block, tree: Tree): void {
    if (block.isOpen) return
    block.isOpen = true
    tree.begin(block.start, BLOCK, { mostWhole: this.clipBytes })
    if (block.head === 0) this.#from = block.first
    tree.inner(this.#from)
  }

  /** Adds what is left before a place to the open block. */
  #record(end: Place, tree: Tree): void {
    if (end.byte > this.#from.byte) tree.record(this.#from, end, LINE)
    this.#from = end
  }

  /** Ends the open block, before a line that begins at a place. */
  #flush(at: Place, tree: Tree): void {
    const block = this.#block
    if (!block) return
    this.#block = undefined
    const isLong = this.#isLong(block, at.byte)
    if (isLong) this.#open(block, tree)
    const end = isLong ? block.end : at
    if (isLong) this.#record(block.close ?? end, tree)
    if (block.isOpen) tree.end(end, isLong ? (block.close ?? end) : end)
    else tree.record(block.start, end, BLOCK)
    this.#from = end
  }
}

/** A rule between blocks ends the one above it. */
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/

/** Whether a line that is not blank belongs to the block above it. */
function goesOn(block: Block, text: string, isCode: boolean, wasInCode: boolean): boolean {
  if (!isCode && RULE.test(text)) return true
  const isNext = !block.isBlank && !LIST_ITEM.test(text)
  if (block.isItem) return wasInCode || /^(?: {2}|\t)/.test(text) || (isNext && !isCode)
  return block.isCode === isCode && (isCode ? wasInCode : isNext)
}
