import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MessageProxy } from '../../src/agents/mcp/proxy.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { build } from '../support/built.ts'
import { RawAnswers } from '../support/raw-answers.ts'

const REFUSED = '[Not shown: redaction failed.]'
const secret = `ghp_${'a1B2'.repeat(9)}`
const password = 'hunter2-and-more'
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const answer = (member: string) => `{"jsonrpc":"2.0","id":"ID",${member}}\n`
const result = (members: string) => answer(`"result":{${members}}`)
const content = (text: string) => result(`"content":[{"type":"text","text":${text}}]`)
const nested = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth)
const escaped = [...secret].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')

/** A secret in every place of a message. */
const messages: [name: string, method: string, message: string][] = [
  ['a text', 'tools/call', content(`"a ${secret}"`)],
  ['a text in escapes', 'tools/call', content(`"a ${escaped}"`)],
  [
    'a text inside 100,000 arrays',
    'tools/call',
    result(`"content":[],"x":${nested(100_000, `"${secret}"`)}`),
  ],
  [
    'a text inside 100,000 objects',
    'tools/call',
    result(`"x":${'{"a":'.repeat(1e5)}"${secret}"${'}'.repeat(1e5)}`),
  ],
  ['the first of two members of one name', 'tools/call', content(`"${secret}","text":"a"`)],
  ['the second of two members of one name', 'tools/call', content(`"a","text":"${secret}"`)],
  [
    'a second result',
    'tools/call',
    answer(`"result":{"content":[{"type":"text","text":"${secret}"}]},"result":{}`),
  ],
  ['a name', 'tools/call', result(`"structuredContent":{"${secret}":1}`)],
  [
    'a value that its name tells',
    'tools/call',
    result(`"structuredContent":{"password":"${secret.slice(4)}"}`),
  ],
  [
    'a blob of a result',
    'tools/call',
    result(`"content":[{"type":"resource","resource":{"uri":"a:b","blob":"${base64(`a ${secret}`)}"}}]`),
  ],
  ['a blob', 'resources/read', result(`"contents":[{"uri":"a:b","blob":"${base64(`a ${secret}`)}"}]`)],
  [
    'a blob in UTF-16',
    'resources/read',
    result(`"contents":[{"uri":"a:b","blob":"${base64(Buffer.from(`\ufeff${secret}`, 'utf16le'))}"}]`),
  ],
  [
    'a blob that is no text',
    'resources/read',
    result(
      `"contents":[{"uri":"a:b","blob":"${base64(Buffer.concat([Buffer.of(0, 255, 254), Buffer.from(secret)]))}"}]`,
    ),
  ],
  [
    'a prompt',
    'prompts/get',
    result(
      `"messages":[{"role":"user","content":{"type":"text","text":"${secret}"}}],"description":"${secret}"`,
    ),
  ],
  [
    'an error',
    'tools/call',
    answer(`"error":{"code":-1,"message":"no ${secret}","data":{"a":["${secret}"]}}`),
  ],
  [
    'a list of tools',
    'tools/list',
    result(
      `"tools":[{"name":"a","description":"${secret}","inputSchema":{"type":"object","default":"${secret}"}}]`,
    ),
  ],
  [
    'what the server says of itself',
    'initialize',
    result(`"protocolVersion":"2025-06-18","capabilities":{},"instructions":"${secret}"`),
  ],
  [
    'progress',
    'tools/call',
    `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"message":"${secret}"}}\n`,
  ],
  [
    'a request of the server',
    'tools/call',
    `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"${secret}"}}]}}\n`,
  ],
  [
    'a batch',
    'tools/call',
    `[{"jsonrpc":"2.0","id":"ID","result":{"content":[{"type":"text","text":"${secret}"}]}},{"jsonrpc":"2.0","method":"x","params":["${secret}"]}]\n`,
  ],
  [
    'a text above the limit',
    'tools/call',
    content(JSON.stringify(`${'a line\n'.repeat(5000)}${secret}\n${'a line\n'.repeat(5000)}`)),
  ],
]

