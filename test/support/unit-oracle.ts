import {
  CHARACTERS,
  COMMON,
  CONTROLS,
  PAIRS,
  RUNS,
  SCRIPTS,
  type TokenWeights,
} from '../../src/core/scan/token-units.ts'

// Token units, computed on decoded text, character by character. Shares only the positions of the weights with the
// scanners.

const SMALL = 0
const CAPITAL = 1
const DIGIT = 2
const SPACE = 3
const NEWLINE = 4
const PUNCTUATION = 5
const SAME = 6
const SAME_AGAIN = 7

/** The units that each window adds, and their sum. A sequence that a window's end splits belongs to the next window. */
export function unitsOfWindows(
  bytes: Uint8Array,
  lengths: readonly number[],
  weights: TokenWeights,
): { windows: number[]; total: number } {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const windows: number[] = []
  const text: string[] = []
  let startByte = 0
  for (const length of lengths) {
    const before = text.length
    text.push(...decoder.decode(bytes.subarray(startByte, startByte + length), { stream: true }))
    windows.push(unitsFrom(text, before, weights.bytes))
    startByte += length
  }
  const before = text.length
  text.push(...decoder.decode())
  const units = windows.reduce((sum, window) => sum + window, 0)
  return { windows, total: units + unitsFrom(text, before, weights.bytes) }
}

/** Units of a whole text. */
export function unitsOfText(text: string, weights: TokenWeights): number {
  return unitsFrom([...text], 0, weights.bytes)
}

function unitsFrom(text: readonly string[], from: number, weights: Uint8Array): number {
  let units = 0
  for (let i = from; i < text.length; i++) {
    const before = text[i - 1] ?? '\n'
    if (text[i] > '\x7f') units += unitsOfCharacter(text[i], before, weights)
    else if (isControl(text[i])) units += weights[CONTROLS + (text[i] === before ? 1 : 0)]
    else units += unitsOfPair(text, i, weights) + unitsOfRun(text, i, weights)
  }
  return units
}

/** Units of a character by the pair with the one before. An LF is assumed before the first character. */
function unitsOfPair(text: readonly string[], i: number, weights: Uint8Array): number {
  const before = text[i - 1] ?? '\n'
  const former = text[i - 2] ?? (i === 1 ? '\n' : '')
  const place = text[i] !== before ? classOf(text[i]) : before === former ? SAME_AGAIN : SAME
  return weights[PAIRS + 8 * classOf(before) + place]
}

/** Units of a consonant or digit after three others. */
function unitsOfRun(text: readonly string[], i: number, weights: Uint8Array): number {
  if (endsRun(text, i, isConsonant)) return weights[RUNS]
  return endsRun(text, i, isDigit) ? weights[RUNS + 1] : 0
}

function endsRun(text: readonly string[], i: number, isOne: (char: string) => boolean): boolean {
  return i >= 3 && isOne(text[i]) && isOne(text[i - 1]) && isOne(text[i - 2]) && isOne(text[i - 3])
}

function unitsOfCharacter(char: string, before: string, weights: Uint8Array): number {
  const codePoint = char.codePointAt(0) ?? 0
  const script = weights[SCRIPTS + Math.min(Math.floor(codePoint / 64), 2047)]
  const bits = codePoint < 0x20000 ? weights[COMMON + Math.floor(codePoint / 8)] : 0
  const isCommon = Math.floor(bits / 2 ** (codePoint % 8)) % 2 === 1
  const place = before <= '\x7f' ? 1 : before === char ? 2 : 0
  const at = CHARACTERS + 2 * (8 * script + (isCommon ? 4 : 0) + place)
  return weights[at] + 256 * weights[at + 1]
}

/**
 * For the next character, a non-ASCII character counts as a small letter, and a control character as white space or a
 * sign.
 */
function classOf(char: string): number {
  if ((char >= 'a' && char <= 'z') || char > '\x7f') return SMALL
  if (char >= 'A' && char <= 'Z') return CAPITAL
  if (isDigit(char)) return DIGIT
  if (char === ' ' || char <= '\t') return SPACE
  return char < '\x10' ? NEWLINE : PUNCTUATION
}

const isControl = (char: string): boolean => char < '\t' || (char > '\r' && char < ' ' && char !== '\x1b')
const isDigit = (char: string): boolean => char >= '0' && char <= '9'
/** Consonants without y and q. */
const consonants = new Set('bcdfghjklmnprstvwxzBCDFGHJKLMNPRSTVWXZ')
const isConsonant = (char: string): boolean => consonants.has(char)
