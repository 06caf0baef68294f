/** A word for a POSIX shell that stands for exactly `text`; a leading dash is kept from being read as an option. */
export function shellQuote(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
