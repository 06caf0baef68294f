import { type JsonNode, type JsonPath, nodeAt, parsedJson } from './json-text.ts'
import type { Located, LocatedList, Server } from './servers.ts'

/**
 * The servers below an object such as `mcpServers`.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` if the text is no JSON, or the object is something else
 */
export function jsonServers(text: string, path: JsonPath): Server[] {
  const root = parsedJson(text)
  const holder = nodeAt(root, path)
  return (holder?.children ?? []).flatMap(({ children }) => {
    const [key, node] = children ?? []
    if (key === undefined || node?.type !== 'object') return []
    // Refuses a name that occurs twice.
    nodeAt(root, [...path, key.value])
    return [serverOf(key.value, node)]
  })
}

function serverOf(name: string, node: JsonNode): Server {
  const at = (key: string): JsonNode | undefined => nodeAt(node, [key])
  const command = at('command')
  const url = at('url') ?? at('httpUrl') ?? at('serverUrl')
  const server: Server = {
    name,
    hasHeaders: ['headers', 'oauth', 'headersHelper', 'authProviderType'].some(
      (key) => at(key) !== undefined,
    ),
  }
  if (url) server.url = stringOf(url)
  // opencode has one list for the program and its arguments.
  if (command?.type === 'array') {
    const args = listOf(command)
    return args ? { ...server, args } : { ...server, isUnreadable: true }
  }
  const args = at('args')
  const located = command && stringOf(command)
  if (command === undefined) return server
  if (located === undefined || (args && listOf(args) === undefined)) return { ...server, isUnreadable: true }
  return {
    ...server,
    command: located,
    args: args && listOf(args),
    argsPlace: { at: located.end, before: ', "args": ', after: '' },
  }
}

function stringOf({ type, value, offset, length }: JsonNode): Located<string> | undefined {
  return type === 'string' ? { value, start: offset, end: offset + length } : undefined
}

function listOf({ type, children, offset, length }: JsonNode): LocatedList | undefined {
  if (type !== 'array') return undefined
  const items = (children ?? []).map(stringOf)
  const found = items.filter((item) => item !== undefined)
  if (found.length < items.length) return undefined
  return { value: found.map(({ value }) => value), start: offset, end: offset + length, items: found }
}
