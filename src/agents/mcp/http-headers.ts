import { isObject, type JsonObject, type Message, requestVersion } from './messages.ts'

// Headers of a request in the protocol without sessions (2026-07-28): they repeat words of the body, so that what stands
// between client and server need not read it.

const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** An argument of a tool that a header repeats. */
export interface HeaderArgument {
  header: string
  path: readonly string[]
}

/** The arguments that a tool's schema marks with `x-mcp-header`. */
function headerArguments(schema: unknown, path: readonly string[] = []): HeaderArgument[] {
  if (!isObject(schema) || path.length > 32) return []
  const header = schema['x-mcp-header']
  const own = typeof header === 'string' && path.length > 0 ? [{ header, path }] : []
  const members = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return [...own, ...members.flatMap(([name, its]) => headerArguments(its, [...path, name]))]
}

/** The headers that repeat words of a request. None for an older protocol. */
export function bodyHeaders(message: Message, marked: readonly HeaderArgument[]): Record<string, string> {
  const version = requestVersion(message)
  if (version === undefined || message.method === undefined || message.id === undefined) return {}
  const headers: Record<string, string> = { 'mcp-protocol-version': version, 'mcp-method': message.method }
  const name = message.params?.[namedBy[message.method] ?? '']
  if (typeof name === 'string') headers['mcp-name'] = encoded(name)
  const args = message.params?.arguments
  for (const { header, path } of marked) {
    const value = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), args)
    if (['string', 'number', 'boolean'].includes(typeof value))
      headers[`mcp-param-${header.toLowerCase()}`] = encoded(String(value))
  }
  return headers
}

/** A value as a header may hold it: as it is, or as base64 where a header could not hold it. */
function encoded(value: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(value) && value.trim() === value && !value.startsWith('=?base64?')
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

/** The marked arguments of each tool in the result of `tools/list`. */
export function markedTools(result: JsonObject): [tool: string, marked: HeaderArgument[]][] {
  const tools = Array.isArray(result.tools) ? (result.tools as unknown[]) : []
  return tools.flatMap((tool): [string, HeaderArgument[]][] =>
    isObject(tool) && typeof tool.name === 'string' ? [[tool.name, headerArguments(tool.inputSchema)]] : [],
  )
}
