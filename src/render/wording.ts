import type { CommandStatus, Source } from '../options.ts'
import type { Form } from '../plan/forms.ts'
import type { Wording } from '../plan/request.ts'
import type { Settings } from '../settings.ts'
import { emptySize, plusSize, type Size, type Sizer } from '../text/size.ts'
import {
  type ArtifactPart,
  contentSentence,
  formatBytes,
  isNamedBriefly,
  type NextPage,
  type OtherThanText,
  resumeLines,
  resumePart,
  statusSentence,
  writeClip,
  writeMarker,
  writeNotice,
  writePageNotice,
  writePartNotice,
  writeShortNotice,
  writeStatus,
} from './notices.ts'
import { MAC_LENGTH } from './seal.ts'

// The widest form of the words in notices.ts. A plan reserves room for it, so that the actual words always fit.

/** What the widest words of a result depend on. */
export interface WordingFacts extends OtherThanText {
  totalLines: number
  totalBytes: number
  totalErrors: number
  /** True when the input's last byte is LF. */
  terminated: boolean
  source: Source | undefined
  status: CommandStatus | undefined
}

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
export function wordingFor(facts: WordingFacts, settings: Settings, sizer: Sizer): Wording {
  const { tools } = settings.notice
  const { source } = facts
  const status = statusSentence(facts.status)
  const statusLine = lineSize(writeStatus(facts.status), sizer)
  const statusPart = status === undefined ? emptySize() : sizer.measureInLine(`${status} `)
  const ellipsis: Size = { ...sizer.measureText('…'), lines: 0 }
  const markers: Record<Form, Size> = {
    full: sizer.measureText(`${widestMarker(facts, tools)}\n`),
    short: sizer.measureText('…\n'),
    brief: ellipsis,
    name: emptySize(),
    ellipsis,
    none: emptySize(),
  }
  const notice = (form: Form, ranges: number): Size => {
    if (form === 'none') return statusLine
    if (form === 'ellipsis') return plusSize(statusLine, ellipsis)
    if (form === 'full') return lineSize(widestNotice(ranges, facts, settings), sizer)
    if (form === 'name' && !isNamedBriefly(source)) return IMPOSSIBLE
    const size = lineSize(widestShortNotice(form, ranges, facts, tools), sizer)
    return form === 'brief' ? plusSize(size, ellipsis) : size
  }
  const notices: Partial<Record<Form, Size[]>> = {}
  return {
    marker: (form) => markers[form],
    notice: (form, ranges) => {
      notices[form] ??= []
      const known = notices[form]
      known[ranges] ??= notice(form, ranges)
      return known[ranges]
    },
    status: (form) => (form === 'none' || form === 'ellipsis' ? statusLine : statusPart),
    clip,
  }
}

/** The widest sizes of the words of a page. A notice includes the LF that it may need before it. */
export function pageWordingFor(
  facts: PageWordingFacts,
  { notice: { key } }: Settings,
  sizer: Sizer,
): Pick<Wording, 'notice' | 'clip'> {
  const { totalBytes, terminated, firstLine, firstColumn, note, readAll, part } = facts
  const notice = (form: Form): string => {
    const line = largest(Math.max(facts.totalLines, firstLine + 1))
    const ranges = [widestRange(line)]
    if (form === 'short') return writeShortNotice({ ranges, totalLines: line, tools: [] })
    const next = { line, column: largest(totalBytes + firstColumn) }
    if (part) return `${widestPartNotice(part, next, note)}${macFor(key)}`
    const totalLines = readAll ? line : undefined
    return `${writePageNotice({ ranges, totalLines, terminated, next, note })}${macFor(key)}`
  }
  return { notice: (form) => lineSize(`\n${notice(form)}`, sizer), clip }
}

function widestPartNotice(part: ArtifactPart, next: NextPage, note: string | undefined): string {
  const { artifact, unit, isRedacted } = part
  const total = largest(part.total)
  const most = { artifact, unit, first: total, last: total, total, isRedacted }
  const end = unit === 'lines' ? { ...next, line: total } : { line: total - 1 }
  const resume = resumePart(most, end)
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

/** The size of a notice that does not exist, so that it fits nowhere. */
const IMPOSSIBLE: Size = { ...emptySize(), bytes: Number.POSITIVE_INFINITY }

function lineSize(words: string | undefined, sizer: Sizer): Size {
  if (words === undefined) return emptySize()
  const size = sizer.measureInLine(words)
  size.lines = 1
  return size
}

function widestMarker(
  { totalLines, totalBytes, totalErrors, source }: WordingFacts,
  tools: readonly string[],
): string {
  const line = largest(totalLines)
  const range = widestRange(line)
  const errors = totalErrors && largest(totalErrors)
  const resume = resumeLines(source, tools, range, line)
  return writeMarker({ ...range, size: widestBytes(totalBytes), errors, resume })
}

function widestShortNotice(
  form: Form,
  ranges: number,
  { totalLines, source, status }: WordingFacts,
  tools: readonly string[],
): string {
  const line = largest(totalLines)
  const named = form !== 'short' && isNamedBriefly(source) ? {} : { ranges: rangesOf(line, ranges) }
  return writeShortNotice({ ...named, totalLines: line, source, tools, status })
}

function widestNotice(
  ranges: number,
  given: WordingFacts,
  { keep, notice: { tools, key } }: Settings,
): string {
  const { totalLines, totalBytes, terminated, source, status } = given
  const line = largest(totalLines)
  const shown = { ranges: rangesOf(line, ranges), totalLines: line, terminated }
  const facts = { ...shown, source, tools, status, note: contentSentence(given) }
  const last = writeNotice({ ...facts, next: undefined })
  if (keep !== 'head') return `${last}${macFor(key)}`
  const page = writeNotice({ ...facts, next: { line, column: largest(totalBytes) } })
  return `${page.length > last.length ? page : last}${macFor(key)}`
}

const rangesOf = (line: number, count: number) =>
  new Array<ReturnType<typeof widestRange>>(count).fill(widestRange(line))

/** What a signature adds to a notice. A digit is the widest of the characters that a MAC is written with. */
const macFor = (key: Uint8Array | undefined): string =>
  key === undefined ? '' : `. MAC ${'0'.repeat(MAC_LENGTH)}`

/** As wide as the size of any part of `total` bytes: `1023.9 KB`, or shorter if there are fewer bytes. */
function widestBytes(total: number): string {
  const least = total < 1024 ** 2 ? '1023 B' : '1023.9 KB'
  const width = Math.max(least.length, formatBytes(total).length)
  return `${'9'.repeat(width - 3)} KB`
}
