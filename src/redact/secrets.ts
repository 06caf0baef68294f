import { createMatcher, type Matcher } from '../signal/linear/matcher.ts'
import { compilePatterns } from '../signal/linear/program.ts'
import type { Redactor } from './redactor.ts'

/** The form of one kind of secret. */
export interface SecretForm {
  name: string
  /**
   * A regular expression in the linear subset. A `\b` at its beginning also matches after a terminal code, an escape in
   * a string such as `\n`, and a percent escape. Their last letter would otherwise join the secret to a word.
   */
  pattern: string
  /** Each secret of this form contains one of these texts. A line without any of them is not searched. */
  heads?: readonly string[]
}

/** Well-known forms of secrets that can be recognized without their context. */
export const secretForms: readonly SecretForm[] = [
  { name: 'aws-access-key', pattern: '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b', heads: ['AKIA', 'ASIA'] },
  {
    name: 'github-token',
    pattern: '\\bgh[pousr]_[0-9A-Za-z]{36,255}',
    heads: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
  },
  { name: 'github-token', pattern: '\\bgithub_pat_[0-9A-Za-z_]{22,255}', heads: ['github_pat_'] },
  { name: 'gitlab-token', pattern: '\\bglpat-[0-9A-Za-z_-]{20,255}', heads: ['glpat-'] },
  { name: 'slack-token', pattern: '\\bxox[abeprs]-[0-9A-Za-z-]{10,255}', heads: ['xox'] },
  { name: 'slack-token', pattern: '\\bxapp-[0-9]-[0-9A-Za-z-]{10,255}', heads: ['xapp-'] },
  { name: 'google-api-key', pattern: '\\bAIza[0-9A-Za-z_-]{35}', heads: ['AIza'] },
  {
    name: 'stripe-key',
    pattern: '\\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,255}',
    heads: ['k_live_', 'k_test_'],
  },
  { name: 'npm-token', pattern: '\\bnpm_[0-9A-Za-z]{36}', heads: ['npm_'] },
  { name: 'api-key', pattern: '\\bsk-[0-9A-Za-z_-]{20,255}', heads: ['sk-'] },
  {
    name: 'jwt',
    pattern: '\\beyJ[0-9A-Za-z_-]{10,600}\\.eyJ[0-9A-Za-z_-]{10,}\\.[0-9A-Za-z_-]{10,}',
    heads: ['eyJ'],
  },
  {
    name: 'private-key',
    pattern: '-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----',
    heads: ['PRIVATE KEY-----', 'PRIVATE KEY BLOCK-----'],
  },
]

const KEY = 'private-key'
const END_OF_KEY = /-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
/** A private key without an end hides at most so many lines. */
export const MOST_KEY_LINES = 200

/** Text that ends in a letter or digit but is not part of a word: a terminal code, an escape in a string or a URL. */
const ESCAPE = [
  '\\x1b\\[[0-9;?]*[A-Za-z]',
  '\\[(?:[0-9;]+m|[0-9;]*K)',
  '\\\\(?:[abefnrtv0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})',
  '%(?:25)*[0-9A-Fa-f]{2}',
].join('|')

