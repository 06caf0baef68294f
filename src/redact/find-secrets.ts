import { createMatcher, type Matcher } from '../core/judge/linear/matcher.ts'
import { compilePatterns } from '../core/judge/linear/program.ts'
import type { SecretForm } from './form.ts'
import type { HeadSearch } from './head-search.ts'
import type { VisibleText } from './visible-text.ts'

/** Called with the name of a secret's form, the secret's first UTF-16 unit, and the unit behind it. */
type OnSecret = (name: string, start: number, end: number) => void

export type SecretFinder = (view: VisibleText, onSecret: OnSecret) => void

/** Text that ends in a letter or digit but is not part of a word: a terminal code, an escape in a string or a URL. */
const ESCAPE = [
  '\\x1b\\[[0-9;?]{0,30}[A-Za-z]',
  '\\[(?:[0-9;]{1,30}m|[0-9;]{0,30}K)',
  '\\\\(?:[abefnrtv0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})',
  '%(?:25){0,9}[0-9A-Fa-f]{2}',
].join('|')
/** A `RegExp` remembers each unit that a repeat reads, and fails after some millions. */
const MOST_UNITS = 65_536
/**
 * Values that stay may reach to the end of the text, and each is read again for names inside it. After this many units
 * and `MOST_READS` times the text, every value counts as a secret, so that a line full of names takes linear time.
 */
const FREE_READ_UNITS = 4096
const MOST_READS = 8
const beginning = /* @__PURE__ */ new RegExp(`\\b|(?<=_|${ESCAPE})`, 'y')
const END = '(?:\\b|(?=_))'

/** @throws {PithError} `PITH_INVALID_PATTERN` for a pattern outside the linear subset. */
export function checkForms(forms: readonly SecretForm[]): void {
  const patterns = forms.flatMap(({ pattern, before, behind, except }) => [before, pattern, behind, except])
  compilePatterns(patterns.flatMap((pattern) => (pattern === undefined ? [] : [{ pattern }])))
}

/**
 * Makes a finder of forms that have been checked. The first one names what several of them match.
 *
 * @param search it knows the heads of all forms
 */
export function finderOf(forms: readonly SecretForm[], search: HeadSearch): SecretFinder {
  /** By form, made when a text first holds one of its heads. */
  const finders: SecretFinder[] = []
  const formsOf: number[][] = []
  for (const [form, { heads = [''] }] of forms.entries()) {
    for (const head of heads) {
      const index = search.indexOf(head)
      formsOf[index] = [...(formsOf[index] ?? []), form]
    }
  }
  const isSearched = new Uint8Array(forms.length)
  return (view, onSecret) => {
    isSearched.fill(0)
    search.headsIn(view.text, (head) => {
      for (const form of formsOf[head]) isSearched[form] = 1
    })
    for (let form = 0; form < isSearched.length; form++) {
      if (isSearched[form] === 0) continue
      finders[form] ??= formFinder(forms[form])
      finders[form](view, onSecret)
    }
  }
}

function formFinder(form: SecretForm): SecretFinder {
  const { name, before = '', pattern, behind, except } = form
  const flags = form.ignoreCase ? 'i' : ''
  const value = pattern.replace(/\{(\d+),\}$/, `{$1,${MOST_UNITS}}`)
  const first = before === '' ? pattern : before
  const needsBeginning = first.startsWith('\\b')
  const begin = before === '' ? `()${widened(value)}` : `(${widened(before)})(?:${value})`
  const search = new RegExp(behind === undefined ? begin : `${begin}(?=${behind})`, `g${flags}`)
  const excepted = except === undefined ? undefined : new RegExp(`^(?:${except})$`)
  const needsMatcher = mayReadOn(form)
  let matcher: Matcher | undefined
  return (view, onSecret) => {
    const { text } = view
    // A `RegExp` may scan a text many times and find nothing. The matcher scans it once.
    if (needsMatcher) {
      matcher ??= createMatcher([{ pattern: wholePattern(form), flags }])
      if (!isIn(matcher, text)) return
    }
    search.lastIndex = 0
    let left = FREE_READ_UNITS + MOST_READS * text.length
    for (let match = search.exec(text); match; match = search.exec(text)) {
      const start = match.index + match[1].length
      const end = search.lastIndex
      if (needsBeginning && !isBeginning(view, match.index)) search.lastIndex = match.index + 1
      else if (left >= 0 && excepted?.test(text.slice(start, end))) {
        // The value may itself hold a name and a secret.
        search.lastIndex = Math.max(start, match.index + 1)
        left -= end - start
      } else onSecret(name, start, end)
      if (search.lastIndex === match.index) search.lastIndex++
    }
  }
}

/** Whether a word, or what `_` or an escape separates from a word, may begin here. */
function isBeginning({ text, startOf, endOf }: VisibleText, at: number): boolean {
  beginning.lastIndex = at
  return startOf(at) > endOf(at) || beginning.test(text)
}

/** Removes a word boundary at the beginning. At the end, `_` does not count as a part of a word. */
function widened(pattern: string): string {
  const begun = pattern.replace(/^\\b/, '')
  const isBounded = /[^\\](?:\\\\)*\\b$/.test(begun)
  return `(?:${isBounded ? begun.slice(0, -2) : begun})${isBounded ? END : ''}`
}

/** The whole form without word boundaries at its ends. It matches wherever the form does. */
const wholePattern = ({ before = '', pattern, behind = '' }: SecretForm): string =>
  `${before === '' ? '' : `(?:${withoutBoundaries(before)})`}(?:${withoutBoundaries(pattern)})(?:${behind})`

const withoutBoundaries = (pattern: string): string =>
  pattern.replace(/^\\b/, '').replace(/([^\\])\\b$/, '$1')

/**
 * True for a form that may read any number of characters and then not match. An unbounded repeat at the very end of a
 * pattern only reads what it matches.
 */
function mayReadOn({ before = '', pattern, behind = '' }: SecretForm): boolean {
  const unbounded = (part: string) =>
    /[*+]|\{\d+,\}/.test(part.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''))
  return (
    unbounded(`${before}${behind}`) ||
    unbounded(pattern.replace(/(?:\+|\*|\{\d+,\})$/, behind === '' ? '' : '$&'))
  )
}

const encoder = /* @__PURE__ */ new TextEncoder()

function isIn(matcher: Matcher, text: string): boolean {
  const bytes = encoder.encode(text)
  return matcher.match(bytes, 0, bytes.length) > 0
}
