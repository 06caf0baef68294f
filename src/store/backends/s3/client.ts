import { toHex } from '../../../core/bytes/sha256.ts'
import { PithError } from '../../../errors.ts'
import { failureIn, S3Failure, TooSlow, unanswered } from './failures.ts'
import type { S3Credentials, S3Settings } from './options.ts'
import { Signing } from './signing.ts'

const MOST_TRIES = 4
/** Fewer tries for failures where another try seldom helps: nobody listens, there is no route, or the time is up. */
const MOST_TRIES_OF: Record<string, number | undefined> = {
  ECONNREFUSED: 2,
  EHOSTUNREACH: 2,
  ENETUNREACH: 2,
  ENOTFOUND: 2,
  ETIMEDOUT: 1,
}
/** When a request with a larger body times out, the connection may be slow. So the store does not count as silent. */
export const LARGE_BODY_BYTES = 512 * 1024
/** A request gets one millisecond more for each of so many bytes in its body. */
const BODY_BYTES_PER_MS = 256

/** A request for an object. Without a key, a request for the bucket. */
export interface BucketCall<T> {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /**
   * The store has answered an earlier request, so no redirect is expected. Node then makes one copy of the body less.
   */
  isNext?: true
  /** Aborts the request and its retries. */
  signal?: AbortSignal | undefined
  /** Replaces the `timeoutMs` of the settings. */
  timeoutMs?: number
  /** Reads the answer. When this rejects, the request counts as not answered. */
  read(response: Response): Promise<T>
}

/** Sends signed requests, and retries them as long as that may help. */
export class S3Client {
  readonly settings: S3Settings
  /** Whether the store has answered, and has not been silent since. */
  hasAnswered = false
  readonly #signing: Signing

  constructor(settings: S3Settings) {
    this.settings = settings
    this.#signing = new Signing(settings.region)
  }

  /**
   * Sends a request, up to four times. Each try may take the whole time limit of the request. No try begins after that
   * time. When the store has not answered yet, a request that writes gets only `firstAnswerMs`.
   *
   * Throws `S3Failure`, and `PithError` when the request could not be made.
   */
  async send<T>(call: BucketCall<T>): Promise<T> {
    const { body, signal } = call
    const limitMs = (call.timeoutMs ?? this.settings.timeoutMs) + (body?.length ?? 0) / BODY_BYTES_PER_MS
    const bodyHash = await sha256Of(body)
    const startMs = Date.now()
    for (let tries = 1; ; tries++) {
      try {
        return await this.#attempt(call, bodyHash, limitMs)
      } catch (error) {
        if (error instanceof PithError) throw error
        const failure = unanswered(error, this.settings.origin)
        if (failure.isSilence) this.hasAnswered = false
        const pauseMs = this.#pauseBefore(tries, failure)
        const isLate = Date.now() - startMs + pauseMs > limitMs
        const mostTries = MOST_TRIES_OF[failure.code] ?? MOST_TRIES
        if (!failure.isTransient || tries >= mostTries || isLate || signal?.aborted) throw failure
        await pause(pauseMs, signal)
      }
    }
  }

  /** Makes a URL with which anybody can read an object for so many seconds. */
  async presign(
    key: string,
    query: Record<string, string>,
    headers: Record<string, string>,
    seconds: number,
  ) {
    const signable = { method: 'GET', url: this.#urlOf(key, query), headers }
    return this.#signing.url(await this.#credentials(), signable, seconds)
  }

  async #attempt<T>(call: BucketCall<T>, bodyHash: string, limitMs: number): Promise<T> {
    const { method, body, signal } = call
    const { fetch, bucket, origin } = this.settings
    const stop = new AbortController()
    const cancel = () => stop.abort(reasonOf(signal))
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    const isLarge = body !== undefined && body.length > LARGE_BODY_BYTES
    const end = () => stop.abort(isLarge && this.hasAnswered ? new TooSlow(origin) : timeout(origin))
    let timer = setTimeout(end, limitMs)
    try {
      const credentials = await before(stop.signal, this.#credentials())
      const { url, headers } = await this.#signed(call, credentials, bodyHash)
      if (!this.hasAnswered && method !== 'GET') {
        clearTimeout(timer)
        timer = setTimeout(end, Math.min(limitMs, this.#firstLimitMs(body)))
      }
      // Redirects are reported, not followed, because the signature is valid for one host only.
      const init: RequestInit = { method, headers, signal: stop.signal, ...redirectFor(call.isNext) }
      if (body) init.body = body as Uint8Array<ArrayBuffer>
      const response = await before(stop.signal, fetch(url, init))
      this.hasAnswered = true
      if (!response.ok) throw await failureIn(response, bucket)
      return await before(stop.signal, call.read(response))
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

  #firstLimitMs(body: Uint8Array | undefined): number {
    return this.settings.firstAnswerMs + (body?.length ?? 0) / BODY_BYTES_PER_MS
  }

  async #signed(
    { method, key, query, headers }: BucketCall<unknown>,
    credentials: S3Credentials,
    bodyHash: string,
  ) {
    const url = this.#urlOf(key, query)
    try {
      const plain = { ...headers, 'x-amz-content-sha256': bodyHash }
      return { url, headers: await this.#signing.headers(credentials, { method, url, headers: plain }) }
    } catch (error) {
      if (error instanceof PithError) throw error
      // The original message is not shown: it may contain secrets.
      throw new PithError(
        'PITH_STORE_FAILED',
        'A request to the object store could not be made: check `endpoint` and the keys.',
      )
    }
  }

  async #credentials() {
    try {
      return await this.settings.credentials()
    } catch (error) {
      if (error instanceof PithError) throw error
      // The original message is not shown: it may contain secrets.
      throw new PithError(
        'PITH_STORE_FAILED',
        'The keys of the object store could not be loaded: check the function `credentials`.',
      )
    }
  }

  /** Each pause is longer than the one before, has a random part, and is at least as long as the store asks for. */
  #pauseBefore(tries: number, { retryAfterMs }: S3Failure): number {
    return Math.max(retryAfterMs, this.settings.pauseMs * 3 ** (tries - 1) * (0.5 + Math.random()))
  }

  #urlOf(key: string | undefined, query: Record<string, string> = {}): string {
    const words = new URLSearchParams(query).toString()
    return `${this.settings.bucketUrl}/${key ?? ''}${words && `?${words}`}`
  }
}

/** Without `error` and `window`, Node copies the body in case it must be sent again. Edge workers reject `error`. */
function redirectFor(isNext: true | undefined): RequestInit {
  canRefuse ??= isAllowed({ redirect: 'error' })
  return isNext && canRefuse ? { redirect: 'error', window: null } : { redirect: 'manual' }
}

let canRefuse: boolean | undefined

function isAllowed(init: RequestInit): boolean {
  try {
    return new Request('https://example.com', init).redirect === init.redirect
  } catch {
    return false
  }
}

const NONE = new Uint8Array(0)

/** The hash of the body is signed with the request, so the store refuses a body that was changed on the way. */
async function sha256Of(body: Uint8Array = NONE): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)))
}

export const timeout = (origin: string): S3Failure =>
  new S3Failure('ETIMEDOUT', `the object store at ${origin} does not answer in time`)

const reasonOf = (signal: AbortSignal | undefined): S3Failure =>
  signal?.reason instanceof S3Failure ? signal.reason : new S3Failure('ABORTED', 'its writing was aborted')

/** Waits. Resolves early when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Rejects when the signal aborts first, because not every promise here listens to the signal. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
