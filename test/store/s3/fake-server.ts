import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What becomes of a request in the place of its answer: refused before anything was done (`503`, `429`, `much-later`, `403`, `501`,
 * `reset`), done and not told (`lost`, `cut`), done and told as a failure behind a 200 (`late-error`), or no answer at
 * all (`hang`), or half of one (`stall`), or 200 with a page for people and nothing done (`page`, `tagged-page`).
 */
export type Fault =
  | '503'
  | '429'
  | 'much-later'
  | '403'
  | '501'
  | 'reset'
  | 'lost'
  | 'cut'
  | 'late-error'
  | 'hang'
  | 'stall'
  | 'page'
  | 'tagged-page'

interface Stored {
  body: Buffer
  etag: string
  changedAt: Date
}

interface Answer {
  status: number
  body?: Buffer | string
  headers?: Record<string, string>
}

interface Asked {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

const CODES: Record<string, string> = {
  '403': 'AccessDenied',
  '404': 'NoSuchKey',
  '412': 'PreconditionFailed',
  '429': 'SlowDown',
  '501': 'NotImplemented',
  '503': 'SlowDown',
}

const errorOf = (status: number, code = CODES[status]): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no &amp; never</Message></Error>`,
})

const REFUSED: Record<string, Answer | undefined> = {
  '403': errorOf(403),
  '429': { ...errorOf(429), headers: { 'retry-after': '0.05' } },
  '501': errorOf(501),
  '503': errorOf(503),
  page: { status: 200, body: '<html>Log in</html>' },
  'tagged-page': { status: 200, body: '<html>Log in</html>', headers: { etag: 'W/"13"' } },
  'much-later': { ...errorOf(503), headers: { 'retry-after': '3600' } },
}

/** As much of an object store as the store of artifacts uses, in memory, with faults on demand. Checks no signature. */
export class FakeServer {
  readonly objects = new Map<string, Stored>()
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer>; startedAt: Date }>()
  /** `PUT data/…` for each request; uuids and ids are left out. */
  readonly log: string[] = []
  rules = ''
  pageSize = 1000
  /** What becomes of an answer of a listing. */
  relist = (xml: string): string => xml
  /** Whether it knows If-Match and If-None-Match. */
  hasConditions = true
  /** Asked for each request; `n` counts from 1. */
  fault: (asked: Asked, n: number) => Fault | undefined = () => undefined
  endpoint = ''
  #count = 0
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    if (this.#server.listening) await once(this.#server, 'close')
  }

  keysOf(kind: 'ids' | 'data'): string[] {
    return [...this.objects.keys()].filter((key) => key.includes(`${kind}/`))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const url = new URL(request.url ?? '', 'http://fake')
    const asked: Asked = {
      method: request.method ?? '',
      key: decodeURIComponent(url.pathname.replace(/^\/[^/]+\/?/, '')),
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    this.log.push(nameOf(asked))
    this.#answer(asked, this.fault(asked, ++this.#count), response)
  }

  #answer(asked: Asked, fault: Fault | undefined, response: ServerResponse): void {
    if (fault === 'hang') return
    if (fault === 'reset') {
      response.destroy()
      return
    }
    const answer = REFUSED[fault ?? ''] ?? this.#do(asked)
    if (fault === 'lost') response.destroy()
    else
      this.#tell(
        fault === 'late-error' ? { ...errorOf(500, 'InternalError'), status: 200 } : answer,
        asked,
        fault,
        response,
      )
  }

  #tell(
    { status, body, headers }: Answer,
    asked: Asked,
    fault: Fault | undefined,
    response: ServerResponse,
  ): void {
    const bytes = Buffer.from(body ?? '')
    response.writeHead(status, { 'content-length': bytes.length, ...headers })
    const isHalf = fault === 'cut' || fault === 'stall'
    if (asked.method === 'HEAD' || !isHalf) response.end(asked.method === 'HEAD' ? '' : bytes)
    else if (bytes.length > 0)
      response.write(bytes.subarray(0, bytes.length >> 1), () => fault === 'cut' && response.destroy())
    else response.destroy()
  }

  #do(asked: Asked): Answer {
    const { method, key, query } = asked
    if (key === '') return this.#ofBucket(asked)
    if (method === 'POST' && query.has('uploads')) return this.#begin(key)
    const uploadId = query.get('uploadId')
    if (uploadId !== null) return this.#ofUpload(asked, uploadId)
    const found = this.objects.get(key)
    if (method === 'PUT') return this.#put(asked, found)
    if (method === 'DELETE') {
      const condition = this.hasConditions ? asked.headers['if-match'] : undefined
      if (condition !== undefined && found && condition !== found.etag) return errorOf(412)
      this.objects.delete(key)
      return { status: 204 }
    }
    if (!found) return errorOf(404)
    return rangeOf(asked, found)
  }

  #put({ key, headers, body }: Asked, found: Stored | undefined): Answer {
    if (this.hasConditions) {
      if (headers['if-none-match'] === '*' && found) return errorOf(412)
      if (headers['if-match'] !== undefined && headers['if-match'] !== found?.etag) return errorOf(412)
    }
    if (hashOf(body) !== headers['x-amz-content-sha256']) return errorOf(400, 'XAmzContentSHA256Mismatch')
    this.objects.set(key, { body, etag: etagOf(body), changedAt: new Date() })
    return { status: 200, headers: { etag: etagOf(body) } }
  }

  #begin(key: string): Answer {
    const id = randomUUID()
    this.uploads.set(id, { key, parts: new Map(), startedAt: new Date() })
    const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    return { status: 200, body }
  }

  #ofUpload({ method, key, query, body }: Asked, id: string): Answer {
    const upload = this.uploads.get(id)
    if (!upload) return errorOf(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)
    if (method === 'GET') {
      const list = parts.map((part) => `<Part><Size>${part.length}</Size></Part>`).join('')
      return { status: 200, body: `<ListPartsResult>${list}</ListPartsResult>` }
    }
    this.uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const named = Array.from(body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g), ([, etag]) => etag)
    if (named.join() !== parts.map(etagOf).join()) return errorOf(400, 'InvalidPart')
    const whole = Buffer.concat(parts)
    this.objects.set(key, { body: whole, etag: etagOf(whole), changedAt: new Date() })
    return {
      status: 200,
      body: `<CompleteMultipartUploadResult><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
    }
  }

  #ofBucket({ method, query, body }: Asked): Answer {
    if (query.has('lifecycle')) {
      if (method === 'PUT') this.rules = body.toString()
      else if (this.rules === '') return errorOf(404, 'NoSuchLifecycleConfiguration')
      return { status: 200, body: this.rules }
    }
    const prefix = query.get('prefix') ?? ''
    const { status, body: xml } = query.has('uploads')
      ? this.#listUploads(prefix, query)
      : this.#listObjects(prefix, query)
    return { status, body: this.relist(String(xml)) }
  }

  #listUploads(prefix: string, query: URLSearchParams): Answer {
    const after = query.get('upload-id-marker') ?? ''
    const all = [...this.uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after).sort()
    const page = all.slice(0, this.pageSize)
    const items = page.map(
      ([id, { key, startedAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    )
    const [last] = page.at(-1) ?? ['']
    const next = `<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${last}</NextUploadIdMarker>`
    const more = `<IsTruncated>${page.length < all.length}</IsTruncated>${next}`
    return {
      status: 200,
      body: `<ListMultipartUploadsResult>${more}${items.join('')}</ListMultipartUploadsResult>`,
    }
  }

  #listObjects(prefix: string, query: URLSearchParams): Answer {
    const after = query.get('continuation-token') ?? ''
    const all = [...this.objects].filter(([key]) => key.startsWith(prefix) && key > after)
    all.sort(([a], [b]) => (a < b ? -1 : 1))
    const page = all.slice(0, Math.min(this.pageSize, Number(query.get('max-keys') ?? 1000)))
    const items = page.map(
      ([key, { body, etag, changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified>` +
        `<ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Contents>`,
    )
    const isCut = page.length < all.length
    const next = isCut ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
    const more = `<KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${next}`
    return { status: 200, body: `<ListBucketResult>${more}${items.join('')}</ListBucketResult>` }
  }
}

function rangeOf({ headers }: Asked, { body, etag }: Stored): Answer {
  const asked = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (!asked) return { status: 200, body, headers: { etag } }
  const [first, last] = [Number(asked[1]), Math.min(Number(asked[2]), body.length - 1)]
  const range = `bytes ${first}-${last}/${body.length}`
  return { status: 206, body: body.subarray(first, last + 1), headers: { etag, 'content-range': range } }
}

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

function nameOf({ method, key, query }: Asked): string {
  const what = key.replace(/[0-9a-f]{64}|[0-9a-f-]{36}/, '…').replace(/^.*?(?=data|ids)/, '')
  const words = [...query.keys()].filter((name) =>
    /^(uploads|partNumber|uploadId|lifecycle|list-type)$/.test(name),
  )
  return `${method} ${what}${words.length > 0 ? `?${words.join('&')}` : ''}`
}
