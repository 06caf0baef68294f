import { randomUUID } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { beforeAll, inject } from 'vitest'
import { elementText, xmlElements } from '../../../../src/store/backends/s3/xml.ts'
import {
  createS3Store,
  type S3ArtifactStore,
  type S3StoreOptions,
} from '../../../../src/store/backends/s3.ts'
import { KEYS } from '../server.ts'

export const endpoint = inject('objectStore')
export const BUCKET = 'pith-tests'

/** Makes the bucket that all suites share; each test has a part of its own in it. */
export function useBucket(): void {
  beforeAll(async () => {
    if (endpoint) await request('PUT', '')
  })
}

export const newPrefix = (): string => `${randomUUID()}/`

export const storeUnder = (prefix: string, options: Partial<S3StoreOptions> = {}): S3ArtifactStore =>
  createS3Store({ endpoint, bucket: BUCKET, prefix, ...KEYS, ...options } as S3StoreOptions)

/** A request that has nothing of the store's own code. */
export async function request(
  method: string,
  path: string,
  { body, headers }: { body?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const url = `${endpoint}/${BUCKET}/${path}`
  const common = { ...KEYS, service: 's3', region: 'us-east-1' }
  const signed = await new AwsV4Signer({
    method,
    url,
    ...common,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  }).sign()
  const response = await fetch(signed.url, { method, headers: signed.headers, body: body ?? null })
  return { status: response.status, text: await response.text() }
}

/** Keys under a prefix, without it. */
export async function keysUnder(prefix: string): Promise<string[]> {
  const { text } = await request('GET', `?list-type=2&prefix=${prefix}`)
  return xmlElements(text, 'Contents').map((item) => (elementText(item, 'Key') ?? '').slice(prefix.length))
}

/** How many keys there are of each kind. */
export async function kindsUnder(prefix: string): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {}
  for (const key of await keysUnder(prefix)) {
    const [kind] = key.split('/')
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}

/** Uploads under a prefix that were begun and not ended. */
export async function uploadsUnder(prefix: string): Promise<number> {
  const { text } = await request('GET', `?uploads&prefix=${prefix}`)
  return xmlElements(text, 'Upload').length
}
