import { Amounts } from './amounts.ts'
import { SPACE } from './bytes.ts'

// The values of one column, counted in bounded memory: those of a row of a table at one place, or of a record at one path.

/** The most texts that are told apart. If there are more, all texts count as one value. */
const MOST_TEXTS = 48
/** The same for numbers. If there are more, only numbers that are far from the others count. */
const MOST_NUMBERS = 12
/** The most places that are remembered of each value. */
const MOST_PLACES = 3
/** So many rows, or one in so many, may be rare while they come. */
const FEW = 4
const ONE_IN = 16
/** A column with many values, or with many that are rare, tells less: their product is at most one in so many rows. */
const LEAST_ALIKE = 4

interface Value {
  count: number
  isNumber: boolean
  /** Where it stands, for the first times that it came. */
  places: number[]
}

/** Texts, or numbers. */
interface Sort {
  readonly most: number
  /** How many are told apart. */
  count: number
  /** The value that stands for all of them, once there are too many. */
  all: Value | undefined
}

const newValue = (isNumber: boolean): Value => ({ count: 0, isNumber, places: [] })

/** Continues a hash. */
export const mixed = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193)

/** A hash of a text, 0 for none. */
export function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at) + 1)
  return hash
}

export class Column {
  rows = 0
  readonly #values = new Map<number, Value>()
  /** How many values came once, twice, … */
  readonly #times = new Array<number>(MOST_PLACES + 1).fill(0)
  readonly #texts: Sort = { most: MOST_TEXTS, count: 0, all: undefined }
  readonly #numbers: Sort = { most: MOST_NUMBERS, count: 0, all: undefined }
  #amounts: Amounts | undefined
  /** The forms of texts, which tell more than the texts once these are too many: where they come from, and their signs. */
  #origins: Column | undefined
  #signs: Column | undefined

  /** A hash of a value. Where values are not told apart any more, any hash will do. */
  hash(text: string, amount: number): number {
    const { all } = Number.isNaN(amount) ? this.#texts : this.#numbers
    return all ? text.length : hashOf(text)
  }

  /** True for the hash of a text whose form tells more. */
  isNew(hash: number): boolean {
    return this.#texts.all !== undefined || !this.#values.has(hash)
  }

  /**
   * Adds a value. If it is a new text, its form is added too. Returns whether the value or its form may be rare.
   *
   * @param text what the text is, or how it begins, if that is known
   */
  add(hash: number, amount: number, byte: number, text?: string): boolean {
    const isOfForm = text !== undefined && this.isNew(hash) && this.#addForm(text, byte)
    return this.#add(hash, amount, byte) || isOfForm
  }

  /** Counts the origin and the signs of a text, each until it has too many values to be told apart. */
  #addForm(text: string, byte: number): boolean {
    this.#origins ??= new Column()
    this.#signs ??= new Column()
    const [origins, signs] = [this.#origins, this.#signs]
    const isOfSigns = !signs.#texts.all && signs.#add(signsOf(text), Number.NaN, byte)
    const isOfOrigin = !origins.#texts.all && origins.#add(originOf(text), Number.NaN, byte)
    return this.#texts.all !== undefined && (origins.#texts.all ? isOfSigns : isOfOrigin)
  }

