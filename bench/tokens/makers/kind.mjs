// A kind of text: a name, a group, and where its samples come from.
import { createRandom, shuffled } from '../../random.mjs'

const KIB = 1024

/** Sizes of the samples in characters. For a fitted kind, the samples at HELD are kept out of the fit. */
export const SIZES = [8 * KIB, 4 * KIB, 6 * KIB, 12 * KIB, 4 * KIB]
const HELD = new Set([2, 4])

/**
 * @typedef {object} Kind
 * @property {string} kind
 * @property {'natural' | 'dense' | 'hostile'} group
 * @property {boolean} fitted whether coefficients are fitted to its samples; else the kind only measures the estimator
 * @property {string[]} samples
 * @property {string[]} held for a fitted kind, the samples that are kept out of the fit; else empty
 */

/** @returns {Kind} */
export function kindOf({ kind, group = 'natural', fitted = false }, texts) {
  if (!fitted) return { kind, group, fitted, samples: texts, held: [] }
  return {
    kind,
    group,
    fitted,
    samples: texts.filter((_, i) => !HELD.has(i)),
    held: texts.filter((_, i) => HELD.has(i)),
  }
}

/**
 * A kind whose texts a function makes: `(random, chars) => string`. Cut at the last line end within `chars`, if there
 * is one.
 */
export function made(about, make) {
  const seed = seedOf(about.kind)
  return kindOf(
    about,
    SIZES.map((size, i) => cutAt(make(createRandom(seed + 7919 * i), size), size)),
  )
}

/** A kind whose lines a function makes: `(random, line) => string`. */
export function lined(about, lineOf) {
  return made(about, (random, chars) => linesOf(random, chars, lineOf))
}

export function linesOf(random, chars, lineOf) {
  const lines = []
  for (let size = 0, line = 1; size < chars; line++) {
    const text = lineOf(random, line)
    lines.push(text)
    size += text.length + 1
  }
  return `${lines.join('\n')}\n`
}

/** A kind of real texts. Each sample continues where the one before ended. */
export function taken(about, files) {
  if (files.length === 0) throw new Error(`There is no text of the kind "${about.kind}".`)
  const whole = shuffled(files, createRandom(seedOf(about.kind))).join('\n')
  const texts = []
  let at = 0
  for (const size of sizesWithin(whole)) {
    const text = cutAt(whole.slice(at), size)
    texts.push(text)
    at += text.length
  }
  return kindOf(about, texts)
}

/**
 * Sizes of the samples. If the text is too short for all of them: fewer samples of equal size, but enough to hold one
 * back.
 */
function sizesWithin(text) {
  if (text.length >= SIZES.reduce((sum, size) => sum + size)) return SIZES
  const count = Math.min(SIZES.length, Math.max(3, Math.floor(Buffer.byteLength(text) / (4 * KIB))))
  return Array(count).fill(Math.ceil(text.length / count))
}

/**
 * Cuts at the last line end within `chars` if that leaves at least half; otherwise anywhere but inside a surrogate
 * pair.
 */
function cutAt(text, chars) {
  if (text.length <= chars) return text
  const line = text.lastIndexOf('\n', chars - 1) + 1
  if (line > chars / 2) return text.slice(0, line)
  const last = text.charCodeAt(chars - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? chars - 1 : chars)
}

/** A seed from the kind's name (FNV-1a), so that its texts do not depend on other kinds. */
function seedOf(name) {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
