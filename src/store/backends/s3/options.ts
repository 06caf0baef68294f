import { type Names, refuseUnknown } from '../../../check/names.ts'
import { record } from '../../../check/values.ts'
import { invalidOption, PithError } from '../../../errors.ts'
import { storeDefaults } from '../../limits.ts'

/** Keys of an object store. Temporary keys have a `sessionToken`. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Where the objects are, and how much is kept. */
export interface S3Place {
  bucket: string
  /** `https://…` or `http://…`. Default: Amazon's for the region. */
  endpoint?: string | undefined
  /** Default: `us-east-1`, which most other stores accept. */
  region?: string | undefined
  /** The folder of all keys: letters, digits, `.`, `_`, `-` and `/`. Default: `pith/`. */
  prefix?: string | undefined
  /** Whether the bucket is named in the path, not in the host. Default: true where the endpoint is not Amazon's. */
  pathStyle?: boolean | undefined
}

export interface S3Limits {
  /** Bytes of one output, 0 to Infinity. Of a longer one its start and its end are kept. Default: 1 GiB. */
  maxArtifactBytes?: number | undefined
  /** Milliseconds that a request may take, 1 to 3,600,000, and one more for each 256 bytes of its body. Default: 10 s. */
  timeoutMs?: number | undefined
  /**
   * Milliseconds that a request which writes waits for a store that has not answered yet, 1 to 3,600,000, and one more for
   * each 256 bytes of its body. Default: 3 s.
   */
  firstAnswerMs?: number | undefined
  /**
   * Milliseconds that an output waits for the store before its end, all in all, 1 to 3,600,000. After that it is not kept.
   * Default: 5 s.
   */
  waitMs?: number | undefined
  /** Milliseconds that the end of an output waits for the store at most, 1 to 3,600,000. Default: 30 s. */
  closeTimeoutMs?: number | undefined
  /** Milliseconds after its writing at which `gc` removes an artifact. Default: Infinity, as a bucket's rule can do that. */
  ttlMs?: number | undefined
}

interface S3Rest extends S3Place, S3Limits {
  /** Used for every request. Default: the global one. */
  fetch?: typeof fetch | undefined
}

export type S3StoreOptions = S3Rest &
  /** Keys, or a function that returns them. It is called before each request, and should cache its result. */
  (S3Credentials | { credentials: () => Promise<S3Credentials> })

const s3Names = {
  bucket: true,
  endpoint: true,
  region: true,
  prefix: true,
  pathStyle: true,
  maxArtifactBytes: true,
  timeoutMs: true,
  firstAnswerMs: true,
  waitMs: true,
  closeTimeoutMs: true,
  ttlMs: true,
  fetch: true,
  credentials: true,
  accessKeyId: true,
  secretAccessKey: true,
  sessionToken: true,
} as const satisfies Names<
  S3Rest & S3Credentials & Pick<Extract<S3StoreOptions, { credentials: unknown }>, 'credentials'>
>

/** What is known of a store before its first request. */
export interface S3Settings {
  bucket: string
  /** Includes the bucket, without a slash at its end. */
  bucketUrl: string
  /** The endpoint, for messages. */
  origin: string
  region: string
  prefix: string
  credentials: () => Promise<S3Credentials>
  fetch: typeof fetch
  maxArtifactBytes: number
  partBytes: number
  timeoutMs: number
  firstAnswerMs: number
  waitMs: number
  closeTimeoutMs: number
  /** The pause before the second try of a request, about. Before each further one it is three times as long. */
  pauseMs: number
  ttlMs: number
}

const MIB = 1024 ** 2
const PART_BYTES = 8 * MIB
const PAUSE_MS = 100
const MOST_PARTS = 10_000
const MOST_OBJECT_BYTES = 5 * 1024 ** 4

/** Throws `PITH_INVALID_OPTION`. */
export function resolveSettings(options: S3StoreOptions): S3Settings {
  refuseUnknown(record('options', options), s3Names)
  const { bucket, region = 'us-east-1', prefix = 'pith/' } = options
  checkName('bucket', bucket, /^[\w.-]{3,63}$/, 'a name of 3 to 63 letters, digits, `.`, `_` and `-`')
  checkName('region', region, /^[\w-]{1,64}$/, 'a name such as "eu-central-1"')
  checkPrefix(prefix)
  const endpoint = endpointOf(options.endpoint ?? `https://s3.${region}.amazonaws.com`)
  return {
    bucket,
    region,
    prefix: prefix.endsWith('/') ? prefix : `${prefix}/`,
    bucketUrl: bucketUrlOf(endpoint, bucket, options.pathStyle),
    origin: endpoint.origin,
    credentials: credentialsOf(options),
    // In browsers `fetch` must not be called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    ...sizesOf(options.maxArtifactBytes ?? storeDefaults.maxArtifactBytes),
    timeoutMs: milliseconds('timeoutMs', options.timeoutMs ?? 10_000),
    firstAnswerMs: milliseconds('firstAnswerMs', options.firstAnswerMs ?? 3000),
    waitMs: milliseconds('waitMs', options.waitMs ?? 5000),
    closeTimeoutMs: milliseconds('closeTimeoutMs', options.closeTimeoutMs ?? 30_000),
    pauseMs: PAUSE_MS,
    ttlMs: atLeastZero('ttlMs', options.ttlMs ?? Number.POSITIVE_INFINITY),
  }
}

