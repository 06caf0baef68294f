import { withinLimits } from '../core/fit/within-limits.ts'
import { writeNotText } from '../core/words/notices.ts'
import type { TruncateOptions } from '../options.ts'
import { settingsOf } from '../settings.ts'
import { type ContentKind, contentName } from '../tools/content-kind.ts'
import type { ToolOutput } from '../tools/output.ts'

/** A file that is not text. It is reported, not shown. */
export interface OtherFileDetails {
  kind: Exclude<ContentKind['kind'], 'text'>
  /** `PNG`, `JPEG`, `GIF`, `WebP`, `BMP`, `ICO`, `TIFF`, `PDF`; absent for an unknown binary format. */
  format?: string
  sizeBytes: number
}

export function reportNonText(
  kind: Exclude<ContentKind, { kind: 'text' }>,
  sizeBytes: number,
  options: TruncateOptions,
): ToolOutput<OtherFileDetails> {
  const words = writeNotText(contentName(kind, 'file'), sizeBytes)
  const settings = settingsOf(options)
  const isShown = !settings.notice.off && withinLimits(words, settings)
  const output = { text: isShown ? words : '', content: '', details: { ...kind, sizeBytes } }
  return isShown ? { ...output, notice: words } : output
}
