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
      properties: { rows: { type: 'array', items: { type: 'string' } }, total: { type: 'integer' } },
      required: ['rows', 'total'],
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
  big: () => text(big(4000)),
  fails: () => ({ ...text(big(4000)), isError: true }),
  rows: () => {
    const structuredContent = { rows, total: rows.length }
    return { ...text(JSON.stringify(structuredContent)), structuredContent }
  },
  open: () => ({ ...text('short'), structuredContent: { data: { rows } } }),
  die: () => process.exit(7),
}

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = (result) => write({ jsonrpc: '2.0', id, result })
  if (method === 'initialize') {
    const { protocolVersion } = params
    const capabilities = { tools: {}, resources: {}, prompts: {} }
    answer({ protocolVersion, capabilities, serverInfo: { name: 'test', version: '1' } })
  } else if (method === 'tools/list') answer({ tools })
  else if (method === 'tools/call') answer(calls[params.name]())
  else if (method === 'resources/read') answer({ contents: [{ uri: params.uri, text: big(4000) }] })
  else if (method === 'prompts/get')
    answer({ messages: [{ role: 'user', content: { type: 'text', text: big(4000) } }] })
  else if (method === 'echo') process.stdout.write(params.line)
  else write({ jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } })
})
