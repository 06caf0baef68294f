import { windows } from './windows.ts'

/** Bytes of an anchor: the run of letters in a literal that the filters look for. */
export const ANCHOR_BYTES = 4

/** Groups of anchors that a filter tells apart, one bit each. */
export const BUCKETS = 8

/** How often each letter comes in logs and source code, in thousandths of all bytes; a first. */
const LETTER_FREQUENCY = [
  62, 14, 32, 33, 93, 20, 17, 21, 58, 4, 9, 37, 25, 53, 57, 25, 2, 54, 56, 69, 24, 10, 11, 5, 12, 4,
]

/** Letter pairs that come far more often than their letters alone would make them. */
const COMMON_PAIRS =
  ' th he in er an re nd at on nt es st en ed to it ou is or ti as te et ng al de se le ar ve ra ' +
  'ur io co me ro li ri ic ne ll ma ta ct ce us rc ap st pa le mo od ul ge fi il ex sr ss ee '
const COMMON_PAIR_FACTOR = 3

/** An anchor's place in its literal, the letters (lower case), and the bucket it was put in; -1 before that. */
export interface Anchor {
  offset: number
  letters: string
  bucket: number
}

/**
 * What a filter sees of a byte: letters of either case give 0 to 15, two letters to a class, and
 * everything that is no letter (and is not between Z and a, or after z) gives 16 or more.
 */
export const classOf = (byte: number): number => (byte & 0xcf) ^ 0x40

let frequencies: number[] | undefined

/** The same for a class; worked out when the first anchor is chosen. */
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

/** Anchors and buckets that were chosen together for literals in lower case, at leisure, by build/windows.mjs. */
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

/** The anchor of a literal in lower case: the chosen one, or else its rarest four letters; undefined where it has none. */
export function anchorOf(literal: string): Anchor | undefined {
  chosen ??= chosenAnchors()
  const known = chosen.get(literal)
  if (known !== undefined) return { offset: known.offset, letters: known.letters, bucket: known.bucket }
  const offset = rarestLetters(literal)
  return offset < 0
    ? undefined
    : { offset, letters: literal.slice(offset, offset + ANCHOR_BYTES), bucket: -1 }
}

/** Offset of the rarest run of four letters in `literal`; -1 where it has none. */
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
 * Puts each anchor that has no bucket in the one that lets through the fewest more bytes for it. A bucket
 * accepts every mix of the letters that its anchors have at each place, so like belongs with like.
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
