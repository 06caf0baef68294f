import { parseRange } from '../../check/ranges.ts'
import { PithError, shown, wrongOption } from '../../errors.ts'
import { partOf } from '../../host/artifact-part.ts'
import { redactedStore } from '../../host/redacted-store.ts'
import type { Context } from './context.ts'
import type { JsonObject } from './messages.ts'

/** Most bytes that one reading of a resource returns. A larger output is read by ranges. */
const MOST_BYTES = 16 * 1024 * 1024

const FORM = /^pith:\/\/artifact\/([^/?#]*)(?:\?(lines|bytes)=([^&#]*))?$/

/** True for a uri of a kept output, whatever follows. Another server's resources never begin so. */
export const isArtifactUri = (uri: unknown): uri is string =>
  typeof uri === 'string' && uri.startsWith('pith://artifact/')

/**
 * Reads `pith://artifact/ID`, or with `?lines=A-B` or `?bytes=A-B` a part of it, byte for byte.
 *
 * @throws {PithError} as the store, and `PITH_INVALID_OPTION` for a uri of another form or too large a part.
 */
export async function readArtifact(uri: string, context: Context): Promise<JsonObject> {
  const since = performance.now()
  const [, id, unit, given] = FORM.exec(uri) ?? []
  if (id === undefined) {
    throw wrongOption(`Expected a uri such as pith://artifact/ID?lines=10-20, got ${shown(uri)}.`)
  }
  const range = given === undefined ? undefined : parseRange(given, unit === 'lines')
  if (given !== undefined && !range) throw wrongOption(`Expected ${unit} such as 10-20, got ${shown(given)}.`)
  if (!context.store) throw new PithError('PITH_UNKNOWN_ARTIFACT', 'No outputs are kept here.')
  const redact = context.redactor !== undefined
  if (unit === 'bytes' && redact) throw wrongOption('Expected lines, because secrets are hidden.')
  const found = await context.store()
  const store = redact ? redactedStore(found) : found
  const stat = await store.stat(id)
  const asked = range && {
    unit: unit === 'lines' ? ('lines' as const) : ('bytes' as const),
    first: range[0],
    last: range[1],
  }
  const part = partOf(store, stat, asked, redact)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of part.bytes()) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw tooLarge(uri)
    // A store may use the bytes again for the next chunk.
    chunks.push(Uint8Array.from(chunk))
  }
  context.recordShown?.({
    id,
    isError: false,
    outputBytes: bytes,
    ownMs: Math.round(performance.now() - since),
  })
  return { contents: [{ uri, mimeType: 'text/plain', ...textOrBlob(Buffer.concat(chunks)) }] }
}

const tooLarge = (uri: string): PithError =>
  wrongOption(
    `This output is larger than ${MOST_BYTES / 1024 / 1024} MiB. Read it in parts, for example ${uri.split('?')[0]}?lines=1-1000.`,
  )

/** Text as text; bytes that are no UTF-8 as base64. */
function textOrBlob(bytes: Buffer): JsonObject {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { blob: bytes.toString('base64'), mimeType: 'application/octet-stream' }
  }
}
