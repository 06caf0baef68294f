import { truncate } from '../../src/core/truncate.ts'
import { completeLines } from '../../src/host/text-after.ts'

/** The lines that a marker stands for, also one of lines that are like others. */
const MARKER = /^\[\.\.\.(\d+)(?:-(\d+))?(?:: | like | repeat |\])/

export interface Emitted {
  /** All that was written. */
  text: string
  /** All that was printed, decoded. */
  printed: string
  /** How many bytes were shown while the command ran. */
  live: number
}

/**
 * Throws if the text does not continue what was shown while the command ran: if a row is none of the rows of the output,
 * comes twice, or out of order, or if a line is neither shown nor in a marker.
 */
export function checkEmitted({ text, printed, live }: Emitted): void {
  const bytes = Buffer.from(printed.replace(/^\ufeff/, ''))
  const shown = Buffer.from(completeLines(bytes.subarray(0, live))).toString()
  // What was shown is not drawn again, nor is it folded.
  if (!text.startsWith(shown)) throw new Error('The text does not begin with what was shown.')
  const rest = bytes.subarray(Buffer.byteLength(shown)).toString()
  const view = truncate(rest, {
    maxBytes: Number.POSITIVE_INFINITY,
    maxLines: Number.POSITIVE_INFINITY,
    fold: true,
  })
  const rows = [...shown.split('\n').slice(0, -1), ...view.text.split('\n')]
  const isPlain = rows.length === printed.split('\n').length
  if (rows.at(-1) === '') rows.pop()
  let next = 0
  let isBehindGap = false
  for (const row of text.trimEnd().split('\n').slice(0, -1)) {
    const gap = MARKER.exec(row)
    if (gap && isPlain && Number(gap[1]) !== next + 1)
      throw new Error(`${next + 1} is not the first line of ${row}`)
    if (gap && isPlain) next = Number(gap[2] ?? gap[1])
    const mayJump: boolean = isBehindGap && !isPlain
    isBehindGap = gap !== null
    if (gap) continue
    const at = mayJump ? rows.findIndex((other, index) => index >= next && isRow(row, other)) : next
    if (at < 0 || !isRow(row, rows[at] ?? ''))
      throw new Error(
        `${JSON.stringify(row)} comes twice, too late or instead of ${JSON.stringify(rows[at])}`,
      )
    next = at + 1
  }
  if ((isPlain || !isBehindGap) && next < rows.length)
    throw new Error(`Nothing is said of what follows line ${next}.`)
}

/** Whether a row is a row of the view, of which parts may be clipped. */
function isRow(row: string, other: string): boolean {
  const parts = row.replace(/\r+$/, '').split(/ \[\.\.\.\+\d+\]/)
  const whole = other.replace(/\r+$/, '')
  if (parts.length === 1) return parts[0] === whole
  let from = 0
  for (const part of parts) {
    const at = whole.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
