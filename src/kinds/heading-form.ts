import { levelOf } from './counted-lines.ts'
import { tellsLoudly } from './failure-words.ts'

// The form of headings: the marks and words that they have in common, around names of their own. A loop prints one before
// each output, so that the first line of all is a heading.

export interface HeadingForm {
  /** The marks before the name: `### `, `[`. */
  readonly lead: string
  /** The marks behind it: ` ==`, `]`, `:`. */
  readonly trail: string
  /** What the names begin with: `Stage: `, `user@host:~$ `. */
  readonly word: string
  /** How many lines belong to a heading whose first one is marks alone. These are its lead. */
  readonly below: number
}

/** A longer line is no heading. */
const MOST_LENGTH = 240
/** How often a form must come if other lines may have it too. */
const LEAST_WEAK = 3

/** Marks before a blank, two equal marks, or a bracket. */
const LEAD = /^(?:[\p{P}\p{S}]+(?=\s)|([=*#~%>-])\1+|[[({<]+)\s*/u
/** Marks behind a blank, two equal marks, a bracket, or a colon. */
const TRAIL = /(?:(?<=\s)[\p{P}\p{S}]+|([=*#~%<-])\1+|[\])}>]+|):?$/u
const RULE = /^([=*#~_+-])\1{2,}$/
/** What a text of any words stands behind: `Next file: `, a prompt. */
const SIGN = /^(?:\p{L}[\p{L}\d_-]*(?: \p{L}[\p{L}\d_-]*)?:|\p{L}\S*[$#%>]) +(?=\S)/u
/** All words but the last one. */
const WORDS = /^(?:[\p{L}_-][^\s:]* ){1,3}(?=\S+$)/u
/** At most three words. No time stamp begins a heading. */
const NAME = /^(?!\d)\S+(?: \S+){0,2}$/
/** Marks that alone tell that something follows: `:`, ` =>`. */
const OPENING = /^ ?(?::|[=~>-]{2,})$/
const BRACKET = /^[[({<]/
/** Marks that begin an item of a list. */
const BULLET = /^[-*+•] $/
/** Marks that begin a row of a table, a comment, a path or a tag. */
const BARRED = /^(?:[|│/]|<$)/
/** Marks that begin comments, whose names are single words. */
const COMMENT = /^(?:#{1,2}|--|;+|%+|["']) ?$/
const HASHES = /^#+ ?$/
const TWO_MARKS = /^([^\w\s])\1/

/** True for a heading of this form. */
export const isHeading = (text: string, form: HeadingForm): boolean =>
  text.length <= MOST_LENGTH && nameIn(text, form) !== undefined

/** The name in a heading of a form. Undefined for another line. */
function nameIn(text: string, { lead, trail, word, below }: HeadingForm): string | undefined {
  if (below > 0) return text === lead ? text : undefined
  const parts = partsOf(text)
  const own = trail === '' ? parts.own + parts.trail : parts.own
  if (own === '' || parts.lead !== lead || !own.startsWith(word)) return undefined
  // A value of JSON is no name.
  if (lead.endsWith('{') && own[0] === '"') return undefined
  const isOther = trail !== '' && parts.trail !== trail
  if (isOther || (lead + word === '' && !NAME.test(own))) return undefined
  const name = own.slice(word.length)
  const isFree = word === '' || SIGN.test(`${word}x`)
  return name !== '' && (isFree || !/\s/.test(name)) ? name : undefined
}

function partsOf(text: string) {
  const lead = LEAD.exec(text)?.[0] ?? ''
  const rest = text.slice(lead.length)
  const trail = TRAIL.exec(rest)?.[0] ?? ''
  const own = rest.slice(0, rest.length - trail.length)
  return {
    lead: evened(lead),
    own: own.trimEnd(),
    trail: trail !== '' && /\s$/.test(own) ? ` ${trail}` : trail,
  }
}

const evened = (marks: string): string => marks.replace(/\s+/, ' ')

/** The form of the headings in the first lines of an output, none of which is blank, and how sure that is. */
export function headingsIn(
  lines: readonly string[],
  isWhole: boolean,
): { form: HeadingForm; confidence: number } | undefined {
  const [first = '', , third] = lines
  if (first.length > MOST_LENGTH) return undefined
  for (const form of formsOf(first, third)) {
    const confidence = sureness(form, lines, isWhole)
    if (confidence > 0) return { form, confidence }
  }
  return undefined
}

/** The forms that a line may have as a heading. */
function formsOf(first: string, third: string | undefined): HeadingForm[] {
  const formOf = (lead: string, trail: string, word = '', below = 0) => ({ lead, trail, word, below })
  if (RULE.test(first)) return [formOf(first, '', '', third === first ? 2 : 1)]
  const { lead, own, trail } = partsOf(first)
  if (own === '' || BARRED.test(lead) || (BULLET.test(lead) && trail === '')) return []
  const forms: HeadingForm[] = []
  const isClosed = trail !== '' || !BRACKET.test(lead)
  if (isClosed && lead !== '') forms.push(formOf(lead, trail))
  if (lead === '' && OPENING.test(trail)) forms.push(formOf('', trail))
  if (trail !== '' && lead !== '' && !BRACKET.test(lead)) forms.push(formOf(lead, ''))
  const sign = SIGN.exec(own)?.[0]
  if (sign !== undefined && isClosed) forms.push(formOf(lead, '', sign))
  const word = lead === '' ? undefined : WORDS.exec(own)?.[0]
  if (word !== undefined && isClosed) forms.push(formOf(lead, trail, word))
  return forms
}

/** True for marks that lines of an output seldom have. */
const isStrong = ({ lead, trail, word, below }: HeadingForm): boolean =>
  below > 0 || (word === '' && ((lead !== '' && trail !== '') || TWO_MARKS.test(lead)))

/** What a test prints stands below it, and its result far from both. */
const IS_TEST = /^=== (?:RUN|PAUSE|CONT|NAME)\b/

const hasLevel = (text: string): boolean =>
  /warning:/i.test(text) || levelOf(text.replace(/^[^\p{L}]+/u, '')) !== undefined

function sureness(form: HeadingForm, lines: readonly string[], isWhole: boolean): number {
  const { lead, trail, word, below } = form
  const found = lines.flatMap((text, at) => (isHeading(text, form) ? [at] : []))
  const names = found.map((at) => (below > 0 ? (lines[at + 1] ?? '') : (nameIn(lines[at], form) ?? '')))
  const others = lines.length - found.length * (1 + below)
  if (found[0] !== 0 || found.length > others + 1 || 4 * new Set(names).size < 3 * names.length) return 0
  if (found.some((at) => tellsLoudly(lines[at]) || IS_TEST.test(lines[at]))) return 0
  const adjacent = found.filter((at, nth) => at === found[nth - 1] + 1).length
  const areWords = !names.some((name) => /\s/.test(name))
  if (isStrong(form) && areWords) {
    if (found.length === 1) return isWhole ? 0 : 0.55
    if (adjacent * 2 > found.length) return 0
    // A document in Markdown has such headings too. What begins with a bracket also looks like JSON.
    return HASHES.test(lead) ? 0.65 : BRACKET.test(lead) ? 0.82 : 0.72
  }
  if (found.length < LEAST_WEAK || adjacent * 4 > found.length || (!areWords && COMMENT.test(lead))) return 0
  if (lines.some(tellsLoudly) || found.some((at) => hasLevel(lines[at]))) return 0
  // In a text of levels, what is indented belongs to the line above.
  const isFlat = trail !== ':' || lines.some((text, at) => !/^\s/.test(text) && !found.includes(at))
  return lead + word !== '' || isFlat ? 0.65 : 0
}
