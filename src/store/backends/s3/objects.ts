import type { BucketCall, S3Client } from './client.ts'
import { codeIn, S3Failure, startOf, textWithin } from './failures.ts'
import { elementText, xmlElements } from './xml.ts'

/** The requests that the store sends, and how it reads the answers. All throw `S3Failure`. */

const MOST_ANSWER_BYTES = 8 * 1024 * 1024
const encoder = new TextEncoder()

interface Putting {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** An object in a listing. */
export interface Listed {
  key: string
  bytes: number
  etag: string
  /** Milliseconds since 1970, by the store's clock. */
  changedAtMs: number
}

/** A multipart upload that was not finished. */
export interface PendingUpload {
  key: string
  uploadId: string
  startedAtMs: number
}

/** The body of a successful answer. Throws when it contains an error despite its status. */
async function bodyIn(response: Response): Promise<string> {
  const body = await textWithin(response, MOST_ANSWER_BYTES)
  refuseError(body, response.status)
  return body
}

function refuseError(body: string, status: number): void {
  const code = codeIn(body)
  if (code !== undefined) throw new S3Failure(code, `the object store answers ${code}`, status)
}

const nothing = async (response: Response): Promise<void> => {
  await bodyIn(response)
}

/** A complete XML answer. Throws when the answer was cut short. */
async function xmlIn(response: Response, root: string): Promise<string> {
  const xml = await bodyIn(response)
  if (xml.includes(`</${root}>`)) return xml
  throw new S3Failure('BadAnswer', 'the answer of the object store is cut short', response.status)
}

/** The ETag of the stored object. Every object store sends one. */
async function etagIn(response: Response): Promise<string> {
  await nothing(response)
  const etag = response.headers.get('etag')
  if (etag) return etag
  throw new S3Failure(
    'NoETag',
    'the answer has no ETag: it does not come from an object store, or the CORS rule does not expose that header',
    response.status,
  )
}

/** Stores an object. Returns its ETag. */
export const putObject = (client: S3Client, key: string, body: Uint8Array, how: Putting): Promise<string> =>
  client.send({ method: 'PUT', key, body, ...how, read: etagIn })

export const removeObject = (
  client: S3Client,
  key: string,
  how: Pick<BucketCall<void>, 'signal' | 'headers' | 'timeoutMs'> = {},
): Promise<void> => client.send({ method: 'DELETE', key, ...how, read: nothing })

/** What identifies the bytes of an object. */
export interface ObjectVersion {
  bytes: number
  /** Without quotes, because stores differ in them. Empty when the store does not tell it. */
  etag: string
}

/** The size and the ETag of an object. When there is no object, throws a failure for which `isAbsent` is true. */
export const objectVersion = (client: S3Client, key: string, signal?: AbortSignal): Promise<ObjectVersion> =>
  client.send({
    method: 'HEAD',
    key,
    signal,
    read: async ({ headers }) => ({
      bytes: Number(headers.get('content-length') ?? Number.NaN),
      etag: plainTag(headers.get('etag') ?? ''),
    }),
  })

/** An ETag without its quotes and without the mark of a weak one. */
export const plainTag = (etag: string): string => etag.replace(/^W\/|"|&quot;/g, '')

/** The first `mostBytes` of a text object, with the ETag of this version. */
export const getText = (client: S3Client, key: string, mostBytes: number, signal?: AbortSignal) =>
  client.send({
    method: 'GET',
    key,
    signal,
    read: async (response) => {
      const { text } = await startOf(response, mostBytes)
      // An error answer begins with a tag. A text may contain one elsewhere.
      if (text.startsWith('<')) refuseError(text, response.status)
      return { text, etag: response.headers.get('etag') ?? '' }
    },
  })

/** Starts a multipart upload. Returns its id. */
export const startUpload = (client: S3Client, key: string, how: Putting): Promise<string> =>
  client.send({
    method: 'POST',
    key,
    query: { uploads: '' },
    ...how,
    read: async (response) => {
      const id = elementText(await xmlIn(response, 'InitiateMultipartUploadResult'), 'UploadId')
      if (!id)
        throw new S3Failure('BadAnswer', 'the answer of the object store has no UploadId', response.status)
      return id
    },
  })

/** Sends a part. Returns its ETag, which `completeUpload` needs. `number` counts from 1. */
export const putPart = (
  client: S3Client,
  key: string,
  { uploadId, number }: { uploadId: string; number: number },
  body: Uint8Array,
  signal: AbortSignal,
): Promise<string> =>
  client.send({
    method: 'PUT',
    key,
    query: { partNumber: String(number), uploadId },
    body,
    isNext: true,
    signal,
    read: etagIn,
  })

/** Makes the parts an object. Returns its ETag without quotes, empty when the store does not tell it. */
export const completeUpload = (
  client: S3Client,
  key: string,
  uploadId: string,
  etags: readonly string[],
  signal: AbortSignal,
): Promise<string> => {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  return client.send({
    method: 'POST',
    key,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: encoder.encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
    signal,
    // The body may be an error although the status is 200.
    read: async (response) =>
      plainTag(elementText(await xmlIn(response, 'CompleteMultipartUploadResult'), 'ETag') ?? ''),
  })
}

export const abortUpload = (
  client: S3Client,
  { key, uploadId }: { key: string; uploadId: string },
  how: Pick<BucketCall<void>, 'timeoutMs' | 'signal'> = {},
): Promise<void> => client.send({ method: 'DELETE', key, query: { uploadId }, ...how, read: nothing })

async function pageOf(client: S3Client, root: string, query: Record<string, string>): Promise<string> {
  return client.send({ method: 'GET', query, read: (response) => xmlIn(response, root) })
}

const cutListing = (): S3Failure =>
  new S3Failure('BadAnswer', 'the listing of the object store is cut short', 200)

/** The marker of the next page. Undefined after the last page. Throws when there is more but no new marker. */
function nextOf(page: string, names: readonly string[], seen: Set<string>): string[] | undefined {
  const isTruncated = elementText(page, 'IsTruncated')?.trim()
  if (isTruncated === 'false') return undefined
  const next = names.map((name) => elementText(page, name) ?? '')
  const at = JSON.stringify(next)
  if (isTruncated !== 'true' || next[0] === '' || seen.has(at)) throw cutListing()
  seen.add(at)
  return next
}

/** Lists all objects whose keys begin with the prefix, or the first `most`. Gets a thousand per request. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
  most?: number,
): AsyncGenerator<Listed, void, undefined> {
  const query: Record<string, string> = { 'list-type': '2', prefix }
  if (most !== undefined) query['max-keys'] = String(most)
  const seen = new Set<string>()
  for (;;) {
    const page = await pageOf(client, 'ListBucketResult', query)
    for (const item of xmlElements(page, 'Contents')) {
      yield {
        key: elementText(item, 'Key') ?? '',
        bytes: Number(elementText(item, 'Size')),
        etag: elementText(item, 'ETag') ?? '',
        changedAtMs: Date.parse(elementText(item, 'LastModified') ?? ''),
      }
    }
    const next = most === undefined ? nextOf(page, ['NextContinuationToken'], seen) : undefined
    if (!next) return
    query['continuation-token'] = next[0]
  }
}

export async function* listUploads(
  client: S3Client,
  prefix: string,
): AsyncGenerator<PendingUpload, void, undefined> {
  const query: Record<string, string> = { uploads: '', prefix }
  const seen = new Set<string>()
  for (;;) {
    const page = await pageOf(client, 'ListMultipartUploadsResult', query)
    for (const item of xmlElements(page, 'Upload')) {
      const uploadId = elementText(item, 'UploadId')
      const startedAtMs = Date.parse(elementText(item, 'Initiated') ?? '')
      if (uploadId) yield { key: elementText(item, 'Key') ?? '', uploadId, startedAtMs }
    }
    const next = nextOf(page, ['NextKeyMarker', 'NextUploadIdMarker'], seen)
    if (!next) return
    query['key-marker'] = next[0]
    query['upload-id-marker'] = next[1]
  }
}

/** The bytes of an upload, from its first thousand parts. */
export async function bytesOfUpload(client: S3Client, { key, uploadId }: PendingUpload): Promise<number> {
  const page = await client.send({
    method: 'GET',
    key,
    query: { uploadId },
    read: (response) => xmlIn(response, 'ListPartsResult'),
  })
  return xmlElements(page, 'Part').reduce((sum, part) => sum + (Number(elementText(part, 'Size')) || 0), 0)
}
