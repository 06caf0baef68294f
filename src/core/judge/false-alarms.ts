import { latin1Of } from './bytes.ts'

// Hides words that do not mean a failure where they stand: counts of zero, talk about errors, and the names of flags,
// files, folders and packages.

/** Stems that would raise a false alarm in a name. */
const STEMS =
  'error|fail|fatal|except|assert|panic|abort|crash|invalid|missing|undefined|unexpected|warn|unknown|denied|broken|illegal|mismatch|timeout|bad|problem|overflow|leak|corrupt|conflict|killed|unsupported|exit|violation'
/** Words that are counted, and what else begins with them. */
const COUNTED =
  '(?:errors?|failures?|fail(?:ed|ing|s)?|exceptions?|warnings?|crash(?:es)?|problems?|issues?|missed|offenses?|violations?|vulnerabilities|conflicts|aborted|killed|timeouts|flaky|missing|unexpected|invalid|broken|errored|rejected|todo|skipped|panics|leaks|mismatches|regressions)'
const OTHERS = 'issue|missed|offense|vulnerabilities|flaky|rejected|todo|skipped|regressions'

const NOTHING = '(?:0|no|zero|without|non|none)'
const BEFORE = '(?:on|if|when|case|for|any|handle|handles|handling|catch)'
const AFTER =
  '(?:handlers?|handling|handled|handles|prone|mode|report(?:s|ing|er)?|free|pages?|boundary|boundaries|recovery|rate|budget|logs?|branch|count|tolerance|tolerant|correction|detection|cases?|conditions?|paths?|scenarios?|states|types|classes)'
/** What separates two words that belong together. */
const JOINT = '[ _-]'
const WORD_END = '(?![a-z\\d])'
/** A number with a fraction and nothing more to say: `error: 0.01`, `error = 1.2e-9, 3 steps` */
const MEASURE = '\\d+\\.\\d+(?:e[-+]?\\d*)?%?(?=$|[,)]| [(\\[])'
const EMPTY = `(?:null|false|nil|none|no|undefined|never|ignore|off)${WORD_END}(?= *(?:$|[,;)}\\]|]))`
/** `: 0`, `=none`, and the last column of a table: `# fail  0` */
const NO_VALUE = `["']?(?:\\(s\\))? {0,8}(?:0$|[:=]>? {0,32}(?:0${WORD_END}(?![.:]\\d)|${MEASURE}|${EMPTY}))`

// A 0 that belongs to a number counts nothing: `1.0 errors`, `10:0 errors`.
const harmless = new RegExp(
  [
    `(?:(?<![a-z\\d.,:-])${NOTHING}${JOINT}[a-z\\d]+|(?<![a-z\\d.,:])(?:${NOTHING}|${BEFORE}))${JOINT}${COUNTED}${WORD_END}(?:${JOINT}${AFTER}${WORD_END})?`,
    `(?<![a-z\\d])${COUNTED}(?:${JOINT}${AFTER}${WORD_END}|${WORD_END}${NO_VALUE})`,
  ].join('|'),
  'gi',
)
const alarms = new RegExp(`${STEMS}|${OTHERS}`, 'i')
const stems = new RegExp(STEMS, 'gi')
/** Characters of a path or a flag. */
const PART = '[\\w.$+/\\\\~\\x80-\\xff-]'
/** What may be a path or a flag, with a stem in it. */
const runs = new RegExp(`(?<!${PART})${PART}*?(?:${STEMS})${PART}*`, 'gi')

/** Masks false alarms in a line. */
export function hideFalseAlarms(text: Uint8Array, from: number, to: number): void {
  const line = latin1Of(text, from, to)
  if (!alarms.test(line)) return
  const seen = line.replace(runs, withoutStems).replace(harmless, (found) => '~'.repeat(found.length))
  if (seen === line) return
  for (let i = 0; i < seen.length; i++) text[from + i] = seen.charCodeAt(i)
}

const BEFORE_VERSION = /^ (?:v\d.|\d\d?\.\d)/s
const FLAG = /^--?[A-Za-z]/
/** `exceptions-0.10.0` */
const ENDS_IN_VERSION = /.-\d(?=[\d.]*$)\d*\./s
const EXTENSION = /.\.[a-z][a-z\d+]{0,9}$/s

/** A word with a sign may be the name of a package before its version. */
const HAS_SIGN = /^[^-].*[_$+~\x80-\xff-]|^[_$+~\x80-\xff]/s

/** A run without the stems in it if it is a flag, a path, or the name of a file or of a package before its version. */
function withoutStems(run: string, at: number, line: string): string {
  const next = line.slice(at + run.length, at + run.length + 5)
  const isFlag = FLAG.test(run) && (run[1] === '-' || line[at - 1] === ' ')
  const isName = /[./\\]/.test(run) || next[0] === '@'
  // Before a number alone, a word is a word: `error 1.2`.
  const isVersioned = BEFORE_VERSION.test(next) && (next[1] === 'v' || isName || HAS_SIGN.test(run))
  if (isFlag || isVersioned || /^@\d/.test(next)) return masked(run)
  if (!isName && run[0] !== '-') return run
  const isFile = EXTENSION.test(run) && !/^\((?!\d)/.test(next)
  if (isFile || ENDS_IN_VERSION.test(run)) return masked(run)
  const slash = Math.max(run.lastIndexOf('/'), run.lastIndexOf('\\'))
  return slash > 0 ? masked(run.slice(0, slash)) + run.slice(slash) : run
}

const masked = (run: string): string => run.replace(stems, (stem) => 'x'.repeat(stem.length))
