import { type Clip, clipWithin } from './clip.ts'
import { ByteCursor } from './cursor.ts'
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
export const XML_SORTS = 7

/** An element, a text, or a comment, at the place where it begins. It is used again once it has ended. */
export class Node extends ByteCursor {
  /** The same place, if the tree has it. */
  start: Place | undefined
  sort = 0
  isNotable = false
  /** What may be left out of it, if it has a long text. */
  clip: TextClip | undefined
  /** True once the tree has it as a container. */
  isInTree = false
  /** Set once such an element has ended: where its end tag begins. */
  close: Place | undefined
  /** Those of its units that have ended, as long as the tree does not have it. */
  readonly waiting: Node[] = []
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
  readonly open: Node[] = [new Node()]
  top: Node
  readonly #tree: Tree
  readonly #recordBytes: number
  readonly #spare: Node[] = []
  /** How many open elements the tree has: always the outer ones. */
  #inTree = 1
  /** True behind a key of a property list, whose value belongs to it. */
  #isAfterKey = false

  /** @param recordBytes an element longer than this becomes a unit with units of its own */
  constructor(tree: Tree, recordBytes: number) {
    this.#tree = tree
    this.#recordBytes = recordBytes
    this.top = this.open[0]
    this.top.isInTree = true
  }

  /** Where the bytes begin that the tree does not have yet. */
  get pendingFrom(): number {
    const waiting = this.open[this.#inTree]
    if (waiting) return waiting.byte
    const { child } = this.top
    return child && !child.close ? child.byte : this.#tree.pendingFrom
  }

  /** A unit of the innermost element begins. */
  begin(at: ByteCursor, sort: number): Node {
    const { top } = this
    const { child } = top
    const isValue = this.#isAfterKey && child && !child.close
    this.#isAfterKey = false
    if (isValue) return child
    if (!top.isInTree) this.#addLarge(at.byte)
    const start = top.isInTree ? at.place() : undefined
    if (!start) {
      if (top.child) top.waiting.push(top.child)
    } else if (top.child) this.#end(top.child, start)
    else this.#tree.inner(start)
    const node = this.#spare.pop() ?? new Node()
    node.set(at)
    node.start = start
    node.sort = sort
    node.isNotable = node.isInTree = false
    node.clip = node.close = node.child = node.names = undefined
    top.child = node
    return node
  }

  /** The innermost element turns out to be of another sort. */
  resort(sort: number): void {
    this.top.sort = sort
    if (this.top.isInTree) this.#tree.resort(sort)
  }

  /** The unit that began last is an element with units of its own. */
  enter(node: Node): void {
    this.open.push(node)
    this.top = node
  }

  /** The innermost element ends. `last` is the end of its last unit, `closeByte` the offset of its end tag. */
  close(last: ByteCursor, closeByte: number, isKey: boolean): void {
    this.#isAfterKey = isKey
    const { top } = this
    if (!top.isInTree) this.#addLarge(closeByte)
    this.open.pop()
    this.top = this.open[this.open.length - 1]
    if (top.isInTree) {
      this.#inTree--
      top.close = last.place()
      if (top.child) this.#end(top.child, top.close)
    } else if (top.child) {
      this.#spare.push(top.child)
      for (let unit = top.waiting.pop(); unit; unit = top.waiting.pop()) this.#spare.push(unit)
    }
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
      if (byte - node.byte <= this.#recordBytes) return
      this.#inTree = at + 1
      node.isInTree = true
      this.#tree.begin(node.place(), node.sort)
      if (!node.child) continue
      const units = [...node.waiting, node.child]
      const places = units.map((unit) => unit.place())
      this.#tree.inner(places[0])
      for (const [i, unit] of node.waiting.entries()) this.#end(unit, places[i + 1])
      node.waiting.length = 0
    }
  }

  #end(node: Node, end: Place): void {
    const { close, clip, sort, isNotable } = node
    if (close) this.#tree.end(end, close, isNotable)
    else {
      const start = node.start ?? node.place()
      const unit = this.#tree.record(start, end, sort, isNotable)
      unit.clip = clip && clipWithin(this.#tree, clip, start, end, clip.least)
    }
    this.#spare.push(node)
  }
}
