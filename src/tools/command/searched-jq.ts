import { literalPattern } from '../../check/literal-pattern.ts'

// What a filter of `jq` looks for in texts: `select(.name == "x")`, `test("re")`, `has("key")`.

/** How many words behind each option are its values. */
const TAKES: Readonly<Record<string, number>> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
  '-L': 1,
}
/** Turns what was found around, or is none of the filter's own texts. */
const OTHER = /!=|\b(?:not|unless|def|as)\b|\$|#|\\\(/
const STRING = '"(?:[^"\\\\]|\\\\.)*"'
const LOOKS = new RegExp(
  `(==|\\b(?:test|match|scan|capture|contains|startswith|endswith|index|has)\\()\\s*(${STRING})(?:\\s*;\\s*("[a-z]*"))?`,
  'g',
)
const AS_PATTERN = /^(?:test|match|scan|capture)\(/

/** True for texts that are printed without quotes. */
const isRaw = (words: readonly string[]): boolean =>
  words.some((word) => /^-[a-zA-Z]*[rj]/.test(word) || /^--(?:raw-output0?|join-output)$/.test(word))

/**
 * One pattern for all texts that a filter looks for. Undefined if it tells none for sure.
 *
 * @example
 * searchedByJq(['-r', '.[] | select(.name == "x") | .log']) // { pattern: 'x', flags: '' }
 */
export function searchedByJq(words: readonly string[]): { pattern: string; flags: string } | undefined {
  const filter = filterIn(words)
  if (filter === undefined || OTHER.test(filter.replace(new RegExp(STRING, 'g'), withoutText)))
    return undefined
  const found = [...filter.matchAll(LOOKS)].map(([, how, text, flags = '']) => ({
    pattern: patternOf(how, text, isRaw(words)),
    flags: flags.includes('i') ? 'i' : '',
  }))
  const patterns = found.flatMap(({ pattern }) => pattern ?? [])
  const { flags } = found[0] ?? { flags: '' }
  const isSure = patterns.length > 0 && found.every((each) => each.flags === flags)
  return isSure && patterns.length === found.length ? { pattern: patterns.join('|'), flags } : undefined
}

/** A text that another one is put into is none. */
const withoutText = (text: string): string => (/\\\(/.test(text) ? '\\(' : '""')

/** The first word that is no option and no value of one. Undefined where a file has the filter. */
function filterIn(words: readonly string[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (/^(?:-[a-zA-Z]*f|--from-file$)/.test(word)) return undefined
    if (!word.startsWith('-')) return word
    at += TAKES[word] ?? 0
  }
  return undefined
}

/** How what is looked for stands in the output: in JSON with quotes around a whole text, and with escapes. */
function patternOf(how: string, quoted: string, isRaw: boolean): string | undefined {
  let text: string
  try {
    text = JSON.parse(quoted)
  } catch {
    return undefined
  }
  if (text === '') return undefined
  if (AS_PATTERN.test(how)) return `(?:${text})`
  if (isRaw) return literalPattern(text)
  const whole = JSON.stringify(text)
  return literalPattern(how === '==' || how === 'has(' ? whole : whole.slice(1, -1))
}
