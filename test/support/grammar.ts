import type { CommandStatus, NoticeOptions, Source, TruncateOptions } from '../../src/options.ts'
import type { Gap } from '../../src/truncation.ts'

/** Reads markers and notices. Written from the grammar alone, without code from src. */

export const ELLIPSIS = '…'

export const clipMark = (codePoints: number): string => ` [+${codePoints} chars]`

export const CLIP_MARK = / \[\+\d+ chars\]/

const FULL_NOTICE =
  /^\[(?:((?:Interrupted by SIG[A-Z0-9+-]+\. )?(?:Exit code \d+|Killed by SIG[A-Z0-9+-]+|Timed out after [\d.]+ s))\. )?Showing lines (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*) of (\d+)\.( No newline at end\.)?(?: (.*?))??(?:\.? MAC ([0-9a-f]{16})\.?)?\]$/su

const SHORT_NOTICE =
  /^\[(?:((?:Interrupted by SIG[A-Z0-9+-]+\. )?(?:Exit code \d+|Killed by SIG[A-Z0-9+-]+|Timed out after [\d.]+ s))\. )?(?:(\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*) of (\d+)(?:\. (pith show [0-9a-f]{16}|artifact [0-9a-f]{16}))?|(pith show [0-9a-f]{16}|artifact [0-9a-f]{16}))\]$/
const STATUS_NOTICE =
  /^\[((?:Interrupted by SIG[A-Z0-9+-]+\. )?(?:Exit code \d+|Killed by SIG[A-Z0-9+-]+|Timed out after [\d.]+ s))\.(?: MAC ([0-9a-f]{16})\.?)?\]$/

/** Matches any line that a careful reader might take for pith's own words. */
const LOOKS_LIKE_NOTICE = /^(…|\[.*\])\r?$/su
/** Matches a line written exactly as pith writes a marker. */
const MARKER =
  /^\[\.\.\. lines? \d+(?:-\d+)? omitted \(\d+(?:\.\d)? (?:B|KB|MB|GB)(?:, \d+ errors?)?\)(?:: (?:pith|offset=)[^\n]+)? \.\.\.\]$/u

export interface ReadNotice {
  form: 'full' | 'short' | 'status'
  status?: string
  /** Inclusive pairs of line numbers. Empty if only an artifact is named. */
  ranges: [number, number][]
  totalLines: number
  noFinalNewline: boolean
  /** The sentence that says how to continue, without its full stop. */
  rest: string
  mac?: string
}

/** Reads one line as a notice. Undefined if it is not one. */
export function readNotice(line: string): ReadNotice | undefined {
  const full = FULL_NOTICE.exec(line)
  if (full) {
    const [, status, ranges, total, noFinalNewline, rest, mac] = full
    return {
      form: 'full',
      ...(status && { status }),
      ranges: readRanges(ranges),
      totalLines: Number(total),
      noFinalNewline: noFinalNewline !== undefined,
      rest: (rest ?? '').replace(/\.$/, ''),
      ...(mac && { mac }),
    }
  }
  const short = SHORT_NOTICE.exec(line)
  if (short) {
    const [, status, ranges, total, name, nameAlone] = short
    return {
      form: 'short',
      ...(status && { status }),
      ranges: ranges ? readRanges(ranges) : [],
      totalLines: Number(total ?? 0),
      noFinalNewline: false,
      rest: name ?? nameAlone ?? '',
    }
  }
  const status = STATUS_NOTICE.exec(line)
  if (!status) return undefined
  const mac = status[2] ? { mac: status[2] } : {}
  return {
    form: 'status',
    status: status[1],
    ranges: [],
    totalLines: 0,
    noFinalNewline: false,
    rest: '',
    ...mac,
  }
}

function readRanges(words: string): [number, number][] {
  return words.split(', ').map((range) => {
    const [first, last] = range.split('-').map(Number)
    return [first, last ?? first]
  })
}

/** Whether a line is written exactly like one of pith's. */
export const isExactlyNoticeLike = (line: string): boolean =>
  MARKER.test(line) || readNotice(line)?.form === 'full'

export const mayBeNoticeLike = (line: string): boolean =>
  LOOKS_LIKE_NOTICE.test(line) && Buffer.byteLength(line) <= 4096

/** `480 B`, `412.0 KB`: 1024 bytes per KB, one decimal, rounded down. */
function sizeWords(bytes: number): string {
  const unit = ['B', 'KB', 'MB'].findIndex((_, i) => bytes < 1024 ** (i + 1))
  if (unit === 0) return `${bytes} B`
  const power = unit < 0 ? 3 : unit
  const tenths = Math.floor((bytes * 10) / 1024 ** power)
  return `${(tenths / 10).toFixed(1)} ${['B', 'KB', 'MB', 'GB'][power]}`
}

