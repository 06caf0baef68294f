import { type Clip, clipWithin } from './clip.ts'
import type { Cursor } from './cursor.ts'
import type { Place } from './kind.ts'
import type { Tree } from './tree.ts'

// Which parts of an XML document are units. An element becomes a unit with units of its own only when it is longer than a
// record may be. Until then it may turn out to be a record, and its parts wait in a list.

/** The sorts of units. The tests are those of JUnit. */
export const FAILED = 0
export const PASSED = 1
export const SKIPPED = 2
export const SUITE = 3
export const TEXT = 4
export const ELEMENT = 5
export const COMMENT = 6
export const SORTS = 7

/** An element, a text, or a comment. */
export interface Node {
  start: Place
  sort: number
  isNotable: boolean
  /** What may be left out of it, if it has a long text. */
  clip: TextClip | undefined
  /** True once the tree has it as a container. */
  isInTree: boolean
  /** Set once such an element has ended: where its end tag begins. */
  close: Place | undefined
  /** Those of its units that have ended, as long as the tree does not have it. */
  waiting: Node[]
  /** Its last unit. */
  child: Node | undefined
  /** Names of its elements, hashed. */
  names: Set<number> | undefined
}

/** A range of a text that may be left out. `least` is where the text begins. */
export interface TextClip extends Clip {
  least: number
}

/** Adds the units of a document to a tree, as its reader meets them. */
export class XmlUnits {
  /** Open elements, the whole input first. */
  readonly open: Node[]
  readonly #tree: Tree
  readonly #recordBytes: number
  /** How many of them the tree has: always the outer ones. */
  #inTree = 1

  /** @param recordBytes an element longer than this becomes a unit with units of its own */
  constructor(tree: Tree, recordBytes: number, start: Place) {
    this.#tree = tree
    this.#recordBytes = recordBytes
    this.open = [{ ...nodeAt(start, 0), isInTree: true }]
  }

  get top(): Node {
    return this.open[this.open.length - 1]
  }

  /** Where the bytes begin that the tree does not have yet. */
  get pendingFrom(): number {
    const waiting = this.open[this.#inTree]
    if (waiting) return waiting.start.byte
    const { child } = this.top
    return child && !child.close ? child.start.byte : this.#tree.pendingFrom
  }

  /** A unit of the innermost element begins. */
  begin(start: Place, sort: number): Node {
    const { top } = this
    this.#addLarge(start.byte)
    if (top.isInTree) {
      if (top.child) this.#end(top.child, start)
      else this.#tree.inner(start)
    } else if (top.child) top.waiting.push(top.child)
    top.child = nodeAt(start, sort)
    return top.child
  }

  /** The innermost element ends. `last` is the end of its last unit, `closeByte` the offset of its end tag. */
  close(last: Cursor, closeByte: number): void {
    this.#addLarge(closeByte)
    const { top } = this
    this.open.pop()
    if (top.isInTree) {
      this.#inTree--
      top.close = last.place()
      if (top.child) this.#end(top.child, top.close)
    }
    top.waiting = []
    top.child = undefined
  }

  finish(end: Place): void {
    const { child } = this.top
    if (child) this.#end(child, end)
    this.#tree.finish(end)
  }

  /** Adds open elements that have become longer than a record, with their units so far. */
  #addLarge(byte: number): void {
    for (let at = this.#inTree; at < this.open.length; at++) {
      const node = this.open[at]
      if (byte - node.start.byte <= this.#recordBytes) return
      this.#inTree = at + 1
      node.isInTree = true
      this.#tree.begin(node.start, node.sort)
      if (!node.child) continue
      const units = [...node.waiting, node.child]
      this.#tree.inner(units[0].start)
      for (const [i, unit] of node.waiting.entries()) this.#end(unit, units[i + 1].start)
      node.waiting = []
    }
  }

  #end({ start, close, sort, clip, isNotable }: Node, end: Place): void {
    if (close) this.#tree.end(end, close, isNotable)
    else {
      const unit = this.#tree.record(start, end, sort, isNotable)
      unit.clip = clip && clipWithin(this.#tree, clip, start, end, clip.least)
    }
  }
}

const nodeAt = (start: Place, sort: number): Node => ({
  start,
  sort,
  isNotable: false,
  clip: undefined,
  isInTree: false,
  close: undefined,
  waiting: [],
  child: undefined,
  names: undefined,
})
