import { byEnds, byFirst, byFirstAndLast } from './choose.ts'
import { LEAST_CLIP_BYTES } from './clip.ts'
import { clipBytesFor } from './head-lines.ts'
import type { Place } from './kind.ts'
import type { Line, LineKind } from './line-reader.ts'
import { MOST_DEPTH, type Tree } from './tree.ts'
import { MOST_RECORD_BYTES, type Unit } from './unit.ts'
import { OpenNodes, type Waiting } from './yaml-open.ts'
import { CLOSERS, headBeforeClip, nodeIn, OpenScalar, type YamlNode } from './yaml-text.ts'

// Documents of YAML, and in them keys and items by their indentation.

const DOCUMENT = 0
const ITEM = 1
const KEY = 2
/** A key that names what it is in, or a key with such a key. */
const NAME = 3
/** What others may refer to. */
const ANCHOR = 4
const TEXT = 5
/** The lines of text behind the first key of an item. */
const BLOCK = 6
const COMMENT = 7
/** An item in another one, which is not counted. */
const INNER = 8

/** What is read of a unit to see how far it is indented. */
const INDENT_BYTES = 1024
/** Blank lines and comments before a unit. In a block of text, comments are text. */
const BEFORE = /^(?:[^\S\n]*(?:#.*)?\n)*/
const BEFORE_TEXT = /^(?:[^\S\n]*\n)*/
/** A comment that is longer is a unit of its own. */
const MOST_COMMENT_BYTES = 256
/** More keys than this are shown like items. */
const MANY_KEYS = 24

const IDENTITY = /^["']?(?:name|id|key|title|kind)["']?$/i
const REF = /\[ref=\w+\]/

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder()

export class YamlLines implements LineKind {
  readonly sorts = ['documents', 'items', '', '', '', '', '', '', '']
  /** What tells whether it is YAML: nodes that have other nodes, those with refs, keys of several words, and those far from their values. */
  readonly found = { nodes: 0, keys: 0, opened: 0, refs: 0, phrases: 0, aligned: 0, isBroken: false }
  readonly #open = new OpenNodes()
  readonly rarity = this.#open.rarity
  readonly #recordBytes: number
  readonly #clipBytes: number
  readonly #mostBytes: number
  /** Lines of values that are too long to be shown. */
  #lost = 0
  #last: Waiting | undefined
  readonly #value = new OpenScalar()
  /** Where blank lines and comments begin that belong to what follows. */
  #pending: Place | undefined
  /** The column of the key whose lines of text are read. */
  #block: number | undefined
  /** True in a block of text that is a container of its own. */
  #isBare = false
  /** How many bytes of the last node stay at both ends if it is clipped. */
  #head = 0
  #tail = 0

  constructor(maxBytes: number) {
    this.#recordBytes = Math.max(64, Math.min(1024, maxBytes >> 2))
    this.#clipBytes = clipBytesFor(maxBytes)
    this.#mostBytes = maxBytes >> 1
  }

  readonly rank = ({ sort, index }: Unit, { size }: Unit, tail?: number): number => {
    if (sort === ANCHOR || (sort === DOCUMENT && size === 1)) return 0
    if (sort === TEXT) return 1 + byFirstAndLast(index, size)
    if (sort === COMMENT) return 2 + byFirst(index)
    const isKey = sort === KEY || sort === NAME || sort === BLOCK
    if (!isKey || size > MANY_KEYS) return 1 + byEnds(index, size, tail)
    return sort === KEY ? 1 + 0.4 * byFirst(index) : 0.1
  }

  line(line: Line, tree: Tree): boolean {
    this.found.isBroken ||= !this.#take(line, tree)
    return !this.found.isBroken
  }

  end(tree: Tree, at: Place): boolean {
    const end = this.#pending ?? at
    this.#endBlock(end, tree)
    this.#settle(end, -1, tree)
    if (end !== at) tree.record(end, at, COMMENT)
    return this.found.nodes > 1 && this.#lost * 2 < at.line
  }

  counts(tree: Tree): Record<string, number> {
    const [documents, items] = tree.counts
    if (documents > 1) return { documents }
    return items > 0 ? { items } : { keys: this.found.keys }
  }

  /** Marks are comments, so that a cut document parses. In a block of text they are lines of that text. */
  prefix({ units }: Unit, tree: Tree): string {
    // The first key of an item may have deeper units, which come first.
    const isText = units[0]?.sort === TEXT
    const unit = isText ? units[0] : units.at(-1)
    if (!unit) return '# '
    const { start, inner } = unit
    const text = tree.text(start.byte, Math.min(inner.byte, start.byte + INDENT_BYTES))
    const before = (isText ? BEFORE_TEXT : BEFORE).exec(text)?.[0].length ?? 0
    return `${/^ */.exec(text.slice(before))?.[0] ?? ''}# `
  }

  #take(line: Line, tree: Tree): boolean {
    const { text } = line
    const rest = text.trimStart()
    const indent = text.length - rest.length
    if (this.#value.isOpen) return this.#goOn(line, text)
    if (this.#block !== undefined && rest !== '') {
      if (indent > this.#block) return this.#text(line, tree)
      this.#endBlock(this.#pending ?? line.start, tree)
    }
    if (rest === '' || rest[0] === '#' || (indent === 0 && rest[0] === '%')) {
      this.#pending ??= line.start
      return true
    }
    const first = rest[0]
    if ((first === '?' || first === ':') && /^.(?:\s|$)/.test(rest)) return false
    if (indent > 0 && text.lastIndexOf('\t', indent - 1) >= 0) return false
    if (indent === 0 && (first === '-' || first === '.') && /^(?:---|\.\.\.)(?:\s|$)/.test(rest))
      return this.#document(line, rest, tree)
    const node = nodeIn(text, indent)
    return this.#joins(node, indent) ? this.#join() : this.#place(node, line, text, tree)
  }

  /** True for a line that goes on with the text before it, or that is nested too deep. */
  #joins({ isItem, key, level }: YamlNode, indent: number): boolean {
    const last = this.#last?.node
    if (!last) return false
    if (last.value !== '' && !last.isBlock && indent > last.column) return true
    if (!isItem && key === undefined && !last.isItem && last.key === undefined) return indent > 0
    return level > last.level && this.#isDeep
  }

  /** True where there is no room for another container and a block of text in it. */
  get #isDeep(): boolean {
    return this.#open.depth + 3 > MOST_DEPTH
  }

  #join(): boolean {
    if (this.#last) this.#last.lines++
    this.#pending = undefined
    return true
  }

  /** A value in quotes or brackets goes on. One that never ends is none. */
  #goOn(line: Line, text: string): boolean {
    const { start } = this.#last as Waiting
    return this.#join() && this.#value.read(text, 0) && line.endByte - start.byte <= MOST_RECORD_BYTES
  }

  #document(line: Line, rest: string, tree: Tree): boolean {
    const at = this.#pending ?? line.start
    this.#pending = undefined
    if (rest[0] === '-') {
      if (!/^---(?:\s+[&!]\S+)*\s*(?:#.*)?$/.test(rest)) return false
      this.#settle(at, -1, tree)
      this.#beginDocument(at, line.end, tree)
      return true
    }
    this.#settle(at, 0, tree)
    if (this.#open.depth === 0) this.#beginDocument(at, at, tree)
    if (at !== line.start) tree.record(at, line.start, COMMENT)
    tree.end(line.end, line.start)
    this.#open.close()
    return true
  }

  #beginDocument(start: Place, inner: Place, tree: Tree): void {
    tree.begin(start, DOCUMENT)
    tree.inner({ ...inner })
    this.#open.push(-1, DOCUMENT, start.byte)
  }

  #place(node: YamlNode, line: Line, text: string, tree: Tree): boolean {
    const { level, isItem, key } = node
    const around = this.#last?.node
    const isText = !isItem && key === undefined
    if (isText && !(around && level > around.level && around.value === '')) return false
    if (!isText && around && level > around.level) this.found.opened++
    let start = this.#pending ?? line.start
    this.#settle(start, level, tree)
    if (this.#open.depth === 0) this.#beginDocument(start, start, tree)
    if (line.startByte - start.byte > MOST_COMMENT_BYTES) {
      tree.record(start, line.start, COMMENT)
      start = line.start
    }
    this.#pending = undefined
    this.#count(node, text)
    this.#last = this.#open.wait(node, line, start, this.#sortOf(node, tree))
    this.#head = this.#tail = 0
    if (!node.isBlock) return this.#readValue(node, line, text, tree)
    this.#block = node.column
    return true
  }

  #count({ key, gap }: YamlNode, text: string): void {
    const { found } = this
    found.nodes++
    if (text.endsWith(']') || text.endsWith(':')) found.refs += REF.test(text) ? 1 : 0
    if (key === undefined) return
    found.keys++
    if (key.includes(' ')) found.phrases++
    if (gap > 1) found.aligned++
  }

  /** The sort of a node. A container with a name of its own becomes one that is shown early. */
  #sortOf({ key, value, isItem, hasAnchor }: YamlNode, tree: Tree): number {
    if (hasAnchor) return ANCHOR
    if (isItem) return this.#open.has(ITEM) ? INNER : ITEM
    if (key === undefined || value === '' || !IDENTITY.test(key)) return KEY
    const { top } = this.#open
    if (top?.sort === KEY) {
      top.sort = NAME
      tree.resort(NAME)
    }
    return NAME
  }

  /** The value of a line may go on below it. Of a longer line, only its end tells that. */
  #readValue(node: YamlNode, line: Line, text: string, tree: Tree): boolean {
    const { value, valueAt } = node
    const closer = CLOSERS[value[0]]
    const isLong = line.length > MOST_RECORD_BYTES
    if (closer !== undefined && !isLong && !this.#value.read(text, valueAt)) return false
    if (this.#value.isOpen || line.length <= this.#clipBytes + LEAST_CLIP_BYTES) return true
    const last = decoder.decode(tree.read(line.endByte - 8, line.endByte))
    const ending = closer === undefined ? '' : last.slice(last.lastIndexOf(closer))
    const isClosed = closer === undefined || ending.trimEnd() === closer
    if (isClosed && line.startByte === this.#last?.start.byte) {
      this.#head = encoder.encode(text.slice(0, headBeforeClip(text, node, this.#clipBytes))).length
      this.#tail = ending.replace('\n', '').length
    }
    return isClosed || !isLong
  }

  /** Ends the last node, and all containers that a node of this level is not in. */
  #settle(at: Place, level: number, tree: Tree): void {
    const last = this.#last
    if (last && level > last.node.level) this.#openLast(last, at, tree)
    else if (last) this.#flush(last, at, tree)
    this.#last = undefined
    for (let { top } = this.#open; top && top.level >= level; top = this.#open.top) {
      this.#open.close()
      tree.end(at)
    }
  }

  #openLast(last: Waiting, at: Place, tree: Tree): void {
    tree.begin(last.start, last.sort, { mostWhole: this.#recordBytes })
    tree.inner(at)
    this.#open.open(last)
    this.#last = undefined
  }

  #flush(last: Waiting, at: Place, tree: Tree): void {
    const { node, start, sort, lines } = last
    const isEmpty = node.value === '' && node.key !== undefined && !node.isItem
    if (isEmpty) this.#open.tellEmpty(last)
    const unit = tree.record(start, at, sort)
    if (this.#head > 0 && lines === 1) tree.clip(unit, this.#head, this.#tail)
    else if (at.byte - start.byte > this.#mostBytes) this.#lost += lines
  }

  /** A line of a block of text. Behind the first key of an item, these are a container of their own. */
  #text(line: Line, tree: Tree): boolean {
    const start = this.#pending ?? line.start
    const last = this.#last
    if (last && this.#isDeep) return this.#join()
    this.#pending = undefined
    if (last) {
      this.#openLast(last, start, tree)
      this.#isBare = last.node.isItem && last.node.key !== undefined
      if (this.#isBare) {
        tree.begin(start, BLOCK, { mostWhole: this.#recordBytes })
      }
    }
    const unit = tree.record(start, line.end, TEXT)
    if (start === line.start) tree.clip(unit, this.#clipBytes)
    return true
  }

  #endBlock(at: Place, tree: Tree): void {
    if (this.#isBare) tree.end(at)
    this.#isBare = false
    this.#block = undefined
  }
}
