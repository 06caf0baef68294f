import type { CommandStatus, Source, Surface } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import { emptySize, largerSize, type Size, type Sizer } from '../bytes/size.ts'
import type { CalledLines } from './calls.ts'
import type { Form } from './forms.ts'
import {
  type ArtifactPart,
  contentSentence,
  formatSize,
  type OtherThanText,
  type PageBeginning,
  resumePart,
  statusSentence,
  writeBriefNotice,
  writeClip,
  writeMarker,
  writeNotice,
  writePageNotice,
  writePartNotice,
  writeShortPageNotice,
  writeStatus,
} from './notices.ts'
import type { ClipMark } from './plan-model.ts'
import { MAC_LENGTH } from './seal.ts'

/** Sizes of the words that a plan reserves room for. Render writes the words. */
export interface Wording {
  /** The widest marker line, its LF included. */
  marker(form: Form): Size
  /** The widest notice. */
  notice(form: Form): Size
  /** The part of the notice that reports the status. It does not count as words about what was left out. */
  status(form: Form): Size
  clip(mark: ClipMark, codePoints: number): string
}

// The widest form of the words in notices.ts. A plan reserves room for it, so that the actual words always fit.

/** What the widest words of a result depend on. */
export interface WordingFacts extends OtherThanText {
  totalLines: number
  totalBytes: number
  totalErrors: number
  mayHaveMoreErrors?: true | undefined
  hasCountedErrors?: true | undefined
  /** True when the input's last byte is LF. */
  terminated: boolean
  source: Source | undefined
  status: CommandStatus | undefined
}

type WordingSettings = Pick<Settings, 'keep' | 'notice'>

/** What the widest words of a page depend on. */
export interface PageWordingFacts {
  totalLines: number
  totalBytes: number
  terminated: boolean
  firstLine: number
  firstColumn: number
  note: string | undefined
  /** False when the input was not read to its end. */
  readAll: boolean
  part: ArtifactPart | undefined
}

/** The largest number with as many digits. */
const largest = (count: number): number => 10 ** String(count).length - 1

/** The widest range of lines up to `line`. */
const widestRange = (line: number) => ({ firstLine: line, lastLine: line - 1 })

/** The widest sizes of the words of a result. */
export function wordingFor(facts: WordingFacts, settings: WordingSettings, sizer: Sizer): Wording {
  const status = statusSentence(facts.status)
  const statusLine = lineSize(writeStatus(facts.status), sizer)
  const statusPart = status === undefined ? emptySize() : sizer.measureInLine(`${status} `)
  const markers: Record<Form, Size> = {
    full: sizer.measureText(`${widestMarker(facts)}\n`),
    name: emptySize(),
    none: emptySize(),
  }
  const notice = (form: Form): Size => {
    if (form === 'none') return statusLine
    return largestLine(form === 'full' ? fullNotices(facts, settings) : briefNotices(facts, settings), sizer)
  }
  const notices: Partial<Record<Form, Size>> = {}
  return {
    marker: (form) => markers[form],
    notice: (form) => {
      notices[form] ??= notice(form)
      return notices[form]
    },
    status: (form) => (form === 'none' ? statusLine : statusPart),
    clip,
  }
}

/** The widest sizes of the words of a page. A notice includes the LF that it may need before it. */
export function pageWordingFor(
  facts: PageWordingFacts,
  { notice: { key, surface, call } }: Settings,
  sizer: Sizer,
): Pick<Wording, 'notice' | 'clip'> {
  const { totalBytes, terminated, firstLine, firstColumn, note, readAll, part } = facts
  const notice = (form: Form): string => {
    const line = largest(Math.max(facts.totalLines, firstLine + 1))
    const ranges = [widestRange(line)]
    if (form === 'name') return writeShortPageNotice(ranges, line)
    const next = { line, column: largest(totalBytes + firstColumn) }
    if (part) return `${widestPartNotice(part, next, note, surface)}${macFor(key)}`
    const totalLines = readAll ? line : undefined
    return `${writePageNotice({ ranges, totalLines, terminated, next, note, call })}${macFor(key)}`
  }
  return { notice: (form) => lineSize(`\n${notice(form)}`, sizer), clip }
}

