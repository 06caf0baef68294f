// What the tools of `pith mcp` take, and what they give as structured output.
import { schemaOf, text, texts, whole, yes } from './arguments.ts'
import type { JsonObject } from './messages.ts'

const orNull = (type: string, description: string) => ({ type: [type, 'null'], description })
const output = text('What the model should read: the same as the text.')
const artifact = orNull('string', 'The id of the full output, for pith_show and pith_search.')
const outputSchema = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object' as const,
  properties,
  required,
})

/** The structured output of a tool that has nothing but its text. */
export const textOutput = outputSchema({ output })

const WANTED =
  'What you want to know, in a few words. If the output is cut, lines that hold these words are kept too.'

export const runSchema = schemaOf(
  {
    command: text('A command line for the shell.'),
    cwd: text('The folder to run it in. Default: the first root.'),
    timeoutSeconds: whole('Ends the command after this many seconds.'),
    query: text(WANTED),
  },
  ['command'],
)

export const fileSchema = schemaOf(
  {
    path: text('A file, relative to the first root or absolute.'),
    offset: whole('First line. Default: 1.'),
    limit: whole('The most lines to read. Default: as many as fit.'),
    column: whole('First character to read in the first line, counted from 1.'),
    query: text(`${WANTED} Not with offset, limit or column.`),
  },
  ['path'],
)

const path = text('A folder, relative to the first root. Default: the first root.')
const globs = texts(
  'Globs such as "*.ts" or "src/**", relative to the first root. "!GLOB" leaves out what it matches.',
)
const hidden = yes('True: also names that begin with a dot.')
const noIgnore = yes('True: also what .gitignore names.')
const limit = (what: string, usual: number) => whole(`The most ${what} to show. Default: ${usual}.`)
const places = {
  paths: texts('Files and folders, relative to the first root or absolute. Default: the first root.'),
  globs,
  types: texts('Types of files, such as "ts", "py" or "md".'),
  hidden,
  noIgnore,
}

export const grepSchema = schemaOf(
  {
    pattern: text(
      'A regular expression. Look-around, lazy quantifiers and back-references are not supported.',
    ),
    ...places,
    ignoreCase: yes('True makes no difference between upper and lower case.'),
    literal: yes('True: the pattern is plain text.'),
    before: whole('Lines to show before each match.', 0, 50),
    after: whole('Lines to show after each match.', 0, 50),
    print: {
      type: 'string',
      enum: ['matches', 'files', 'counts'],
      description: 'Lines, names of files, or how many lines of each file match. Default: matches.',
    },
    limit: limit('matches', 100),
  },
  ['pattern'],
)

export const findSchema = schemaOf({
  ...places,
  kinds: {
    type: 'array',
    items: { type: 'string', enum: ['file', 'folder', 'link'] },
    description: 'What to find. Default: files.',
  },
  minBytes: whole('The least size of a file.', 0),
  maxFileBytes: whole('The greatest size of a file.', 0),
  changedAfter: text('A date: only what changed at this time or later.'),
  changedBefore: text('A date: only what changed at this time or earlier.'),
  newest: yes('True: what changed last comes first.'),
  long: yes('True: each path with its size and the time of its last change.'),
  depth: whole('Levels of folders below each path.'),
  limit: limit('paths', 1000),
})

export const lsSchema = schemaOf({ path, hidden, limit: limit('entries', 500) })

export const treeSchema = schemaOf({
  path,
  globs,
  depth: whole('Levels of folders to show.'),
  hidden,
  noIgnore,
  limit: limit('entries', 200),
})

export const listOutput = outputSchema({
  output,
  total: { type: 'integer', description: 'How many there are.' },
  shown: { type: 'integer', description: 'How many of them are shown.' },
  unread: { type: 'integer', description: 'How many paths could not be read.' },
  artifact,
})

export const runOutput = outputSchema(
  {
    output,
    exitCode: orNull('integer', 'Null if a signal ended the command.'),
    signal: orNull('string', 'The signal that ended the command.'),
    ended: { type: 'string', enum: ['exited', 'signaled', 'timed-out', 'aborted'] },
    durationMs: { type: 'integer' },
    truncated: { type: 'boolean', description: 'True if something was left out.' },
    totalBytes: { type: 'integer' },
    totalLines: { type: 'integer' },
    artifact,
  },
  ['output', 'exitCode', 'ended', 'truncated', 'artifact'],
)

export const readOutput = outputSchema({
  output,
  totalLines: orNull('integer', 'Null if the file is not text.'),
  nextOffset: orNull('integer', 'Where the next page begins. Null at the end.'),
  nextColumn: orNull('integer', 'Where in that line it begins.'),
})