export function markerLine(gap: Gap, resume: string | undefined): string {
  const { firstLine, lastLine, errors } = gap
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`
  const found = errors === 0 ? '' : errors === 1 ? ', 1 error' : `, ${errors} errors`
  const size = sizeWords(gap.endByte - gap.startByte)
  return `[... ${lines} omitted (${size}${found})${resume === undefined ? '' : `: ${resume}`} ...]`
}

/** The options of the notice. Empty if it is only switched on or off. */
export const noticeOptionsOf = ({ notice }: TruncateOptions): NoticeOptions =>
  typeof notice === 'object' ? notice : {}

export const hostHasPith = (options: TruncateOptions): boolean =>
  (noticeOptionsOf(options).tools ?? ['pith']).includes('pith')

/** Whether pith names a path. A path with a control character is never named. */
const isNameable = (path: string): boolean => !/\p{Cc}/u.test(path)

/** The shell words that a gap's resume hint may have. Includes the empty list if the hint may be absent. */
export function expectedResume(
  gap: Gap,
  kind: 'lines' | 'clip' | 'odd',
  source: Source | undefined,
  options: TruncateOptions,
): string[][] {
  const none: string[] = []
  const { firstLine, lastLine, startByte, endByte } = gap
  if (source === undefined) return [none]
  if ('artifact' in source) {
    if (!hostHasPith(options)) return [none]
    const show = ['pith', 'show', source.artifact]
    const lines = [...show, '--lines', `${firstLine}-${lastLine}`]
    const bytes = [...show, '--bytes', `${startByte}-${endByte}`]
    return kind === 'lines' ? [lines] : [bytes, lines]
  }
  // The host's own tool reads a path. Its offset and limit count lines.
  const page = [`offset=${firstLine}`, `limit=${lastLine - firstLine + 1}`]
  if (kind !== 'lines' || !isNameable(source.path)) return [none, page]
  return [page]
}

/** Whether the notice's last sentence is correct for a result with this source. */
export function isTrueRest(
  rest: string,
  gaps: readonly Gap[],
  source: Source | undefined,
  options: TruncateOptions,
): boolean {
  if (source === undefined) return rest === 'Not kept'
  if ('artifact' in source) {
    if (!hostHasPith(options)) return rest === '' || !/pith|Not kept/.test(rest)
    return rest === `Full output: pith show ${source.artifact}`
  }
  const next = /^Use offset=(\d+)(?: column=(\d+))? to continue$/.exec(rest)
  if (next) {
    const [, line, column] = next
    return gaps.some((gap) => gap.firstLine === Number(line) && (gap.column ?? 1) === Number(column ?? 1))
  }
  if (!isNameable(source.path)) return rest === '' || !rest.includes(source.path)
  const words = rest.startsWith('Full output: ') ? shellWords(rest.slice('Full output: '.length)) : undefined
  return words?.at(-1) === source.path
}

export function isTrueStatus(words: string, status: CommandStatus | undefined): boolean {
  if (status === undefined) return false
  const { exitCode, signal, timedOutAfterSeconds, interruptedBy } = status
  if (interruptedBy !== undefined) return `[${words}.]` === statusLineOf(status)
  return (
    (exitCode !== undefined && exitCode !== 0 && words === `Exit code ${exitCode}`) ||
    (signal !== undefined && words === `Killed by ${signal}`) ||
    (timedOutAfterSeconds !== undefined && words === `Timed out after ${timedOutAfterSeconds} s`)
  )
}

/** The last line that reports a failure, written independently of src. Undefined for a success. */
export function statusLineOf(status: CommandStatus | undefined): string | undefined {
  const { exitCode, signal, timedOutAfterSeconds, interruptedBy } = status ?? {}
  if (interruptedBy !== undefined) {
    const end = statusLineOf({ ...status, interruptedBy: undefined })?.slice(1) ?? 'Exit code 0.]'
    return `[Interrupted by ${interruptedBy}. ${end}`
  }
  if (timedOutAfterSeconds !== undefined) return `[Timed out after ${timedOutAfterSeconds} s.]`
  if (signal !== undefined) return `[Killed by ${signal}.]`
  return exitCode ? `[Exit code ${exitCode}.]` : undefined
}

/** The name of a source in a short notice. '' for a file. */
export function shortNameOf(source: Source | undefined, options: TruncateOptions): string {
  if (source === undefined || 'path' in source) return ''
  return hostHasPith(options) ? `pith show ${source.artifact}` : `artifact ${source.artifact}`
}

/** Splits a command as sh does, with quotes and backslashes only. Undefined if a quote stays open. */
export function shellWords(command: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (let i = 0; i < command.length; i++) {
    const c = command[i]
    if (c === ' ') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (c === "'" || c === '"') {
      const end = command.indexOf(c, i + 1)
      if (end < 0) return undefined
      word = (word ?? '') + command.slice(i + 1, end)
      i = end
    } else if (c === '\\') {
      word = (word ?? '') + (command[++i] ?? '')
    } else {
      if (/[|&;<>()$`*?!~#]/.test(c)) return undefined
      word = (word ?? '') + c
    }
  }
  if (word !== undefined) words.push(word)
  return words
}
