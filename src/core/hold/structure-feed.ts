import type { Kind, Outline, Structure, UnitAnswer, UnitReader } from '../../kinds/kind.ts'
import { EscapeFinder, withoutColours } from '../bytes/colours.ts'
import { AskedPlaces } from './asked-places.ts'
import type { Structured } from './facts.ts'

/** The first bytes that tell the kind of an output. */
const HEAD_BYTES = 8192
/** What the reader of a kind may hold besides four times the limit. */
const HELD_BYTES = 512 * 1024

/** Recognises the kind of an input, and has it read while it comes. */
export class StructureFeed {
  totalBytes = 0
  readonly #structure: Structure
  readonly #maxBytes: number
  /** True when the text is shown without its colours. */
  readonly #dropsColours: boolean
  readonly #escapes = new EscapeFinder()
  /** Undefined without a query. */
  readonly #asked: AskedPlaces | undefined
  /** What waits until the kind is known and its reader begins. */
  #waiting: { bytes: Uint8Array; owned: boolean }[] = []
  #waitingBytes = 0
  #isJudged = false
  #kind: Kind | undefined
  #reader: UnitReader | undefined
  #outline: { of: Outline | undefined } | undefined

  /** @param query the words of a query */
  constructor(structure: Structure, maxBytes: number, dropsColours: boolean, query: readonly string[]) {
    this.#structure = structure
    this.#maxBytes = maxBytes
    this.#dropsColours = dropsColours
    if (query.length > 0)
      this.#asked = new AskedPlaces(query, (bytes, owned) => this.#reader?.write(bytes, owned))
  }

  /** Bytes of the colours that the text is shown without. 0 until the reader has begun. */
  get colourBytes(): number {
    return this.#dropsColours && this.#reader?.readsColours ? this.#escapes.colourBytes : 0
  }

  /** True for an input that is not read because it is nested too deep. */
  get isTooDeep(): boolean {
    return this.#reader?.isTooDeep === true
  }

  /** True when the input has an ESC that its units would show. */
  get hasEscapes(): boolean {
    const { hasOthers, isOpen, colourBytes } = this.#escapes
    return hasOthers || isOpen || colourBytes > this.colourBytes
  }

  /** What fails if this does, as `Failure.what`. */
  get failure(): string {
    return this.#kind ? `kind ${this.#kind.name}` : 'kind'
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (bytes.length === 0 || (this.#isJudged && !this.#kind)) return
    this.totalBytes += bytes.length
    if (this.#reader) {
      this.#read(bytes, owned)
      return
    }
    const last = { bytes, owned }
    this.#waiting.push(last)
    this.#waitingBytes += bytes.length
    // What fits is shown whole, so that most outputs need no reader.
    if (!this.#isJudged && this.#waitingBytes >= HEAD_BYTES) this.#judge(false)
    const kind = this.#kind
    if (this.#isJudged && !kind) return
    if (this.#waitingBytes > (kind?.mostBytes ?? Number.POSITIVE_INFINITY)) this.#drop()
    else if (owned) return
    else if (kind && kind.mostBytes === undefined && this.#waitingBytes > this.#maxBytes) this.#open(kind)
    else this.#copyLast()
  }

  /** The input, of so many bytes, if it is of a known kind. */
  recognised(totalBytes: number): Structured | undefined {
    // A reader that missed bytes knows nothing.
    if (totalBytes !== this.totalBytes) return undefined
    if (!this.#isJudged) this.#judge(true)
    return this.#kind && new Recognised(this.#kind, this)
  }

  /** Ends the input. May be called again. */
  outline(): Outline | undefined {
    if (!this.#outline) {
      if (this.#kind && !this.#reader) this.#open(this.#kind)
      this.#asked?.end()
      this.#outline = { of: this.#reader?.end() }
    }
    return this.#outline.of
  }

  answers(): readonly UnitAnswer[] {
    return this.#asked?.answers() ?? []
  }

  /** Copies the last chunk. Small ones share a buffer, which is as large as all before it: they take no memory of their own. */
  #copyLast(): void {
    const last = this.#waiting[this.#waiting.length - 1]
    const before = this.#waiting[this.#waiting.length - 2]
    const used = before?.bytes.length ?? 0
    const { bytes } = last
    if (before && !before.owned && used + bytes.length <= before.bytes.buffer.byteLength) {
      this.#waiting.pop()
      before.bytes = new Uint8Array(before.bytes.buffer, 0, used + bytes.length)
      before.bytes.set(bytes, used)
      return
    }
    last.bytes = new Uint8Array(
      new ArrayBuffer(Math.max(this.#waitingBytes - bytes.length, bytes.length)),
      0,
      bytes.length,
    )
    last.bytes.set(bytes)
  }

  /** Reads nothing: lines show the input. */
  #drop(): void {
    this.#kind = undefined
    this.#waiting = []
  }

  #judge(isWhole: boolean): void {
    this.#isJudged = true
    const head = new Uint8Array(Math.min(HEAD_BYTES, this.#waitingBytes))
    let at = 0
    for (const { bytes } of this.#waiting) {
      head.set(bytes.subarray(0, head.length - at), at)
      at = Math.min(head.length, at + bytes.length)
    }
    const shown = this.#dropsColours ? withoutColours(head) : head
    this.#kind = this.#structure.recognise(shown, isWhole && head.length === this.#waitingBytes)
    if (!this.#kind) this.#drop()
  }

  #open(kind: Kind): void {
    const bytes = 4 * Math.min(this.#maxBytes, 2 ** 28) + HELD_BYTES
    const asked = this.#asked
    this.#reader = kind.read(this.#maxBytes, {
      bytes,
      ...(asked && { isAsked: (start, end) => asked.isIn(start, end) }),
    })
    for (const { bytes, owned } of this.#waiting) this.#read(bytes, owned)
    this.#waiting = []
  }

  #read({ buffer, byteOffset, length }: Uint8Array, owned: boolean): void {
    // A view of a `Buffer` takes longer to make, and readers make one for each line.
    const bytes = new Uint8Array(buffer, byteOffset, length)
    this.#escapes.write(bytes)
    if (this.#asked) this.#asked.write(bytes, owned)
    else this.#reader?.write(bytes, owned)
  }
}

class Recognised implements Structured {
  readonly kind: Kind
  readonly #feed: StructureFeed

  constructor(kind: Kind, feed: StructureFeed) {
    this.kind = kind
    this.#feed = feed
  }

  outline(): Outline | undefined {
    return this.#feed.outline()
  }

  answers(): readonly UnitAnswer[] {
    return this.#feed.answers()
  }

  get isTooDeep(): boolean {
    return this.#feed.isTooDeep
  }

  get hasEscapes(): boolean {
    return this.#feed.hasEscapes
  }

  get colourBytes(): number {
    return this.#feed.colourBytes
  }
}
