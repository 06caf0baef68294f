import type { CommandStatus, NoticeOptions, Source, TruncateOptions } from '../../src/options.ts'
import type { Gap } from '../../src/truncation.ts'

/** Reads markers and notices. Written from the grammar alone, without code from src. */

export const ELLIPSIS = '…'

export const clipMark = (codePoints: number): string => ` [...+${codePoints}]`

export const CLIP_MARK = / \[\.\.\.\+\d+\]/

const STATUS =
  '(?:Interrupted by SIG[A-Z0-9+-]+\\. )?(?:Exit code \\d+|Killed by SIG[A-Z0-9+-]+|Timed out after [\\d.]+ s)'
const AMOUNT = '(?:Lines? (\\d+)(?:-(\\d+))? of (\\d+)|(\\d+) of (\\d+) lines|(\\d+) lines?, clipped)'
const NAME =
  '(?:npx --offline )?pith show [0-9a-f]{16}|pith_show \\{"id":"[0-9a-f]{16}"\\}|artifact [0-9a-f]{16}'
const WAY =
  'More: .+?|Not kept|Full output: .+?|First .+ kept: .+?|Use offset=.+ to continue|The full output has a path .+?'
const KNOWN_WAY =
  /^(?:More: (?:(?:npx --offline )?pith show [0-9a-f]{16} --\w+ .+|pith_show \{"id":"[0-9a-f]{16}",.+\}|\S.* offset=\d+ limit=\d+)|Full output: (?:(?:npx --offline )?pith show [0-9a-f]{16}|artifact [0-9a-f]{16}|\/[\w./-]+))$/su
const MAC = '(?:\\.? MAC ([0-9a-f]{16})\\.?)?'

const FULL_NOTICE = new RegExp(
  `^\\[(?:(${STATUS})\\. )?(?:${AMOUNT}\\.( No newline at end\\.)? )?(?:(\\S.*?\\.) )??(${WAY})\\.?${MAC}\\]$`,
  'su',
)
const BRIEF_NOTICE = new RegExp(`^\\[(?:(${STATUS})\\. )?(?:${AMOUNT}|(${NAME}))\\]$`, 'u')
const STATUS_NOTICE = new RegExp(`^\\[(${STATUS})\\.(?: MAC ([0-9a-f]{16})\\.?)?\\]$`, 'u')

/** Matches any line that a careful reader might take for pith's own words. */
const LOOKS_LIKE_NOTICE = /^(…|\[.*\])\r?$/su
/** Matches a line written exactly as pith writes a marker. */
const MARKER = /^\[\.\.\.(\d+)(?:-(\d+))?: \d+(?:\.\d)?[BKMG](?:, \d+\+? errors?)?\]$/u

/** The lines that a marker stands for. Undefined for any other line. */
export function readMarker(line: string): [first: number, last: number] | undefined {
  const found = MARKER.exec(line)
  return found ? [Number(found[1]), Number(found[2] ?? found[1])] : undefined
}

export interface ReadNotice {
  form: 'full' | 'brief' | 'status'
  status?: string
  /** The only range of lines that is shown, if the notice names it: all lines if parts of them are left out. */
  range?: [first: number, last: number]
  /** How many lines are shown, if the notice says only that. */
  shownLines?: number
  totalLines?: number
  noFinalNewline: boolean
  /** The sentence that says how to continue, without its full stop; or the name of the artifact. */
  rest: string
  mac?: string
}

/** Reads one line as a notice. Undefined if it is not one. */
export function readNotice(line: string): ReadNotice | undefined {
  const full = FULL_NOTICE.exec(line)
  if (full) {
    const [, status, , , , , , , noFinalNewline, , rest, mac] = full
    return {
      form: 'full',
      ...(status && { status }),
      ...readAmount(full.slice(2, 8)),
      noFinalNewline: noFinalNewline !== undefined,
      rest,
      ...(mac && { mac }),
    }
  }
  const brief = BRIEF_NOTICE.exec(line)
  if (brief) {
    const status = brief[1] ? { status: brief[1] } : {}
    return {
      form: 'brief',
      ...status,
      ...readAmount(brief.slice(2, 8)),
      noFinalNewline: false,
      rest: brief[8] ?? '',
    }
  }
  const status = STATUS_NOTICE.exec(line)
  if (!status) return undefined
  const mac = status[2] ? { mac: status[2] } : {}
  return { form: 'status', status: status[1], noFinalNewline: false, rest: '', ...mac }
}

