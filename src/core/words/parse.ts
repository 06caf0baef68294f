import { PithError } from '../../errors.ts'
import type { CommandStatus } from '../../options.ts'
import type { CalledLines } from './calls.ts'

interface At {
  startIndex: number
  endIndex: number
  /** The version of the grammar: 1 for words that only earlier releases wrote, 2 for those of this one. */
  version: 1 | 2
}

/** A marker, a clip or a notice, as `parseNotices` finds it. */
export type ParsedNotice = At &
  (
    | {
        kind: 'marker'
        firstLine: number
        lastLine: number
        errors: number
        /** The call that shows the gap. In version 2 only the notice has one. */
        resume?: string
      }
    | { kind: 'clip'; codePoints: number }
    /**
     * Lines that a folded text leaves out because they repeat others, or are like them. `like` is absent if these are
     * left out too.
     */
    | { kind: 'fold'; firstLine: number; lastLine: number; like?: CalledLines }
    | {
        kind: 'notice'
        /** The lines that are shown, if the notice names them. In version 2 markers name what is not. */
        ranges: CalledLines[]
        /** The number of lines that are shown, if the notice tells only that. */
        shownLines?: number
        /** Absent when the input was not read to its end. */
        totalLines?: number
        artifact?: string
        path?: string
        /** The call for the next page. */
        next?: { offset: number; column?: number }
        /** The call for a gap, or for the next page of an artifact. */
        resume?: string
        /** How the command failed, if the notice says so. */
        status?: CommandStatus
        mac?: string
      }
    | { kind: 'list'; artifact?: string; path?: string; mac?: string }
    | { kind: 'status'; status: CommandStatus }
  )

type Groups = Record<string, string | undefined>

const range = String.raw`\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*`
const status = String.raw`(?:Interrupted by (?<interrupt>SIG[A-Z0-9+]+)\. )?(?:Timed out after (?<seconds>[\d.]+) s\.|Killed by (?<signal>SIG[A-Z0-9+]+)\.|Exit code (?<code>\d+)\.)`
/** A path as it is quoted for the shell. */
const path = String.raw`(?:'[^']*'|"[^"]*"|\\'|[\w@%+=:,./-])+`
const size = String.raw`[\d.]+ [KMG]?B`
const markerLine =
  /^\[\.\.\.(?<first>\d+)(?:-(?<last>\d+))?: [\d.]+[BKMG](?:, (?<errors>\d+)\+? errors?)?(?:, \d+ [a-z]+(?: [a-z]+)?)*(?:: .+)?\]$/
const foldLine =
  /^\[\.\.\. ?(?:lines? )?(?<first>\d+)(?:-(?<last>\d+))?(?: (?:repeat|like) (?:lines? )?(?<like>\d+(?:-\d+)?)(?: \.\.\.)?)?\]$/
