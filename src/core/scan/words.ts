// Finds word starts, locations and ends of units with one look at each byte. A step leads from what is before a byte to
// what is before the next one:
//
//   before          letter          m               digit, [    : (         CR, LF   other
//   nothing         word ▶ letter   word ▶ letter   number      nothing     end ▶ nothing
//   small, capital  small after small and capital after capital are no word; A after a is ▶ letter
//   number          word ▶ letter   word ▶ colour
//   colour          word ▶ letter                               place       (an m after a number)
//   place           word ▶ letter                   location ▶ number       (a : or ( after a letter)
//
// The first byte of an East Asian letter begins a word, because these letters stand without blanks. The first byte of a
// Cyrillic letter begins one after an ASCII byte. Behind any byte that is not ASCII, an ASCII byte is as behind nothing.

// Bits of a step that say what begins or ends with its byte.
export const WORD = 0x80
export const LOCATION = 0x100
export const END = 0x200
/** All of them. */
export const EVENTS = WORD | LOCATION | END

// What is before a byte, times the number of classes.
const NOTHING = 0
const SMALL = 16
const CAPITAL = 32
const NUMBER = 48
const COLOUR = 64
const PLACE = 80
/** A byte that is not ASCII. */
const HIGH = 96
/** The part of a step that leads on. */
export const BEFORE = 0x70

/** The classes of bytes. */
const OTHER = 0
const SMALL_LETTER = 1
const LETTER_M = 2
const CAPITAL_LETTER = 3
const DIGIT = 4
const BRACKET = 5
const MARK = 6
const TERMINATOR = 7
/** The first byte of a letter in U+0400 to U+047F. */
const CYRILLIC = 8
/** The first byte of a letter in U+3000 to U+DFFF: kana, ideographs, Hangul. */
const EAST_ASIAN = 9
const NOT_ASCII = 10

/** Class of each byte. */
export const CLASSES: Uint8Array = /* @__PURE__ */ classesOfBytes()

function classesOfBytes(): Uint8Array {
  const classes = new Uint8Array(256)
  classes.fill(SMALL_LETTER, 0x61, 0x7b)
  classes.fill(CAPITAL_LETTER, 0x41, 0x5b)
  classes.fill(DIGIT, 0x30, 0x3a)
  classes[0x6d] = LETTER_M
  classes[0x5b] = BRACKET
  classes[0x3a] = classes[0x28] = MARK
  classes[0x0a] = classes[0x0d] = TERMINATOR
  classes.fill(NOT_ASCII, 0x80)
  classes[0xd0] = classes[0xd1] = CYRILLIC
  classes.fill(EAST_ASIAN, 0xe3, 0xee)
  return classes
}

/** By what is before, then by class: the next step. */
export const STEPS: Uint16Array = /* @__PURE__ */ stepsOfClasses()

function stepsOfClasses(): Uint16Array {
  const steps = new Uint16Array(128)
  for (const before of [NOTHING, SMALL, CAPITAL, NUMBER, COLOUR, PLACE, HIGH]) {
    const isLetter = before === SMALL || before === CAPITAL || before === COLOUR
    const word = isLetter && before !== COLOUR ? 0 : WORD
    steps[before + OTHER] = NOTHING
    steps[before + SMALL_LETTER] = SMALL | word
    steps[before + LETTER_M] = (before === NUMBER ? COLOUR : SMALL) | word
    steps[before + CAPITAL_LETTER] = CAPITAL | (before === CAPITAL ? 0 : WORD)
    steps[before + DIGIT] = NUMBER | (before === PLACE ? LOCATION : 0)
    steps[before + BRACKET] = NUMBER
    steps[before + MARK] = isLetter ? PLACE : NOTHING
    steps[before + TERMINATOR] = NOTHING | END
    steps[before + CYRILLIC] = HIGH | (before === HIGH ? 0 : WORD)
    steps[before + EAST_ASIAN] = HIGH | WORD
    steps[before + NOT_ASCII] = HIGH
  }
  return steps
}

/** What is before the byte at `at`. Reads two bytes before it, which say all. */
export function stepBefore(bytes: Uint8Array, at: number): number {
  let step = NOTHING
  for (let i = Math.max(0, at - 2); i < at; i++) step = STEPS[(step & BEFORE) | CLASSES[bytes[i]]]
  return step
}