/** Each escape contains one of these characters. */
const MAY_ESCAPE = /[[\\%]/

/**
 * Creates a redactor that replaces secrets of known forms with `[redacted NAME]`, and removes all lines of a private
 * key. It remembers that a key has begun, so each stream needs its own redactor.
 *
 * @param forms for example `[...secretForms, { name: 'ours', pattern: '\\bOURS-[0-9a-f]{32}\\b' }]`
 * @throws {PithError} `PITH_INVALID_PATTERN` for a form outside the linear subset.
 * @example
 * const secrets = createSecretRedactor()
 * secrets('id AKIAIOSFODNN7EXAMPLE') // 'id [redacted aws-access-key]'
 * // A function that does more passes the state on.
 * const redact = Object.assign((line) => secrets(line).replaceAll('id', 'no'), { state: secrets.state })
 * redact('id AKIAIOSFODNN7EXAMPLE') // 'no [redacted aws-access-key]'
 */
export function createSecretRedactor(forms: readonly SecretForm[] = secretForms): Redactor {
  const withoutForms = replacerOf(forms)
  const heads = headsOf(forms)
  const keys = forms.filter(({ name }) => name === KEY).map(({ pattern }) => `(?:${pattern})`)
  const beginOfKey = keys.length > 0 ? new RegExp(keys.join('|'), 'g') : undefined
  let keyLines = 0
  let openUnits = 0
  const redact = (text: string): string => {
    if (keyLines === 0 && !heads.test(text)) return text
    let at = 0
    if (keyLines > 0) {
      at = endOf(END_OF_KEY, text, 0)
      // Another key may begin before the first one has ended. Then the number of hidden lines starts again.
      const isBegun = at < 0 && beginOfKey !== undefined && endOf(beginOfKey, text, 0) > 0
      keyLines = at >= 0 ? 0 : isBegun ? MOST_KEY_LINES : keyLines - 1
      openUnits = text.length
      if (at < 0) return ''
    }
    let shown = ''
    for (;;) {
      const behind = beginOfKey ? endOf(beginOfKey, text, at) : -1
      if (behind <= at) return shown + withoutForms(text.slice(at))
      // The first line of a key matches one of the forms.
      shown += withoutForms(text.slice(at, behind))
      at = text.lastIndexOf('-----BEGIN', behind) < at ? behind : endOf(END_OF_KEY, text, behind)
      if (at >= 0) continue
      keyLines = MOST_KEY_LINES
      openUnits = text.length - behind
      return shown
    }
  }
  return Object.assign(redact, {
    mayChange: (lines: string) => keyLines > 0 || heads.test(lines),
    state: {
      save: () => {
        const saved = keyLines
        return () => {
          keyLines = saved
        }
      },
      openUnits: () => (keyLines > 0 ? openUnits : undefined),
    },
  })
}

/** The offset after the first match at or after `from`; -1 when there is none. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Matches a line that may contain a secret of these forms. Matches every line when a form has no `heads`. */
function headsOf(forms: readonly SecretForm[]): RegExp {
  const heads = forms.every((form) => form.heads) ? forms.flatMap((form) => form.heads ?? []) : ['']
  return new RegExp(heads.map((head) => head.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'))
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** True for a pattern that may read any number of characters after each place where it could begin. */
const mayReadOn = ({ pattern }: SecretForm): boolean => /[*+]|\{\d+,\}/.test(pattern)

/**
 * An alternative for patterns that begin with `\b`: an escape instead of the word boundary. Empty for other patterns.
 */
const afterEscape = ({ pattern }: SecretForm): string =>
  pattern.startsWith('\\b') ? `(${ESCAPE})(?:${pattern.slice(2)})|` : ''

const wholePattern = (form: SecretForm) => ({ pattern: `${afterEscape(form)}${form.pattern}` })

/** Replaces secrets, one form after the other. */
function replacerOf(forms: readonly SecretForm[]): (text: string) => string {
  // Throws for a pattern outside the linear subset.
  compilePatterns(forms.map(wholePattern))
  const replacers = forms.map(formReplacerOf)
  return (text) => {
    const mayEscape = MAY_ESCAPE.test(text)
    return replacers.reduce((redacted, replace) => replace(redacted, mayEscape), text)
  }
}

function formReplacerOf(form: SecretForm): (text: string, mayEscape: boolean) => string {
  const matcher = mayReadOn(form) ? createMatcher([wholePattern(form)]) : undefined
  const plain = new RegExp(form.pattern, 'g')
  const escaped = new RegExp(`${afterEscape(form) || '()'}(?:${form.pattern})`, 'g')
  const heads = form.heads ?? ['']
  const shown = `[redacted ${form.name}]`
  return (text, mayEscape) => {
    // The plain expression is as fast as a search for the heads.
    if ((mayEscape || matcher) && !heads.some((head) => text.includes(head))) return text
    // A `RegExp` may scan a text many times and find nothing. The matcher scans it once.
    if (matcher && !isIn(matcher, text)) return text
    return mayEscape
      ? text.replace(escaped, (_, before: string | undefined) => `${before ?? ''}${shown}`)
      : text.replace(plain, () => shown)
  }
}

function isIn(matcher: Matcher, text: string): boolean {
  const bytes = encoder.encode(text)
  return matcher.match(bytes, 0, bytes.length) > 0
}
