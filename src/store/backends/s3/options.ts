import { names, refuseUnknown } from '../../../check/names.ts'
import { record } from '../../../check/values.ts'
import { invalidOption, wrongOption } from '../../../errors.ts'
import { storeDefaults } from '../../limits.ts'

/** Keys of an object store. Temporary keys have a `sessionToken`. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Where the objects are. */
export interface S3Place {
  bucket: string
  /** `https://…` or `http://…`. Default: Amazon's endpoint for the region. */
  endpoint?: string | undefined
  /** Default: `us-east-1`, which most other stores accept. */
  region?: string | undefined
  /** The folder of all keys. May contain letters, digits, `.`, `_`, `-` and `/`. Default: `pith/`. */
  prefix?: string | undefined
  /** Whether the path of URLs names the bucket, not the host. Default: true unless the endpoint is Amazon's. */
  pathStyle?: boolean | undefined
}

export interface S3Limits {
  /**
   * Most bytes of one output, 0 to Infinity. The store keeps only the start and the end of a longer one. Default: 1
   * GiB.
   */
  maxArtifactBytes?: number | undefined
  /**
   * Milliseconds that a request may take, 1 to 3,600,000. Each 256 bytes of its body add one millisecond. Default: 10
   * s.
   */
  timeoutMs?: number | undefined
  /**
   * Milliseconds that a request which writes may take while the store has not answered yet, 1 to 3,600,000. Each 256
   * bytes of its body add one millisecond. Default: 3 s.
   */
  firstAnswerMs?: number | undefined
  /**
   * Milliseconds that an output may wait for the store in total before its end, 1 to 3,600,000. An output that would
   * wait longer is not kept. Default: 5 s.
   */
  waitMs?: number | undefined
  /** Milliseconds that the end of an output may wait for the store, 1 to 3,600,000. Default: 30 s. */
  closeTimeoutMs?: number | undefined
  /**
   * Milliseconds after which `gc` removes an artifact. Default: Infinity, because a rule of the bucket can do this (see
   * `setExpiry`).
   */
  ttlMs?: number | undefined
}

interface S3Rest extends S3Place, S3Limits {
  /** Sends every request. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
}

export type S3StoreOptions = S3Rest &
  /**
   * Keys, or a function that returns them. The function is called for each try of a request, and should cache its
   * result.
   */
  (S3Credentials | { credentials: () => Promise<S3Credentials> })

type AllS3Options = S3Rest &
  S3Credentials &
  Pick<Extract<S3StoreOptions, { credentials: unknown }>, 'credentials'>

const s3Names = names<AllS3Options>()(
  'bucket endpoint region prefix pathStyle maxArtifactBytes timeoutMs firstAnswerMs waitMs closeTimeoutMs ttlMs',
  'fetch credentials accessKeyId secretAccessKey sessionToken',
)

/** The options of a store, checked and with defaults filled in. */
export interface S3Settings {
  bucket: string
  /** Includes the bucket. Has no slash at its end. */
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
  /** About the pause before the second try of a request. The pause before each further try is three times as long. */
  pauseMs: number
  ttlMs: number
}

const MIB = 1024 ** 2
const PART_BYTES = 8 * MIB
const PAUSE_MS = 100
const MOST_PARTS = 10_000
const MOST_OBJECT_BYTES = 5 * 1024 ** 4

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function resolveBucketSettings(options: S3StoreOptions): S3Settings {
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
    // In browsers, `fetch` must not be called as a method of another object.
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

/**
 * All parts except the last have the same size, because some stores require it. 10,000 parts hold the largest artifact.
 */
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
 * Allows only characters that signers and URLs do not escape. Refuses an empty prefix, because `gc` and `setExpiry`
 * would then affect what others keep under `data/` and `ids/`.
 */
function checkPrefix(prefix: unknown): void {
  const isPlain = typeof prefix === 'string' && prefix.length <= 512 && /^[\w./-]+$/.test(prefix)
  if (!isPlain || /(^|\/)\.{1,2}(\/|$)|^\/|\/\//.test(prefix))
    throw invalidOption('prefix', 'a folder of letters, digits, `.`, `_`, `-` and single `/` within', prefix)
}

function endpointOf(given: unknown): URL {
  const expected = 'an http or https URL of plain characters, without keys and without a query'
  let url: URL
  try {
    url = new URL(String(given))
  } catch {
    throw wrongOption(`Expected \`endpoint\` to be ${expected}.`)
  }
  // The value is not shown: it may contain keys.
  const isBare = !url.username && !url.password && !url.search && !url.hash
  // Signers treat escaped characters differently.
  if (!/^https?:$/.test(url.protocol) || !isBare || !/^[\w./~-]*$/.test(url.pathname))
    throw wrongOption(`Expected \`endpoint\` to be ${expected}.`)
  return url
}

function bucketUrlOf(endpoint: URL, bucket: string, pathStyle: boolean | undefined): string {
  const path = endpoint.pathname.replace(/\/+$/, '')
  const isAmazons = /\.amazonaws\.com(\.cn)?$/.test(endpoint.hostname)
  // Amazon's certificates do not cover bucket names with a dot, and host names have no capital letters.
  if (pathStyle ?? (!isAmazons || !/^[a-z0-9-]+$/.test(bucket))) return `${endpoint.origin}${path}/${bucket}`
  if (/^\[|^[\d.]+$/.test(endpoint.hostname))
    throw invalidOption('pathStyle', 'true where the endpoint is an address, not a name', pathStyle)
  return `${endpoint.protocol}//${bucket}.${endpoint.host}${path}`
}

function credentialsOf(options: S3StoreOptions): () => Promise<S3Credentials> {
  if ('credentials' in options) {
    const { credentials } = options
    if (typeof credentials !== 'function') throw wrongOption('Expected `credentials` to be a function.')
    return async () => checkedCredentials(await credentials())
  }
  const { accessKeyId, secretAccessKey, sessionToken } = options
  const given = checkedCredentials({ accessKeyId, secretAccessKey, sessionToken })
  return async () => given
}

/** Errors never show the value, because it may be a key. */
function checkedCredentials(given: S3Credentials): S3Credentials {
  for (const name of ['accessKeyId', 'secretAccessKey'] as const) {
    if (typeof given?.[name] !== 'string' || given[name] === '')
      throw wrongOption(`Expected \`${name}\` to be a non-empty string.`)
  }
  const { accessKeyId, secretAccessKey, sessionToken = '' } = given
  for (const [name, value] of Object.entries({ accessKeyId, secretAccessKey, sessionToken })) {
    if (typeof value !== 'string' || !/^[\x21-\x7e]*$/.test(value))
      throw wrongOption(`Expected \`${name}\` to be without blanks or line ends.`)
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
