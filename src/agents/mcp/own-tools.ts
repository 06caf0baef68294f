// The two tools that show what was left out. The proxy adds them to those of a server.
import { schemaOf, text, whole, yes } from './arguments.ts'

const id = text('The id that a notice names: 16 hexadecimal digits.')
const redact = yes('True hides secrets.')
const offset = whole('First line of the page, as a notice names it.')

export const showSchema = schemaOf(
  {
    id,
    lines: text('Lines A-B, counted from 1. "10-" is everything from line 10 on.'),
    bytes: text('Bytes A-B, counted from 0. Byte B is not included.'),
    items: text('Items A-B of JSON, counted from 1.'),
    rows: text('Rows A-B of a table, counted from 1.'),
    path: text('A JSONPath (RFC 9535), such as $.items[42] or $.items[?@.state != "ok"].name.'),
    count: yes('True tells how often each value at path came.'),
    file: text('A file of a diff, or of the matches of a search.'),
    section: text('The title of a section of Markdown.'),
    since: text('A mark such as "+4096": what is new behind it. An answer of a running command names it.'),
    follow: yes('True waits until the running command ends.'),
    wait: text('A regular expression: waits until a line of the running command matches.'),
    timeoutSeconds: whole('How long follow and wait may take. Default: 30.', 1, 3600),
    column: whole('First character to show in the first line, counted from 1.'),
    offset,
    redact,
  },
  ['id'],
)

export const searchSchema = schemaOf(
  {
    id,
    pattern: text('A regular expression. Look-around and back-references are not supported.'),
    errors: yes('True finds the error lines. Use it instead of pattern.'),
    ignoreCase: yes('True makes no difference between upper and lower case.'),
    before: whole('Lines to show before each found line.', 0, 50),
    after: whole('Lines to show after each found line.', 0, 50),
    offset,
    redact,
  },
  ['id'],
)

/** What a tool does to its surroundings that only reads. */
export const readOnly = (title: string) => ({
  title,
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
})

/** How they describe themselves to a model. */
export const ownTools = {
  pith_show: {
    title: 'Show what was left out',
    description:
      'Shows what was left out of an earlier tool result, a page at a time. Give the id and the range that the notice in that result names. For an output that is still being written, since, follow and wait show what is new.',
    inputSchema: showSchema,
    annotations: readOnly('Show what was left out'),
  },
  pith_search: {
    title: 'Search a full output',
    description:
      'Finds lines in the full output of an earlier tool result, including what was left out. Give the id that the notice in that result names, and either a pattern or errors: true.',
    inputSchema: searchSchema,
    annotations: readOnly('Search a full output'),
  },
} as const

export type OwnTool = keyof typeof ownTools
export const ownToolNames = Object.keys(ownTools) as OwnTool[]