function widestPartNotice(
  part: ArtifactPart,
  next: PageBeginning,
  note: string | undefined,
  surface: Surface,
): string {
  const { artifact, unit, isRedacted, isRaw = false } = part
  const total = largest(part.total)
  const most = { artifact, unit, first: total, last: total, total, isRedacted, isRaw }
  const end = unit === 'lines' ? { ...next, line: total } : { line: total - 1 }
  const resume = resumePart(most, end, surface)
  return writePartNotice({
    part: most,
    ranges: [widestRange(total)],
    endByte: total,
    terminated: false,
    resume,
    note,
  })
}

const clip: Wording['clip'] = (mark, codePoints) =>
  mark === 'none' ? '' : mark === 'ellipsis' ? '…' : writeClip(codePoints)

function lineSize(words: string | undefined, sizer: Sizer): Size {
  if (words === undefined) return emptySize()
  const size = sizer.measureInLine(words)
  size.lines = 1
  return size
}

/** The most that one of some lines takes of each unit. The longest line does not always have the most tokens. */
const largestLine = (lines: readonly string[], sizer: Sizer): Size =>
  lines.map((words) => lineSize(words, sizer)).reduce(largerSize)

function widestMarker({ totalLines, totalBytes, totalErrors, ...facts }: WordingFacts): string {
  const errors = totalErrors && largest(totalErrors)
  const isLeast = facts.mayHaveMoreErrors === true || facts.hasCountedErrors === true
  return writeMarker({ ...widestRange(largest(totalLines)), size: widestSize(totalBytes), errors, isLeast })
}

/** The widest brief notices. */
const briefNotices = (facts: WordingFacts, settings: WordingSettings): string[] =>
  shownIn(facts).map((shown) => writeBriefNotice({ ...facts, ...shown, reader: settings.notice }))

/** The widest full notices, one of each kind. */
function fullNotices(given: WordingFacts, { keep, notice }: WordingSettings): string[] {
  const { totalLines, totalBytes, terminated, source, status } = given
  const line = largest(totalLines)
  const note = contentSentence(given)
  const digits = 10 ** (String(line).length - 1)
  const startByte = 10 ** (String(totalBytes).length - 1)
  // No input has more lines than bytes, so a part of a line has the widest call.
  const lines = { firstLine: digits, lastLine: 2 * digits }
  const example = { ...lines, startByte, endByte: 2 * startByte, isInLine: true }
  const nexts = keep === 'head' ? [undefined, { line, column: largest(totalBytes) }] : [undefined]
  const mac = macFor(notice.key)
  const notices: string[] = []
  for (const { ranges, totalLines } of shownIn(given)) {
    for (const next of nexts) {
      const shown = { ranges, totalLines, source, reader: notice, status, terminated, example, note, next }
      notices.push(writeNotice(shown) + mac)
    }
  }
  return notices
}

/** What a notice can say about how much is shown, at its widest: a range of lines, their number, or all lines. */
function shownIn({ totalLines }: WordingFacts): { ranges: CalledLines[]; totalLines: number }[] {
  const line = largest(totalLines)
  const last = { firstLine: line, lastLine: line }
  return [
    { ranges: [widestRange(line)], totalLines: line },
    { ranges: [{ firstLine: 1, lastLine: line - 2 }, last], totalLines: line },
    { ranges: [{ firstLine: 1, lastLine: line }], totalLines: line },
  ]
}

/** What a signature adds to a notice. A digit is the widest of the characters that a MAC is written with. */
export const macFor = (key: Uint8Array | undefined): string =>
  key === undefined ? '' : `. MAC ${'0'.repeat(MAC_LENGTH)}`

/** As wide as the size of any part of `total` bytes: `1023K`, or shorter if there are fewer bytes. */
function widestSize(total: number): string {
  const width = Math.max('1023B'.length, formatSize(total).length)
  return `${'9'.repeat(width - 1)}K`
}
