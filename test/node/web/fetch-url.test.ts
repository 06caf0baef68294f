// @deep

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { fetchUrl as FetchUrl, FetchUrlOptions } from '../../../src/host/index.ts'
import { createMemoryStore } from '../../../src/index.ts'
import { build, distFile } from '../../support/built.ts'

const page = `<!doctype html><title>T</title><style>b {}</style><script>bad()</script>
<h1>Hi &amp; you</h1><p>A <a href="/other?a=1">link</a> and <b>bold</b>.</p>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`

/** What the server answers, by path. */
const answers: Record<string, RequestListener> = {
  '/page': (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  '/text': (_, response) => response.setHeader('content-type', 'text/plain').end('plain\n'),
  '/latin': (_, response) =>
    response
      .setHeader('content-type', 'text/html; charset=iso-8859-1')
      .end(Buffer.from('<p>caf\xe9</p>', 'latin1')),
  '/missing': (_, response) =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page\n'),
  '/image': (_, response) =>
    response.setHeader('content-type', 'image/png').end(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1')),
  '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/brotli': (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed')),
  '/twice': (_, response) =>
    response.setHeader('content-encoding', 'deflate, gzip').end(gzipSync(deflateSync('packed'))),
  '/bomb': (_, response) => {
    response.setHeader('content-encoding', 'gzip').setHeader('content-type', 'text/plain')
    response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a')))
  },
  '/broken': (_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip'),
  '/odd': (_, response) => response.setHeader('content-encoding', 'zip').end('odd'),
  '/large': (_, response) => response.setHeader('content-type', 'text/plain').end('line\n'.repeat(100_000)),
  '/slow': (_, response) => {
    response.setHeader('content-type', 'text/plain').write('first\n')
    // Never ends.
  },
  '/crumbs': (_, response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200_000)}0\r\n\r\n`,
    )
  },
  '/switched': (_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
  },
  '/cut': (_, response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun')
  },
  '/silent': () => {},
  '/deep': (_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`${'<div>'.repeat(50_000)}deep${'</div>'.repeat(50_000)}`),
  '/there': (_, response) => response.writeHead(302, { location: '/text' }).end(),
  '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
  '/metadata': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/mapped': (_, response) => response.writeHead(302, { location: 'http://[::ffff:169.254.169.254]/' }).end(),
  '/local': (_, response) => response.writeHead(301, { location: 'http://localhost:1/' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
}

describe('fetchUrl', () => {
  let server: Server
  let fetchUrl: typeof FetchUrl
  let host = ''

  beforeAll(async () => {
    build()
    ;({ fetchUrl } = (await import(distFile('node/index.js'))) as { fetchUrl: typeof FetchUrl })
    server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  }, 120_000)

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const get = (path: string, options: FetchUrlOptions = {}) =>
    fetchUrl(`http://${host}${path}`, { allowPrivate: [host], store: false, ...options })

  it('turns HTML into Markdown, with whole addresses, and keeps the body', async () => {
    const store = createMemoryStore()
    const { text, details } = await get('/page', { store })
    expect(text).toBe(
      `# Hi & you\n\nA [link](http://${host}/other?a=1) and **bold**.\n\n| A   | B   |\n| --- | --- |\n| 1   | 2   |\n`,
    )
    const chunks: Uint8Array[] = []
    for await (const chunk of store.read(details.body?.ref?.id ?? '', { startByte: 0, endByte: 9999 }))
      chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe(page)
    expect(details).toMatchObject({ status: 200, contentType: 'text/html', isMarkdown: true })
    expect((await get('/page', { markdown: false })).text).toBe(page)
    expect((await get('/latin')).text).toBe('café\n')
  })

  it('shows other texts as they are, names what is no text, and tells of an error of the server', async () => {
    expect((await get('/text')).text).toBe('plain\n')
    expect((await get('/image')).text).toContain('PNG image, ')
    const { text, details } = await get('/missing')
    expect(text).toBe('HTTP 404 Not Found\n\nno such page\n')
    expect(details.status).toBe(404)
  })

  it('cuts a large page to the limits, and keeps all of it', async () => {
    const store = createMemoryStore()
    const { text, details } = await get('/large', { store, maxBytes: 2000 })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2000)
    expect(details.artifact?.ref?.bytes).toBe(500_000)
  })

  it('decodes bodies, and stops one that explodes', async () => {
    for (const path of ['/gzip', '/brotli', '/twice']) expect((await get(path)).text).toBe('packed')
    const bomb = await get('/bomb', { maxBodyBytes: 100_000 })
    expect(bomb.details).toMatchObject({ bodyBytes: 100_000, cutShort: 'size' })
    expect(bomb.details.notes).toEqual(['The body is larger than 100000 bytes; the rest was not read.'])
    expect((await get('/broken')).details).toMatchObject({ bodyBytes: 0, cutShort: 'failure' })
    expect((await get('/odd')).details.notes?.[0]).toContain('its encoding "zip" is not known')
  })

  it('reads a body of many small chunks, and what came of one that ends early', async () => {
    expect((await get('/crumbs')).details.bodyBytes).toBe(200_000)
    expect((await get('/crumbs', { maxBodyBytes: 99_999 })).details).toMatchObject({
      bodyBytes: 99_999,
      cutShort: 'size',
    })
    const { text, details } = await get('/cut')
    expect({ text, cutShort: details.cutShort }).toEqual({ text: 'begun', cutShort: 'failure' })
    await expect(get('/switched')).rejects.toMatchObject({ code: 'PITH_FETCH_FAILED' })
  })

  it('shows what came of a slow body, and gives up a server that does not answer', async () => {
    const { text, details } = await get('/slow', { timeoutSeconds: 1 })
    expect({ text, cutShort: details.cutShort }).toEqual({ text: 'first\n', cutShort: 'time' })
    await expect(get('/silent', { timeoutSeconds: 1 })).rejects.toThrow('did not answer within 1 s.')
    const controller = new AbortController()
    const asked = get('/silent', { signal: controller.signal })
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'PITH_ABORTED' })
  })

  it('shows a page as HTML when it cannot be turned into Markdown', async () => {
    const { text, details } = await get('/deep', { maxBytes: 4000 })
    expect(details.isMarkdown).toBe(false)
    expect(text).toContain('<div>')
    expect(details.notes).toEqual([
      'The page is shown as HTML: its elements are nested more than 1000 levels deep.',
    ])
  })

  it('follows redirects, but not to private addresses, not in circles and not to files', async () => {
    const { details } = await get('/there')
    expect(details.url).toBe(`http://${host}/text`)
    for (const path of ['/metadata', '/mapped', '/local'])
      await expect(get(path)).rejects.toMatchObject({ code: 'PITH_ADDRESS_REFUSED' })
    await expect(get('/round')).rejects.toThrow('was redirected more than 10 times.')
    await expect(get('/file')).rejects.toThrow('to begin with http:// or https://, got "file:///etc/passwd".')
  })

  it('refuses private addresses in each form, unless they are allowed', async () => {
    const port = host.split(':')[1]
    for (const name of [
      '127.0.0.1',
      'localhost',
      '0x7f000001',
      '2130706433',
      '127.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '0',
    ])
      await expect(fetchUrl(`http://${name}:${port}/text`, { store: false })).rejects.toMatchObject({
        code: 'PITH_ADDRESS_REFUSED',
      })
    expect((await get('/text', { allowPrivate: true })).text).toBe('plain\n')
    await expect(get('/text', { allowPrivate: ['localhost'] })).rejects.toMatchObject({
      code: 'PITH_ADDRESS_REFUSED',
    })
  })

  it('says what is wrong with an address', async () => {
    await expect(fetchUrl('ftp://example.com')).rejects.toMatchObject({ code: 'PITH_INVALID_OPTION' })
    await expect(fetchUrl('nonsense')).rejects.toThrow('to begin with http:// or https://')
    await expect(fetchUrl('http://me:secret@example.com/')).rejects.toThrow('no user name and no password')
    await expect(fetchUrl('http://127.0.0.1:1/', { allowPrivate: true })).rejects.toThrow(
      'the connection was refused',
    )
  })
})
