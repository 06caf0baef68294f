import type { TruncateOptions } from '../../src/options.ts'
import type { Gap, Segment, Truncation } from '../../src/truncation.ts'
import { GRAPHEME_POINTS } from './clauses/case.ts'
import type { InputFacts } from './facts.ts'
import { clipMark, ELLIPSIS, markerLine, type ReadNotice } from './grammar.ts'

export type Piece = { segment: Segment; gap?: undefined } | { gap: Gap; segment?: undefined }

/** Whole lines, a range inside one line, or something else if a limit is tiny. */
export type GapKind = 'lines' | 'clip' | 'odd'

export function gapKind(facts: InputFacts, gap: Gap): GapKind {
  const { startByte, endByte, firstLine, lastLine } = gap
  const beginsLine = startByte === facts.lineStart(firstLine)
  if (beginsLine && endByte === facts.lineEnd(lastLine)) return 'lines'
  return firstLine === lastLine && endByte <= facts.contentEnd(firstLine) ? 'clip' : 'odd'
}

export const piecesOf = (result: Truncation): Piece[] =>
  [...result.segments.map((segment) => ({ segment })), ...result.gaps.map((gap) => ({ gap }))].sort(
    (a, b) => startOf(a) - startOf(b),
  )

const startOf = (piece: Piece): number => (piece.segment ?? piece.gap).startByte

export type Form = 'full' | 'name' | 'none'

/** One way to write a piece. `added` is its marker, which is not content. */
interface Writing {
  text: string
  added: string
}

interface Path {
  /** The pieces before, each in one way of writing. */
  before: Path | undefined
  added: string
}

export interface Explained {
  form: Form
  /** All markers and the notice, with the LFs of markers but without clip marks. */
  added: string
  /** Number of lines of the text that hold only markers or the notice. */
  addedLines: number
}

/**
 * Explains by the grammar how `text` was made from the pieces. Tries each way of writing each gap, and follows those
 * that agree with the text. Throws if none does.
 */
export function explainText(
  facts: InputFacts,
  options: TruncateOptions,
  result: Truncation,
  notice: ReadNotice | undefined,
): Explained {
  const tail = result.notice ?? ''
  const forms: Form[] = notice?.form === 'full' ? ['full'] : notice?.form === 'brief' ? ['name'] : ['none']
  let reached = { at: -1, wanted: '' }
  for (const form of forms) {
    const pieces = piecesOf(result)
    let paths = new Map<number, Path>([[0, { before: undefined, added: '' }]])
    for (const [i, piece] of pieces.entries()) {
      const writings = writingsOf(
        { facts, options, form, notice, errors: result.errors },
        piece,
        pieces[i + 1],
        i === 0,
      )
      const next = new Map<number, Path>()
      for (const [at, before] of paths) {
        for (const { text, added } of writings) {
          if (result.text.startsWith(text, at)) next.set(at + text.length, { before, added })
          else if (at >= reached.at) reached = { at, wanted: text }
        }
      }
      paths = next
    }
    for (const [at, path] of paths) {
      const lineEnd = tail !== '' && at > 0 && result.text[at - 1] !== '\n' ? '\n' : ''
      if (result.text.slice(at) === lineEnd + tail) {
        const markers = addedOf(path)
        const addedLines = markers.split('\n').length - 1 + (tail === '' ? 0 : 1)
        // The LF was added to a last line that had none.
        return { form, added: markers + tail, addedLines }
      }
      if (at >= reached.at) reached = { at, wanted: `${lineEnd}${tail} (end of text)` }
    }
  }
  const { at, wanted } = reached
  throw new Error(
    `text does not follow from segments and gaps: at offset ${at} expected ${quote(wanted)}, got ${quote(result.text.slice(at))}`,
  )
}

const quote = (text: string): string => JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}(…)` : text)

function addedOf(path: Path): string {
  const parts: string[] = []
  for (let p: Path | undefined = path; p; p = p.before) parts.unshift(p.added)
  return parts.join('')
}

interface Written {
  facts: InputFacts
  options: TruncateOptions
  form: Form
  notice: ReadNotice | undefined
  errors: Truncation['errors']
}

function writingsOf(
  { facts, options, form, notice, errors }: Written,
  piece: Piece,
  next: Piece | undefined,
  isFirst: boolean,
): Writing[] {
  if (piece.segment) {
    return [{ text: piece.segment.text, added: '' }]
  }
  const { gap } = piece
  const nothing = { text: '', added: '' }
  const dots = { text: ELLIPSIS, added: ELLIPSIS }
  const kind = gapKind(facts, gap)
  if (kind === 'clip') {
    const mark = clipMark(facts.codePointsBetween(gap.startByte, gap.endByte))
    const marked = [
      { text: mark, added: '' },
      { text: ELLIPSIS, added: '' },
    ]
    // A line with a markless clip looks like another line.
    const mayBeBare =
      form === 'none' ||
      options.notice === false ||
      (options.maxLineLength ?? Infinity) <= (form === 'name' ? GRAPHEME_POINTS : 3)
    return mayBeBare ? [...marked, nothing] : marked
  }
  // An ellipsis that replaces everything is not a marker. It distinguishes an output that does not fit from an empty
  // one.
  if (options.notice === false || form !== 'full')
    return isFirst && next === undefined ? [dots, nothing] : [nothing]
  if (kind === 'odd') return []
  const line = `${markerLine(gap, errors.more === true || errors.total > errors.lines.length)}\n`
  // The notice names a single range of lines, so that no marker is needed.
  return notice?.range === undefined ? [{ text: line, added: line }] : [nothing]
}
