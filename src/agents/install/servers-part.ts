// pith's proxy in front of the MCP servers that a file lists.
import { jsonServers } from './json-servers.ts'
import { applyEdits, hasValue, type JsonPath, type TextEdit, valueAt, withoutEntry } from './json-text.ts'
import {
  type Launcher,
  launcherOf,
  type Quote,
  type Server,
  stateOf,
  unwrapEdits,
  wrapEdits,
} from './servers.ts'
import { type SettingsPart, sameData } from './settings-part.ts'
import { tomlServers, tomlString } from './toml-text.ts'

/** Where a file lists MCP servers. `*` in a path stands for each key there. */
export type ServerPlaces = { format: 'json'; paths: readonly JsonPath[] } | { format: 'toml'; table: string }

export function serversPart(places: ServerPlaces, launcher: Launcher): SettingsPart {
  const quote: Quote = places.format === 'toml' ? tomlString : JSON.stringify
  const all = (text: string) => serversIn(text, places)
  const edited = (text: string, edit: (server: Server) => TextEdit[]): string => {
    const changed = applyEdits(text, all(text).flatMap(edit))
    // Throws if the text is no longer valid.
    all(changed)
    return changed
  }
  const apply = (text: string) => edited(text, (server) => appliedEdits(server, launcher, quote, text))
  return {
    apply,
    remove: (text, before) => {
      const unwrapped = edited(text, (server) =>
        stateOf(server) === 'wrapped' ? unwrapEdits(server, text) : [],
      )
      return withoutNewLists(unwrapped, text, before, places)
    },
    remarks: (text) => all(text).flatMap(remarkOn),
  }
}

/** The servers that a file lists. */
export function serversIn(text: string, places: ServerPlaces): Server[] {
  if (places.format === 'toml') return tomlServers(text, places.table)
  return serverPaths(text, places.paths).flatMap((path) => jsonServers(text, path))
}

/** The paths with each `*` replaced by the keys of the file. */
function serverPaths(text: string, paths: readonly JsonPath[]): JsonPath[] {
  return paths.flatMap((path) => {
    const at = path.indexOf('*')
    if (at < 0) return [path]
    const holder = valueAt(text, path.slice(0, at))
    return Object.keys(holder ?? {}).map((key) => [...path.slice(0, at), key, ...path.slice(at + 1)])
  })
}

function appliedEdits(server: Server, launcher: Launcher, quote: Quote, text: string): TextEdit[] {
  const state = stateOf(server)
  if (state === 'plain') return wrapEdits(server, launcher, quote)
  // A server that was wrapped by a pith in another folder gets the new folder, and keeps its options.
  if (state !== 'wrapped') return []
  const words = launcherOf(server)
  const old = words.slice(0, words.indexOf('mcp'))
  if (JSON.stringify(old) === JSON.stringify(launcher) || !isAbsolutePath(old.at(-1) ?? '')) return []
  return relaunchEdits(server, old.length, launcher, quote, text)
}

const isAbsolutePath = (path: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(path)

/** Replaces the words that start pith. */
function relaunchEdits(
  server: Server,
  count: number,
  launcher: Launcher,
  quote: Quote,
  text: string,
): TextEdit[] {
  const { command, args } = server
  if (args === undefined) return []
  const inList = command ? count - 1 : count
  const words = command ? launcher.slice(1) : launcher
  const edits: TextEdit[] = command
    ? [{ start: command.start, end: command.end, text: quote(launcher[0]) }]
    : []
  const start = args.items[0].start
  const end = args.items[inList]?.start ?? start
  const between = inList === 0 ? ', ' : text.slice(args.items[inList - 1].end, end)
  const added = words.map(quote).join(', ')
  return [...edits, { start, end, text: added === '' ? '' : added + between }]
}

/** Removes lists of arguments that are empty now and were not there before. */
function withoutNewLists(
  text: string,
  wrapped: string,
  before: string | undefined,
  places: ServerPlaces,
): string {
  if (places.format !== 'json' || before === undefined) return text
  let left = text
  for (const path of serverPaths(wrapped, places.paths)) {
    for (const { name } of jsonServers(wrapped, path).filter((server) => stateOf(server) === 'wrapped')) {
      const list = [...path, name, 'args']
      const isNew = hasValue(before, [...path, name]) && !hasValue(before, list)
      if (isNew && sameData(valueAt(left, list), [])) left = withoutEntry(left, list)
    }
  }
  return left
}

function remarkOn(server: Server): string[] {
  const { name, url, hasHeaders } = server
  const state = stateOf(server)
  if (state === 'remote') {
    const how = hasHeaders
      ? 'its headers or its sign-in belong to the client'
      : 'the client may have to sign in to it'
    return [
      `The server ${JSON.stringify(name)} is left as it is, because it is remote (${url?.value}) and ${how}. To wrap it, replace it with a local server that runs \`pith mcp wrap --url URL\`.`,
    ]
  }
  return state === 'unknown'
    ? [
        `The server ${JSON.stringify(name)} is left as it is, because its form is unknown. Put \`pith mcp wrap --\` in front of its command yourself.`,
      ]
    : []
}
