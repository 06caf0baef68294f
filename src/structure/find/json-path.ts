import { LINE_BREAK, listNames, MOST_NAMES, type UnitSelector } from './find.ts'
import { type Step, takesMany } from './path.ts'

/** A container on the way to the value. Only these are remembered, so nesting needs no memory. */
interface Level {
  isArray: boolean
  /** Elements or members that began. */
  count: number
  names: string[]
  key: string | undefined
  expectsKey: boolean
}

/** Most bytes that are read of a name. A longer name equals none of the asked names. */
const NAME_BYTES = 64 * 1024

/** Selects the values of a path as they stand, one after the other with line breaks between. Of equal names the first. */
export class JsonPathSelector implements UnitSelector {
  isFound = false
  isDone = false
  isCut = false
  readonly #steps: readonly Step[]
  readonly #levels: Level[] = []
  #depth = 0
  #position = 0
  #inString = false
  #isEscaped = false
  /** In a number, a word or anything else that is no string and no container. */
  #inWord = false
  #isKey = false
  #keyBytes: number[] = []
  #hasRoot = false
  /** Depth of the value that is being selected. */
  #captured: number | undefined
  #deepest: { level: Level; depth: number } | undefined

  constructor(steps: readonly Step[]) {
    this.#steps = steps
  }

  write(chunk: Uint8Array): Uint8Array[] {
    const out: Uint8Array[] = []
    let from = this.#captured === undefined ? -1 : 0
    for (let at = 0; at < chunk.length && !this.isDone; at++, this.#position++) {
      const wasCaptured = this.#captured !== undefined
      const endsAfter = this.#step(chunk[at])
      if (wasCaptured && this.#captured === undefined) {
        out.push(chunk.subarray(from, endsAfter ? at + 1 : at), LINE_BREAK)
        from = -1
      } else if (!wasCaptured && this.#captured !== undefined) from = at
    }
    if (this.#captured !== undefined && from >= 0 && from < chunk.length) out.push(chunk.subarray(from))
    return out
  }

  end(): Uint8Array[] {
    const isOpen = this.#captured !== undefined
    this.isCut = isOpen && !(this.#inWord && this.#depth === 0)
    for (const level of this.#levels) this.#remember(level)
    return isOpen ? [LINE_BREAK] : []
  }

  missing(): string {
    if (!this.#hasRoot) return 'There is no JSON value.'
    if (!this.#deepest) return 'The value has no such part.'
    const { level, depth } = this.#deepest
    const where = depth === 1 ? '$' : `The value ${depth - 1} steps into the path`
    if (level.isArray) return `${where} is an array of ${level.count} items, from [0].`
    return level.count === 0
      ? `${where} is an object without members.`
      : `${where} is an object with ${listNames(level.names, level.count)}.`
  }

  /** Takes one byte. True if a value that ends here includes the byte. */
  #step(byte: number): boolean {
    if (this.#inString) return this.#inText(byte)
    if (byte === 0x22) {
      this.#endWord()
      this.#beginString()
      return false
    }
    if (byte === 0x7b || byte === 0x5b) {
      this.#endWord()
      this.#open(byte === 0x5b)
      return false
    }
    if (byte === 0x7d || byte === 0x5d) {
      this.#endWord()
      return this.#close()
    }
    if (byte === 0x2c || byte === 0x3a) this.#separate(byte)
    else if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) this.#endWord()
    else if (!this.#inWord && !this.#isMark(byte)) {
      this.#beginValue()
      this.#inWord = true
    }
    return false
  }

  /** True for the bytes of a BOM at the very start. */
  #isMark(byte: number): boolean {
    return this.#position < 3 && byte === [0xef, 0xbb, 0xbf][this.#position]
  }

  #inText(byte: number): boolean {
    if (this.#isKey && (byte !== 0x22 || this.#isEscaped) && this.#keyBytes.length <= NAME_BYTES)
      this.#keyBytes.push(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === 0x5c) this.#isEscaped = true
    else if (byte === 0x22) {
      this.#inString = false
      if (this.#isKey) this.#endKey()
      else if (this.#captured === this.#depth) return this.#endCapture()
    }
    return false
  }

  #beginString(): void {
    this.#inString = true
    const level = this.#current()
    this.#isKey = level !== undefined && !level.isArray && level.expectsKey
    this.#keyBytes = []
    if (!this.#isKey) this.#beginValue()
  }

  #endKey(): void {
    this.#isKey = false
    const level = this.#current()
    if (!level) return
    const isWhole = this.#keyBytes.length <= NAME_BYTES
    level.key = isWhole ? nameOf(Uint8Array.from(this.#keyBytes)) : undefined
    level.expectsKey = false
    if (level.names.length < MOST_NAMES) level.names.push((level.key ?? '…').slice(0, 200))
    level.count++
  }

  #open(isArray: boolean): void {
    const isOnPath = this.#beginValue() && this.#captured === undefined
    this.#depth++
    if (!isOnPath) return
    this.#levels.push({ isArray, count: 0, names: [], key: undefined, expectsKey: !isArray })
  }

  #close(): boolean {
    if (this.#depth === 0) return false
    const level = this.#current()
    if (level) {
      this.#levels.pop()
      this.#remember(level, this.#depth)
    }
    this.#depth--
    if (this.#captured === this.#depth) return this.#endCapture()
    if (level && this.#depth === 0) this.isDone = true
    return false
  }

  #separate(byte: number): void {
    this.#endWord()
    const level = this.#current()
    if (level && byte === 0x2c) level.expectsKey = !level.isArray
  }

  /** The container that is open now, if the path leads through it. */
  #current(): Level | undefined {
    return this.#captured === undefined && this.#levels.length === this.#depth
      ? this.#levels[this.#depth - 1]
      : undefined
  }

  /** Notes that a value begins. True if the path leads to it or through it. */
  #beginValue(): boolean {
    if (this.#captured !== undefined) return false
    if (this.#depth === 0) {
      if (this.#hasRoot) {
        this.isDone = true
        return false
      }
      this.#hasRoot = true
      return this.#reach(0)
    }
    const level = this.#current()
    if (!level) return false
    const ordinal = level.isArray ? level.count++ : level.count - 1
    return this.#matches(this.#steps[this.#depth - 1], level, ordinal) && this.#reach(this.#depth)
  }

  #matches(step: Step, level: Level, ordinal: number): boolean {
    if ('isAny' in step) return true
    if ('member' in step) return !level.isArray && ordinal === step.member
    if ('name' in step) return !level.isArray && level.key === step.name
    return level.isArray && ordinal >= step.first && ordinal < step.end
  }

  #reach(depth: number): true {
    if (depth === this.#steps.length) {
      this.#captured = depth
      this.isFound = true
    }
    return true
  }

  #endWord(): void {
    if (!this.#inWord) return
    this.#inWord = false
    if (this.#captured === this.#depth) this.#endCapture()
  }

  #endCapture(): true {
    this.#captured = undefined
    // No later value can match once every step names one value, or the only slice is complete.
    const first = this.#steps.findIndex(takesMany)
    const last = this.#steps.findLastIndex(takesMany)
    const step = this.#steps[last]
    const level = this.#levels[last]
    const isComplete = step && 'end' in step && level !== undefined && level.count >= step.end
    if (last < 0 || (first === last && isComplete)) this.isDone = true
    return true
  }

  #remember(level: Level, depth = this.#levels.indexOf(level) + 1): void {
    if (!this.#deepest || depth > this.#deepest.depth) this.#deepest = { level, depth }
  }
}

function nameOf(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}