const markerLine1 = new RegExp(
  String.raw`^\[\.\.\. lines? (?<first>\d+)(?:-(?<last>\d+))? omitted \(${size}(?:, (?<errors>\d+) errors?)?\)(?:: (?<resume>.+))? \.\.\.\]$`,
)
const amount = String.raw`(?:Lines? (?<range>\d+(?:-\d+)?)(?: of (?<of>\d+))?|(?<shown>\d+) of (?<total>\d+) lines|(?<clipped>\d+) lines?, clipped|No lines|Bytes \d+-\d+ of \d+)`
const show = String.raw`(?:(?:npx (?:--offline )?(?:@[\w.-]+\/)?)?pith show [0-9a-f]{16}|pith_show \{"id":"[0-9a-f]{16}"\}|artifact [0-9a-f]{16})`
const failure = String.raw`(?:Kind(?: [\w-]+)? failed\. Shown as lines\.|Folding failed\. Shown unfolded\.|Judging failed\. Both ends shown\.)`
const note = String.raw`(?:(?:${failure} )?(?:Decoded from [\w-]+\.|Lines? [\d-]+ holds? binary data\.)|${failure})`
/** How many problems of which codes and files there are. */
const counted = String.raw`\d+ (?:errors?|warnings?|problems?)(?:, \d+ (?:warnings?|problems?))* in \d+\+? files?[.:].*?`
/** What is told of a text that pith made with almost nothing of itself. */
const ruin = String.raw`(?:Cutting failed\. First and last bytes shown\.|Not shown: redaction failed\.)`
const more = String.raw`More: (?:(?:npx (?:--offline )?(?:@[\w.-]+\/)?)?pith show [0-9a-f]{16} |pith_show \{|.* offset=\d).*`
const noticeLine = new RegExp(
  String.raw`^\[(?:${status} )?(?:${amount}(?:\.(?: (?<rest>.*))?)?|(?<name>${show})|(?:${note} )?(?:${counted} )?(?<more>${more})|(?:${failure}|${ruin})(?: (?<left>.*))?)\]$`,
)
const foldedLine = new RegExp(String.raw`^\[(?:${status} (?:${note} )?|${note} )(?<rest>Full output: .+)\]$`)
const noticeLine1 = new RegExp(
  String.raw`^\[(?:${status} )?Showing (?:lines (?<ranges>${range})(?: of (?<total>\d+))?|no lines(?: of (?<all>\d+))?|bytes \d+-\d+ of \d+)\.(?: (?<rest>.*))?\]$`,
)
const shortLine1 = new RegExp(
  String.raw`^\[(?:${status} )?(?<ranges>${range}) of (?<total>\d+)(?:\. (?<name>${show}))?\]$`,
)
const listLine = new RegExp(
  String.raw`^\[(?:[\d.]+ (?:[KMG]?B|lines|tokens|matches|results|entries|files) limit reached(?:[. (].*)?|\d+ of \d+ (?:shown|matches in ).*|No (?:matches|results|entries)\b.*|\d+ paths? could not be read.*|(?:The same|Changes since the last run:) .*|Some lines clipped to \d+ chars\. .*|Listing failed\. First bytes shown\..*|(?:Full output|So far): (?:${show}.*|${path}))\]$`,
)
const statusLine = new RegExp(String.raw`^\[(?:${status})\]$`)
/** All forms of a line but the marker. */
const lines = [foldLine, markerLine1, noticeLine, foldedLine, noticeLine1, shortLine1, listLine, statusLine]
/** The sentence that ends a verifiable notice. */
export const macPart = /\.? MAC (?<mac>[0-9a-f]{16})$/
const clipMark = / \[(?:\.\.\.\+(\d+)|\+(\d+) chars)\]/g

function parseRanges(text: string): CalledLines[] {
  return text.split(', ').map((part) => {
    const [first, last = first] = part.split('-').map(Number)
    return { firstLine: first, lastLine: last }
  })
}

type ParsedRest = Pick<ParsedNotice & { kind: 'notice' }, 'artifact' | 'path' | 'next' | 'resume' | 'mac'>

const named = /* @__PURE__ */ new RegExp(
  `(?:^|(?:Full output|First ${size} and last ${size} kept): )(?:${show})$`,
)
const nextPage =
  /(?:Use offset=|Next: .+ --offset )(\d+)(?:(?: column=| --column )(\d+))?(?: to continue\.?)?$/
/** The call, and then how else to look for lines: calls.ts writes both. */
const call =
  /(?:^| )(?:More|Next): (?<call>(?:npx (?:--offline )?(?:@[\w.-]+\/)?)?pith (?:show [0-9a-f]{16} --\S.*?(?=$|, or --(?:grep RE|errors)$)|read \S.* --offset \d.*$)|pith_show \{"id":"[0-9a-f]{16}",.*\}$|(?<path>(?:'[^']*'|"[^"]*"|\\'|[\w@%+=:,./-])+) offset=\d+ limit=\d+$)/
const id = /(?:^|[" ])([0-9a-f]{16})(?:["} ]|$)/

