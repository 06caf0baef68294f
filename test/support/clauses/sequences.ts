import { countCodePoints, type InputFacts, utf8Length } from '../facts.ts'
import { piecesOf } from '../rendering.ts'
import { endsAtRest, terminals } from '../terminal.ts'
import { type Case, fail } from './case.ts'

/** Clause 4 for escape sequences. */

const SKIPPED = '[\\x00-\\x09\\x0b-\\x17\\x19\\x1c-\\x1f\\x7f\\xa0-\\uffff]*'
const CONTROL_REST = '[^\\x1b\\n\\x80-\\x9f\\x18\\x1a@-Z\\\\-~]*[\\x18\\x1a@-Z\\\\-~]'

/** A sequence that every terminal ends in its line. */
const ENDED = new RegExp(
  [
    `(?:\\x1b${SKIPPED}\\[|\\x9b)${CONTROL_REST}`,
    `(?:\\x1b${SKIPPED}\\]|\\x9d)[^\\x07\\x1b\\n\\x80-\\x9f]*\\x07`,
    '[\\x90\\x98\\x9d-\\x9f][^\\x1b\\n\\x80-\\x9f]*\\x9c',
    `(?:\\x1b${SKIPPED}[\\]PX^_k!]|[\\x90\\x98\\x9d-\\x9f])[^\\n]*?(?<!\\x1b)\\x1b\\\\`,
    `\\x1b(?!${SKIPPED}[\\[\\]PX^_k!])[^\\x1b\\n\\x80-\\x9f\\x18\\x1a0-~]*[\\x18\\x1a0-~]`,
  ].join('|'),
  'y',
)
const ESC = '\x1b'
const INTRODUCER = new RegExp(`[${ESC}\\x90\\x98\\x9b\\x9d-\\x9f]`, 'g')

/** Longer sequences count as unended. */
const SEQUENCE_BYTES = 4096

/** An introducer in an input: where its sequence ends, or nothing for one without an end. Offsets are in bytes. */
export interface Introducer {
  start: number
  introducerEnd: number
  end: number | undefined
}

/** A range of bytes. */
interface Range {
  startByte: number
  endByte: number
}

/** All introducers of an input, in order. A sequence that an end of a match splits counts as unended. */
export function introducersOf(facts: InputFacts, matches: readonly Range[]): Introducer[] {
  const { text } = facts
  const found: Introducer[] = []
  const ends = new Set(matches.flatMap((match) => [match.startByte, match.endByte]))
  const isSplit = (start: number, end: number) => {
    for (let at = start + 1; at < end; at++) if (ends.has(at)) return true
    return false
  }
  let points = 0
  let from = 0
  const offsetOf = (index: number) => {
    points += countCodePoints(text.slice(from, index))
    from = index
    return facts.startOfPoint(points)
  }
  INTRODUCER.lastIndex = 0
  for (let at = INTRODUCER.exec(text); at; at = INTRODUCER.exec(text)) {
    ENDED.lastIndex = at.index
    const sequence = ENDED.exec(text)?.[0] ?? ''
    const start = offsetOf(at.index)
    const end = facts.startOfPoint(points + countCodePoints(sequence))
    const isEnded = end > start && end - start <= SEQUENCE_BYTES && !isSplit(start, end)
    found.push({ start, introducerEnd: start + utf8Length(at[0]), end: isEnded ? end : undefined })
    if (isEnded) INTRODUCER.lastIndex = at.index + sequence.length
  }
  return found
}

const isInside = (offset: number, start: number, end: number): boolean => start < offset && offset < end

/** Whether a gap leaves out nothing but introducers that nothing ends. */
function isLeftOut(introducers: readonly Introducer[], gap: Range): boolean {
  let at = gap.startByte
  for (const { start, introducerEnd, end } of introducers)
    if (start === at && end === undefined && introducerEnd <= gap.endByte) at = introducerEnd
  return at === gap.endByte
}

/** Whether a range is shown, but for introducers that nothing ends. Of a match, only what follows the last of these. */
export function isShown(
  { result, introducers }: Case,
  { startByte, endByte }: Range,
  isMatch = true,
): boolean {
  const inside = introducers.filter((i) => i.start >= startByte && i.start < endByte && i.end === undefined)
  const from = isMatch ? (inside.at(-1)?.introducerEnd ?? startByte) : startByte
  return result.gaps.every((gap) => gap.endByte <= from || gap.startByte >= endByte || isLeftOut(inside, gap))
}

/** The introducers of a line that nothing ends. */
export const unendedIn = ({ introducers }: Case, start: number, end: number): Introducer[] =>
  introducers.filter((i) => i.end === undefined && i.start >= start && i.start < end)

/** No cut falls inside a sequence, and a terminal that reads a kept range is at rest when pith's words come. */
export function checkSequences({ result, introducers, recut }: Case): void {
  if (result.gaps.length === 0 || introducers.length === 0) return
  const pieces = piecesOf(result)
  let text = ''
  for (const [i, { segment, gap }] of pieces.entries()) {
    if (segment) text += segment.text
    for (const byte of gap && !recut ? [gap.startByte, gap.endByte] : []) {
      const split = introducers.find(({ start, end }) => end !== undefined && isInside(byte, start, end))
      if (split) fail(4, `byte ${byte} is a cut inside the escape sequence ${split.start}-${split.end}`)
    }
    if (segment && i < pieces.length - 1) continue
    const open = terminals.find((terminal) => !endsAtRest(text, terminal))
    if (open) {
      const end = JSON.stringify(text.slice(-200))
      fail(4, `${end} leaves a sequence open before pith's words, for ${JSON.stringify(open)}`)
    }
    text = ''
  }
}
