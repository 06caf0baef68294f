import { byteClass, PATH } from './bytes.ts'

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

/** Where one of the words begins. */
const alarms = new RegExp(`${STEMS}|${OTHERS}`, 'g')
const stems = new RegExp(STEMS, 'g')
/** A word that means no failure, with what stands before it. A 0 that belongs to a number counts nothing: `1.0 errors`, `10:0 errors`. */
const harmless = new RegExp(
  [
    `(?<=((?:(?<![a-z\\d.,:-])${NOTHING}${JOINT}[a-z\\d]+|(?<![a-z\\d.,:])(?:${NOTHING}|${BEFORE}))${JOINT}))${COUNTED}${WORD_END}(?:${JOINT}${AFTER}${WORD_END})?`,
    `(?<![a-z\\d])${COUNTED}(?:${JOINT}${AFTER}${WORD_END}|${WORD_END}${NO_VALUE})`,
  ].join('|'),
  'y',
)
const NAME_MASK = 0x78
const WORD_MASK = 0x7e

/**
 * Masks false alarms in `text` from `from` on, of which `line` has a character for each byte. False if there are none.
 * Patterns see it in small letters: V8 is slower to compile the flag for both.
 */
export function hideFalseAlarms(line: string, text: Uint8Array, from: number): boolean {
  const small = line.toLowerCase()
  let isMasked = false
  let end = 0
  let start = 0
  let stop = 0
  let nameEnd = 0
  alarms.lastIndex = 0
  for (let hit = alarms.exec(small); hit; hit = alarms.exec(small)) {
    if (hit.index >= stop) {
      ;[start, stop] = runAround(line, hit.index)
      nameEnd = nameEndIn(line, start, stop)
    }
    if (nameEnd > hit.index) {
      for (const { 0: stem, index } of small.slice(start, nameEnd).matchAll(stems)) {
        text.fill(NAME_MASK, from + start + index, from + start + index + stem.length)
        isMasked = true
      }
      end = alarms.lastIndex = nameEnd
      continue
    }
    harmless.lastIndex = hit.index
    const before = harmless.exec(small)?.[1] ?? ''
    if (harmless.lastIndex === 0 || hit.index - before.length < end) continue
    end = alarms.lastIndex = harmless.lastIndex
    text.fill(WORD_MASK, from + hit.index - before.length, from + end)
    isMasked = true
  }
  return isMasked
}

/** The characters of a path or a flag around a place. */
function runAround(line: string, at: number): [start: number, stop: number] {
  let start = at
  while (start > 0 && isPart(line.charCodeAt(start - 1))) start--
  let stop = at
  while (stop < line.length && isPart(line.charCodeAt(stop))) stop++
  return [start, stop]
}

const isPart = (byte: number): boolean => byte >= 0x80 || (byteClass[byte] & PATH) !== 0

const BEFORE_VERSION = /^ (?:v\d.|\d\d?\.\d)/s
const FLAG = /^--?[A-Za-z]/
/** `exceptions-0.10.0` */
const ENDS_IN_VERSION = /.-\d(?=[\d.]*$)\d*\./s
const EXTENSION = /.\.[a-z][a-z\d+]{0,9}$/s

/** A word with a sign may be the name of a package before its version. */
const HAS_SIGN = /^[^-].*[_$+~\x80-\xff-]|^[_$+~\x80-\xff]/s

/** Where the name in a run ends: a flag, a path, or the name of a file or of a package before its version. */
function nameEndIn(line: string, start: number, stop: number): number {
  const run = line.slice(start, stop)
  const next = line.slice(stop, stop + 5)
  const isFlag = FLAG.test(run) && (run[1] === '-' || line[start - 1] === ' ')
  const isName = /[./\\]/.test(run) || next[0] === '@'
  // Before a number alone, a word is a word: `error 1.2`.
  const isVersioned = BEFORE_VERSION.test(next) && (next[1] === 'v' || isName || HAS_SIGN.test(run))
  if (isFlag || isVersioned || /^@\d/.test(next)) return stop
  if (!isName && run[0] !== '-') return start
  const isFile = EXTENSION.test(run) && !/^\((?!\d)/.test(next)
  if (isFile || ENDS_IN_VERSION.test(run)) return stop
  return start + Math.max(0, run.lastIndexOf('/'), run.lastIndexOf('\\'))
}
