import { authForms, commandForms, optionForms } from './command-forms.ts'
import { checkForms, finderOf, type SecretFinder } from './find-secrets.ts'
import type { SecretForm } from './form.ts'
import { HeadSearch } from './head-search.ts'
import { addressForms, headerForms } from './header-forms.ts'
import { namedForms } from './named-forms.ts'
import type { Redactor } from './redactor.ts'
import { tokenForms } from './token-forms.ts'
import { vendorForms } from './vendor-forms.ts'
import { type VisibleText, visibleTexts } from './visible-text.ts'

/** Forms of secrets: those that show what they are, then those that a name or a command stands before. */
export const secretForms: readonly SecretForm[] = [
  ...tokenForms,
  ...vendorForms,
  ...addressForms,
  ...headerForms,
  ...commandForms,
  ...optionForms,
  ...authForms,
  ...namedForms,
]

const KEY = 'private-key'
const END_OF_KEY = /-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
/** A private key without an end hides at most so many lines. */
export const MOST_KEY_LINES = 200

interface Search {
  readonly heads: HeadSearch
  readonly find: SecretFinder
  readonly beginOfKey: RegExp | undefined
}

/** A part of a raw text, and what stands in its place. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly by: string
}

const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * Creates a redactor that replaces secrets of known forms with `[redacted NAME]`, and removes all lines of a private
 * key. It reads a line as a terminal shows it, so colours and invisible characters do not hide a secret. It remembers
 * that a key has begun, so each stream needs its own redactor.
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
  // A test checks pith's own forms, because the check takes long.
  checkForms(forms.filter((form) => !secretForms.includes(form)))
  const search = forms === secretForms ? searchOfAll() : searchOf(forms)
  let keyLines = 0
  let openUnits = 0
  const redact = (text: string): string => {
    if (keyLines === 0 && search.heads.find(encoder.encode(text), 0) < 0) return text
    const views = visibleTexts(text)
    const found: Replacement[] = []
    const keys = keysIn(views[0], search.beginOfKey, keyLines > 0)
    keyLines = !keys.isOpen ? 0 : keys.hasBegun ? MOST_KEY_LINES : keyLines - 1
    openUnits = text.length - keys.openFrom
    if (keys.isOpen && keys.openFrom === 0) return ''
    for (const view of views) {
      search.find(view, (name, start, end) => {
        found.push({ start: view.startOf(start), end: view.endOf(end), by: `[redacted ${name}]` })
      })
    }
    return replaced(text, [...keys.hidden, ...found])
  }
  return Object.assign(redact, {
    nextChange: (lines: Uint8Array, from: number) => (keyLines > 0 ? from : search.heads.find(lines, from)),
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

let all: Search | undefined

/** The search for all forms is made once, because each stream needs its own redactor. */
function searchOfAll(): Search {
  all ??= searchOf(secretForms)
  return all
}

function searchOf(forms: readonly SecretForm[]): Search {
  const keys = forms.filter(({ name }) => name === KEY).map(({ pattern }) => `(?:${pattern})`)
  const heads = new HeadSearch([...new Set(forms.flatMap((form) => form.heads ?? ['']))])
  return {
    find: finderOf(forms, heads),
    heads,
    beginOfKey: keys.length > 0 ? new RegExp(keys.join('|'), 'g') : undefined,
  }
}

interface Keys {
  /** What belongs to private keys, without their first lines, which match a form. */
  readonly hidden: readonly Replacement[]
  /** Whether the end of the text is in a key. */
  readonly isOpen: boolean
  /** Whether that key began in this text. */
  readonly hasBegun: boolean
  /** Where the part of the text begins that is in that key. */
  readonly openFrom: number
}

function keysIn({ text, startOf, endOf }: VisibleText, begin: RegExp | undefined, isInKey: boolean): Keys {
  const hidden: Replacement[] = []
  const hide = (from: number, to: number) => hidden.push({ start: endOf(from), end: endOf(to), by: '' })
  let at = 0
  if (isInKey) {
    at = behindMatch(END_OF_KEY, text, 0)
    // Another key may begin before the first one has ended. Then the number of hidden lines starts again.
    if (at < 0) {
      const hasBegun = begin !== undefined && behindMatch(begin, text, 0) > 0
      return { hidden, isOpen: true, hasBegun, openFrom: 0 }
    }
    hide(0, at)
  }
  for (;;) {
    const behind = begin ? behindMatch(begin, text, at) : -1
    if (behind <= at) return { hidden, isOpen: false, hasBegun: false, openFrom: startOf(text.length) }
    const from = at
    at = text.lastIndexOf('-----BEGIN', behind) < from ? behind : behindMatch(END_OF_KEY, text, behind)
    if (at < 0) {
      hidden.push({ start: endOf(behind), end: startOf(text.length), by: '' })
      return { hidden, isOpen: true, hasBegun: true, openFrom: endOf(behind) }
    }
    hide(behind, at)
  }
}

/** The offset behind the first match at or after `from`; -1 when there is none. */
function behindMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Of replacements that overlap, the one that begins first stands for all. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  let shown = ''
  let at = 0
  for (const { start, end, by } of replacements.toSorted((a, b) => a.start - b.start)) {
    if (start >= at) shown += text.slice(at, start) + by
    at = Math.max(at, end)
  }
  return shown + text.slice(at)
}
