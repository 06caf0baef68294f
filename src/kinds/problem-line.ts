// The lines with which compilers, type checkers and linters begin a problem. No tool is named here: a line is known by what
// it holds, which is a place, a level or a code.

/** What a problem is counted as: as a problem if its tool tells no level. */
export type Level = 'errors' | 'warnings' | 'problems'

export interface Problem {
  /** Undefined if another line tells it: a heading above, or a place below. */
  file: string | undefined
  level: Level
  /** The name of its rule. Empty if it has none. */
  code: string
  message: string
  /** True for a line that explains the problem above it. */
  isNote: boolean
  /** False for a line that has a place and a message alone, as a match of a search has. */
  isSure: boolean
}

/** `[ERROR] `, `e: file://` */
const LEAD = /^(?:\[(error|warn(?:ing)?)\] |([ew]): (?:file:\/\/)?)/i
/** `a.ts(1,2): `, `a.c:1:2: `, `a.ts:1:2 - `, `a.md:1 `, `A.java:[1,2] `, `a.js: line 1, col 2, ` */
const PLACE =
  /^( *)((?:[A-Za-z]:(?=[\\/]))?[^\s:].*?)(?:\(\d{1,9}(?:[,:]\d{1,9})*(?:-\d{1,9})?\) ?:|:\d{1,9}([:.]\d{1,9})?(?:-\d{1,9}(?:[:.]\d{1,9})?)?(:| -|(?= ))|:\[\d{1,9}(?:,\d{1,9})?\]|: line \d{1,9}(?:, col \d{1,9})?,) /
const LEVEL_WORDS =
  'fatal error|fatal|error|warning|warn|information|info|note|hint|help|remark|style|performance|portability|convention|refactor|suggestion'
/** `error: `, `[warning] `, `error TS1: `, `error[E1]: `, `Error - ` */
const LEVEL = new RegExp(
  `^(?:\\[(${LEVEL_WORDS})\\]|(${LEVEL_WORDS})(?=:|  ?-|\\[| [A-Z]{1,6}\\d{1,6}\\b))[: -]*`,
  'i',
)
/** `C: ` */
const LETTER = /^([CEFINRSW]): /
/** `TS2322: `, `E501 `, `MD013/line-length `, `[E0308]: `, `(W211) ` */
const CODE_FIRST =
  /^(?:([A-Z]{1,6}-?\d{2,6}(?:\/[\w-]+)*)(?::|(?= )) ?|\[([A-Za-z][\w:-]*)\]:? ?|\(([A-Z]{1,4}\d{2,5})\) )/
/** `Style/StringLiterals: `, `[Correctable] Layout/LineLength: ` */
const COP_FIRST = /^(?:\[Correctable\] )?([A-Z]\w*(?:\/[A-Z]\w*)+): /
/** `[-Wunused]`, `[bugprone-x,-warnings-as-errors]`, `(errcheck)`, `[Error/semi]` */
const CODE_LAST = / [[(](?:(Error|Warning)\/)?([A-Za-z@-][\w./:@=+-]*)(?:,[\w,-]+)?[\])]$/
/** ` [error]` behind the code */
const LEVEL_LAST = / \[(error|warning)\]$/
/** `  1:2  error  message  rule` below the name of a file */
const IN_FILE = /^ +\d{1,9}:\d{1,9} +(?:(error|warning|warn|info|note|[✖✘×⚠‼ℹ]) +)?(\S.*)$/
/** `a.ts:1:2 lint/style/useConst  FIXABLE  ━━━━━` */
const RULED = /^(\S.*?)(?::\d{1,9}:\d{1,9})? ([a-z]\w*(?:\/\w+)*)(?: +[A-Z]+)* +[━─]{3,}$/
/** `error[E0308]: …`, `warning: …`, `F401 [*] …`, `  × eslint(no-undef): …` */
const ABOVE_PLACE =
  /^(?:(error|warning)(?:\[([\w:-]+)\])?: |([A-Z]{1,4}\d{2,5}) (?=\S)| *([×⚠✖]) (\S+\([\w/-]+\)): )(\S.*)$/
/** ` --> a.rs:1:2`, `   ╭─[a.js:1:2]` */
const BELOW = /^ *(?:-->|╭─\[|┌─) ?(\S.*?):\d{1,9}(?::\d{1,9})?\]?$/
/** `  ^-- SC2086 (info): …` */
const AT_CARET = /^ *\^-+\^? ([A-Z]{1,4}\d{2,5})(?: \((\w+)\))?: (.*)$/
/** `  12     message` in a table */
const ROW = /^ {1,3}:?\d{1,9} {2,}(\S.*)$/