/** What is not JSON, or not in one piece. */
const broken: [name: string, bytes: string | Buffer][] = [
  ['is cut off', `${content(`"${secret}"`).slice(0, -4)}\n`],
  ['has a comma too many', answer(`"result":{"content":[{"type":"text","text":"${secret}",}]}`)],
  ['has single quotes', answer(`"result":{'content':[{'type':'text','text':'${secret}'}]}`)],
  [
    'ends with its id, and is broken before',
    `{"result":{"content":[{"type":"text","text":"${secret}",}]},"jsonrpc":"2.0","id":"ID"}\n`,
  ],
]

describe('pith mcp wrap --redact', () => {
  let safe: RawAnswers
  let plain: RawAnswers
  beforeAll(() => {
    build()
    safe = new RawAnswers(['--redact'])
    plain = new RawAnswers([])
  }, 120_000)
  afterAll(() => Promise.all([safe.end(), plain.end()]))

  it.each(messages)('shows no secret in %s, and the message stays one', async (_, method, message) => {
    const shown = await safe.through(method, { name: 'a', uri: 'a:b' }, message)
    expect(shown).not.toContain(secret.slice(4))
    expect(shown).not.toContain(escaped)
    expect(shown).toMatch(/\[redacted |W3JlZGFjd|cmVkYWN0|W05vdCBzaG93bj/)
    const blobs = Array.from(shown.matchAll(/"blob":"([^"]*)"/g), ([, blob]) => Buffer.from(blob, 'base64'))
    for (const blob of blobs)
      for (const encoding of ['utf8', 'utf16le'] as const)
        expect(blob.toString(encoding)).not.toContain(secret.slice(4))
    expect(() => JSON.parse(shown)).not.toThrow()
  })

  it.each(broken)('refuses a message that %s, in the shape that each request expects', async (_, bytes) => {
    const parts = [{ type: 'text', text: REFUSED }]
    const expected = {
      'tools/call': { content: parts, isError: true },
      'resources/read': { contents: [{ uri: 'a:b', mimeType: 'text/plain', text: REFUSED }] },
      'prompts/get': { messages: [{ role: 'user', content: parts[0] }] },
    }
    for (const [method, value] of Object.entries(expected)) {
      const shown = await safe.through(method, { name: 'a', uri: 'a:b' }, bytes)
      expect(JSON.parse(shown)).toMatchObject({ jsonrpc: '2.0', result: value })
    }
    const other = await safe.through('prompts/list', {}, bytes)
    expect(JSON.parse(other)).toMatchObject({ error: { message: REFUSED } })
  })

  it.each([
    ['no message', `Connected with ${secret}\n`],
    ['UTF-16', Buffer.concat([Buffer.from(content(`"${secret}"`), 'utf16le'), Buffer.from('\n')])],
    ['a text behind a byte order mark', `\ufeff{"jsonrpc":"2.0","method":"x","params":["${secret}"]}\n`],
  ])('refuses a line that is %s', async (_, bytes) => {
    const shown = await safe.through('tools/call', { name: 'a' }, bytes)
    expect(shown).not.toContain(secret.slice(4))
    expect(shown.replaceAll('\0', '')).not.toContain(secret.slice(4))
    expect(shown).toContain(REFUSED)
  })

  it('keeps what the protocol needs, and every byte of a message without a secret', async () => {
    const progress =
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"0f3a9c77d1","progress":1}}\n'
    expect(`${await safe.through('tools/call', { name: 'a' }, progress)}\n`).toBe(progress)
    const page = await safe.through(
      'prompts/list',
      {},
      result('"prompts":[],"nextCursor":"b2Zmc2V0OjEwMA-8842"'),
    )
    expect(JSON.parse(page).result.nextCursor).toBe('b2Zmc2V0OjEwMA-8842')
    const numbers = '"n":[12345678901234567890, 1e400,-0,1.0,1E5],"n":"\\u00e9\\/", "9":1,"1":2'
    const shown = await safe.through(
      'tools/call',
      { name: 'a' },
      result(`"content":[],"structuredContent":{${numbers}}`),
    )
    expect(shown).toContain(`{${numbers}}`)
  })

  it('keeps every number beside a secret', async () => {
    const before = '"n":[12345678901234567890, 1e400,-0,1.0,1E5], "m":"\\u00e9\\/","9":1,"1":2'
    const shown = await safe.through(
      'tools/call',
      { name: 'a' },
      result(`"structuredContent":{${before},"x":"${secret}"}`),
    )
    expect(shown).toContain(`"structuredContent":{${before},"x":"[redacted github-token]"}`)
  })

  it('hides a number that its name tells', async () => {
    const shown = await safe.through(
      'tools/call',
      { name: 'a' },
      result('"structuredContent":{"password":48151623421,"n":7}'),
    )
    expect(shown).toContain('"structuredContent":{"password":"[redacted password]","n":7}')
  })

  it('hides the value of an entry whose name is another member', async () => {
    const shown = await safe.through(
      'tools/call',
      { name: 'a' },
      result(`"env":[{"name":"DB_PASSWORD","value":"${password}"}]`),
    )
    expect(shown).not.toContain(password)
  })

  it.each([
    ...messages.filter(([name]) => name !== 'a text above the limit'),
    ...broken.map(([n, m]) => [n, 'tools/call', m] as const),
  ])('without --redact, passes %s byte for byte', async (_, method, message) => {
    const shown = await plain.through(
      method === 'tools/list' ? 'tools/call' : method,
      { name: 'a', uri: 'a:b' },
      message,
    )
    const expected = String(message).replaceAll('"ID"', `"call-${/call-(\d+)/.exec(shown)?.[1] ?? ''}"`)
    expect(`${shown}\n`).toBe(expected)
  })

  it.each(['12345678901234567890', '1e400', '-0', '1.0', '1E5'])(
    'keeps %s beside a text that is cut',
    async (number) => {
      const text = JSON.stringify('a line of words\n'.repeat(2000))
      const rest = `"structuredContent":{"n":${number}, "m":"\\u00e9"},"_meta":{"k":${number},"k":${number}}`
      const part = `{"type":"text","annotations":{"priority":${number}},"text":`
      for (const one of [plain, safe]) {
        const shown = await one.through(
          'tools/call',
          { name: 'a' },
          result(`"content":[${part}${text}}],${rest}`),
        )
        expect(shown.length).toBeLessThan(12_000)
        expect(shown).toContain(`${part}"a line of words\\n`)
        expect(shown).toContain(`,${rest}}}`)
      }
    },
  )

  it('keeps the digits of data that is shown as text, because it is too large', async () => {
    const list = Array.from({ length: 2000 }, (_, i) => `1234567890123456789${i % 10}`).join(', ')
    const shown = await plain.through(
      'tools/call',
      { name: 'a' },
      result(`"content":[],"structuredContent":{"n":[${list}]}`),
    )
    expect(shown).toContain('12345678901234567899')
    expect(shown).not.toContain('1234567890123456800')
  })
})

describe('a line that is too long to be held', () => {
  const pieces = [
    `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"${secret}`,
    secret.repeat(100),
    '"}]}}\n',
  ].map((piece) => Buffer.from(piece))
  const proxyWith = (redactor: ReturnType<typeof createSecretRedactor> | undefined) => {
    const proxy = new MessageProxy({ options: { maxBytes: 8192 }, redactor, warn: () => {} })
    proxy.fromClient(Buffer.from('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a"}}\n'))
    return pieces.map((piece, at) => proxy.partFromServer(piece, at === pieces.length - 1).toString())
  }

  it('is refused as a whole with redaction, and passes without it', () => {
    expect(proxyWith(createSecretRedactor()).slice(0, -1)).toEqual(['', ''])
    expect(JSON.parse(proxyWith(createSecretRedactor()).at(-1) ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: REFUSED }], isError: true },
    })
    expect(proxyWith(undefined)).toEqual(pieces.map(String))
  })
})
