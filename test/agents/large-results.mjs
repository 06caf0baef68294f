// An MCP server with results as large as asked for. An error is in their middle.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const rowsOf = (count) =>
  Array.from({ length: count }, (_, i) =>
    i === count >> 1 ? 'error: no such table: users' : `row ${i + 1} of the table`,
  )

serveStdio(() => {
  const server = new McpServer({ name: 'large', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.registerTool(
    'big',
    { description: 'Gives rows of a table.', inputSchema: z.object({ rows: z.number().int() }) },
    async ({ rows }) => ({ content: [{ type: 'text', text: rowsOf(rows).join('\n') }] }),
  )
  return server
})
