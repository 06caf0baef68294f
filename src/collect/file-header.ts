import { afterStamp } from '../scan/line-facts.ts'
import type { HeldBytes } from './held-bytes.ts'

// Linters such as eslint and stylelint name a file once, above its findings: `9:13  error  no ring  no-undef`.

const decoder = new TextDecoder()

/** A header is at most so many bytes above its finding. */
const REACH_BYTES = 8192
/** The longest name of a file. */
const NAME_BYTES = 300
/** Bytes in which a finding names its line and column. */
const FINDING_BYTES = 40
const LF = 0x0a
const TAB = 0x09
const ESC = 0x1b
const SPACE = 0x20

/** A finding that names a line and a column of a file named above it. */
const FINDING = /^\s*(\d+):(\d+)\s+\S/
const INDENTED_FINDING = /^\s+\d+:\d+\s/
const FILE = /^(?:[A-Za-z]:)?[^\s:"'<>|*?]+\.\w{1,12}$/
const COLOUR = /\p{Cc}\[[0-9;]*m/gu

/** The line and the column that a message begins with. Undefined if it begins with none. */
export function placeOfFinding(message: string): { line: number; column: number } | undefined {
  const [, line, column] = FINDING.exec(message) ?? []
  return line === undefined ? undefined : { line: Number(line), column: Number(column) }
}

/** A line, and the range of its text. */
interface Header {
  line: number
  from: number
  to: number
}

/**
 * The line that names the file of a finding, whose text begins at `startByte`. Undefined for other lines, and if other
 * text stands between the two.
 */
export function fileHeaderOf(
  bytes: Pick<HeldBytes, 'held'>,
  { line, startByte, endByte }: { line: number; startByte: number; endByte: number },
): Header | undefined {
  const text = bytes.held(startByte, Math.min(endByte, startByte + FINDING_BYTES))
  if (!mayBeFinding(text) || placeOfFinding(plain(text)) === undefined) return undefined
  const least = Math.max(0, startByte - REACH_BYTES)
  const held = bytes.held(least, startByte)
  let end = held.lastIndexOf(LF)
  for (let above = line - 1; end > 0; above--) {
    const before = held.lastIndexOf(LF, end - 1)
    if (before < 0 && least > 0) return undefined
    const from = afterStamp(held, before + 1, end)
    const words = plain(held.subarray(from, Math.min(end, from + NAME_BYTES)))
    if (FILE.test(words.trim())) return { line: above, from: least + from, to: least + end }
    if (!INDENTED_FINDING.test(words)) return undefined
    end = before
  }
  return undefined
}

/** True for a text that begins with a digit or a colour. */
function mayBeFinding(text: Uint8Array): boolean {
  let at = 0
  while (text[at] === SPACE || text[at] === TAB) at++
  return text[at] === ESC || (text[at] >= 0x30 && text[at] <= 0x39)
}

const plain = (bytes: Uint8Array): string => decoder.decode(bytes).replace(COLOUR, '')
