import { randomUUID } from 'node:crypto'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from './sdk.ts'

/** Most sessions at once. The one that was used least recently ends when there are more. */
const MOST_SESSIONS = 64

/** The sessions of clients that speak the protocol up to 2025-11-25, in which a call is cancelled by a second request. */
export class Sessions {
  readonly #create: () => McpServer
  readonly #open = new Map<string, WebStandardStreamableHTTPServerTransport>()

  constructor(create: () => McpServer) {
    this.#create = create
  }

  async answer(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return (await this.#begin()).handleRequest(request)
    const transport = this.#open.get(id)
    if (!transport) return refused(404, 'There is no such session. Begin a new one.')
    this.#use(id, transport)
    return transport.handleRequest(request)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((transport) => transport.close()))
  }

  async #begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#use(id, transport),
    })
    await this.#create().connect(transport)
    const { onclose } = transport
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#open.delete(transport.sessionId)
      onclose?.()
    }
    return transport
  }

  #use(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#open.delete(id)
    this.#open.set(id, transport)
    const [oldest] = this.#open
    if (this.#open.size > MOST_SESSIONS && oldest) void oldest[1].close()
  }
}

const refused = (status: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message } }, { status })