const NOTES = /^(?:note|hint|help|remark|info|information|suggestion)$/i
const ERRORS = /^(?:fatal error|fatal|error|[ef]|[×✖✘])$/i
const WARNINGS = /^(?:warning|warn|w|[⚠‼!])$/i

const levelOf = (word: string): Level =>
  ERRORS.test(word) ? 'errors' : WARNINGS.test(word) ? 'warnings' : 'problems'

/** The problem that begins with a line that tells its place, or with one above such a line. */
export function problemIn(text: string): Problem | undefined {
  return atPlace(text) ?? (/[━─]$/.test(text) ? ruled(text) : abovePlace(text))
}

function atPlace(text: string): Problem | undefined {
  const lead = LEAD.exec(text)
  const rest = lead ? text.slice(lead[0].length) : text
  const place = PLACE.exec(rest)
  if (!place) return undefined
  const [whole, indent, file, column, mark] = place
  const found = toldBy(rest.slice(whole.length), lead?.[1] ?? lead?.[2] ?? '')
  const isNamed = /[/\\.]/.test(file)
  const isRight = found.isSure
    ? isNamed || column !== undefined || found.code !== ''
    : isNamed && column !== undefined
  // Without a colon only a code or a level tells that this is no sentence.
  const hasMark = mark !== '' || found.code !== '' || lead !== null
  if (!isRight || !hasMark || (indent !== '' && !found.isSure) || !isFile(file)) return undefined
  return { ...found, file }
}

/** What stands behind a place: a level, a code, a message. */
function toldBy(text: string, lead: string): Problem {
  let word = lead
  let message = text
  const level = LEVEL.exec(message) ?? LETTER.exec(message)
  if (level) {
    word = level[1] ?? level[2]
    message = message.slice(level[0].length)
  }
  const first = COP_FIRST.exec(message) ?? CODE_FIRST.exec(message)
  const end = first ? null : LEVEL_LAST.exec(message)
  const last = first ? null : CODE_LAST.exec(end ? message.slice(0, end.index) : message)
  const code = first ? codeIn(first) : (last?.[2] ?? '')
  if (first) message = message.slice(first[0].length)
  if (word === '') word = (first && LEVEL.exec(message)?.[2]) ?? last?.[1] ?? end?.[1] ?? ''
  const isNote = NOTES.test(word) && code === ''
  return { file: undefined, level: levelOf(word), code, message, isNote, isSure: word !== '' || code !== '' }
}

/** The code alone: `MD013` of `MD013/line-length`. */
const codeIn = ([, code, bracketed, round]: RegExpExecArray): string =>
  code === undefined ? (bracketed ?? round) : /^[A-Z]+-?\d/.test(code) ? code.replace(/\/.*/, '') : code

const sure = (level: Level, code: string, message: string, file?: string): Problem => ({
  file,
  level,
  code,
  message,
  isNote: false,
  isSure: true,
})

function ruled(text: string): Problem | undefined {
  const [, file, code] = RULED.exec(text) ?? []
  return file !== undefined && isFile(file) ? sure('problems', code, '', file) : undefined
}

function abovePlace(text: string): Problem | undefined {
  const found = ABOVE_PLACE.exec(text)
  if (!found) return undefined
  const [, word, code, alone, sign, rule, message] = found
  return sure(levelOf(word ?? sign ?? ''), code ?? alone ?? rule ?? codeLast(message), message)
}

const codeLast = (message: string): string => CODE_LAST.exec(message)?.[2] ?? ''

/** The last word, if it stands apart from the message. */
function ruleLast(message: string): string {
  const at = message.lastIndexOf(' ')
  return message[at - 1] === ' ' ? message.slice(at + 1).replace(/^\((.*)\)$/, '$1') : ''
}

/** `  1:2  error  …  rule`, below the name of its file. */
export function problemInFile(text: string): Problem | undefined {
  const found = IN_FILE.exec(text)
  if (!found) return undefined
  const [, word = '', message] = found
  const code = ruleLast(message) || codeLast(message)
  return word !== '' || code !== '' ? sure(levelOf(word), code, message) : undefined
}

/** A row of a table that belongs to a file. Its code stands below it. */
export function problemInRow(text: string): Problem | undefined {
  const found = ROW.exec(text)
  return found ? sure('errors', '', found[1]) : undefined
}

