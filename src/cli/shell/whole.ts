import { LineRedactor } from '../../redact/line-redactor.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import type { StreamName } from '../../tools/streams.ts'
import type { Truncation } from '../../truncation.ts'

// An output of the shell that passes as it is.

/** Bytes to write to one of the agent's streams. */
export interface StreamPart {
  stream: StreamName
  bytes: Uint8Array
}

/** The figures of an output that passed as it is. */
export const wholeFigures = ({ totalBytes, totalLines, errors }: Truncation) => ({
  truncated: false,
  keptBytes: totalBytes,
  keptLines: totalLines,
  omittedBytes: 0,
  omittedLines: 0,
  errorsKept: errors.total,
  errorsOmitted: 0,
})

/** Each stream without its secrets, one after the other. The same parts if there are none. */
export function partsWithoutSecrets(parts: StreamPart[]): StreamPart[] {
  let isSafe = true
  const streams = (['stdout', 'stderr'] as const).map((stream) => {
    const bytes = Buffer.concat(parts.flatMap((part) => (part.stream === stream ? [part.bytes] : [])))
    const lines = new LineRedactor(createSecretRedactor())
    const safe = Buffer.concat([lines.write(bytes), lines.end()])
    if (!safe.equals(bytes)) isSafe = false
    return { stream, bytes: safe }
  })
  return isSafe ? parts : streams
}
