import { names } from '../../../check/names.ts'
import { optionsOf, wholeNumber } from '../../../check/values.ts'
import { invalidOption } from '../../../errors.ts'
import type { Manifest } from '../../manifest.ts'
import { clampBytes, refuseMissingBytes } from '../../ranges.ts'
import type { ByteRange } from '../../store.ts'
import type { Bucket } from './bucket.ts'
import { inObject } from './read-object.ts'

/** What a link gives access to, and for how long. */
export interface LinkOptions {
  /** 1 to 604,800 (seven days). Default: 3600. */
  expiresInSeconds?: number
  /** Default: all bytes. A capped artifact needs a range without missing bytes. */
  range?: ByteRange
}

const linkNames = names<LinkOptions>()('expiresInSeconds range')

/** A URL with which anybody can read an artifact without keys. */
export interface ArtifactLink {
  url: string
  /** Headers that the request must have. Empty when no range was given. */
  headers: Record<string, string>
  /** When the URL expires, in milliseconds since 1970. It expires sooner when the keys that signed it do. */
  expiresAt: number
}

const MOST_SECONDS = 7 * 24 * 3600

/** Throws `PITH_INVALID_OPTION`, and for the range the same errors as `read`. */
export async function linkTo(
  { client, keys }: Bucket,
  { stat, data }: Manifest,
  options: LinkOptions,
): Promise<ArtifactLink> {
  const { range, ...given } = optionsOf(options, linkNames)
  const expiresInSeconds = wholeNumber('expiresInSeconds', given.expiresInSeconds, 3600, 1, MOST_SECONDS)
  const asked = clampBytes(range ?? { startByte: 0, endByte: stat.bytes }, stat.bytes)
  refuseMissingBytes(asked, stat.missing)
  if (range && asked.startByte === asked.endByte)
    throw invalidOption('range', 'a range of at least one byte', 'none')
  const { startByte, endByte } = inObject(asked, stat)
  const headers: Record<string, string> = range ? { range: `bytes=${startByte}-${endByte - 1}` } : {}
  // Browsers should save the output, not show it, because it may be HTML.
  const query = { 'response-content-disposition': `attachment; filename="${stat.id}.txt"` }
  const expiresAt = Date.now() + expiresInSeconds * 1000
  return { url: await client.presign(keys.data(data), query, headers, expiresInSeconds), headers, expiresAt }
}