/** `  ^-- SC2086 (info): …`, below the line that it is about. */
export function problemAtCaret(text: string): Problem | undefined {
  const found = AT_CARET.exec(text)
  return found ? sure(levelOf(found[2] ?? ''), found[1], found[3]) : undefined
}

/** The file of a line that tells where the problem above it is. */
export function placeBelow(text: string): string | undefined {
  const file = BELOW.exec(text)?.[1]
  return file !== undefined && isFile(file) ? file : undefined
}

/** The level that the sign before a message below its problem stands for. */
export function levelBelow(text: string): Level | undefined {
  const sign = /^ {1,4}([✖×⚠!]) /.exec(text)?.[1]
  return sign === undefined ? undefined : levelOf(sign)
}

/** The code of a line below its problem. */
export const codeBelow = (text: string): string | undefined => /^ *🪪 +(\S+)$/.exec(text)?.[1]

/** False for times, addresses and frames of a stack, which also stand before a number. */
const isFile = (name: string): boolean =>
  /[A-Za-z\u0080-\uffff]/.test(name) &&
  !/^(?:\d{4}-\d\d-\d\d|["'`{]|(?:at|from|File) )|:\/\//.test(name) &&
  (!/\s/.test(name) || (/[/\\]|\.\w+$/.test(name) && !/^\[|\d\d:\d\d|^[A-Z]{4,}\b/.test(name)))

const MOST_MESSAGE_LENGTH = 40

/** What a message says without what it names, so that it tells problems without a code apart. */
export function sayingOf(message: string): string {
  const plain = message
    .slice(0, 400)
    .replaceAll(/[`'"‘“«][^`'"’”»]*[`'"’”»]|\d+/g, '')
    .replaceAll(/[\p{Cc}\p{Cf}[\];:,]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s(]+$/, '')
    .trim()
  return plain.slice(0, MOST_MESSAGE_LENGTH).trim() || 'other'
}

// Lines around problems: those that name a file for the next ones, and those that belong to the problem above or below.

/** What lines below a heading are: `  1:2  error …`, rows of a table, or a mark below a source line. */
export type ListForm = 'list' | 'table' | 'line'

/** `a.c: In function 'f':`, `In file included from a.h:1,` */
const ABOVE =
  /^(?:[^\s:]+: (?:In (?:\w+ )*function|In (?:member|con|de)|At top level|At global scope)|In file included from )/
const INCLUDED = /^ +from /
/** Source lines with their marks, and advice. */
const BELONGS = /^(?:[\s|^~=>+│╭╰┌└·…]|\d+ +[|│]|\.\.\.$|(?:note|help|hint): )/
const CARET = /^\s*[\^~][\s^~]*$/
const RULE = /^ *[-─]{3,}(?: +[-─]{3,})*$/
/** `  Line   src/a.php` between rules */
const HEAD_OF_TABLE = /^ +Line {2,}(\S.*)$/
/** `In a.sh line 3:` */
const HEAD_OF_LINE = /^In (\S.*) line \d{1,9}:$/

/** True for a line above a problem that tells where it is. `isAfterOne` if such a line stands above it. */
export const isAboveProblem = (text: string, isAfterOne: boolean): boolean =>
  ABOVE.test(text) || (isAfterOne && INCLUDED.test(text))

/** True for a line that belongs to the problem above it wherever it stands. */
export const isBelowProblem = (text: string): boolean => BELONGS.test(text)

/** True for marks below a source line, which may itself begin at the margin. */
export const isCaret = (text: string): boolean => CARET.test(text)

/** True for a line of dashes, as around the heading of a table. */
export const isRule = (text: string): boolean => RULE.test(text)

/** True for a path alone, which can be the heading of a list. */
export const isPath = (text: string): boolean =>
  text.length <= 1024 && !/^\s|[:*]$/.test(text) && /[/\\]|\.\w+$/.test(text) && isFile(text)

/** The file that a line names for the problems below it. `above` is the line above, which may begin a table. */
export function headingIn(
  text: string,
  above: string | undefined,
): { file: string; form: ListForm } | undefined {
  const line = text.startsWith('In ') ? HEAD_OF_LINE.exec(text) : null
  if (line) return { file: line[1], form: 'line' }
  const table = above !== undefined && RULE.test(above) ? HEAD_OF_TABLE.exec(text) : null
  return table ? { file: table[1].trimEnd(), form: 'table' } : undefined
}
