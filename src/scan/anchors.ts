import { windows } from './windows.ts'

/** Bytes in an anchor: the four letters in a row of a literal that the filters look for. */
export const ANCHOR_BYTES = 4

/** Groups of anchors that a filter distinguishes, one bit each. */
export const BUCKETS = 8

/** How often each letter occurs in logs and source code, in thousandths of all bytes, from a to z. */
const LETTER_FREQUENCY = [
  62, 14, 32, 33, 93, 20, 17, 21, 58, 4, 9, 37, 25, 53, 57, 25, 2, 54, 56, 69, 24, 10, 11, 5, 12, 4,
]

/** Letter pairs that are far more frequent than their letters suggest. */
const COMMON_PAIRS =
  ' th he in er an re nd at on nt es st en ed to it ou is or ti as te et ng al de se le ar ve ra ' +
  'ur io co me ro li ri ic ne ll ma ta ct ce us rc ap st pa le mo od ul ge fi il ex sr ss ee '
const COMMON_PAIR_FACTOR = 3

/** Offset of an anchor in its literal, its letters in lower case, and its bucket; -1 if it has none yet. */
export interface Anchor {
  offset: number
  letters: string
  bucket: number
}

/**
 * Class of a byte, as a filter sees it. Letters of either case have classes 0 to 15, two letters to a class. So do
 * other bytes from 0x40 to 0x7f. All other bytes have 16 or more.
 */
export const classOf = (byte: number): number => (byte & 0xcf) ^ 0x40

let frequencies: number[] | undefined

/** Frequency of a letter class. Computed when the first anchor is chosen. */
function frequencyOf(letterClass: number): number {
  frequencies ??= classFrequencies()
  return frequencies[letterClass]
}

function classFrequencies(): number[] {
  const sums = new Array<number>(16).fill(0)
  LETTER_FREQUENCY.forEach((frequency, letter) => {
    sums[classOf(0x61 + letter)] += frequency / 1000
  })
  return sums
}

/** Anchors and buckets by literal in lower case. build/windows.mjs chose them together in a long search. */
let chosen: Map<string, Anchor> | undefined

function chosenAnchors(): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>()
  windows.forEach((row, bucket) => {
    for (const marked of row.split('|')) {
      const offset = marked.search(/[A-Z]{4}/)
      const literal = marked.toLowerCase()
      anchors.set(literal, { offset, letters: literal.slice(offset, offset + ANCHOR_BYTES), bucket })
    }
  })
  return anchors
}

/** The anchor of a literal in lower case: the chosen one, or else its rarest four letters; undefined if it has none. */
export function anchorOf(literal: string): Anchor | undefined {
  chosen ??= chosenAnchors()
  const known = chosen.get(literal)
  if (known !== undefined) return { offset: known.offset, letters: known.letters, bucket: known.bucket }
  const offset = rarestLetters(literal)
  return offset < 0
    ? undefined
    : { offset, letters: literal.slice(offset, offset + ANCHOR_BYTES), bucket: -1 }
}

/** Offset of the rarest four letters in a row of `literal`; -1 if it has none. */
function rarestLetters(literal: string): number {
  let best = -1
  let bestWeight = Infinity
  for (let at = 0; at + ANCHOR_BYTES <= literal.length; at++) {
    const letters = literal.slice(at, at + ANCHOR_BYTES)
    if (!/^[a-z]{4}$/.test(letters)) continue
    const weight = weightOf(letters)
    if (weight < bestWeight) {
      best = at
      bestWeight = weight
    }
  }
  return best
}

function weightOf(letters: string): number {
  let weight = 1
  for (let i = 0; i < letters.length; i++) {
    weight *= frequencyOf(classOf(letters.charCodeAt(i)))
    if (COMMON_PAIRS.includes(` ${letters.slice(i, i + 2)} `)) weight *= COMMON_PAIR_FACTOR
  }
  return weight
}

/**
 * Puts each anchor that has no bucket into the one that then lets through the fewest additional bytes. A bucket accepts
 * every mix of its anchors' letters at each place, so similar anchors belong together.
 */
export function assignBuckets(anchors: Anchor[]): void {
  const buckets = Array.from({ length: BUCKETS }, () => new Array<number>(ANCHOR_BYTES).fill(0))
  for (const { bucket, letters } of anchors) {
    if (bucket >= 0) buckets[bucket] = withLetters(buckets[bucket], letters)
  }
  for (const anchor of anchors) {
    if (anchor.bucket >= 0) continue
    let leastGrowth = Infinity
    buckets.forEach((classes, bucket) => {
      const growth = passRate(withLetters(classes, anchor.letters)) - passRate(classes)
      if (growth < leastGrowth) {
        leastGrowth = growth
        anchor.bucket = bucket
      }
    })
    buckets[anchor.bucket] = withLetters(buckets[anchor.bucket], anchor.letters)
  }
}

/** One 16-bit set of classes for each place of an anchor. */
function withLetters(classes: readonly number[], letters: string): number[] {
  return classes.map((set, place) => set | (1 << classOf(letters.charCodeAt(place))))
}

function passRate(classes: readonly number[]): number {
  let rate = 1
  for (const set of classes) {
    let sum = 0
    for (let c = 0; c < 16; c++) if ((set >> c) & 1) sum += frequencyOf(c)
    rate *= sum
  }
  return rate
}
