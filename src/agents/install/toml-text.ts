// Finds the MCP servers of a TOML file, with the places of their values.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import { invalidInput } from '../../errors.ts'
import type { Located, LocatedList, Server } from './servers.ts'

type Value = AST.TOMLContentNode
interface Entry {
  path: string[]
  value: Value
  node: AST.TOMLKeyValue
}

/**
 * The servers below a table such as `mcp_servers`.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` if the text is no TOML
 */
export function tomlServers(text: string, table: string): Server[] {
  const servers = new Map<string, Server>()
  for (const { path, value, node } of entriesOf(text)) {
    if (path[0] !== table || path.length < 3) continue
    const server = servers.get(path[1]) ?? { name: path[1], hasHeaders: false }
    servers.set(path[1], server)
    const [, , key] = path
    if (/header|bearer|oauth/.test(key)) server.hasHeaders = true
    if (path.length > 3) continue
    if (key === 'url') server.url = stringOf(value)
    if (key === 'args') server.args = listOf(value)
    if (key === 'command') {
      server.command = stringOf(value)
      server.argsPlace = placeAfter(text, node)
    }
    if ((key === 'args' && !server.args) || (key === 'command' && !server.command)) server.isUnreadable = true
  }
  return [...servers.values()]
}

function programOf(text: string): AST.TOMLTopLevelTable {
  try {
    return parseTOML(text, { tomlVersion: '1.0' }).body[0]
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw invalidInput('its values are nested too deeply')
    if (!(error instanceof ParseError)) throw error
    throw invalidInput(`line ${error.lineNumber} is not valid TOML`)
  }
}

function* entriesOf(text: string): Iterable<Entry> {
  for (const part of programOf(text).body) {
    if (part.type === 'TOMLKeyValue') yield* entriesIn(part, [])
    // Servers are no array of tables.
    else if (part.kind === 'standard')
      for (const entry of part.body) yield* entriesIn(entry, namesOf(part.key))
  }
}

function* entriesIn(node: AST.TOMLKeyValue, above: readonly string[]): Iterable<Entry> {
  const path = [...above, ...namesOf(node.key)]
  if (node.value.type === 'TOMLInlineTable')
    for (const inner of node.value.body) yield* entriesIn(inner, path)
  else yield { path, value: node.value, node }
}

const namesOf = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))

function stringOf(value: Value): Located<string> | undefined {
  if (value.type !== 'TOMLValue' || value.kind !== 'string') return undefined
  const [start, end] = value.range
  return { value: value.value, start, end }
}

function listOf(value: Value): LocatedList | undefined {
  if (value.type !== 'TOMLArray') return undefined
  const items = value.elements.map(stringOf)
  const found = items.filter((item) => item !== undefined)
  if (found.length < items.length) return undefined
  const [start, end] = value.range
  return { value: found.map((item) => item.value), start, end, items: found }
}

/** Where `args` goes: on a line of its own below `command`, or beside it in an inline table. */
function placeAfter(text: string, node: AST.TOMLKeyValue): Server['argsPlace'] {
  const [start, end] = node.range
  const prefix = node.key.keys.length > 1 ? text.slice(start, node.key.keys.at(-1)?.range[0]) : ''
  if (node.parent.type === 'TOMLInlineTable') return { at: end, before: `, ${prefix}args = `, after: '' }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const indent = text.slice(lineStart, start)
  const eol = /\r\n|\n/.exec(text)?.[0] ?? '\n'
  return { at: start, before: `${prefix}args = `, after: `${eol}${indent}` }
}

/** A string as TOML writes it. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007F')
