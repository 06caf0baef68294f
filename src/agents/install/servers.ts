// MCP servers as a client's configuration lists them, and the edits that put pith's proxy in front of them.
import type { TextEdit } from './json-text.ts'

/** A text in a file: what it means, and where it stands. */
export interface Located<T> {
  value: T
  start: number
  end: number
}

/** A list of strings in a file. `start` and `end` are those of its brackets. */
export interface LocatedList extends Located<string[]> {
  items: readonly Located<string>[]
}

/** A server that a client starts or calls. */
export interface Server {
  name: string
  /** The program; for a client that has one list for the program and its arguments, undefined. */
  command?: Located<string> | undefined
  /** The arguments, or the program and its arguments. */
  args?: LocatedList | undefined
  /** The address of a server that is not started. */
  url?: Located<string> | undefined
  /** True if the client sends headers or signs in, which would be lost behind a proxy. */
  hasHeaders: boolean
  /** Where a list of arguments can be added, as a text around it. */
  argsPlace?: { at: number; before: string; after: string } | undefined
  /** True if the program or its arguments have another form. */
  isUnreadable?: true
}

/** The words that start a program. */
export type Launcher = readonly string[]

const PROXY = ['mcp', 'wrap'] as const

const wordsOf = ({ command, args }: Server): string[] => [
  ...(command ? [command.value] : []),
  ...(args?.value ?? []),
]

/** Number of words up to and with the `--` after `mcp wrap`. 0 if pith is not in front of the server. */
function proxyWords(words: readonly string[]): number {
  const at = words.findIndex((word, i) => word === PROXY[0] && words[i + 1] === PROXY[1])
  if (at < 1 || !isPith(words[at - 1])) return 0
  return words.indexOf('--', at) + 1
}

/** Whether a word names the command `pith`, in whatever folder. */
const isPith = (word: string): boolean =>
  /(^|[\\/])(pith(@[^\\/]*)?|pith[^\\/]*[\\/]dist[\\/]cli[\\/]main\.js|dist[\\/]cli[\\/]main\.js)$/.test(word)

/** What can be done with a server, or why nothing. */
export type ServerState = 'plain' | 'wrapped' | 'own' | 'remote' | 'unknown'

export function stateOf(server: Server): ServerState {
  const words = wordsOf(server)
  if (server.isUnreadable) return 'unknown'
  if (words.length === 0) return server.url ? 'remote' : 'unknown'
  if (proxyWords(words) > 0) return 'wrapped'
  const at = words.findIndex(isPith)
  return at >= 0 && words[at + 1] === 'mcp' ? 'own' : 'plain'
}

/** The words in front of a wrapped server: pith, `mcp wrap`, its options and `--`. */
export const launcherOf = (server: Server): string[] => {
  const words = wordsOf(server)
  return words.slice(0, proxyWords(words))
}

export type Quote = (text: string) => string

/** The edits that put pith in front of a plain server. */
export function wrapEdits(server: Server, launcher: Launcher, quote: Quote): TextEdit[] {
  const { command, args, argsPlace } = server
  const front = [...launcher, ...PROXY, '--']
  if (command === undefined) return args ? [prepended(args, front, quote)] : []
  const own: TextEdit = { start: command.start, end: command.end, text: quote(front[0]) }
  const added = [...front.slice(1), command.value]
  if (args) return [own, prepended(args, added, quote)]
  if (argsPlace === undefined) return []
  const { at, before, after } = argsPlace
  return [own, { start: at, end: at, text: `${before}[${added.map(quote).join(', ')}]${after}` }]
}

function prepended({ items, start }: LocatedList, words: readonly string[], quote: Quote): TextEdit {
  const at = items[0]?.start ?? start + 1
  return { start: at, end: at, text: words.map(quote).join(', ') + (items.length > 0 ? ', ' : '') }
}

/** The edits that take pith away from a wrapped server. The server's own words keep their form. */
export function unwrapEdits(server: Server, text: string): TextEdit[] {
  const { command, args } = server
  const count = proxyWords(wordsOf(server))
  if (args === undefined || count === 0) return []
  if (command === undefined) return withoutFirst(args, count, text)
  // The program of the server is an argument now.
  const own = args.items[count - 1]
  if (own === undefined) return []
  return [
    { start: command.start, end: command.end, text: text.slice(own.start, own.end) },
    ...withoutFirst(args, count, text),
  ]
}

function withoutFirst({ items, end }: LocatedList, count: number, text: string): TextEdit[] {
  const next = items[count]
  if (next !== undefined) return [{ start: items[0].start, end: next.start, text: '' }]
  const last = items[items.length - 1].end
  const [comma = ''] = /^\s*,/.exec(text.slice(last, end)) ?? []
  return [{ start: items[0].start, end: last + comma.length, text: '' }]
}