/** The calls and names in what a notice says after how much is shown. */
function parseRest(rest: string): ParsedRest {
  const found = macPart.exec(rest)
  const parsed: ParsedRest = found?.groups ? { mac: found.groups.mac } : {}
  const body = found ? rest.slice(0, found.index) : rest
  const next = nextPage.exec(body)
  if (next) parsed.next = { offset: Number(next[1]), ...(next[2] && { column: Number(next[2]) }) }
  const asked = call.exec(body)?.groups
  if (asked?.path !== undefined) return { ...parsed, path: asked.path, resume: asked.call }
  const words = asked?.call ?? named.exec(body)?.[0]
  const artifact = words === undefined ? undefined : id.exec(words)?.[1]
  const path = artifact === undefined ? /Full output: (.+)$/.exec(body)?.[1] : undefined
  return {
    ...parsed,
    ...(artifact !== undefined && { artifact }),
    ...(path !== undefined && { path }),
    ...(asked && { resume: asked.call }),
  }
}

function parseStatus(groups: Record<string, string | undefined>): CommandStatus | undefined {
  const interrupt = groups.interrupt === undefined ? {} : { interruptedBy: groups.interrupt }
  if (groups.seconds !== undefined) return { timedOutAfterSeconds: Number(groups.seconds), ...interrupt }
  if (groups.signal !== undefined) return { signal: groups.signal, ...interrupt }
  return groups.code === undefined ? undefined : { exitCode: Number(groups.code), ...interrupt }
}

function parseLine(line: string, startIndex: number): ParsedNotice | undefined {
  const at = { startIndex, endIndex: startIndex + line.length }
  const old = { ...at, version: 1 } as const
  const own = { ...at, version: 2 } as const
  const marker = markerLine.exec(beginningOf(line))?.groups
  if (marker) return { kind: 'marker', ...own, ...parseMarker(marker) }
  if (isLong(line)) return undefined
  const fold = foldLine.exec(line)?.groups
  if (fold) {
    const { firstLine, lastLine } = parseMarker(fold)
    const like = fold.like === undefined ? {} : { like: parseRanges(fold.like)[0] }
    return { kind: 'fold', ...own, firstLine, lastLine, ...like }
  }
  const marker1 = markerLine1.exec(line)?.groups
  if (marker1) return { kind: 'marker', ...old, ...parseMarker(marker1) }
  const notice = (noticeLine.exec(line) ?? foldedLine.exec(line))?.groups
  if (notice) return { kind: 'notice', ...own, ...parseNotice(notice) }
  const notice1 = (noticeLine1.exec(line) ?? shortLine1.exec(line))?.groups
  if (notice1) return { kind: 'notice', ...old, ...parseNotice(notice1) }
  if (listLine.test(line)) {
    const { next: _, resume: __, ...rest } = parseRest(line.slice(1, -1))
    return { kind: 'list', ...own, ...rest }
  }
  const ended = parseStatus(statusLine.exec(line)?.groups ?? {})
  return ended && { kind: 'status', ...own, status: ended }
}

function parseMarker({ first, last = first, errors = '0', resume }: Groups) {
  const marker = { firstLine: Number(first), lastLine: Number(last), errors: Number(errors) }
  return resume === undefined ? marker : { ...marker, resume }
}

function parseNotice(groups: Groups) {
  const { range: only, ranges = only, of, total = of, all = total, clipped = all, shown } = groups
  const lines = groups.clipped === undefined ? ranges : `1-${groups.clipped}`
  const parsedStatus = parseStatus(groups)
  return {
    ranges: lines === undefined ? [] : parseRanges(lines),
    ...(shown !== undefined && { shownLines: Number(shown) }),
    ...(clipped !== undefined && { totalLines: Number(clipped) }),
    ...(parsedStatus && { status: parsedStatus }),
    ...parseRest(groups.rest ?? groups.more ?? groups.name ?? groups.left ?? ''),
  }
}