  /** The forms that are told apart. */
  get #forms(): Column | undefined {
    const origins = this.#origins
    return origins && origins.#texts.all === undefined ? origins : this.#signs
  }

  #add(hash: number, amount: number, byte: number): boolean {
    this.rows++
    const isNumber = !Number.isNaN(amount)
    if (isNumber) this.#amounts ??= new Amounts()
    const isFar = isNumber && this.#amounts?.add(amount, byte) === true
    const value = this.#valueOf(hash, isNumber)
    const times = this.#times
    const count = ++value.count
    if (count > MOST_PLACES + 1) return isFar
    times[count - 1]--
    if (count > MOST_PLACES) return isFar
    times[count]++
    value.places.push(byte)
    let alike = 0
    for (let each = 1; each <= count; each++) alike += each * times[each]
    return isFar || alike <= Math.max(FEW, this.rows / ONE_IN)
  }

  #valueOf(hash: number, isNumber: boolean): Value {
    const sort = isNumber ? this.#numbers : this.#texts
    if (sort.all && hash !== 0) return sort.all
    const known = this.#values.get(hash)
    if (known) return known
    const value = newValue(isNumber)
    this.#values.set(hash, value)
    if (hash === 0 || ++sort.count <= sort.most) return value
    sort.all = this.#merged(isNumber)
    return sort.all
  }

  /** Makes one value of all texts, or of all numbers. What came often needs no places. */
  #merged(isNumber: boolean): Value {
    const all = newValue(isNumber)
    for (const [hash, value] of this.#values) {
      if (value.isNumber !== isNumber || hash === 0) continue
      all.count += value.count
      if (value.count <= MOST_PLACES) this.#times[value.count]--
      this.#values.delete(hash)
    }
    // No hash is a fraction.
    this.#values.set(isNumber ? 0.5 : 1.5, all)
    return all
  }

  /** Tells where rare values are, and how rare they are. */
  score(tell: (byte: number, score: number) => void): void {
    const values = [...this.#values.values()].sort((a, b) => a.count - b.count)
    let alike = 0
    for (let at = 0; at < values.length; ) {
      const { count } = values[at]
      let to = at
      while (to < values.length && values[to].count === count) to++
      alike += count * (to - at)
      const weight = alike * values.length
      if (weight * LEAST_ALIKE > this.rows) break
      for (; at < to; at++)
        for (const [nth, byte] of values[at].places.entries()) tell(byte, 1 / (weight * (1 + nth)))
    }
    if (this.#numbers.all) this.#amounts?.score(tell)
    if (this.#texts.all) this.#forms?.score(tell)
  }
}

// What texts have in common that are all different, hashed.

/** What is read of a text for its form. */
export const FORM_LENGTH = 64

const LETTER = 1
const CAPITAL = 2
const DIGIT = 3
const OTHER = 4
/** The number of each byte among the signs. */
const SIGNS = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  if (/[a-z]/.test(sign)) return LETTER
  if (/[A-Z]/.test(sign)) return CAPITAL
  return /[0-9]/.test(sign) ? DIGIT : byte > SPACE && byte < 0x7f ? OTHER + (byte & 0x1f) : OTHER
})

/** Of a path, what stands before its first slash; of a URL, before the third. Of other texts, their signs. */
function originOf(text: string): number {
  let end = text.indexOf('/', 1)
  if (text[end - 1] === ':') end = text.indexOf('/', text.indexOf('/', end + 1) + 1)
  return end > 0 && end < FORM_LENGTH ? hashOf(text.slice(0, end)) : signsOf(text)
}

const signAt = (text: string, at: number): number => SIGNS[text.charCodeAt(at)] ?? OTHER

/** The first sign of a text, and which signs it has: letters and digits count as one each. */
export function signsOf(text: string): number {
  const end = Math.min(text.length, FORM_LENGTH)
  let has = 0
  for (let at = 0; at < end; at++) has |= 1 << signAt(text, at)
  return mixed(mixed(0, signAt(text, 0)), has)
}

// Where a value of JSON stands: the names around it, hashed. Items of an array share a path, and so do the objects in a long
// object, whose names are data.

/** Stands for the place of an item. */
export const ANY = 1
/** Stands for the names of an object. */
export const NAMES = 2

export const pathIn = (around: number, name: number): number => mixed(mixed(around, 0x2e), name)

const NULL = 0x6e

/** A hash of a word. 0 for `null`, as for an empty string. */
export function hashOfWord(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0
  if (bytes[from] !== NULL) for (let at = from; at < to; at++) hash = mixed(hash, bytes[at] + 1)
  return hash
}
