// Which names and values of JSON tell how bad a line of a log is.

/** Continues a hash of a name or a value, in which case does not matter. */
export const hashed = (hash: number, byte: number): number => (Math.imul(hash, 31) + (byte | 0x20)) | 0

const hashesOf = (words: string): Set<number> =>
  new Set(
    words.split(' ').map((word) => [...word].reduce((hash, letter) => hashed(hash, letter.charCodeAt(0)), 0)),
  )

const NAMES = /* @__PURE__ */ hashesOf('level severity lvl levelname loglevel log.level status')
const ERRORS = /* @__PURE__ */ hashesOf(
  'error err fatal critical crit panic dpanic alert emerg emergency severe failed failure',
)
const WARNINGS = /* @__PURE__ */ hashesOf('warn warning')

/** A line in whose head such a name stands is one of a log. */
export const LOG_LINE =
  /^\s*\{.*"(level|severity|lvl|levelname|loglevel|log\.level)"\s*:\s*("[a-z]+"|[1-6]0\b)/i

/** How bad a line is. */
const GOOD = 0
const WORSE = 1
const BAD = 2

/** True for the name of a level, hashed. */
export const isLevel = (name: number): boolean => NAMES.has(name)

/** How bad a value is, hashed. */
export const badnessOf = (value: number): number =>
  ERRORS.has(value) ? BAD : WARNINGS.has(value) ? WORSE : GOOD

/** How bad a number is, as pino counts: 40 for warnings, 50 for errors, 60 for fatal ones. */
export function badnessOfNumber(digits: Uint8Array, from: number, to: number): number {
  if (to - from !== 2 || digits[from] < 0x34) return GOOD
  return digits[from] === 0x34 ? WORSE : digits[from] <= 0x36 ? BAD : GOOD
}
