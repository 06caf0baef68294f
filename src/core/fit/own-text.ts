import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { type ResultTotals, resultOf } from './result.ts'
import { sizeOfText } from './sizes.ts'
import { exactSegments, withStatus } from './untruncated.ts'

/** Longer texts are measured sooner by the scanner. */
const MOST_BYTES = 64 * 1024

/** What may not be shown as it stands: control characters other than TAB and LF, and `^[[`, which stands for an escape. */
const RENDERED = /[^\P{Cc}\t\n]|\^\[\[/u

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The result for a small plain text that fits, where only the text is read: its errors are not sought. `line` stands
 * below it. A process that has just started needs no kernel for it, no rules and no kinds.
 *
 * @returns undefined for any other input, and when a limit other than lines and bytes is set.
 */
export function ownText(
  bytes: Uint8Array,
  settings: Settings,
  line: string | undefined,
): Truncation | undefined {
  const { maxBytes, maxLines, source, keep } = settings
  if (bytes.length > Math.min(maxBytes, MOST_BYTES) || hasOtherLimits(settings)) return undefined
  const own = decoded(bytes)
  if (own === undefined || RENDERED.test(own)) return undefined
  const text = line === undefined ? own : withStatus(own, line)
  const size = sizeOfText(text)
  if (size.lines > maxLines || size.bytes > maxBytes) return undefined
  const totalLines = size.lines - (line === undefined ? 0 : 1)
  const found = { errorLines: [], totalErrors: 0, statements: [], areFindings: false, totalTokens: undefined }
  // No kernel ran: a result names one only if it was asked for.
  const backend = settings.backend === 'auto' ? 'js' : settings.backend
  const totals: ResultTotals = { ...found, totalLines, totalBytes: bytes.length, backend, source }
  const segments = exactSegments(own, bytes.length, totalLines, keep)
  return resultOf(
    { text, segments, gaps: [], ...(line !== undefined && { notice: line }) },
    size,
    totals,
    undefined,
  )
}

const hasOtherLimits = ({ tokens, maxTokens, maxSerializedBytes, maxLineLength }: Settings): boolean =>
  tokens !== undefined || [maxTokens, maxSerializedBytes, maxLineLength].some((limit) => limit !== Infinity)

/** Undefined for malformed UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
