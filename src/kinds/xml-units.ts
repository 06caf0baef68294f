import { clipWithin } from './clip.ts'
import { ANY, pathIn } from './column.ts'
import type { ByteCursor, TextClip } from './cursor.ts'
import type { Place } from './kind.ts'
import type { Rarity } from './rarity.ts'
import { MOST_DEPTH, type Tree } from './tree.ts'

// Which parts of an XML document are units: elements, with units of their own if they are longer than a record may be,
// texts and comments.

const decoder = /* @__PURE__ */ new TextDecoder()

/** The sorts of units. The tests are those of JUnit. */
export const FAILED = 0
export const PASSED = 1
export const SKIPPED = 2
export const SUITE = 3
export const TEXT = 4
export const ELEMENT = 5
export const COMMENT = 6
export const XML_SORTS = 7

/** An element, a text, or a comment. */
export class Node {
  start: Place
  sort: number
  isNotable = false
  /** What may be left out of it, if it has a long text. */
  clip: TextClip | undefined
  /** True for an element whose units may come. */
  isOpen = false
  /** Set once such an element has ended: where its end tag begins. */
  close: Place | undefined
  /** Names of its elements, hashed. */
  names: Set<number> | undefined
  /** A hash of the names around it and its own. */
  path = 0

  constructor(start: Place, sort: number) {
    this.start = start
    this.sort = sort
  }
}

/** Adds the units of a document to a tree, as its reader meets them. */
export class XmlUnits {
  /** Open elements, the whole input first. */
  readonly open: Node[]
  readonly #rarity: Rarity
  readonly #tree: Tree
  readonly #recordBytes: number
  /** The unit that began last in the innermost element. It ends where the next one begins. */
  #last: Node | undefined
  /** True behind a key of a property list, whose value belongs to it. */
  #isAfterKey = false

  /** @param recordBytes an element longer than this becomes a unit with units of its own */
  constructor(tree: Tree, rarity: Rarity, recordBytes: number) {
    this.#tree = tree
    this.#rarity = rarity
    this.#recordBytes = recordBytes
    this.open = [new Node(tree.root.start, ELEMENT)]
  }

  /** The innermost element. */
  get top(): Node {
    return this.open[this.open.length - 1]
  }

  /** A unit of the innermost element begins. Undefined where it is nested too deep. */
  begin(at: ByteCursor, sort: number): Node | undefined {
    if (this.open.length > MOST_DEPTH) return undefined
    const last = this.#last
    const isValue = this.#isAfterKey
    this.#isAfterKey = false
    if (isValue && last) {
      last.close = undefined
      return last
    }
    const start = at.place()
    this.#endLast(start)
    this.#tree.inner(start)
    this.#last = new Node(start, sort)
    return this.#last
  }

  /** The innermost element turns out to be of another sort. */
  resort(sort: number): void {
    this.top.sort = sort
    this.#tree.resort(sort)
  }

  /** The unit that began last is an element with units of its own. */
  enter(node: Node): void {
    if (!node.isOpen) this.#tree.begin(node.start, node.sort, { mostWhole: this.#recordBytes })
    node.isOpen = true
    this.open.push(node)
    this.#last = undefined
  }

  /** The innermost element ends. `last` is the end of its last unit, `closeByte` the offset of its end tag. */
  close(last: ByteCursor, closeByte: number, isKey: boolean): void {
    const close = last.place()
    this.#endLast(close)
    const node = this.open.pop() as Node
    node.close = close
    this.#last = node
    this.#isAfterKey = isKey && closeByte - node.start.byte <= this.#recordBytes
    if (this.#isAfterKey) this.#tree.empty()
  }

  /** The name of a unit is known. Undefined for a text. */
  name(node: Node, name: number): void {
    node.path = pathIn(this.top.path, name)
  }

  /** A text of the innermost element, or the value of an attribute of a unit, was read up to a byte. */
  tell(
    node: Node | undefined,
    attribute: number | undefined,
    { first, length }: { first: Uint8Array; length: number },
    endByte: number,
  ): void {
    const rarity = this.#rarity
    const path = attribute === undefined ? pathIn(this.top.path, ANY) : pathIn(node?.path ?? 0, attribute)
    rarity.tellText(rarity.column(path), decoder.decode(first.subarray(0, length)), endByte - 1)
  }

  /** The input ends. */
  finish(end: Place): void {
    this.#endLast(end)
    this.#tree.finish(end)
  }

  #endLast(end: Place): void {
    const node = this.#last
    this.#last = undefined
    if (!node) return
    const { start, sort, isNotable, isOpen, close, clip } = node
    const unit = isOpen
      ? this.#tree.end(end, close ?? end, isNotable)
      : this.#tree.record(start, end, sort, isNotable)
    if (clip && !isOpen) unit.clip = clipWithin(this.#tree.bytes, clip, { start, end }, clip.least)
  }
}
