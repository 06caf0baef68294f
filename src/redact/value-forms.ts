import type { SecretForm } from './form.ts'

export const BLANKS = '[ \\t]{0,20}'
/** Closes a name, then separates it from its value. Quotes may be escaped, as in JSON inside JSON. */
export const SEPARATOR = `\\\\{0,3}["'\`]?\\]?${BLANKS}(?:=>|:=|={1,3}|:)${BLANKS}`

/** A value up to its quote. A quote behind a backslash belongs to it. */
const inQuotes = (quote: string, least: number): string => `(?:[^${quote}\\\\]|\\\\.){${least},}`
/** A value without blanks, up to a sign that ends words in most languages. */
const bare = (least: number): string => `[^\\s"'\`<>,;&|\\\\]{${least},}`

/** The forms of a value behind one kind of name. */
export function valueForms(
  form: Omit<SecretForm, 'pattern' | 'before' | 'except'>,
  before: string,
  { least, except, quoted = except }: { least: number; except: string; quoted?: string },
): SecretForm[] {
  const inside = `${quoted}|\\s.*`
  return [
    { ...form, before: `${before}[bru]?"`, pattern: inQuotes('"', least), except: inside },
    { ...form, before: `${before}[bru]?'`, pattern: inQuotes("'", least), except: inside },
    { ...form, before: `${before}\\\\{1,3}["']`, pattern: `[^"'\\\\]{${least},}`, except: inside },
    { ...form, before, pattern: bare(least), except },
  ]
}
