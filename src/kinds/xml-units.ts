import { clipWithin } from './clip.ts'
import type { ByteCursor, TextClip } from './cursor.ts'
import type { Place } from './kind.ts'
import { MOST_DEPTH, type Tree } from './tree.ts'

// Which parts of an XML document are units: elements, with units of their own if they are longer than a record may be,
// texts and comments.

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
export interface Node {
  start: Place
  sort: number
  isNotable: boolean
  /** What may be left out of it, if it has a long text. */
  clip: TextClip | undefined
  /** True for an element whose units may come. */
  isOpen: boolean
  /** Set once such an element has ended: where its end tag begins. */
  close: Place | undefined
  /** Names of its elements, hashed. */
  names: Set<number> | undefined
}

const nodeAt = (start: Place, sort: number): Node => ({
  start,
  sort,
  isNotable: false,
  clip: undefined,
  isOpen: false,
  close: undefined,
  names: undefined,
})

/** Adds the units of a document to a tree, as its reader meets them. */
export class XmlUnits {
  /** Open elements, the whole input first. */
  readonly open: Node[]
  readonly #tree: Tree
  readonly #recordBytes: number
  /** The unit that began last in the innermost element. It ends where the next one begins. */
  #last: Node | undefined
  /** True behind a key of a property list, whose value belongs to it. */
  #isAfterKey = false

  /** @param recordBytes an element longer than this becomes a unit with units of its own */
  constructor(tree: Tree, recordBytes: number) {
    this.#tree = tree
    this.#recordBytes = recordBytes
    this.open = [nodeAt(tree.root.start, ELEMENT)]
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
    this.#last = nodeAt(start, sort)
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

  finish(end: Place): void {
    this.#endLast(end)
    this.#tree.finish(end)
  }

  #endLast(end: Place): void {
    const node = this.#last
    this.#last = undefined
    if (!node) return
    const { start, sort, isNotable, isOpen, close, clip } = node
    if (isOpen) this.#tree.end(end, close ?? end, isNotable)
    else {
      const unit = this.#tree.record(start, end, sort, isNotable)
      unit.clip = clip && clipWithin(this.#tree.bytes, clip, { start, end }, clip.least)
    }
  }
}
