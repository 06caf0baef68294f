import { byteClass, IS_DIGIT, LETTER, latin1Of } from './bytes.ts'

// Finds what stands before a line's own words: times, and what CI systems, services and the like write.

const MAX_PREFIXES = 5
/** Prefixes are looked for in so many bytes. */
const HEAD_BYTES = 256
const LESS = 0x3c

/** Severities of syslog up to this one tell of errors. */
export const ERROR_SEVERITY = 3

/** `10:00:00.123Z`, `9:00:00`, `10:00:00,123+00:00` */
const CLOCK = String.raw`\d\d?:\d\d:\d\d(?:[.,]\d*)?(?:Z|[+-]\d[\d:]*)?`
/** `12.345`, `12.345s` */
const SECONDS = String.raw`\d+\.\d*s?`
/** `2024-01-31`, `2024/01/31` */
const DATE = String.raw`\d..\d[-/]\d\d.\d\d`
/** What separates a time from the words: a blank, `: `, ` | `, or a runner's ` 00O `. */
const SEPARATOR = String.raw`(?:: | )?(?:\| )?(?:\d\d[OE][ +])?`
/** `2024-01-31T`, `16-Nov-2023 `, `17/06/09 `, `01-31 ` of Android */
const DAY = String.raw`(?:\d.-[A-Za-z]..-\d... |${DATE}[T ]|\d\d/\d\d/\d\d |\d\d-\d\d )`
/** `host program[12]: ` behind the time of a system log. */
const SENDER = String.raw`[^ \t]*[^ \t:][ \t][A-Za-z][^ \t]*:(?=[ \t]) ?`
/** A level and the name of a logger look alike, but have no process id. */
const SURE_SENDER = String.raw`[^ \t]*[^ \t:][ \t](?:[A-Za-z][^ \t]*\]|kernel): `
/** Tags in brackets that are levels, not names of tasks. */
const NO_LEVEL = String.raw`(?!(?:error|warn|warning|fail|failed|fatal|severe|critical|err|crit|emerg|alert|panic|info|debug|trace|notice|note|ok|pass|skip)\])`
/** The first word of a line. */
const WORD = String.raw`[A-Za-z][^ \t|:]*`

/** Those that begin with a letter. */
const words = [
  // `travis_fold:start:x `, `section_end:…`, `app:test: `
  String.raw`(?:travis_|section_)(?=[^ \t|]{0,56}[ \t|])[^ \t|:]*:[^ \t|:]*:[^ \t|]* ?`,
  String.raw`(?!error|fatal)[a-z][^ \t|:\d.(A-Z]*:[^ \t|:\d.(A-Z]*:(?=[ \t|]) ?`,
  // `Nov  2 10:00:00 host program[12]: `
  String.raw`[A-Za-z][^ \t|:]{2} +\d+ ${CLOCK} ?(?:${SENDER})?`,
  // `app-7f9c6d8b5f-x2x4z app `, a pod and its container; `web_1  | `, `web-shop  | `, a service.
  String.raw`(?:pod/[^ \t|:]*|${WORD}-(?=[a-z]*\d)[a-z\d]{8,10}-[^ \t|:]{5}) [a-z\d-]+ `,
  String.raw`(?:${WORD}[_-]\d+|[a-z][a-z\d]*(?:[_-][a-z\d]*)+) +\| ?`,
].join('|')

/** Those that begin with a digit. */
const times = [
  // `2024-01-31T10:00:00Z host program[12]: `
  `(?=${DATE}T)${DAY}${CLOCK}${SEPARATOR}(?:${SURE_SENDER})?`,
  `${DAY}${CLOCK}${SEPARATOR}`,
  String.raw`${CLOCK}(?=[ \]])${SEPARATOR}`,
  // Seconds since 1970: `1715340153.123 `.
  String.raw`\d{10}\.?\d{0,9} (?=[A-Za-z])`,
].join('|')