/** All parts but the last have one size, as some stores demand. 10,000 parts hold the largest artifact. */
function sizesOf(given: number): { maxArtifactBytes: number; partBytes: number } {
  const wanted = atLeastZero('maxArtifactBytes', given)
  if (wanted === Number.POSITIVE_INFINITY)
    return { maxArtifactBytes: MOST_PARTS * PART_BYTES, partBytes: PART_BYTES }
  const maxArtifactBytes = Math.min(Math.floor(wanted), MOST_OBJECT_BYTES)
  const needed = Math.ceil(maxArtifactBytes / MOST_PARTS / MIB) * MIB
  return { maxArtifactBytes, partBytes: Math.max(PART_BYTES, needed) }
}

function checkName(name: string, value: unknown, form: RegExp, expected: string): void {
  if (typeof value !== 'string' || !form.test(value) || value.includes('..'))
    throw invalidOption(name, expected, value)
}

/**
 * Signers and URLs leave these characters as they are. The prefix is never empty: then `gc` and `setExpiry` would apply to
 * what others keep under `data/` and `ids/`.
 */
function checkPrefix(prefix: unknown): void {
  const isPlain = typeof prefix === 'string' && prefix.length <= 512 && /^[\w./-]+$/.test(prefix)
  if (!isPlain || /(^|\/)\.{1,2}(\/|$)|^\/|\/\//.test(prefix))
    throw invalidOption('prefix', 'a folder of letters, digits, `.`, `_`, `-` and single `/` within', prefix)
}

function endpointOf(given: unknown): URL {
  const expected = 'a URL of http or https without keys or a query, of plain letters'
  let url: URL
  try {
    url = new URL(String(given))
  } catch {
    throw new PithError('PITH_INVALID_OPTION', `Expected \`endpoint\` to be ${expected}.`)
  }
  // The value is not shown: it may contain keys.
  const isBare = !url.username && !url.password && !url.search && !url.hash
  // Signers disagree about escaped characters.
  if (!/^https?:$/.test(url.protocol) || !isBare || !/^[\w./~-]*$/.test(url.pathname))
    throw new PithError('PITH_INVALID_OPTION', `Expected \`endpoint\` to be ${expected}.`)
  return url
}

function bucketUrlOf(endpoint: URL, bucket: string, pathStyle: boolean | undefined): string {
  const path = endpoint.pathname.replace(/\/+$/, '')
  const isAmazons = /\.amazonaws\.com(\.cn)?$/.test(endpoint.hostname)
  // The host's certificate does not cover a name with a dot, and hosts have no capital letters.
  if (pathStyle ?? (!isAmazons || !/^[a-z0-9-]+$/.test(bucket))) return `${endpoint.origin}${path}/${bucket}`
  if (/^\[|^[\d.]+$/.test(endpoint.hostname))
    throw invalidOption('pathStyle', 'true where the endpoint is an address, not a name', pathStyle)
  return `${endpoint.protocol}//${bucket}.${endpoint.host}${path}`
}

function credentialsOf(options: S3StoreOptions): () => Promise<S3Credentials> {
  if ('credentials' in options) {
    const { credentials } = options
    if (typeof credentials !== 'function')
      throw new PithError('PITH_INVALID_OPTION', 'Expected `credentials` to be a function.')
    return async () => checkedCredentials(await credentials())
  }
  const { accessKeyId, secretAccessKey, sessionToken } = options
  const given = checkedCredentials({ accessKeyId, secretAccessKey, sessionToken })
  return async () => given
}

/** Errors never show the value: it may be a key. */
function checkedCredentials(given: S3Credentials): S3Credentials {
  for (const name of ['accessKeyId', 'secretAccessKey'] as const) {
    if (typeof given?.[name] !== 'string' || given[name] === '')
      throw new PithError('PITH_INVALID_OPTION', `Expected \`${name}\` to be a non-empty string.`)
  }
  const { accessKeyId, secretAccessKey, sessionToken = '' } = given
  for (const [name, value] of Object.entries({ accessKeyId, secretAccessKey, sessionToken })) {
    if (typeof value !== 'string' || !/^[\x21-\x7e]*$/.test(value))
      throw new PithError('PITH_INVALID_OPTION', `Expected \`${name}\` to be without blanks or line ends.`)
  }
  return given
}

function atLeastZero(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw invalidOption(name, 'a number from 0', value)
}

function milliseconds(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 1 && value <= 3_600_000) return value
  throw invalidOption(name, 'a number from 1 to 3600000', value)
}
