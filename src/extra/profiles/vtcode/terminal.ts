import { checkedText } from '../text.ts'

const ESC = 0x1b
const BEL = 0x07
const CANCEL = 0x18
const SUBSTITUTE = 0x1a

/**
 * Removes terminal control in one pass: CSI, OSC, DCS, APC, PM and SOS sequences, two-byte and longer escapes, their
 * 8-bit forms, and control characters except tab, LF and CR. Form feed and vertical tab become a space.
 *
 * A sequence that never ends is removed only up to the end of its line, so that a stray introducer does not swallow a
 * log.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for anything but a string.
 * @example
 * stripAnsi('\u001b[31mred\u001b[0m') // 'red'
 */
export function stripAnsi(text: string): string {
  const source = checkedText(text)
  let out = ''
  let kept = 0 // source[kept, i) is text that is not yet in `out`
  for (let i = 0; i < source.length; ) {
    const unit = source.charCodeAt(i)
    if (!isControl(unit)) {
      i++
      continue
    }
    out += source.slice(kept, i)
    if (unit === 0x0b || unit === 0x0c) out += ' '
    i = unit === ESC ? afterEscape(source, i + 1) : afterControl(source, i)
    kept = i
  }
  return kept === 0 ? source : out + source.slice(kept)
}

function isControl(unit: number): boolean {
  if (unit < 0x20) return unit !== 0x09 && unit !== 0x0a && unit !== 0x0d
  return unit >= 0x7f && unit <= 0x9f
}

/** Where text continues after the control character at `at`, or after the sequence that it introduces. */
function afterControl(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit === 0x9b) return afterCsi(text, at + 1)
  return [0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(unit) ? afterString(text, at + 1) : at + 1
}

/** Where text continues after the ESC right before `at`. */
function afterEscape(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit === 0x5b) return afterCsi(text, at + 1)
  if ([0x50, 0x58, 0x5d, 0x5e, 0x5f].includes(unit)) return afterString(text, at + 1)
  let end = at
  while (text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) <= 0x2f) end++
  const final = text.charCodeAt(end)
  return final >= 0x30 && final <= 0x7e ? end + 1 : end
}

function afterCsi(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x40 && unit <= 0x7e) return at + 1
    if (unit === CANCEL || unit === SUBSTITUTE) return at + 1
    // A line end, a new escape or a character outside ASCII aborts the sequence. Other control characters belong to it.
    if (unit === 0x0a || unit === 0x0d || unit === ESC || unit > 0x7f) return at
  }
  return text.length
}

function afterString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === BEL || unit === 0x9c || unit === CANCEL || unit === SUBSTITUTE) return at + 1
    if (unit === ESC) return text.charCodeAt(at + 1) === 0x5c ? at + 2 : at
    if (unit === 0x0a) return at
  }
  return text.length
}
