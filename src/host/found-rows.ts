import type { MissingRange } from '../store/store.ts'
import type { FoundLine } from './found-line.ts'

/**
 * Rows such as `12:text` for a found line and `11-text` for a context line, with `--` between groups that are apart.
 */
export async function* rowsOf(
  found: AsyncIterable<FoundLine>,
): AsyncIterable<{ line: number; text: string }> {
  let last: FoundLine | undefined
  let hasContext = false
  for await (const each of found) {
    hasContext ||= !each.isMatch
    if (last && hasContext && each.line > last.line + 1) yield { line: 0, text: '--\n' }
    yield { line: each.line, text: `${each.line}${each.isMatch ? ':' : '-'}${each.text}\n` }
    last = each
  }
}

/** The sentence about lines that a search could not see. */
export const writeNotSearched = ({ startByte, endByte, firstLine, lastLine }: MissingRange): string =>
  `Lines ${firstLine}-${lastLine} (bytes ${startByte}-${endByte}) were not kept, so not searched.`
