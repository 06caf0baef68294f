import { isDigitByte } from './bytes.ts'
import { TELLING_NAMES } from './rule-counts.ts'

// Numbers and the three words of JSON.

/** A number of so many bytes, or of more, is none. */
export const MOST_WORD = 2048

export const isWordByte = (byte: number): boolean =>
  isDigitByte(byte) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x2e ||
  byte === 0x45

const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))

/** True for `true`, `false` and `null`. */
export const isName = (bytes: Uint8Array, from: number, to: number): boolean =>
  WORDS.some((word) => word.length === to - from && word.every((byte, i) => byte === bytes[from + i]))

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const decoder = /* @__PURE__ */ new TextDecoder()

/** The number that a word is. NaN if it is none. */
export function numberIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from >= MOST_WORD || bytes[from] >= 0x61) return Number.NaN
  let number = 0
  let at = from
  for (; at < to && isDigitByte(bytes[at]); at++) number = number * 10 + bytes[at] - 0x30
  // Most are whole.
  if (at === to && (bytes[from] !== 0x30 || to - from === 1)) return number
  const word = decoder.decode(bytes.subarray(from, to))
  return NUMBER.test(word) ? Number(word) : Number.NaN
}

// Which names and values of JSON tell how bad a line of a log or an item of a report is.

/** Continues a hash of a name or a value, in which case does not matter. */
export const hashed = (hash: number, byte: number): number => (Math.imul(hash, 31) + (byte | 0x20)) | 0

export const wordHash = (word: string): number =>
  [...word].reduce((hash, letter) => hashed(hash, letter.charCodeAt(0)), 0)
const hashesOf = (words: string): Set<number> => new Set(words.split(' ').map(wordHash))

const LEVELS = /* @__PURE__ */ hashesOf(
  'level severity lvl levelname loglevel log.level issue_severity status outcome conclusion result',
)
/** ESLint counts by this name: 1 for warnings, 2 for errors. */
const SEVERITY = /* @__PURE__ */ wordHash('severity')
/** Objects in which a report keeps what it says of an item. */
const INNER = /* @__PURE__ */ hashesOf('extra message result')
const ERRORS = /* @__PURE__ */ hashesOf(
  'error err fatal critical crit panic dpanic alert emerg emergency severe failed failure fail broken high timedout timed_out',
)
const WARNINGS = /* @__PURE__ */ hashesOf('warn warning medium moderate')

/** A line in whose head such a name stands is one of a log. */
export const LOG_LINE =
  /^\s*\{.*"(level|severity|lvl|levelname|loglevel|log\.level)"\s*:\s*("[a-z]+"|[1-6]0\b)/i

/** How bad a line or an item is. */
export const GOOD = 0
export const WORSE = 1
export const BAD = 2

/** What SARIF says of a rule, and not of what the rule found. */
const OF_RULE = /* @__PURE__ */ wordHash('defaultconfiguration')

/** How many objects further out the one is that the level in an object of this name belongs to. -1 for none. */
export const levelsOut = (name: number): number => (name === OF_RULE ? -1 : INNER.has(name) ? 1 : 0)

/** Most names are no levels, and tell nothing, which their last bits say. */
function lastBits(names: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(256)
  for (const name of names) bits[name & 0xff] = 1
  return bits
}
const LAST_BITS = /* @__PURE__ */ lastBits(LEVELS)
const TELLING_BITS = /* @__PURE__ */ lastBits(TELLING_NAMES.flat().map(wordHash))

/** True for the name of a level, hashed. */
export const isLevel = (name: number): boolean => LAST_BITS[name & 0xff] === 1 && LEVELS.has(name)

/** The ranks of names, by their hashes. The name of the lowest rank tells most of its item. */
const RANKS = /* @__PURE__ */ new Map(
  TELLING_NAMES.flatMap((names, rank) => names.map((name) => [wordHash(name), rank] as const)),
)
/** The rank of a name that tells nothing. */
export const TELLS_NOTHING = TELLING_NAMES.length

/** The rank of a name, given its hash. */
export const tellingRank = (name: number): number =>
  TELLING_BITS[name & 0xff] === 1 ? (RANKS.get(name) ?? TELLS_NOTHING) : TELLS_NOTHING

/** The object in which an item keeps its state: `status.phase`. */
export const STATUS = /* @__PURE__ */ wordHash('status')

/** How bad a value is, hashed. */
export const badnessOf = (value: number): number =>
  ERRORS.has(value) ? BAD : WARNINGS.has(value) ? WORSE : GOOD

/** How bad a number of that name is, as pino counts: 40 for warnings, 50 for errors, 60 for fatal ones. */
export function badnessOfNumber(name: number, digits: Uint8Array, from: number, to: number): number {
  const first = digits[from]
  if (to - from === 1 && name === SEVERITY) return first === 0x32 ? BAD : first === 0x31 ? WORSE : GOOD
  if (to - from !== 2 || first < 0x34) return GOOD
  return first === 0x34 ? WORSE : first <= 0x36 ? BAD : GOOD
}
