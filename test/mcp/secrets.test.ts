import { expect, it } from 'vitest'
import { MessageProxy } from '../../src/agents/mcp/proxy.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'

const secret = `ghp_${'a1B2'.repeat(9)}`

it.each([
  `"result":{"content":[{"type":"text","text":"token=${secret}"}],"structuredContent":{"token":"${secret}","n":1.0}}`,
  `"result":{"content":[],"structuredContent":{"list":["${secret}"]},"isError":true}`,
  `"error":{"code":-32000,"message":"no access with token=${secret}","data":{"token":"${secret}"}}`,
])('no part of a small answer shows a secret when secrets are hidden: %s', async (member) => {
  const context = { options: { maxBytes: 8192 }, redactor: createSecretRedactor(), warn: () => {} }
  const proxy = new MessageProxy(context)
  const answer = Buffer.from(`{"jsonrpc":"2.0","id":7,${member}}\n`)
  proxy.fromClient(Buffer.from('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a"}}\n'))
  const text = (await proxy.fromServer(answer)).toString()
  expect(text).not.toContain(secret)
  expect(text).toContain('[redacted ')
  expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(answer.toString())))
  proxy.fromClient(Buffer.from('{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"a"}}\n'))
  const plain = Buffer.from(answer.toString().replaceAll(secret, 'none').replace('"id":7', '"id":8'))
  expect(await proxy.fromServer(plain)).toBe(plain)
})
