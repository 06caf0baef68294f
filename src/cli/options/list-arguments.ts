// The options of the commands that look at files. Loaded for every command, so it imports nothing.

/** The limits of a result. */
export const limitOptions = {
  'max-lines': { type: 'string' },
  'max-bytes': { type: 'string' },
  'max-tokens': { type: 'string' },
  tokenizer: { type: 'string' },
  'max-line-length': { type: 'string' },
  'max-serialized-bytes': { type: 'string' },
} as const

/** How a result is printed, and where its full output is kept. */
export const outputOptions = {
  artifacts: { type: 'string' },
  'no-artifact': { type: 'boolean' },
  json: { type: 'boolean' },
  raw: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const lsOptions = {
  ...limitOptions,
  limit: { type: 'string' },
  hidden: { type: 'boolean' },
  redact: { type: 'boolean' },
  ...outputOptions,
} as const

const treeOptions = {
  ...lsOptions,
  glob: { type: 'string', short: 'g', multiple: true },
  depth: { type: 'string' },
  'no-ignore': { type: 'boolean' },
} as const

const placeOptions = {
  ...treeOptions,
  type: { type: 'string', short: 't', multiple: true },
  follow: { type: 'boolean', short: 'L' },
} as const

/** The options of `grep`, `find`, `ls` and `tree`. */
export const listTables = {
  grep: {
    ...placeOptions,
    'ignore-case': { type: 'boolean', short: 'i' },
    literal: { type: 'boolean', short: 'F' },
    before: { type: 'string', short: 'B' },
    after: { type: 'string', short: 'A' },
    context: { type: 'string', short: 'C' },
    files: { type: 'boolean', short: 'l' },
    count: { type: 'boolean', short: 'c' },
  },
  find: {
    ...placeOptions,
    'min-size': { type: 'string' },
    'max-size': { type: 'string' },
    newer: { type: 'string' },
    older: { type: 'string' },
    newest: { type: 'boolean' },
    long: { type: 'boolean' },
  },
  ls: lsOptions,
  tree: treeOptions,
} as const
