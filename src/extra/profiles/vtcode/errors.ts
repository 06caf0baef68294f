/** A line with one of these words anywhere, in either case, is an error line. */
const errorWords = /error|panic|fatal|exception|failed|critical/gi

export interface ErrorLine {
  /** Start of the line, start of its first match, and end of the line after its line feed, in code units. */
  start: number
  match: number
  end: number
}

/** The error lines of a text, each once, in order. */
export function errorLines(text: string): ErrorLine[] {
  const found: ErrorLine[] = []
  errorWords.lastIndex = 0
  for (let match = errorWords.exec(text); match !== null; match = errorWords.exec(text)) {
    const lineFeed = text.indexOf('\n', match.index)
    const end = lineFeed === -1 ? text.length : lineFeed + 1
    found.push({ start: text.lastIndexOf('\n', match.index) + 1, match: match.index, end })
    errorWords.lastIndex = end
  }
  return found
}
