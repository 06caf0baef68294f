/**
 * Quotes a path as one word for a POSIX shell. `./` goes before a leading dash, so that it is not read as an option.
 */
export function shellQuote(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
