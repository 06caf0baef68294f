import { colourFloor } from '../core/bytes/colours.ts'
import { countCodePoints, graphemeFloor } from '../core/bytes/graphemes.ts'
import { placeBehind } from './clip.ts'
import type { Place, Search } from './kind.ts'
import type { Tree } from './tree.ts'

// The parts of a long line in which something was searched for: what is around each match, and what is between.

/** Bytes that are searched at once. What a tree holds of a line that goes on is no less. */
const BLOCK_BYTES = 8192
/** A match that is longer may be missed where two blocks meet. */
const OVERLAP_BYTES = 2048

/** The sorts of a part with the first match, of those with others, and of those between. */
interface PartSorts {
  first: number
  more: number
  between: number
}

/** Tells a tree the parts of one line behind its first bytes, in blocks that do not depend on chunks. */
export class FoundParts {
  readonly #tree: Tree
  readonly #search: Search
  readonly #sorts: PartSorts
  #hasFound = false
  /** The most bytes of a part with a match. */
  readonly #most: number
  readonly #block = new Uint8Array(BLOCK_BYTES)
  #size = 0
  /** Where the last part ends: in the input, and in the block. */
  #last: Place
  #at = 0
  /** Where the block is searched on from. */
  #from = 0
  /** @param last where the first bytes end that are shown anyway */
  constructor(tree: Tree, search: Search, sorts: PartSorts, most: number, last: Place) {
    this.#tree = tree
    this.#search = search
    this.#sorts = sorts
    this.#most = most
    this.#last = last
  }

  /** Takes bytes of the line that begin at a byte of the input. Those that it has, or that are shown anyway, are passed over. */
  write(given: Uint8Array, startByte: number): void {
    const next = this.#last.byte + this.#size - this.#at
    const bytes = given.subarray(Math.max(0, next - startByte))
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#size)
      this.#block.set(part, this.#size)
      this.#size += part.length
      at += part.length
      if (this.#size === BLOCK_BYTES) this.#look(false)
    }
  }

  /** Ends the line before its LF. Returns that place. */
  end(): Place {
    this.#look(true)
    this.#tellBetween(this.#size)
    return this.#last
  }

  #look(isEnd: boolean): void {
    const size = this.#size
    // A match may go on behind the block, and what is shown behind it as well.
    const most = isEnd ? size : size - OVERLAP_BYTES / 2
    for (;;) {
      const end = this.#search(this.#block, this.#from, size)
      if (end < 0 || end > most) break
      this.#tellMatch(end)
      this.#from = Math.max(end, this.#from + 1, this.#at)
    }
    if (!isEnd) this.#forget(size - OVERLAP_BYTES)
  }

  #tellMatch(end: number): void {
    if (end <= this.#at) return
    const start = Math.max(this.#at, this.#floor(end - Math.ceil(0.6 * this.#most)))
    this.#tellBetween(start)
    const { first, more } = this.#sorts
    this.#tell(this.#floor(end + Math.floor(0.4 * this.#most)), this.#hasFound ? more : first)
    this.#hasFound = true
  }

  #floor(at: number): number {
    const bytes = this.#block.subarray(0, this.#size)
    return at <= 0 ? 0 : colourFloor(bytes, graphemeFloor(bytes, at))
  }

  /** Adds what is between matches, in short parts that fill the room. */
  #tellBetween(to: number): void {
    while (to - this.#at > this.#most) {
      const next = this.#floor(this.#at + this.#most)
      if (next <= this.#at) break
      this.#tell(next, this.#sorts.between)
    }
    this.#tell(to, this.#sorts.between)
  }

  /** Adds a part up to a byte of the block. */
  #tell(to: number, sort: number): void {
    if (to <= this.#at) return
    const codePoints = countCodePoints(this.#block, this.#at, to)
    const end = placeBehind(this.#last, to - this.#at, codePoints)
    this.#tree.record(this.#last, end, sort, sort !== this.#sorts.between)
    this.#last = end
    this.#at = to
  }

  /** Forgets the block up to a byte, or up to the last part if that ends behind it. */
  #forget(to: number): void {
    this.#tellBetween(this.#floor(Math.max(to, this.#at)))
    this.#block.copyWithin(0, this.#at, this.#size)
    this.#size -= this.#at
    this.#from = Math.max(0, this.#from - this.#at)
    this.#at = 0
  }
}
