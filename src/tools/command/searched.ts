import { literalPattern } from '../../check/literal-pattern.ts'
import { searchedByJq } from './searched-jq.ts'

// What a command searches its input for, by its words.

/** The source and the flags of a regular expression, in JavaScript's syntax. */
export interface Searched {
  pattern: string
  flags: string
}

/** A longer pattern is data. */
const MOST_LENGTH = 1000
/** Options of the programs whose value is the next word, besides those that hold a pattern. */
const TAKES = 'ABCDMdefgjmt'
/** Programs whose patterns are basic regular expressions, extended ones, or words. */
const BASIC = /^(?:z?grep)$/
const EXTENDED = /^(?:egrep|ug|ugrep|rg|ag|ack)$/
const FIXED = /^fgrep$/

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  xdigit: '0-9A-Fa-f',
}

/**
 * The pattern of `grep` and programs like it, or the texts that a filter of `jq` looks for. Undefined for one that is not in the words, and for lines without it (`-v`).
 *
 * @example
 * searchedFor(['grep', '-rn', 'a\\|b', 'src']) // { pattern: 'a|b', flags: '' }
 */
export function searchedFor(words: readonly string[]): Searched | undefined {
  const base = words[0]?.slice(words[0].lastIndexOf('/') + 1) ?? ''
  const isGit = base === 'git' && words[1] === 'grep'
  if (base === 'findstr') return ofFindstr(words.slice(1))
  if (base === 'jq') return within(searchedByJq(words.slice(1)))
  if (!isGit && !BASIC.test(base) && !EXTENDED.test(base) && !FIXED.test(base)) return undefined
  const { patterns, letters, longs } = optionsIn(words.slice(isGit ? 2 : 1))
  const has = (letter: string, long: string): boolean => letters.includes(letter) || longs.includes(long)
  if (has('v', '--invert-match') || has('f', '--file')) return undefined
  const isFixed = FIXED.test(base) || has('F', '--fixed-strings') || longs.includes('--literal')
  const isBasic = (isGit || BASIC.test(base)) && !has('E', '--extended-regexp') && !has('P', '--perl-regexp')
  const sources = patterns
    .flatMap((each) => each.split('\n'))
    .filter((each) => each !== '')
    .map((each) => (isFixed ? literalPattern(each) : translated(each, isBasic)))
  const whole = sources.length > 1 ? sources.map((each) => `(?:${each})`).join('|') : (sources[0] ?? '')
  if (whole === '' || whole.length > MOST_LENGTH) return undefined
  const isSmart = has('S', '--smart-case') || base === 'ag'
  const ignoresCase = has('i', '--ignore-case') || (isSmart && whole === whole.toLowerCase())
  return {
    pattern: has('w', '--word-regexp') ? `\\b(?:${whole})\\b` : whole,
    flags: ignoresCase ? 'i' : '',
  }
}

const within = (searched: Searched | undefined): Searched | undefined =>
  searched && searched.pattern.length <= MOST_LENGTH ? searched : undefined

/** The patterns of a command, and its other options. The first operand is the pattern if no option gives one. */
function optionsIn(words: readonly string[]) {
  const patterns: string[] = []
  const operands: string[] = []
  const longs: string[] = []
  let letters = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '--') {
      operands.push(...words.slice(at + 1))
      break
    }
    if (word.startsWith('--')) {
      if (word === '--regexp') patterns.push(words[++at] ?? '')
      else if (word.startsWith('--regexp=')) patterns.push(word.slice(9))
      else longs.push(word.replace(/=.*/, ''))
    } else if (word.length > 1 && word[0] === '-') {
      const valued = [...word].findIndex((letter, nth) => nth > 0 && TAKES.includes(letter))
      letters += valued < 0 ? word : word.slice(0, valued + 1)
      if (valued < 0) continue
      const value = valued === word.length - 1 ? words[++at] : word.slice(valued + 1)
      if (word[valued] === 'e' && value !== undefined) patterns.push(value)
    } else operands.push(word)
  }
  return { patterns: patterns.length > 0 ? patterns : operands.slice(0, 1), letters, longs }
}

/** A pattern of POSIX in JavaScript's syntax. In a basic one, marks with a backslash are special and those without are not. */
function translated(source: string, isBasic: boolean): string {
  const classes = source.replace(/\[:(\w+):\]/g, (all, name) => CLASSES[name] ?? all)
  return classes.replace(/\[\^?\]?[^\]]*\]|\\?[\s\S]/g, (part) => {
    if (part === '\\<' || part === '\\>') return '\\b'
    if (part.length > 2) return part
    const mark = part[part.length - 1]
    if (!isBasic || !'(){}|+?'.includes(mark)) return part
    return part.length === 2 ? mark : `\\${mark}`
  })
}

/** `findstr /C:"the words"`, or a word of which each counts. */
function ofFindstr(words: readonly string[]): Searched | undefined {
  const options = words.filter((word) => word.startsWith('/'))
  const has = (letter: string): boolean =>
    options.some((word) => new RegExp(`^/[a-z]*${letter}`, 'i').test(word))
  const text = options.find((word) => /^\/c:/i.test(word))?.slice(3)
  const operand = words.find((word) => !word.startsWith('/'))
  const each = text === undefined ? (operand?.split(' ').filter(Boolean) ?? []) : [text]
  if (has('v') || has('g:') || each.length === 0) return undefined
  const pattern = each.map((word) => (has('r') ? word : literalPattern(word))).join('|')
  return within({ pattern, flags: has('i') ? 'i' : '' })
}
