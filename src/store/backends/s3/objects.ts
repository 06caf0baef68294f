import type { Call, S3Client } from './client.ts'
import { codeIn, S3Failure, startOf, textWithin } from './failures.ts'
import { elementsOf, textOf } from './xml.ts'

/** What each request of the store says, and how its answer is read. All throw `S3Failure`. */

const MOST_ANSWER_BYTES = 8 * 1024 * 1024
const encoder = new TextEncoder()

interface Putting {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** An object as a listing tells it. */
export interface Listed {
  key: string
  bytes: number
  etag: string
  /** Milliseconds since 1970, by the store's clock. */
  changedAtMs: number
}

/** A multipart upload that was begun and not ended. */
export interface PendingUpload {
  key: string
  uploadId: string
  startedAtMs: number
}

/** The body of an answer of success. It may tell a failure all the same. */
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

/** The whole of an XML answer; one that was cut counts as none. */
async function xmlIn(response: Response, root: string): Promise<string> {
  const xml = await bodyIn(response)
  if (xml.includes(`</${root}>`)) return xml
  throw new S3Failure('BadAnswer', 'the object store gives an answer that is cut short', response.status)
}

/** What every object store says of what it took. */
async function etagIn(response: Response): Promise<string> {
  await nothing(response)
  const etag = response.headers.get('etag')
  if (etag) return etag
  throw new S3Failure(
    'NoETag',
    'the answer has no ETag: it is not of an object store, or in a browser its CORS rule does not expose that header',
    response.status,
  )
}

/** The object's ETag. */
export const putObject = (client: S3Client, key: string, body: Uint8Array, how: Putting): Promise<string> =>
  client.send({ method: 'PUT', key, body, ...how, read: etagIn })

export const removeObject = (
  client: S3Client,
  key: string,
  how: Pick<Call<void>, 'signal' | 'headers' | 'timeoutMs'> = {},
): Promise<void> => client.send({ method: 'DELETE', key, ...how, read: nothing })

/** Bytes of an object; throws a failure that `isAbsent` where there is none. */
export const sizeOfObject = (client: S3Client, key: string, signal?: AbortSignal): Promise<number> =>
  client.send({
    method: 'HEAD',
    key,
    signal,
    read: async ({ headers }) => Number(headers.get('content-length') ?? Number.NaN),
  })

/** An object that is a text, or so much of its start, with what tells it from its other versions. */
export const getText = (client: S3Client, key: string, mostBytes: number, signal?: AbortSignal) =>
  client.send({
    method: 'GET',
    key,
    signal,
    read: async (response) => {
      const { text } = await startOf(response, mostBytes)
      // A text may quote such a thing; an answer of the store's is nothing else.
      if (text.startsWith('<')) refuseError(text, response.status)
      return { text, etag: response.headers.get('etag') ?? '' }
    },
  })

/** The id of a new multipart upload. */
export const startUpload = (client: S3Client, key: string, how: Putting): Promise<string> =>
  client.send({
    method: 'POST',
    key,
    query: { uploads: '' },
    ...how,
    read: async (response) => {
      const id = textOf(await xmlIn(response, 'InitiateMultipartUploadResult'), 'UploadId')
      if (!id) throw new S3Failure('BadAnswer', 'the object store names no upload', response.status)
      return id
    },
  })

/** The part's ETag, which the end of the upload has to name. `number` counts from 1. */
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

export const completeUpload = (
  client: S3Client,
  key: string,
  uploadId: string,
  etags: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  return client.send({
    method: 'POST',
    key,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: encoder.encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
    signal,
    // It may say 200 at once and tell a failure at the end.
    read: async (response) => {
      await xmlIn(response, 'CompleteMultipartUploadResult')
    },
  })
}

export const abortUpload = (
  client: S3Client,
  { key, uploadId }: { key: string; uploadId: string },
  how: Pick<Call<void>, 'timeoutMs' | 'signal'> = {},
): Promise<void> => client.send({ method: 'DELETE', key, query: { uploadId }, ...how, read: nothing })

/** One page of a listing, and how to ask for the next. */
async function pageOf(client: S3Client, root: string, query: Record<string, string>): Promise<string> {
  return client.send({ method: 'GET', query, read: (response) => xmlIn(response, root) })
}

const cutListing = (): S3Failure =>
  new S3Failure('BadAnswer', 'the object store gives a listing that is cut short', 200)

/** How to ask for the next page. Throws where there is more and no new way to it: none may be taken for all. */
function nextOf(page: string, names: readonly string[], seen: Set<string>): string[] | undefined {
  const isTruncated = textOf(page, 'IsTruncated')?.trim()
  if (isTruncated === 'false') return undefined
  const next = names.map((name) => textOf(page, name) ?? '')
  const at = JSON.stringify(next)
  if (isTruncated !== 'true' || next[0] === '' || seen.has(at)) throw cutListing()
  seen.add(at)
  return next
}

/** All objects whose keys begin with the prefix, a thousand for each request; or the first `most` of them. */
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
    for (const item of elementsOf(page, 'Contents')) {
      yield {
        key: textOf(item, 'Key') ?? '',
        bytes: Number(textOf(item, 'Size')),
        etag: textOf(item, 'ETag') ?? '',
        changedAtMs: Date.parse(textOf(item, 'LastModified') ?? ''),
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
    for (const item of elementsOf(page, 'Upload')) {
      const uploadId = textOf(item, 'UploadId')
      const startedAtMs = Date.parse(textOf(item, 'Initiated') ?? '')
      if (uploadId) yield { key: textOf(item, 'Key') ?? '', uploadId, startedAtMs }
    }
    const next = nextOf(page, ['NextKeyMarker', 'NextUploadIdMarker'], seen)
    if (!next) return
    query['key-marker'] = next[0]
    query['upload-id-marker'] = next[1]
  }
}

/** Bytes of the first thousand parts of an upload. */
export async function bytesOfUpload(client: S3Client, { key, uploadId }: PendingUpload): Promise<number> {
  const page = await client.send({
    method: 'GET',
    key,
    query: { uploadId },
    read: (response) => xmlIn(response, 'ListPartsResult'),
  })
  return elementsOf(page, 'Part').reduce((sum, part) => sum + (Number(textOf(part, 'Size')) || 0), 0)
}
