import { JsonScanner, type JsonVisitor, type ValueKind } from './json-scanner.ts'
import { type PathSegment, segmentOf } from './path.ts'

/** Where the items of an output are: in the array at a path of JSON, or in its lines. */
export type ItemsPlace = { path: PathSegment[] } | 'lines' | undefined

/** Finds the outermost array, or the array with the most items directly inside the top object, or JSON lines. */
export class ItemsSurvey implements JsonVisitor {
  isDone = false
  readonly isIdle = false
  readonly #scanner = new JsonScanner(this)
  #root: ValueKind | undefined
  /** The kinds of the open containers that are looked into: the root, and a member of it. */
  readonly #open: ValueKind[] = []
  #member = -1
  #items = 0
  #best: { member: number; items: number } | undefined

  write(chunk: Uint8Array): void {
    this.#scanner.write(chunk)
  }

  /** Undefined when the output has no items. */
  end(): ItemsPlace {
    if (this.isDone) return this.#root ? 'lines' : undefined
    while (this.#open.length > 0) this.endValue()
    if (this.#root === 'array') return { path: [] }
    return this.#best && { path: [segmentOf({ member: this.#best.member })] }
  }

  beginValue(kind: ValueKind): boolean {
    const depth = this.#open.length
    const isContainer = kind === 'array' || kind === 'object'
    if (depth === 0) {
      this.isDone = !isContainer || this.#root !== undefined
      if (!this.isDone) this.#root = kind
    } else if (depth === 2) this.#items++
    const isOpened = isContainer && depth < 2
    this.#open.push(kind)
    return isOpened
  }

  memberName(): void {
    if (this.#open.length !== 1) return
    this.#member++
    this.#items = 0
  }

  endValue(): void {
    const kind = this.#open.pop()
    const isInObject = this.#open.length === 1 && this.#root === 'object'
    if (kind !== 'array' || !isInObject) return
    if (!this.#best || this.#items > this.#best.items)
      this.#best = { member: this.#member, items: this.#items }
  }
}
