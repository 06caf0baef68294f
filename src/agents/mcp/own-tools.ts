// How the tools of pith describe themselves to a model.

const range = (description: string) => ({ type: 'string', description })
const id = { type: 'string', description: 'The id that a notice names: 16 hexadecimal digits.' }
const redact = { type: 'boolean', description: 'True hides secrets.' }
const offset = { type: 'integer', minimum: 1, description: 'First line of the page, as a notice names it.' }

export const showSchema = {
  type: 'object' as const,
  properties: {
    id,
    lines: range('Lines A-B, counted from 1. "10-" is everything from line 10 on.'),
    bytes: range('Bytes A-B, counted from 0. Byte B is not included.'),
    items: range('Items A-B of JSON, counted from 1.'),
    rows: range('Rows A-B of a table, counted from 1.'),
    path: {
      type: 'string',
      description: 'A JSONPath (RFC 9535), such as $.items[42] or $.items[?@.state != "ok"].name.',
    },
    count: { type: 'boolean', description: 'True tells how often each value at path came.' },
    file: { type: 'string', description: 'A file of a diff, or of the matches of a search.' },
    section: { type: 'string', description: 'The title of a section of Markdown.' },
    since: range('A mark such as "+4096": what is new behind it. An answer of a running command names it.'),
    follow: { type: 'boolean', description: 'True waits until the running command ends.' },
    wait: range('A regular expression: waits until a line of the running command matches.'),
    timeoutSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: 3600,
      description: 'How long follow and wait may take. Default: 30.',
    },
    column: {
      type: 'integer',
      minimum: 1,
      description: 'First character to show in the first line, counted from 1.',
    },
    offset,
    redact,
  },
  required: ['id'],
  additionalProperties: false,
}

export const searchSchema = {
  type: 'object' as const,
  properties: {
    id,
    pattern: {
      type: 'string',
      description: 'A regular expression. Look-around and back-references are not supported.',
    },
    errors: { type: 'boolean', description: 'True finds the error lines. Use it instead of pattern.' },
    ignoreCase: { type: 'boolean', description: 'True makes no difference between upper and lower case.' },
    before: {
      type: 'integer',
      minimum: 0,
      maximum: 50,
      description: 'Lines to show before each found line.',
    },
    after: { type: 'integer', minimum: 0, maximum: 50, description: 'Lines to show after each found line.' },
    offset,
    redact,
  },
  required: ['id'],
  additionalProperties: false,
}

/** What the tools do to their surroundings: they only read what was kept. */
export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

export const ownToolTexts = {
  pith_show: {
    title: 'Show what was left out',
    description:
      'Shows what was left out of an earlier tool result, a page at a time. Give the id and the range that the notice in that result names. For an output that is still being written, since, follow and wait show what is new.',
  },
  pith_search: {
    title: 'Search a full output',
    description:
      'Finds lines in the full output of an earlier tool result, including what was left out. Give the id that the notice in that result names, and either a pattern or errors: true.',
  },
} as const

/** The entries that the proxy adds to a list of tools. */
export const ownToolEntry = (tool: keyof typeof ownToolTexts, name: string) => ({
  name,
  ...ownToolTexts[tool],
  inputSchema: tool === 'pith_show' ? showSchema : searchSchema,
  annotations: { title: ownToolTexts[tool].title, ...readOnly },
})