function readAmount([first, last = first, of, shown, total, clipped]: (
  | string
  | undefined
)[]): Partial<ReadNotice> {
  if (first !== undefined) return { range: [Number(first), Number(last)], totalLines: Number(of) }
  if (shown !== undefined) return { shownLines: Number(shown), totalLines: Number(total) }
  return clipped === undefined ? {} : { range: [1, Number(clipped)], totalLines: Number(clipped) }
}

/** Whether a line is written exactly like one of pith's. */
export const isExactlyNoticeLike = (line: string): boolean => MARKER.test(line) || isExactlyFull(line)

/** A notice that does not say how much is shown must say in a known form how to see the rest. */
function isExactlyFull(line: string): boolean {
  const notice = readNotice(line)
  if (notice?.form !== 'full' || FULL_NOTICE.exec(line)?.[9] !== undefined) return false
  return notice.totalLines !== undefined || KNOWN_WAY.test(notice.rest)
}

export const mayBeNoticeLike = (line: string): boolean =>
  LOOKS_LIKE_NOTICE.test(line) && Buffer.byteLength(line) <= 4096

/** `480B`, `9.9K`, `412K`: 1024 bytes per K, one decimal under 10, rounded down. */
function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`
  const power = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3
  const size = bytes / 1024 ** power
  return `${size < 10 ? (Math.floor(size * 10) / 10).toFixed(1) : Math.floor(size)}${'BKMG'[power]}`
}

export function markerLine(
  { firstLine, lastLine, errors, startByte, endByte }: Gap,
  isLeast: boolean,
): string {
  const count = isLeast ? `${errors}+ errors` : errors === 1 ? '1 error' : `${errors} errors`
  const found = errors === 0 ? '' : `, ${count}`
  return `[...${lineWords(firstLine, lastLine)}: ${sizeWords(endByte - startByte)}${found}]`
}

const lineWords = (first: number, last: number): string => (first === last ? `${first}` : `${first}-${last}`)

/** The options of the notice. Empty if it is only switched on or off. */
export const noticeOptionsOf = ({ notice }: TruncateOptions): NoticeOptions =>
  typeof notice === 'object' ? notice : {}

/** Whether the host has the tool that shows artifacts on the surface where the text is read. */
function hostHasPith(options: TruncateOptions): boolean {
  const { tools, surface } = noticeOptionsOf(options)
  return (
    surface !== 'file' && (tools === undefined || tools.includes(surface === 'mcp' ? 'pith_show' : 'pith'))
  )
}

/** Whether pith names a path. A path with a control character is never named. */
const isNameable = (path: string): boolean => !/\p{Cc}/u.test(path)

/** The path that a reader is told, if any. */
function toldPath(source: Source, options: TruncateOptions): string | undefined {
  const isOfArtifact = 'artifact' in source
  if (isOfArtifact && (noticeOptionsOf(options).surface !== 'file' || source.kept)) return undefined
  return source.path !== undefined && isNameable(source.path) ? source.path : undefined
}

/** The words of a call to show an artifact, or a part of it. */
function showWords(
  id: string,
  unit: 'lines' | 'bytes' | undefined,
  part: string,
  options: TruncateOptions,
): string[] {
  const { surface } = noticeOptionsOf(options)
  if (surface === 'mcp')
    return ['pith_show', `{"id":"${id}"${unit === undefined ? '' : `,"${unit}":${JSON.stringify(part)}`}}`]
  return [
    ...(surface === 'npx' ? ['npx', '--offline'] : []),
    'pith',
    'show',
    id,
    ...(unit === undefined ? [] : [`--${unit}`, part]),
  ]
}

/** The words of the call that shows a gap's lines. Undefined if the reader cannot see them. */
function linesCall(
  { firstLine, lastLine }: Gap,
  source: Source,
  options: TruncateOptions,
): string[] | undefined {
  const path = toldPath(source, options)
  if (path !== undefined) return [path, `offset=${firstLine}`, `limit=${lastLine - firstLine + 1}`]
  if (!('artifact' in source) || source.kept || !hostHasPith(options)) return undefined
  return showWords(source.artifact, 'lines', lineWords(firstLine, lastLine), options)
}

/** The words that a gap's call may have. Includes the empty list if there may be none. */
export function expectedResume(
  gap: Gap,
  kind: 'lines' | 'clip' | 'odd',
  source: Source | undefined,
  options: TruncateOptions,
): string[][] {
  const none: string[] = []
  if (source === undefined) return [none]
  const lines = linesCall(gap, source, options)
  if (lines === undefined) return [none]
  const units = unitsCall(gap, source, options)
  if (units) return [units]
  if (kind === 'lines' || !('artifact' in source) || toldPath(source, options) !== undefined) return [lines]
  return [showWords(source.artifact, 'bytes', `${gap.startByte}-${gap.endByte}`, options), lines]
}

/** The words of a gap's call, if it names units of the artifact. Other suites hold the units against the gap. */
function unitsCall({ mark, resume }: Gap, source: Source, options: TruncateOptions): string[] | undefined {
  if (mark === undefined || resume === undefined || !('artifact' in source)) return undefined
  const words = callWords(resume) ?? []
  const [name, part] = words[0] === 'pith_show' ? unitOfTool(words[1]) : words.slice(-2)
  if (part === undefined || !/^(--)?(items|path|file|rows|section)$/.test(name)) return undefined
  const unit = name.replace('--', '') as 'lines'
  return JSON.stringify(showWords(source.artifact, unit, part, options)) === JSON.stringify(words)
    ? words
    : undefined
}

const unitOfTool = (argument: string): string[] => {
  const { id: _, ...unit } = JSON.parse(argument) as Record<string, string>
  return Object.entries(unit)[0] ?? []
}

/** Splits a call into words. The arguments of a tool are one word. */
export function callWords(call: string): string[] | undefined {
  const tool = /^(pith_show) (\{.*\})$/.exec(call)
  return tool ? tool.slice(1) : shellWords(call)
}

/** The gap that the notice names: of the most errors, then of the most lines (up to two count alike), then of the most bytes. */
function exampleOf(gaps: readonly Gap[]): Gap | undefined {
  const lines = (gap: Gap) => Math.max(2, gap.lastLine - gap.firstLine + 1)
  const bytes = (gap: Gap) => gap.endByte - gap.startByte
  return [...gaps].sort((a, b) => b.errors - a.errors || lines(b) - lines(a) || bytes(b) - bytes(a))[0]
}

/** What a notice says behind its call: how else to look for lines, where the limits have room for it. */
function otherWay(source: Source, gaps: readonly Gap[], options: TruncateOptions): string {
  const { surface = 'command' } = noticeOptionsOf(options)
  const { maxBytes = 30720, maxSerializedBytes = Infinity, maxTokens = Infinity } = options
  const hasRoom = Math.min(maxBytes, maxSerializedBytes) >= 8192 && maxTokens >= 2048
  const isFile = !('artifact' in source) || toldPath(source, options) !== undefined
  if (!hasRoom || isFile || (surface !== 'command' && surface !== 'npx')) return ''
  return gaps.some(({ errors, mark }) => errors > 0 && mark === undefined)
    ? ', or --errors'
    : ', or --grep RE'
}

/** Whether the notice's last sentence is correct for a result with this source. */
export function isTrueRest(
  rest: string,
  gaps: readonly Gap[],
  source: Source | undefined,
  options: TruncateOptions,
): boolean {
  if (source === undefined) return rest === 'Not kept'
  const next = /^Use offset=(\d+)(?: column=(\d+))? to continue$/.exec(rest)
  if (next && !('artifact' in source)) {
    const [, line, column] = next
    return gaps.some((gap) => gap.firstLine === Number(line) && (gap.column ?? 1) === Number(column ?? 1))
  }
  const example = exampleOf(gaps)
  const call = example?.resume === undefined ? undefined : callWords(example.resume)
  if (call !== undefined) {
    const other = otherWay(source, gaps, options)
    const words = rest.slice('More: '.length, rest.length - other.length)
    const isCall = JSON.stringify(callWords(words)) === JSON.stringify(call)
    return rest.startsWith('More: ') && rest.endsWith(other) && isCall
  }
  if (!('artifact' in source)) return rest === '' || !rest.includes(source.path)
  return source.kept !== undefined || rest === `Full output: ${shortNameOf(source, options)}`
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

/** The name of a source in a brief notice. '' for a file, and for an artifact that is read by its path. */
export const briefNameOf = (source: Source | undefined, options: TruncateOptions): string =>
  source === undefined || toldPath(source, options) !== undefined ? '' : shortNameOf(source, options)

/** The name of an artifact. '' for a file. */
function shortNameOf(source: Source | undefined, options: TruncateOptions): string {
  if (source === undefined || !('artifact' in source)) return ''
  const path = toldPath(source, options)
  if (path !== undefined) return path
  return hostHasPith(options)
    ? showWords(source.artifact, undefined, '', options).join(' ')
    : `artifact ${source.artifact}`
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
