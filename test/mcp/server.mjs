// A server for tests, without an SDK: what it answers is exactly what is written here.
import { createInterface } from 'node:readline'

const big = (rows) =>
  Array.from({ length: rows }, (_, i) =>
    i === rows / 2 ? 'ERROR: no such table: users' : `row ${i + 1} of the listing, with some more words`,
  ).join('\n')

const open = { type: 'object', properties: {}, additionalProperties: false }
const tools = [
  { name: 'small', inputSchema: open },
  { name: 'big', description: 'Ünïcode \u{1f600}', inputSchema: open },
  { name: 'fails', inputSchema: open },
  {
    name: 'rows',
    inputSchema: open,
    outputSchema: {
      type: 'object',
      properties: { note: { type: 'string' }, rows: { type: 'array', items: { type: 'string' } } },
      required: ['note', 'rows'],
      additionalProperties: false,
    },
  },
  {
    name: 'open',
    inputSchema: open,
    outputSchema: { type: 'object', properties: { data: {} }, required: ['data'] },
  },
]

const text = (words) => ({ content: [{ type: 'text', text: words }] })
const rows = Array.from({ length: 2000 }, (_, i) => `row ${i}`)
const calls = {
  small: () => text('fine'),
  quiet: () => text(Array.from({ length: 4000 }, (_, i) => `row ${i + 1} of the listing`).join('\n')),
  big: () => text(big(4000)),
  fails: () => ({ ...text(big(4000)), isError: true }),
  rows: () => {
    const structuredContent = { note: 'all of them', rows }
    return { ...text(JSON.stringify(structuredContent)), structuredContent }
  },
  open: () => ({ ...text('short'), structuredContent: { data: { rows } } }),
  die: () => process.exit(7),
}

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

const methods = {
  'tools/list': ({ cursor } = {}) =>
    cursor === undefined && process.env.PAGES ? { tools: tools.slice(0, 3), nextCursor: 'more' } : { tools },
  'tools/call': ({ name }) => calls[name](),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: big(4000) }] }),
  'prompts/get': () => ({ messages: [{ role: 'user', content: { type: 'text', text: big(4000) } }] }),
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'test', version: '1' },
  }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  // Shows each line that came, byte for byte.
  if (process.env.ECHO) process.stderr.write(`${line}\n`)
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return
  }
  for (const { id, method, params } of [message].flat()) {
    if (method === 'say') process.stdout.write(params.words)
    else if (params?.name === 'never') continue
    else if (params?.name === 'slow')
      setTimeout(() => write({ jsonrpc: '2.0', id, result: text(`the slow one\n${big(4000)}`) }), 1500)
    else if (id !== undefined && Object.hasOwn(methods, method))
      write({ jsonrpc: '2.0', id, result: methods[method](params) })
    else if (id !== undefined && method !== undefined)
      write({ jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } })
  }
})
