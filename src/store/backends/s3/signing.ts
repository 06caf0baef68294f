import { PithError } from '../../../errors.ts'
import type { S3Credentials } from './options.ts'

/** The parts of a request that are signed. */
export interface Signable {
  method: string
  url: string
  headers: Record<string, string>
}

/** Signs the requests of one store. Uses the package aws4fetch, which it loads for the first request. */
export class Signing {
  readonly #region: string
  /** Signing keys, derived from the secret key. Each is valid for a day. */
  #cache = new Map<string, ArrayBuffer>()

  constructor(region: string) {
    this.#region = region
  }

  /** Throws `PITH_MISSING_PACKAGE`. */
  async headers(credentials: S3Credentials, { method, url, headers }: Signable): Promise<Headers> {
    const { AwsV4Signer } = await loaded()
    const signer = new AwsV4Signer({ method, url, headers, ...this.#common(credentials) })
    return (await signer.sign()).headers
  }

  /** Signs a URL, so that it can be used without keys, but only with these headers. Throws `PITH_MISSING_PACKAGE`. */
  async url(
    credentials: S3Credentials,
    { method, url, headers }: Signable,
    seconds: number,
  ): Promise<string> {
    const { AwsV4Signer } = await loaded()
    const target = new URL(url)
    target.searchParams.set('X-Amz-Expires', String(seconds))
    const all = { signQuery: true, allHeaders: true }
    const signer = new AwsV4Signer({
      method,
      url: target.href,
      headers,
      ...all,
      ...this.#common(credentials),
    })
    return (await signer.sign()).url.href
  }

  #common({ accessKeyId, secretAccessKey, sessionToken }: S3Credentials) {
    // Each new set of temporary keys adds entries.
    if (this.#cache.size > 16) this.#cache = new Map()
    const token = sessionToken === undefined ? {} : { sessionToken }
    return { accessKeyId, secretAccessKey, ...token, service: 's3', region: this.#region, cache: this.#cache }
  }
}

async function loaded() {
  try {
    return await import('aws4fetch')
  } catch (cause) {
    throw new PithError(
      'PITH_MISSING_PACKAGE',
      'Expected the package aws4fetch to be installed: `npm install aws4fetch`.',
      { cause },
    )
  }
}
