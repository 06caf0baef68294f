/** The words that make a line an error line, in either case, anywhere in it. */
const errorWords = /error|panic|fatal|exception|failed|critical/gi

export interface ErrorLine {
  /** Code units: where the line begins, where its first match begins, where the line ends, line feed included. */
  start: number
  match: number
  end: number
}

/** The error lines of a text, in order, each once. */
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