/** True for a notice that says where the rest is, and not only what it is called. Only such a notice is signed. */
export const isFullNotice = (notice = ''): boolean =>
  /(?:^\[|\. )(?:Showing |More: |Full output: |First |Not kept\.|Use offset=|Next: .* --offset \d|The full output )/.test(
    notice,
  )

/** The most UTF-16 units of a notice. Only a marker may be longer, because it names what it hides. */
export const MAX_NOTICE_LENGTH = 4096

/** True for a line, without its LF, that has the form of a marker or a notice. */
export const isNoticeLine = (line: string): boolean =>
  line.startsWith('[') &&
  mayBeNotice(line, 0, line.length) &&
  (markerLine.test(beginningOf(line)) || (!isLong(line) && lines.some((form) => form.test(line))))

const isLong = (line: string): boolean => line.length > MAX_NOTICE_LENGTH

/** What tells whether a line is a marker. What a long one names is not looked at. */
const beginningOf = (line: string): string =>
  isLong(line) ? `${line.slice(0, MAX_NOTICE_LENGTH - 1)}]` : line

const mayBeNotice = (text: string, start: number, end: number): boolean =>
  text[end - 1] === ']' && (end - start <= MAX_NOTICE_LENGTH || text.startsWith('[...', start))

/**
 * Finds every marker, clip and notice in a text, in order, with string indices. A tool may have written them itself:
 * only `verifyNotice` proves that a notice is pith's own.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string.
 * @example
 * parseNotices('a\n[Line 1 of 9. Not kept.]')[0].totalLines // 9
 */
export function parseNotices(text: string): ParsedNotice[] {
  checkText('parseNotices', text)
  const found: ParsedNotice[] = []
  const clips = clipsIn(text)
  let clip = clips.next().value
  for (const line of noticeLines(text)) {
    for (; clip && clip.startIndex < line.startIndex; clip = clips.next().value) found.push(clip)
    // A clip mark inside a notice belongs to the notice.
    while (clip && clip.startIndex < line.endIndex) clip = clips.next().value
    found.push(line)
  }
  for (; clip; clip = clips.next().value) found.push(clip)
  return found
}

/** Finds markers and notices in order, in one pass that jumps to the lines that begin with a bracket. */
function* noticeLines(text: string): Generator<ParsedNotice, undefined> {
  for (let start = text[0] === '[' ? 0 : bracketLine(text, 0); start >= 0; ) {
    const lf = text.indexOf('\n', start)
    const end = lf < 0 ? text.length : lf
    const parsed = mayBeNotice(text, start, end) ? parseLine(text.slice(start, end), start) : undefined
    if (parsed) yield parsed
    start = lf < 0 ? -1 : bracketLine(text, lf)
  }
}

/** The start of the next line that begins with a bracket; -1 for none. */
function bracketLine(text: string, from: number): number {
  const lf = text.indexOf('\n[', from)
  return lf < 0 ? -1 : lf + 1
}

/**
 * Finds clip marks in order, those inside notices too. A single pass, because a search for each line would be
 * quadratic.
 */
function* clipsIn(text: string): Generator<ParsedNotice, undefined> {
  for (const { 0: words, 1: count, 2: count1, index } of text.matchAll(clipMark)) {
    const version = count === undefined ? 1 : 2
    const codePoints = Number(count ?? count1)
    yield { kind: 'clip', startIndex: index, endIndex: index + words.length, version, codePoints }
  }
}

/** True when a line of the text has the form of a marker or a notice, whoever wrote it. */
export function containsNotice(text: string): boolean {
  checkText('containsNotice', text)
  return !noticeLines(text).next().done
}

/**
 * Removes markers, clips and the notice, and returns the kept content.
 *
 * @example
 * stripNotices('a\nb\n[Lines 1-2 of 9. Not kept.]') // 'a\nb\n'
 */
export function stripNotices(text: string): string {
  const kept: string[] = []
  let at = 0
  for (const notice of parseNotices(text)) {
    const isLine = notice.kind !== 'clip'
    const isLast = isLine && notice.kind !== 'marker' && notice.kind !== 'fold'
    const words = text.slice(notice.startIndex, notice.endIndex)
    // The text got an LF before its notice when the input has none at its end, or when a page ends inside a line.
    const addedLf =
      isLast &&
      (words.includes('No newline at end.') ||
        / column=\d+ to continue\.| --column \d+|"column":\d+/.test(words))
    kept.push(text.slice(at, notice.startIndex - (addedLf && notice.startIndex > at ? 1 : 0)))
    at = notice.endIndex + (isLine && text[notice.endIndex] === '\n' ? 1 : 0)
  }
  kept.push(text.slice(at))
  return kept.join('')
}

/** @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string. */
export function checkText(name: string, text: unknown): asserts text is string {
  if (typeof text !== 'string')
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected the text for \`${name}\` to be a string, got ${typeof text}.`,
    )
}
