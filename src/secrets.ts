import { leavesAsIs, type Redact } from './redact.ts'
import { createMatcher, type Matcher } from './signal/linear/matcher.ts'

/** A form that a service gives its secrets. */
export interface SecretForm {
  name: string
  /** In the linear subset. */
  pattern: string
  /** Texts of which each such secret holds one: a line without any is not searched for it. */
  heads?: readonly string[]
}

/** Well-known forms of secrets that can be told by themselves. */
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
    pattern: '-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----',
    heads: ['PRIVATE KEY-----'],
  },
]

const END_OF_KEY = /-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/
/** A key whose end never comes hides no more. */
const MOST_KEY_LINES = 200

/**
 * A function for `redact` that puts `[redacted NAME]` in the place of secrets by their forms; of a private key all
 * lines go. It remembers where a key has begun, so each stream needs its own.
 *
 * @param forms for example `[...secretForms, { name: 'ours', pattern: '\\bOURS-[0-9a-f]{32}\\b' }]`
 * @throws {PithError} `PITH_INVALID_PATTERN` for a form outside the linear subset.
 */
export function createSecretRedactor(forms: readonly SecretForm[] = secretForms): Redact {
  const matcher = createMatcher(forms.map(({ pattern }) => ({ pattern })))
  const patterns = forms.map(({ pattern }) => new RegExp(pattern, 'g'))
  const heads = headsOf(forms)
  let keyLines = 0
  const redact: Redact = (text) => {
    if (keyLines === 0 && !heads.test(text)) return text
    if (keyLines > 0) {
      const end = END_OF_KEY.exec(text)
      keyLines = end ? 0 : keyLines - 1
      return end ? withoutSecrets(text.slice(end.index + end[0].length), matcher, forms, patterns) : ''
    }
    const redacted = withoutSecrets(text, matcher, forms, patterns)
    const begun = redacted.lastIndexOf(`[redacted ${KEY}]`)
    if (begun < 0 || !text.includes('-----BEGIN')) return redacted
    const end = END_OF_KEY.exec(redacted)
    if (end && end.index > begun)
      return `${redacted.slice(0, begun)}[redacted ${KEY}]${redacted.slice(end.index + end[0].length)}`
    keyLines = MOST_KEY_LINES
    return `${redacted.slice(0, begun)}[redacted ${KEY}]`
  }
  leavesAsIs.set(redact, (lines) => keyLines === 0 && !heads.test(lines))
  return redact
}

/** What finds a text that each secret of these forms holds; every text where a form has none. */
function headsOf(forms: readonly SecretForm[]): RegExp {
  const heads = forms.every((form) => form.heads) ? forms.flatMap((form) => form.heads ?? []) : ['']
  return new RegExp(heads.map((head) => head.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'))
}

const KEY = 'private-key'
const encoder = /* @__PURE__ */ new TextEncoder()

/** The matcher says which forms there are; only those are looked for again, to know where. */
function withoutSecrets(
  text: string,
  matcher: Matcher,
  forms: readonly SecretForm[],
  patterns: readonly RegExp[],
): string {
  const bytes = encoder.encode(text)
  const count = matcher.match(bytes, 0, bytes.length)
  let redacted = text
  for (const id of matcher.ids.slice(0, count).sort()) {
    redacted = redacted.replace(patterns[id], () => `[redacted ${forms[id].name}]`)
  }
  return redacted
}
