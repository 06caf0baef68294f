/** What every shell reads as it is. In PowerShell a comma makes a list, and `@` in front spreads a variable. */
const PLAIN = /^(?!@)[\w@%+=:./-]+$/

/**
 * What a shell changes between double quotes: variables and calls of a POSIX shell and of PowerShell, variables of cmd,
 * the history of bash, a backslash before another one or before the quote, and what PowerShell takes for that quote.
 */
const CHANGED = /[$`"!\u201c-\u201e]|\\(?:\\|$)|%.*%/su

/**
 * Quotes a path as one word, in a way that POSIX shells, cmd and PowerShell read alike. Where there is none, the word is
 * one for a POSIX shell. `./` goes before a leading dash, so that it is not read as an option.
 */
export function shellQuote(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text
  if (PLAIN.test(word)) return word
  return CHANGED.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`
}
