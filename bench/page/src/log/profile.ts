import { profiles } from '../../../../src/cli/options/profile-table.ts'
import type { vtcode } from '../../../../src/extra/profiles/index.ts'
import { decoderOf, encodingOf } from '../../../../src/tools/content-kind.ts'
import type { Choice } from './choice.ts'
import { foundAgain } from './found-again.ts'
import type { Cut } from './log.ts'
import { sizesOf } from './sizes.ts'
import { stretchesOf } from './stretches.ts'

/** A log as another system's model would see it. */
export function asProfile(bytes: Uint8Array, { profile, tool, maxBytes }: Choice): Cut {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  const input = (decoderOf(encodingOf(bytes)) ?? utf8).decode(bytes)
  const { text, details } = profiles[profile].show(tool, input, { maxBytes })
  const stretches =
    profile === 'vtcode'
      ? stretchesOf({ ...(details as vtcode.VtcodeTruncation), text })
      : foundAgain(input, text, profile === 'zdx' ? contentOf(details) : text)
  const kept = stretches.filter(({ kind }) => kind !== 'omitted')
  return {
    ...sizesOf(text),
    totalBytes: stretches.at(-1)?.endByte ?? 0,
    totalLines: stretches.at(-1)?.lastLine ?? 0,
    keptBytes: kept.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0),
    keptLines: kept.reduce((sum, { firstLine, lastLine }) => sum + lastLine - firstLine + 1, 0),
    stretches,
    // A byte that is no UTF-8 counts as the character that replaces it.
    source: new Blob([input]),
  }
}

/** The output inside zdx's envelope. */
function contentOf(details: unknown): string {
  const { data } = details as { data?: { content?: string; stdout?: string } }
  return data?.content ?? data?.stdout ?? ''
}
