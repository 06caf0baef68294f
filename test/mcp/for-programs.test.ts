import { expect, it } from 'vitest'
import { MessageProxy } from '../../src/agents/mcp/proxy.ts'

const rows = Array.from({ length: 3000 }, (_, id) => ({ id, name: `row ${id}` }))
const text = JSON.stringify(rows)
const schema = { type: 'object', properties: { rows: { type: 'array', minItems: 3000 } }, required: ['rows'] }
const line = (message: object) => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** What a client gets that introduces itself so. */
async function gotBy(name: string | undefined, inMeta = false) {
  const proxy = new MessageProxy({ options: { maxBytes: 8192 }, warn: () => {} })
  let id = 0
  const ask = async (method: string, params: object, result: object) => {
    const clientInfo = name === undefined ? undefined : { name, version: '1' }
    const meta = inMeta ? { _meta: { 'io.modelcontextprotocol/clientInfo': clientInfo } } : {}
    const own = method === 'initialize' && !inMeta ? { clientInfo } : meta
    id++
    proxy.fromClient(line({ id, method, params: { ...params, ...own } }))
    return JSON.parse((await proxy.fromServer(line({ id, result }))).toString()).result
  }
  await ask('initialize', {}, { protocolVersion: '2025-11-25', capabilities: { tools: {} } })
  const [tool] = (
    await ask('tools/list', {}, { tools: [{ name: 'rows', inputSchema: {}, outputSchema: schema }] })
  ).tools
  const content = [{ type: 'text', text }]
  const result = await ask('tools/call', { name: 'rows' }, { content, structuredContent: { rows } })
  return { tool, result }
}

it.each([
  ['pi', false],
  ['opencode', false],
  ['gemini-cli-mcp-client', true],
  ['a client that pith does not know', false],
  [undefined, false],
])(
  'leaves structured content and its schema to the programs of %s, and cuts the text for its model',
  async (name, inMeta) => {
    const { tool, result } = await gotBy(name, inMeta)
    expect(tool.outputSchema).toEqual(schema)
    expect(result.structuredContent).toEqual({ rows })
    expect(Buffer.byteLength(result.content[0].text)).toBeLessThanOrEqual(8192)
  },
)

it.each(['claude-code', 'codex-mcp-client'])(
  'cuts structured content too for %s, whose model reads it in place of the text',
  async (name) => {
    const { result } = await gotBy(name)
    expect(Buffer.byteLength(JSON.stringify(result.structuredContent ?? null))).toBeLessThanOrEqual(8192)
  },
)