/** The others, but for priorities. */
const signs = [
  // `[pod/app-0/app] ` of kubectl; `[web:test] `, a command among many; `[2] `, a process among many.
  String.raw`\[pod/[^\] \t]*\] `,
  String.raw`\[${NO_LEVEL}[a-z][a-z\d_:./-]{1,24}\] `,
  String.raw`\[\d{1,5}\] `,
  // `[2024-01-31T…] `, `[task 2024-…] `, `[10:00:00] `, `[   12.345] `. A level in the brackets is no part of a date.
  String.raw`\[(?:t... )? *(?=${DATE})(?:(?! [A-Za-z]..[A-Za-z])[^\]]){10,40}\]${SEPARATOR}`,
  String.raw`\[(?:t... )? *(?:${CLOCK}|${SECONDS})\]${SEPARATOR}`,
  // `#12 3.456 `, a step of a container build; `==12345== `, a process; `==> default: `, a machine.
  `#\\d+ ${SECONDS} `,
  '==\\d+== ?',
  String.raw`==> [a-z\d-]+: `,
  // The side of a box, or the triangle that a wrapper puts before forwarded lines.
  String.raw`\xe2(?:\x94[\x80-\x83]|\x96\xb8) ?`,
  // `    [junit] `, a task; `@acme/web: `, a package.
  String.raw` {2,}\[${NO_LEVEL}[a-z]{1,14}\] `,
  String.raw`@[^ \t]{0,62}:(?=[ \t]) ?`,
].join('|')

/** `<6>` before a time, or `<6>1 ` before a date. */
const PRIORITY = String.raw`<(\d{1,3})>(?:1 (?=${DATE}))?(?=${times}|${signs}|${words})`
/** The job and the step before a time in `gh run view --log`, with tabs. */
const COLUMNS = String.raw`(?:\xef\xbb\xbf)?(?:[^\t]{0,127}\t[^\t]{0,127}\t(?:\xef..)?(?=${DATE}T))?`

// V8 compiles each when a line first needs it.
const columns = new RegExp(COLUMNS, 'sy')
const priority = new RegExp(PRIORITY, 'sy')
const time = new RegExp(times, 'sy')
const sign = new RegExp(signs, 'sy')
const word = new RegExp(words, 'sy')

/** Offset of a line's own words, behind up to five prefixes. */
export const skipPrefixes = (text: Uint8Array, to: number): number => prefixesIn(headOf(text, 0, to), to)

const headOf = (bytes: Uint8Array, start: number, end: number): string =>
  latin1Of(bytes, start, Math.min(end, start + HEAD_BYTES))

/** The same of a line with one character for each byte. Only its first 256 are read. */
export function prefixesIn(line: string, to: number): number {
  const head = line.slice(0, HEAD_BYTES)
  let at = head.includes('\t') || head.startsWith('\xef') ? endOf(columns, head, 0) : 0
  for (let round = 0; round < MAX_PREFIXES && at < head.length; round++) {
    const next = endOf(formFor(head.charCodeAt(at)), head, at)
    if (next === at || next >= to) break
    at = next
  }
  return at
}

/** What a prefix looks like that begins with a byte. */
function formFor(byte: number): RegExp {
  const kind = byteClass[byte]
  if ((kind & LETTER) !== 0) return word
  return (kind & IS_DIGIT) !== 0 ? time : byte === LESS ? priority : sign
}

function endOf(form: RegExp, head: string, at: number): number {
  form.lastIndex = at
  return form.test(head) ? form.lastIndex : at
}

/** True if a line begins with a priority of syslog that says it is an error or worse. */
export function hasErrorPriority(line: Uint8Array, start: number, end: number): boolean {
  priority.lastIndex = 0
  const value = priority.exec(headOf(line, start, end))?.[1]
  return value !== undefined && (Number(value) & 7) <= ERROR_SEVERITY
}
