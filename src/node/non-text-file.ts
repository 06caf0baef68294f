import { withinLimits } from '../fit/within-limits.ts'
import type { TruncateOptions } from '../options.ts'
import { writeNotText } from '../render/notices.ts'
import { settingsOf } from '../settings.ts'
import type { ToolOutput } from '../tools/output.ts'
import type { FileKind } from './file-kind.ts'

/** A file that is not text. It is reported, not shown. */
export interface OtherFileDetails {
  kind: Exclude<FileKind['kind'], 'text'>
  /** `PNG`, `JPEG`, `GIF`, `WebP`, `BMP`, `ICO`, `TIFF`, `PDF`; absent for an unknown binary format. */
  format?: string
  sizeBytes: number
}

export function reportNonText(
  kind: Exclude<FileKind, { kind: 'text' }>,
  sizeBytes: number,
  options: TruncateOptions,
): ToolOutput<OtherFileDetails> {
  const name = kind.kind === 'binary' ? 'Binary file' : `${kind.format} ${kind.kind}`
  const words = writeNotText(name, sizeBytes)
  const settings = settingsOf(options)
  const isShown = !settings.notice.off && withinLimits(words, settings)
  const output = { text: isShown ? words : '', content: '', details: { ...kind, sizeBytes } }
  return isShown ? { ...output, notice: words } : output
}
