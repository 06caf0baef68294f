import {
  CHARACTERS,
  COMMON,
  CONTROLS,
  PAIRS,
  RUNS,
  SCRIPTS,
  type TokenWeights,
  WEIGHT_BYTES,
} from '../scan/token-units.ts'
import { type Coefficients, coefficients, commonCharacters } from './coefficients.ts'
import { scriptsOfBlocks } from './scripts.ts'

/** The vocabularies that the estimator knows: OpenAI's since GPT-4o, and the one that Anthropic has published. */
export type Encoding = 'o200k' | 'claude'

const known = /* @__PURE__ */ new Map<Encoding, TokenWeights>()

/** Made at first use. */
export function weightsFor(encoding: Encoding): TokenWeights {
  const weights = known.get(encoding) ?? assembleWeights(coefficients[encoding])
  known.set(encoding, weights)
  return weights
}

/** Coefficients in the form that the scanners take; with the common characters as `packLengths` packs them. */
export function assembleWeights(
  { pairs, runs, controls, characters }: Coefficients,
  common: string = commonCharacters,
): TokenWeights {
  const bytes = new Uint8Array(WEIGHT_BYTES)
  bytes.set(pairs, PAIRS)
  bytes.set(runs, RUNS)
  bytes.set(controls, CONTROLS)
  characters.forEach((weight, i) => {
    bytes[CHARACTERS + 2 * i] = weight & 0xff
    bytes[CHARACTERS + 2 * i + 1] = weight >> 8
  })
  bytes.set(scriptsOfBlocks(), SCRIPTS)
  markCommon(bytes.subarray(COMMON), common)
  return { bytes }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'

/**
 * Lengths of stretches in turns, of what is not common first, in base 64: a digit from 32 on is followed by one that
 * counts 32 times as much.
 */
export function packLengths(lengths: readonly number[]): string {
  let packed = ''
  for (let length of lengths) {
    for (; length >= 32; length >>>= 5) packed += DIGITS[32 + (length & 31)]
    packed += DIGITS[length]
  }
  return packed
}

/** Sets the bits of the common characters. */
function markCommon(bits: Uint8Array, common: string): void {
  let codePoint = 0
  let isCommon = false
  let length = 0
  let shift = 0
  for (const char of common) {
    const digit = DIGITS.indexOf(char)
    length += (digit & 31) << shift
    shift += 5
    if (digit >= 32) continue
    if (isCommon) for (let i = codePoint; i < codePoint + length; i++) bits[i >> 3] |= 1 << (i & 7)
    codePoint += length
    isCommon = !isCommon
    length = 0
    shift = 0
  }
}
