import { type PathSegment, segmentOf } from './path.ts'

/** Where the items of an output are: in the array at a path of JSON, or in its lines. */
export type ItemsPlace = { path: PathSegment[] } | 'lines' | undefined

/** Finds the outermost array, or the array with the most items directly inside the top object, or JSON lines. */
export class ItemsSurvey {
  isDone = false
  #depth = 0
  #inString = false
  #isEscaped = false
  #root: 'array' | 'object' | 'ended' | undefined
  #rootWas: 'array' | 'object' | undefined
  #member = 0
  #inArray = false
  #items = 0
  #hasItem = false
  #best: { member: number; items: number } | undefined
  #position = 0

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.isDone; at++, this.#position++) this.#step(chunk[at])
  }

  /** Undefined when the output has no items. */
  end(): ItemsPlace {
    if (this.isDone) return this.#rootWas ? 'lines' : undefined
    this.#endArray()
    if (this.#rootWas === 'array') return { path: [] }
    return this.#best && { path: [segmentOf({ member: this.#best.member })] }
  }

  #step(byte: number): void {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === 0x5c) this.#isEscaped = true
      else if (byte === 0x22) this.#inString = false
      return
    }
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return
    if (this.#depth === 0) this.#begin(byte)
    else this.#inside(byte)
  }

  #begin(byte: number): void {
    if (this.#position < 3 && byte === [0xef, 0xbb, 0xbf][this.#position]) return
    if (this.#root === undefined && (byte === 0x5b || byte === 0x7b)) {
      this.#root = this.#rootWas = byte === 0x5b ? 'array' : 'object'
      this.#depth = 1
    } else this.isDone = true
  }

  #inside(byte: number): void {
    if (byte === 0x5d || byte === 0x7d) this.#close()
    else if (byte === 0x2c) this.#separate()
    else {
      if (this.#depth === 2) this.#hasItem = true
      if (byte === 0x22) this.#inString = true
      else if (byte === 0x5b || byte === 0x7b) this.#open(byte === 0x5b)
    }
  }

  #open(isArray: boolean): void {
    this.#depth++
    if (this.#depth !== 2) return
    this.#inArray = isArray
    this.#items = 0
    this.#hasItem = false
  }

  #close(): void {
    if (this.#depth === 2) this.#endArray()
    this.#depth--
    if (this.#depth === 0) this.#root = 'ended'
  }

  #separate(): void {
    if (this.#depth === 1) this.#member++
    else if (this.#depth === 2) this.#items++
  }

  #endArray(): void {
    if (!this.#inArray || this.#rootWas !== 'object') return
    const items = this.#items + (this.#hasItem ? 1 : 0)
    if (!this.#best || items > this.#best.items) this.#best = { member: this.#member, items }
    this.#inArray = false
  }
}
