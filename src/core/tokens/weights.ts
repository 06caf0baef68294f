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

/** The weights of an encoding, assembled at first use. */
export function weightsFor(encoding: Encoding): TokenWeights {
  const weights = known.get(encoding) ?? assembleWeights(coefficients[encoding])
  known.set(encoding, weights)
  return weights
}

/**
 * Turns coefficients into the form that the scanners take. `common` holds the common characters, packed by
 * `packLengths`.
 */
export function assembleWeights(
  { pairs, runs, controls, characters }: Coefficients,
  common: string = commonCharacters,
): TokenWeights {
  const ascii = new Uint8Array(CHARACTERS)
  ascii.set(pairs, PAIRS)
  ascii.set(runs, RUNS)
  ascii.set(controls, CONTROLS)
  let bytes: Uint8Array | undefined
  return {
    ascii,
    get bytes() {
      bytes ??= allBytes(ascii, characters, common)
      return bytes
    },
  }
}

function allBytes(ascii: Uint8Array, characters: readonly number[], common: string): Uint8Array {
  const bytes = new Uint8Array(WEIGHT_BYTES)
  bytes.set(ascii)
  characters.forEach((weight, i) => {
    bytes[CHARACTERS + 2 * i] = weight & 0xff
    bytes[CHARACTERS + 2 * i + 1] = weight >> 8
  })
  bytes.set(scriptsOfBlocks(), SCRIPTS)
  markCommon(bytes.subarray(COMMON), common)
  return bytes
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'

/**
 * Packs the lengths of runs in base 64. Runs of characters that are not common alternate with runs of common ones. A
 * digit from 32 on is followed by one that counts 32 times as much.
 */
export function packLengths(lengths: readonly number[]): string {
  let packed = ''
  for (let length of lengths) {
    for (; length >= 32; length >>>= 5) packed += DIGITS[32 + (length & 31)]
    packed += DIGITS[length]
  }
  return packed
}

function markCommon(bits: Uint8Array, common: string): void {
  const values = new Uint8Array(128)
  for (let value = 0; value < DIGITS.length; value++) values[DIGITS.charCodeAt(value)] = value
  let codePoint = 0
  let isCommon = false
  let length = 0
  let shift = 0
  for (let i = 0; i < common.length; i++) {
    const digit = values[common.charCodeAt(i)]
    length += (digit & 31) << shift
    shift += 5
    if (digit >= 32) continue
    const end = codePoint + length
    if (isCommon) setBits(bits, codePoint, end)
    codePoint = end
    isCommon = !isCommon
    length = 0
    shift = 0
  }
}

function setBits(bits: Uint8Array, from: number, to: number): void {
  let at = from
  for (; at < to && (at & 7) !== 0; at++) bits[at >> 3] |= 1 << (at & 7)
  const whole = Math.max(at, to & ~7)
  bits.fill(0xff, at >> 3, whole >> 3)
  for (at = whole; at < to; at++) bits[at >> 3] |= 1 << (at & 7)
}
