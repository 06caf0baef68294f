import { DASH } from './bytes.ts'

// Finds the numbers of a column that are far from the others. An even sample stands for all of them.

const MOST_SAMPLES = 64
/** With fewer numbers, none counts as far. */
const LEAST_NUMBERS = 16
/** A number is far if it lies so many widths of the middle half away from that half. */
const FAR = 3
/** The most far numbers whose places are remembered. */
const MOST_PLACES = 3
/** Two far numbers, or one in so many, are odd ones. More are a long tail. */
const FEW = 2
const ONE_IN = 200
/** How much less a far number tells than a value that came once. */
const WEIGHT = 4

export class Amounts {
  #count = 0
  #stride = 1
  #size = 0
  readonly #sample = new Float64Array(MOST_SAMPLES)
  readonly #bytes = new Float64Array(MOST_SAMPLES)
  #least = -Infinity
  #most = Infinity
  #farCount = 0
  /** Where the first far ones are. */
  #far: { amount: number; byte: number }[] = []

  /** Adds a number. True if it is far from the others. */
  add(amount: number, byte: number): boolean {
    const isFar = this.#isFar(amount) && this.#addFar(amount, byte)
    if (this.#count % this.#stride === 0) {
      if (this.#size === MOST_SAMPLES) this.#thin()
      this.#sample[this.#size] = amount
      this.#bytes[this.#size++] = byte
    }
    const count = ++this.#count
    if (count >= LEAST_NUMBERS && (count & (count - 1)) === 0) this.#measure()
    return isFar
  }

  #isFar(amount: number): boolean {
    return amount < this.#least || amount > this.#most
  }

  #addFar(amount: number, byte: number): boolean {
    this.#farCount++
    if (this.#far.length >= MOST_PLACES) return false
    this.#far.push({ amount, byte })
    return true
  }

  /** Drops every other number of the sample. Its size is even, so that the sample stays even. */
  #thin(): void {
    this.#stride *= 2
    this.#size /= 2
    for (let at = 0; at < this.#size; at++) {
      this.#sample[at] = this.#sample[2 * at]
      this.#bytes[at] = this.#bytes[2 * at]
    }
  }

  #measure(): void {
    const sorted = this.#sample.slice(0, this.#size).sort()
    const low = sorted[this.#size >> 2]
    const high = sorted[(3 * this.#size) >> 2]
    const width = high > low ? FAR * (high - low) : Infinity
    this.#least = low - width
    this.#most = high + width
    const far = this.#far.filter(({ amount }) => this.#isFar(amount))
    this.#farCount -= this.#far.length - far.length
    this.#far = far
    if (this.#farCount > 0) return
    for (let at = 0; at < this.#size; at++)
      if (this.#isFar(this.#sample[at])) this.#addFar(this.#sample[at], this.#bytes[at])
  }

  /** Tells where the far numbers are, if they are few. */
  score(tell: (byte: number, score: number) => void): void {
    if (this.#count < LEAST_NUMBERS) return
    this.#measure()
    if (this.#farCount > Math.max(FEW, this.#count / ONE_IN)) return
    for (const { byte } of this.#far) tell(byte, 1 / (WEIGHT * this.#farCount))
  }
}

const AMOUNT = /^(-?\d+(?:\.\d*)?)(?:%|([kmgt])(?:i?b)?)$/i
/** Powers of 1024. */
const SIZES = 'kmgt'

const isDigitAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** The number that a text is: `-12.5`, `98%`, `12K`, `3.4GiB`, `1e3`. NaN if it is none. */
export function amountIn(text: string): number {
  const first = text.charCodeAt(0) === DASH ? 1 : 0
  if (!isDigitAt(text, first)) return Number.NaN
  if (isDigitAt(text, text.length - 1)) return /^0[box]/i.test(text) ? Number.NaN : Number(text)
  const [, number, size] = AMOUNT.exec(text) ?? []
  return Number(number) * (size ? 1024 ** (1 + SIZES.indexOf(size.toLowerCase())) : 1)
}
