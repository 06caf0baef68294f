import { createRequire } from 'node:module'
import { join } from 'node:path'
import { clientsFolder } from '../clients/client.ts'

/** A tool as the server lists it. */
export interface Tool {
  name: string
  description?: string
}

/** What a call of a tool gave. */
export interface ToolResult {
  content: { type: string; text?: string; uri?: string }[]
  isError?: boolean
}

/** What the suites use of a client of the official SDK. */
export interface SdkClient {
  connect(transport: unknown): Promise<void>
  getNegotiatedProtocolVersion(): string
  listTools(): Promise<{ tools: Tool[] }>
  callTool(call: { name: string; arguments: object }): Promise<ToolResult>
  close(): Promise<void>
}

/** How a client starts its server. */
export interface ServerStart {
  command: string
  args: readonly string[]
  env: Record<string, string>
  cwd: string
}

const load = createRequire(join(clientsFolder, 'package.json'))

/** Client 2 of the official SDK, connected to a server. `auto` lets it take the newer era of the protocol. */
export async function connected(start: ServerStart, mode: 'legacy' | 'auto'): Promise<SdkClient> {
  const { Client } = load('@modelcontextprotocol/client')
  const { StdioClientTransport } = load('@modelcontextprotocol/client/stdio')
  const options = mode === 'auto' ? { versionNegotiation: { mode } } : {}
  const client: SdkClient = new Client({ name: 'test', version: '1.0.0' }, options)
  await client.connect(new StdioClientTransport({ ...start, stderr: 'ignore' }))
  return client
}

export const textOf = ({ content }: ToolResult): string =>
  content.map(({ type, text }) => (type === 'text' ? text : '')).join('')
