// How `pith_grep`, `pith_find`, `pith_ls` and `pith_tree` describe themselves to a model.

const strings = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const whole = (description: string, minimum = 1) => ({ type: 'integer', minimum, description })
const yes = (description: string) => ({ type: 'boolean', description })

const paths = strings('Files and folders, relative to the first root or absolute. Default: the first root.')
const globs = strings(
  'Globs such as "*.ts" or "src/**", relative to the first root. "!GLOB" leaves out what it matches.',
)
const types = strings('Types of files, such as "ts", "py" or "md".')
const hidden = yes('True: also names that begin with a dot.')
const noIgnore = yes('True: also what .gitignore names.')
const limit = (what: string, fallback: number) => whole(`The most ${what} to show. Default: ${fallback}.`)

const schemaOf = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: 'object' as const,
  properties,
  required: [...required],
  additionalProperties: false,
})

export const grepSchema = schemaOf(
  {
    pattern: {
      type: 'string',
      description:
        'A regular expression. Look-around, lazy quantifiers and back-references are not supported.',
    },
    paths,
    globs,
    types,
    ignoreCase: yes('True makes no difference between upper and lower case.'),
    literal: yes('True: the pattern is plain text.'),
    before: { ...whole('Lines to show before each match.', 0), maximum: 50 },
    after: { ...whole('Lines to show after each match.', 0), maximum: 50 },
    print: {
      type: 'string',
      enum: ['matches', 'files', 'counts'],
      description: 'Lines, names of files, or how many lines of each file match. Default: matches.',
    },
    hidden,
    noIgnore,
    limit: limit('matches', 100),
  },
  ['pattern'],
)

export const findSchema = schemaOf({
  paths,
  globs,
  types,
  kinds: {
    type: 'array',
    items: { type: 'string', enum: ['file', 'folder', 'link'] },
    description: 'What to find. Default: files.',
  },
  minBytes: whole('The least size of a file.', 0),
  maxFileBytes: whole('The greatest size of a file.', 0),
  changedAfter: { type: 'string', description: 'A date: only what changed at this time or later.' },
  changedBefore: { type: 'string', description: 'A date: only what changed at this time or earlier.' },
  newest: yes('True: what changed last comes first.'),
  long: yes('True: each path with its size and the time of its last change.'),
  depth: whole('Levels of folders below each path.'),
  hidden,
  noIgnore,
  limit: limit('paths', 1000),
})

const path = { type: 'string', description: 'A folder, relative to the first root. Default: the first root.' }

export const lsSchema = schemaOf({ path, hidden, limit: limit('entries', 500) })

export const treeSchema = schemaOf({
  path,
  globs,
  depth: whole('Levels of folders to show.'),
  hidden,
  noIgnore,
  limit: limit('entries', 200),
})

export const listOutput = {
  type: 'object' as const,
  properties: {
    output: { type: 'string', description: 'What the model should read: the same as the text.' },
    total: { type: 'integer', description: 'How many there are.' },
    shown: { type: 'integer', description: 'How many of them are shown.' },
    unread: { type: 'integer', description: 'How many paths could not be read.' },
    artifact: {
      type: ['string', 'null'],
      description: 'The id of the full output, for pith_show and pith_search.',
    },
  },
  required: ['output', 'total', 'shown', 'unread', 'artifact'],
}

export const listTexts = {
  pith_grep: {
    title: 'Search files',
    description:
      'Finds lines that match a pattern. All matches are counted; the first ones of every file are shown, and all are kept for pith_show and pith_search. Leaves out what .gitignore names, hidden files and binary files.',
  },
  pith_find: {
    title: 'Find files',
    description:
      'Finds files by globs, types, sizes and times. Leaves out what .gitignore names, and hidden files.',
  },
  pith_ls: {
    title: 'List a folder',
    description: 'Lists a folder: sizes of files, how many entries each folder has, where links lead.',
  },
  pith_tree: {
    title: 'Show a tree of folders',
    description: 'Draws a folder and the folders in it, with the number of files in each.',
  },
} as const
