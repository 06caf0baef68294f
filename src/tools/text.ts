import { refuseDetached } from '../check/bytes.ts'
import { invalidInput } from '../errors.ts'
import type { Input } from '../options.ts'
import { decoderOf, encodingOf } from './content-kind.ts'

/**
 * Decodes an input as the WHATWG standard says. Keeps the BOM of UTF-8, and replaces lone surrogates with U+FFFD.
 *
 * @param expected the accepted types, in words, for the error message.
 * @throws {PithError} `PITH_INVALID_INPUT`
 */
export function decoded(input: Input, expected: string): string {
  checkInput(input, expected)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  if (input instanceof Uint8Array) return (decoderOf(encodingOf(input)) ?? decoder).decode(input)
  return /\p{Surrogate}/u.test(input) ? decoder.decode(new TextEncoder().encode(input)) : input
}

/**
 * @param expected the accepted types, in words, for the error message.
 * @throws {PithError} `PITH_INVALID_INPUT`
 */
export function checkInput(input: Input, expected: string): void {
  if (input instanceof Uint8Array) refuseDetached(input)
  else if (typeof input !== 'string')
    throw invalidInput(`Expected ${expected}, got ${input === null ? 'null' : typeof input}.`)
}

/** All of an input, for a store: its own bytes, or its text if these are not UTF-8. */
export function fullText(input: Input): Input {
  if (typeof input === 'string') return input
  return decoderOf(encodingOf(input)) ? decoded(input, 'bytes') : new Uint8Array(input)
}

/**
 * Control characters, line separators, lone surrogates, and characters that are invisible or turn the direction of
 * writing: what `visible` of the command writes in visible form. The command cannot share this without loading the core.
 */
const UNSAFE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u{110bd}\u{110cd}])(?!\u200d)\p{Cf}|[\u115f\u1160\u2065\u3164\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]/u

/** A name that is safe to print in a line: one with such a character turns into a JSON string in which it is an escape. */
export function safeName(name: string): string {
  if (!UNSAFE.test(name)) return name
  return JSON.stringify(name).replace(new RegExp(UNSAFE, 'gu'), (hidden) =>
    hidden.split('').map(escapeOf).join(''),
  )
}

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
