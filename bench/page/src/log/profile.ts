import { profiles } from '../../../../src/cli/profile-table.ts'
import type { vtcode } from '../../../../src/profiles/index.ts'
import type { Choice } from './choice.ts'
import { foundAgain } from './found-again.ts'
import type { Cut } from './log.ts'
import { sizesOf } from './sizes.ts'
import { stretchesOf } from './stretches.ts'

/** A log as another system's model would see it. */
export function asProfile(bytes: Uint8Array, { profile, tool, maxBytes }: Choice): Cut {
  const input = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const { text, details } = profiles[profile].show(tool, input, { maxBytes })
  const stretches =
    profile === 'vtcode'
      ? stretchesOf({ ...(details as vtcode.VtcodeTruncation), text })
      : foundAgain(input, text, profile === 'zdx' ? contentOf(details) : text)
  const kept = stretches.filter(({ kind }) => kind !== 'omitted')
  return {
    ...sizesOf(text),
    totalBytes: bytes.length,
    totalLines: stretches.at(-1)?.lastLine ?? 0,
    keptBytes: kept.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0),
    keptLines: kept.reduce((sum, { firstLine, lastLine }) => sum + lastLine - firstLine + 1, 0),
    stretches,
  }
}

/** The output inside zdx's envelope. */
function contentOf(details: unknown): string {
  const { data } = details as { data?: { content?: string; stdout?: string } }
  return data?.content ?? data?.stdout ?? ''
}
