// The messages of the Model Context Protocol, as far as the proxy looks at them.

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A request, a notification or an answer. */
export interface Message extends JsonObject {
  id?: unknown
  method?: string
  params?: JsonObject
  result?: JsonObject
}

/** A request's `_meta` names the protocol's version since the protocol has no sessions (2026-07-28). */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** The version that a request itself names. Undefined for a request of an older protocol. */
export function requestVersion({ params }: Message): string | undefined {
  const meta = params?._meta
  const version = isObject(meta) ? meta[VERSION_KEY] : undefined
  return typeof version === 'string' ? version : undefined
}

/** A request's `_meta` names the client since then too; before, `initialize` does. */
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo'

/** The name by which a client introduces itself, if this message does. */
export function clientOf({ params }: Message): string | undefined {
  const meta = params?._meta
  const info = params?.clientInfo ?? (isObject(meta) ? meta[CLIENT_KEY] : undefined)
  return isObject(info) && typeof info.name === 'string' ? info.name : undefined
}

/**
 * Clients whose models read structured content in place of the text. With any other client it may be a program that reads
 * it, which must get every byte.
 */
export const modelReadsData: ReadonlySet<string> = new Set(['claude-code', 'codex-mcp-client'])

/** Parses one message or a batch. Undefined for anything else, which then passes as it is. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** An id as a key: `1` and `"1"` differ. */
export const keyOf = (id: unknown): string => JSON.stringify(id) ?? ''
