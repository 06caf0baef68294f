import { isDigit } from '../judge/bytes.ts'

// CI logs hold control sequences in caret notation: `^[[36;1m`, where `^[` stands for ESC. Only a complete control
// sequence with parameters of digits counts, so that patterns such as `^[[:space:]]` and `^[[a-z]` stay what they are.

const CARET = 0x5e
const BRACKET = 0x5b
const QUESTION = 0x3f
const SEMICOLON = 0x3b

/** A longer one is text. */
const MAX_CARET_BYTES = 32
/** Says that the bytes end inside what may be a sequence. */
export const CUT = -2

const isParameter = (byte: number): boolean => isDigit(byte) || byte === SEMICOLON || byte === QUESTION

/** Last letters of sequences with a parameter. Without one, only `m` and `K` end a sequence. */
const finals = new Set([...'ABCDEFGHJKLMPSTXfhlmnsu'].map((letter) => letter.charCodeAt(0)))
const barFinals = new Set([...'mK'].map((letter) => letter.charCodeAt(0)))

/** The offset behind the sequence in caret notation that begins at `at`; -1 for none, `CUT` when more bytes decide. */
export function caretEnd(bytes: Uint8Array, at: number, end: number): number {
  const most = Math.min(end, at + MAX_CARET_BYTES)
  const cut = most === end ? CUT : -1
  if (at + 1 >= most) return cut
  if (bytes[at + 1] !== BRACKET) return -1
  if (at + 2 >= most) return cut
  if (bytes[at + 2] !== BRACKET) return -1
  let to = at + 3
  while (to < most && isParameter(bytes[to]) && (bytes[to] !== QUESTION || to === at + 3)) to++
  if (to >= most) return cut
  return (to > at + 3 ? finals : barFinals).has(bytes[to]) ? to + 1 : -1
}

/**
 * True when the bytes before `end` begin a sequence in caret notation that what follows may complete. What stands there
 * is then left alone: without it, a new sequence could come about.
 */
export function endsInCaret(bytes: Uint8Array, end: number): boolean {
  let at = end
  const least = Math.max(0, end - MAX_CARET_BYTES)
  while (at > least && isParameter(bytes[at - 1])) at--
  const hasParameters = at < end
  let brackets = 0
  while (at > least && brackets < 2 && bytes[at - 1] === BRACKET) {
    at--
    brackets++
  }
  return at > 0 && bytes[at - 1] === CARET && (!hasParameters || brackets === 2)
}
