import { names } from '../../check/names.ts'
import { optionsOf } from '../../check/values.ts'
import { equalConstantTime, hmacSha256 } from '../bytes/hmac.ts'
import { toHex } from '../bytes/sha256.ts'
import { signingKey } from '../bytes/signing-key.ts'
import { checkText, isNoticeLine, macPart } from './parse.ts'

/** Hex digits of a MAC. */
export const MAC_LENGTH = 16

function mac(key: Uint8Array, above: string, notice: string): string {
  const encoder = new TextEncoder()
  return toHex(hmacSha256(key, encoder.encode(above), encoder.encode(notice))).slice(0, MAC_LENGTH)
}

/** Signs a notice. Its MAC covers the text above it and its own words. */
export function signNotice(key: Uint8Array, above: string, notice: string): string {
  const body = notice.slice(0, -1)
  return `${body}${body.endsWith('.') ? '' : '.'} MAC ${mac(key, above, notice)}]`
}

/** What signs notices with a key. Undefined without one. */
export const signerOf = (
  key: Uint8Array | undefined,
): ((above: string, notice: string) => string) | undefined =>
  key && ((above, notice) => signNotice(key, above, notice))

/** Signs a signed notice again, because the text above it has changed. */
export function signAgain(key: Uint8Array, above: string, signed: string): string {
  const body = signed.slice(0, -1).replace(macPart, '')
  return signNotice(key, above, `${body}.]`)
}

export interface VerifyOptions {
  /** The nonce of the call that made the text, as in `notice: { nonce }`. A text that was signed without one fails. */
  nonce?: string | Uint8Array
}

const verifyNames = names<VerifyOptions>()('nonce')

/**
 * True when the text's last line is a notice signed with this key, and this nonce, over exactly the text above it. The
 * line may end in LF.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string, `PITH_INVALID_OPTION` for a key or nonce that is
 *   empty, or neither a string nor a Uint8Array.
 * @example
 * const { text } = truncate('a line\n'.repeat(5000), { notice: { key: 'k', nonce: '1' } })
 * verifyNotice(text, 'k', { nonce: '1' }) // true
 */
export function verifyNotice(text: string, key: string | Uint8Array, options?: VerifyOptions): boolean {
  checkText('verifyNotice', text)
  const signing = signingKey(key, optionsOf(options, verifyNames).nonce)
  // The command ends what it prints in a line end.
  return isSignedWith(signing, text.endsWith(']\n') ? text.slice(0, -1) : text)
}

/** True when the text's last line is a notice signed with the key of a call. */
export function isSignedWith(key: Uint8Array, text: string): boolean {
  const start = text.lastIndexOf('\n') + 1
  const line = text.slice(start)
  const found = macPart.exec(line.slice(0, -1))
  if (!found || !isNoticeLine(line)) return false
  // UTF-8 has no lone surrogates, so the MAC could not tell them from U+FFFD.
  if (/\p{Surrogate}/u.test(text)) return false
  const body = line.slice(0, found.index)
  const above = text.slice(0, start)
  return [`${body}]`, `${body}.]`].some((notice) => equalConstantTime(signNotice(key, above, notice), line))
}
