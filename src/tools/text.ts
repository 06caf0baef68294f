import { refuseDetached } from '../check/bytes.ts'
import { PithError } from '../errors.ts'
import type { Input } from '../options.ts'
import { escapeHidden, hasHidden } from '../text/hidden.ts'
import { decoderOf, encodingOf } from './content-kind.ts'

/**
 * Decodes an input as the WHATWG standard says. Keeps the BOM of UTF-8, and replaces lone surrogates with U+FFFD.
 *
 * @param expected the accepted types, in words, for the error message.
 * @throws {PithError} `PITH_INVALID_INPUT`
 */
export function decoded(input: Input, expected: string): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  if (input instanceof Uint8Array) {
    refuseDetached(input)
    return (decoderOf(encodingOf(input)) ?? decoder).decode(input)
  }
  if (typeof input === 'string')
    return /\p{Surrogate}/u.test(input) ? decoder.decode(new TextEncoder().encode(input)) : input
  throw new PithError(
    'PITH_INVALID_INPUT',
    `Expected ${expected}, got ${input === null ? 'null' : typeof input}.`,
  )
}

/** All of an input, for a store: its own bytes, or its text if these are not UTF-8. */
export function fullText(input: Input): Input {
  if (typeof input === 'string') return input
  return decoderOf(encodingOf(input)) ? decoded(input, 'bytes') : new Uint8Array(input)
}

/**
 * A name that is safe to print in a line. A control character, an invisible one, one that turns the direction of writing
 * or a lone surrogate turns it into a JSON string in which these are escaped.
 */
export function safeName(name: string): string {
  return /\p{Cc}/u.test(name) || hasHidden(name) ? escapeHidden(JSON.stringify(name)) : name
}
