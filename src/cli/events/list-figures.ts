import { estimateTokens } from '../../core/tokens/estimate.ts'
import { type NewEvent, scaledTokens } from '../../extra/events/events.ts'

/** The lines of a text: its LFs, and one more for a last line without LF. */
export const textLines = (text: string): number =>
  text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0)

interface ShownList {
  text: string
  content: string
  details: { shown: number; total: number }
}

/** The figures of a list for its event. Without the tokens of the whole list they are told by those of the text. */
export function listFigures(
  { text, content, details: { shown, total } }: ShownList,
  whole: { bytes: number; lines: number; tokens?: number | undefined },
): Partial<NewEvent> {
  const { bytes: totalBytes, lines: totalLines, tokens } = whole
  const outputBytes = Buffer.byteLength(text)
  const { tokens: outputTokens } = estimateTokens(text)
  const keptBytes = Math.min(Buffer.byteLength(content), totalBytes)
  const keptLines = Math.min(textLines(content), totalLines)
  return {
    truncated: shown < total || keptBytes < totalBytes,
    ...{ totalBytes, totalLines },
    totalTokens: tokens ?? scaledTokens(outputTokens, outputBytes, totalBytes),
    ...(tokens === undefined && ({ scaled: true } as const)),
    ...{ outputBytes, outputLines: textLines(text), outputTokens, keptBytes, keptLines },
    ...{ omittedBytes: totalBytes - keptBytes, omittedLines: totalLines - keptLines },
  }
}
