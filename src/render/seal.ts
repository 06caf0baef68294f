import { equalConstantTime, hmacSha256 } from '../hash/hmac.ts'
import { toHex } from '../hash/sha256.ts'
import { checkText, isNoticeLine, macPart } from './parse.ts'

/** Hex digits of a MAC. */
export const MAC_LENGTH = 16

const keyBytes = (key: string | Uint8Array): Uint8Array =>
  typeof key === 'string' ? new TextEncoder().encode(key) : key

function mac(key: string | Uint8Array, above: string, notice: string): string {
  const encoder = new TextEncoder()
  return toHex(hmacSha256(keyBytes(key), encoder.encode(above), encoder.encode(notice))).slice(0, MAC_LENGTH)
}

/** Signs a notice. Its MAC covers the text above it and its own words. */
export function signNotice(key: string | Uint8Array, above: string, notice: string): string {
  const body = notice.slice(0, -1)
  return `${body}${body.endsWith('.') ? '' : '.'} MAC ${mac(key, above, notice)}]`
}

/** Signs a signed notice again, because the text above it has changed. */
export function signAgain(key: string | Uint8Array, above: string, signed: string): string {
  const body = signed.slice(0, -1).replace(macPart, '')
  return signNotice(key, above, `${body}.]`)
}

/**
 * True when the text's last line is a notice signed with this key over exactly the text above it.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string.
 */
export function verifyNotice(text: string, key: string | Uint8Array): boolean {
  checkText('verifyNotice', text)
  const start = text.lastIndexOf('\n') + 1
  const line = text.slice(start)
  const found = macPart.exec(line.slice(0, -1))
  if (!found?.groups || !isNoticeLine(line)) return false
  const body = line.slice(0, found.index)
  const above = text.slice(0, start)
  return [`${body}]`, `${body}.]`].some((notice) =>
    equalConstantTime(mac(key, above, notice), found.groups?.mac ?? ''),
  )
}
