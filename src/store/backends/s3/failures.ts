import { PithError } from '../../../errors.ts'
import { StoreError } from '../../failures.ts'
import type { StoreFailure } from '../../writer.ts'
import { elementText } from './xml.ts'

const MOST_ERROR_BYTES = 64 * 1024

/** A failure of an object store: an error answer, or no answer. Contains no secret key and no body. */
export class S3Failure extends StoreError {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Milliseconds that the store asks to wait. */
  readonly retryAfterMs: number

  constructor(code: string, reason: string, status = 0, retryAfterMs = 0) {
    super(code, reason)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the store did not answer. */
  get isSilence(): boolean {
    return this.status === 0 && this.code !== 'ABORTED' && this.code !== 'PITH_STORE_FULL'
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    const { status, code } = this
    if (status === 0) return this.isSilence
    return status === 429 || status === 409 || (status >= 500 && status !== 501) || TRANSIENT.has(code)
  }
}

/** The writer waited too long, but the store does answer. So the next output may succeed. */
export class TooSlow extends S3Failure {
  constructor(origin: string) {
    super('ETIMEDOUT', `the object store at ${origin} took too long`)
  }

  override get isSilence(): boolean {
    return false
  }

  override get isTransient(): boolean {
    return true
  }
}

/** Codes of transient failures that cannot be recognized by their status. */
const TRANSIENT = new Set([
  'BadAnswer',
  'BadDigest',
  'InternalError',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
])

/** Whether the object does not exist, although its bucket does. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket'

/** Whether a condition in the request's headers was not met. */
export const isRefused = (error: unknown): boolean => error instanceof S3Failure && error.status === 412

/** Reads the failure from an error answer. */
export async function failureIn(response: Response, bucket: string): Promise<S3Failure> {
  const body = await textWithin(response, MOST_ERROR_BYTES).catch(() => '')
  const { status, headers } = response
  const code = codeIn(body) ?? codeOfStatus(status)
  const seconds = Number(headers.get('retry-after'))
  const region = headers.get('x-amz-bucket-region') ?? elementText(body, 'Region')
  return new S3Failure(
    code,
    reasonOf(code, status, { bucket, region, date: headers.get('date') }),
    status,
    seconds > 0 ? seconds * 1000 : 0,
  )
}

/** The code in the `<Error>` of an answer. Even an answer with status 200 may contain one. */
export function codeIn(body: string): string | undefined {
  const code = body.includes('<Error') ? elementText(body, 'Code')?.trim() : undefined
  return code !== undefined && /^[\w.]{1,64}$/.test(code) ? code : undefined
}

const codeOfStatus = (status: number): string => {
  if (status === 0 || (status >= 300 && status < 400)) return 'Redirect'
  if (status === 403) return 'AccessDenied'
  return status === 404 ? 'NotFound' : `HTTP ${status}`
}

interface Circumstances {
  bucket: string
  region: string | null | undefined
  date: string | null
}

const KEYS = ': check accessKeyId, secretAccessKey and what they are allowed'

function reasonOf(code: string, status: number, { bucket, region, date }: Circumstances): string {
  switch (code) {
    case 'NoSuchBucket':
      return `the object store has no bucket ${JSON.stringify(bucket)}`
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'AccessDenied':
    case 'InvalidToken':
      return `the object store refuses the keys (${code})${KEYS}`
    case 'ExpiredToken':
    case 'TokenRefreshRequired':
      return `the temporary keys have expired (${code})`
    case 'RequestTimeTooSkewed':
      return `the clock of this machine is off${secondsOff(date)}: set it`
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
    case 'Redirect':
      return `the bucket is elsewhere (${code})${knownRegion(region)}: check endpoint and region`
    case 'NotImplemented':
      return 'the object store does not support this request (NotImplemented)'
    default:
      return `the object store answers ${code}${code.startsWith('HTTP') ? '' : ` (${status})`}`
  }
}

function secondsOff(date: string | null): string {
  const seconds = Math.round((Date.now() - Date.parse(date ?? '')) / 1000)
  return Number.isFinite(seconds) ? ` by ${Math.abs(seconds)} s` : ''
}

const knownRegion = (region: string | null | undefined): string =>
  region && /^[\w-]{1,40}$/.test(region) ? `, in the region ${region}` : ''

/** The failure of a request without an answer. Shows only the system's code, because messages may contain secrets. */
export function unanswered(error: unknown, origin: string): S3Failure {
  if (error instanceof S3Failure) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = (cause as { code?: unknown } | undefined)?.code
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : 'ENETUNREACH'
  return new S3Failure(known, `the object store at ${origin} does not answer (${known})`)
}

export const bucketFailure = (error: unknown): StoreFailure => ({
  code: error instanceof StoreError || error instanceof PithError ? error.code : 'UNKNOWN',
  message: `The full output could not be kept: ${said(error)}.`,
})

export const bucketReadFailure = (error: unknown): PithError =>
  error instanceof PithError
    ? error
    : new PithError('PITH_STORE_FAILED', `The artifact could not be read: ${said(error)}.`, { cause: error })

/** The error for listing, removing and cleaning up. */
export const bucketStoreFailure = (error: unknown): PithError =>
  error instanceof PithError
    ? error
    : new PithError('PITH_STORE_FAILED', `The object store failed: ${said(error)}.`, { cause: error })

function said(error: unknown): string {
  if (error instanceof StoreError) return error.message
  if (error instanceof PithError)
    return error.message[0].toLowerCase() + error.message.slice(1).replace(/\.$/, '')
  return error instanceof Error ? `an unexpected ${error.name}` : 'an unexpected failure'
}

/** The text of an answer. Throws when it is longer than `mostBytes`. */
export async function textWithin(response: Response, mostBytes: number): Promise<string> {
  const { text, isCut } = await startOf(response, mostBytes)
  if (!isCut) return text
  throw new S3Failure('BadAnswer', 'the answer of the object store is too long', response.status)
}

/** The text of about the first `mostBytes` of an answer. */
export async function startOf(
  response: Response,
  mostBytes: number,
): Promise<{ text: string; isCut: boolean }> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', isCut: false }
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), isCut: false }
    bytes += value.length
    text += decoder.decode(value, { stream: true })
    if (bytes <= mostBytes) continue
    await reader.cancel().catch(() => {})
    return { text, isCut: true }
  }
}
