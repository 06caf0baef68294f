// What pith adds to one settings file, as a function from text to text that can be undone.
import { PithError } from '../errors.ts'
import { applyEdits, type Edit } from './edit.ts'
import { jsonServers } from './json-servers.ts'
import {
  type JsonPath,
  nodeAt,
  parsedJson,
  pathName,
  valueAt,
  withItem,
  withoutEntry,
  withValue,
} from './json-text.ts'
import {
  type Launcher,
  launcherOf,
  type Quote,
  type Server,
  stateOf,
  unwrapEdits,
  wrapEdits,
} from './servers.ts'
import { tomlServers, tomlString } from './toml-text.ts'

/** A part of a settings file that belongs to pith. */
export interface Part {
  /** Adds it. Adding it twice is adding it once. */
  apply(text: string): string
  /** Removes it, and nothing else. `before` is the text from before it was added, if that is known. */
  remove(text: string, before: string | undefined): string
  /** True if `apply` would change nothing, and there is something of pith. */
  isIn(text: string): boolean
  /** What the user should know before it is added, one sentence each. */
  remarks(text: string): string[]
}

/** A value that pith sets, or an item that it adds to a list. */
export interface Setting {
  kind: 'shell' | 'hook' | 'plugin'
  path: JsonPath
  /** The value of the key. Either this or `item`. */
  value?: string
  /** The item of the list. */
  item?: unknown
  /** Each item of the list is a group, and this key of it has the entries. */
  entries?: string
  /** Recognises the value, item or entry that pith wrote, also from another folder or an earlier version. */
  isOwn(found: unknown): boolean
}

const conflict = (why: string): PithError => new PithError('PITH_CONFLICT', why)

export function settingsPart(settings: readonly Setting[]): Part {
  const allOwn = (text: string) => settings.map((setting) => ownPaths(text, setting))
  return {
    apply: (text) => settings.reduce(withSetting, text),
    remove(text, before) {
      let left = text
      for (const setting of settings.toReversed()) {
        for (const path of ownPaths(left, setting).toReversed()) left = withoutEmpty(left, path, before)
      }
      return left
    },
    isIn: (text) =>
      allOwn(text).every((paths) => paths.length > 0) && settings.reduce(withSetting, text) === text,
    remarks: () => [],
  }
}

/** The paths at which a file has what pith wrote for a setting. */
function ownPaths(text: string, { path, value, entries, isOwn }: Setting): JsonPath[] {
  const found = valueAt(text, path)
  if (value !== undefined) return found !== undefined && isOwn(found) ? [path] : []
  if (!Array.isArray(found)) return []
  return found.flatMap((item: unknown, at): JsonPath[] => {
    if (entries === undefined) return isOwn(item) ? [[...path, at]] : []
    const listed = entriesOf(item, entries)
    const own = listed.flatMap((entry, i) => (isOwn(entry) ? [i] : []))
    // People may have added entries of their own to the group.
    if (own.length === listed.length) return own.length > 0 ? [[...path, at]] : []
    return own.map((i) => [...path, at, entries, i])
  })
}

/** What a file has of a setting: its value, or the items or entries that are pith's. */
export const settingValues = (text: string, setting: Setting): unknown[] =>
  ownPaths(text, setting).flatMap((path) => {
    const found = valueAt(text, path)
    const isGroup = setting.entries !== undefined && path.length === setting.path.length + 1
    return isGroup ? entriesOf(found, setting.entries as string) : [found]
  })

function entriesOf(group: unknown, key: string): unknown[] {
  const listed = (group as Record<string, unknown> | null | undefined)?.[key]
  return Array.isArray(listed) ? listed : []
}

function withSetting(text: string, setting: Setting): string {
  const { path, value, item, entries } = setting
  const [own, ...others] = ownPaths(text, setting)
  if (value !== undefined) {
    const found = valueAt(text, path)
    if (found === value) return text
    if (found !== undefined && own === undefined) {
      throw conflict(
        `\`${pathName(path)}\` is ${JSON.stringify(found)} already. Remove it, or keep it and use pith in another way`,
      )
    }
    return withValue(text, path, value)
  }
  if (own === undefined) return withItem(text, path, item)
  const single = others.toReversed().reduce<string>(withoutEntry, text)
  const isGroup = entries === undefined || own.length === path.length + 1
  const wanted = isGroup ? item : entriesOf(item, entries)[0]
  return sameData(valueAt(single, own), wanted) ? single : withValue(single, own, wanted)
}

const sameData = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Removes an entry, and the objects and lists around it that pith made for it. */
function withoutEmpty(text: string, path: JsonPath, before: string | undefined): string {
  const removed = withoutEntry(text, path)
  const outer = path.slice(0, -1)
  if (outer.length === 0) return removed
  const node = nodeAt(parsedJson(removed), outer)
  const isEmpty = node !== undefined && (node.children?.length ?? 0) === 0 && !hasComment(removed, node)
  const wasThere = before !== undefined && has(before, outer)
  return isEmpty && !wasThere ? withoutEmpty(removed, outer, before) : removed
}

const hasComment = (text: string, { offset, length }: { offset: number; length: number }): boolean =>
  text.slice(offset + 1, offset + length - 1).trim() !== ''

function has(text: string, path: JsonPath): boolean {
  try {
    return valueAt(text, path) !== undefined
  } catch {
    return false
  }
}

/** Where a file lists MCP servers. `*` in a path stands for each key there. */
export type ServerPlaces = { format: 'json'; paths: readonly JsonPath[] } | { format: 'toml'; table: string }

export function serversPart(places: ServerPlaces, launcher: Launcher): Part {
  const quote: Quote = places.format === 'toml' ? tomlString : JSON.stringify
  const all = (text: string) => serversIn(text, places)
  const edited = (text: string, edit: (server: Server) => Edit[]): string => {
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
    isIn: (text) => all(text).some((server) => stateOf(server) === 'wrapped') && apply(text) === text,
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

function appliedEdits(server: Server, launcher: Launcher, quote: Quote, text: string): Edit[] {
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
): Edit[] {
  const { command, args } = server
  if (args === undefined) return []
  const inList = command ? count - 1 : count
  const words = command ? launcher.slice(1) : launcher
  const edits: Edit[] = command ? [{ start: command.start, end: command.end, text: quote(launcher[0]) }] : []
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
      const isNew = has(before, [...path, name]) && !has(before, list)
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
      `The server ${JSON.stringify(name)} is left as it is, because it is remote (${url?.value}) and ${how}. To wrap it, make it a local server that runs \`pith mcp wrap --url URL\`.`,
    ]
  }
  return state === 'unknown'
    ? [`The server ${JSON.stringify(name)} is left as it is, because its form is unknown.`]
    : []
}
