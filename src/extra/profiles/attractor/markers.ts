import { charsMarker } from './chars.ts'
import { codePointsIn, lineFeedsIn, linesIn, type TextStretch } from './text.ts'

/** The kept ranges of a text, in order, and the range that the limit of characters alone leaves out. */
export interface KeptStretches {
  kept: TextStretch[]
  middle: TextStretch | undefined
}

const IN_ARTIFACTS = ' — full output available in artifacts'

/**
 * Writes the kept ranges, and in each gap one marker for each limit that caused it.
 *
 * A marker counts everything that is missing in its gap. If both limits caused the gap, both markers count all of it.
 */
export function writeCut(text: string, cut: KeptStretches, artifact: boolean): string {
  const where = artifact ? IN_ARTIFACTS : ''
  const end = { start: text.length, end: text.length }
  const pieces = [...cut.kept, end].map((piece, index) => {
    return { piece, gap: { start: cut.kept[index - 1]?.end ?? 0, end: piece.start } }
  })
  const headed = artifact && pieces.some(({ gap }) => isByLines(gap, cut))
  let written = ''
  for (const { piece, gap } of pieces) {
    if (gap.end > gap.start) {
      // The empty line before the marker already ends the line above.
      if (isByLines(gap, cut)) written = written.replace(/\n$/, '')
      written += `\n\n${markers(text, gap, cut, where)}\n\n`
    }
    if (piece === end) break
    written += (headed ? `${heading(text, piece)}\n` : '') + text.slice(piece.start, piece.end)
  }
  return written
}

const isByChars = (gap: TextStretch, { middle }: KeptStretches): boolean =>
  middle !== undefined && gap.start <= middle.start && middle.end <= gap.end

const isByLines = (gap: TextStretch, { middle }: KeptStretches): boolean =>
  gap.end > gap.start && (gap.start !== middle?.start || gap.end !== middle.end)

function markers(text: string, gap: TextStretch, cut: KeptStretches, where: string): string {
  const both = isByChars(gap, cut) ? [charsMarker(codePointsIn(text, gap), where)] : []
  const lines = linesWithin(text, gap)
  if (isByLines(gap, cut) && lines > 0) both.push(`... [${lines} lines truncated${where}] ...`)
  return both.join('\n')
}

/** Number of lines in a gap of which nothing is shown. */
function linesWithin(text: string, gap: TextStretch): number {
  const beginsInside = gap.start > 0 && text[gap.start - 1] !== '\n'
  const takesLast = gap.end === text.length && text[gap.end - 1] !== '\n'
  return Math.max(0, lineFeedsIn(text, gap) + (takesLast ? 1 : 0) - (beginsInside ? 1 : 0))
}

/** Says which lines of the original follow. A line that is shown in part counts as a line. */
function heading(text: string, piece: TextStretch): string {
  const total = linesIn(text, { start: 0, end: text.length })
  const count = linesIn(text, piece)
  if (piece.start === 0) return `[First ${count} lines of ${total}]`
  if (piece.end === text.length) return `[Last ${count} lines of ${total}]`
  const before = lineFeedsIn(text, { start: 0, end: piece.start })
  return `[Lines ${before + 1}-${before + count} of ${total}]`
}
