// How `pith_run` and `pith_read` describe themselves to a model, and the structured output of all tools.

const orNull = (type: string, description: string) => ({ type: [type, 'null'], description })
const output = { type: 'string', description: 'What the model should read: the same as the text.' }

const query = {
  type: 'string',
  description:
    'What you want to know, in a few words. If the output is cut, lines that hold these words are kept too.',
}

export const runSchema = {
  type: 'object' as const,
  properties: {
    command: { type: 'string', description: 'A command line for the shell.' },
    cwd: { type: 'string', description: 'The folder to run it in. Default: the first root.' },
    timeoutSeconds: { type: 'integer', minimum: 1, description: 'Ends the command after this many seconds.' },
    query,
  },
  required: ['command'],
  additionalProperties: false,
}

export const runOutput = {
  type: 'object' as const,
  properties: {
    output,
    exitCode: orNull('integer', 'Null if a signal ended the command.'),
    signal: orNull('string', 'The signal that ended the command.'),
    ended: { type: 'string', enum: ['exited', 'signaled', 'timed-out', 'aborted'] },
    durationMs: { type: 'integer' },
    truncated: { type: 'boolean', description: 'True if something was left out.' },
    totalBytes: { type: 'integer' },
    totalLines: { type: 'integer' },
    artifact: orNull('string', 'The id of the full output, for pith_show and pith_search.'),
  },
  required: ['output', 'exitCode', 'ended', 'truncated', 'artifact'],
}

export const readToolSchema = {
  type: 'object' as const,
  properties: {
    path: { type: 'string', description: 'A file, relative to the first root or absolute.' },
    offset: { type: 'integer', minimum: 1, description: 'First line. Default: 1.' },
    limit: { type: 'integer', minimum: 1, description: 'The most lines to read. Default: as many as fit.' },
    column: {
      type: 'integer',
      minimum: 1,
      description: 'First character to read in the first line, counted from 1.',
    },
    query: { ...query, description: `${query.description} Not with offset, limit or column.` },
  },
  required: ['path'],
  additionalProperties: false,
}

export const readOutput = {
  type: 'object' as const,
  properties: {
    output,
    totalLines: orNull('integer', 'Null if the file is not text.'),
    nextOffset: orNull('integer', 'Where the next page begins. Null at the end.'),
    nextColumn: orNull('integer', 'Where in that line it begins.'),
  },
  required: ['output', 'totalLines', 'nextOffset', 'nextColumn'],
}

export const shownOutput = { type: 'object' as const, properties: { output }, required: ['output'] }

export const runTexts = {
  title: 'Run a command',
  description:
    'Runs a command line in a shell and returns its output and how it ended. A long output is cut to its ends and its errors; all of it is kept for pith_show and pith_search.',
  annotations: {
    title: 'Run a command',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
}

export const readTexts = {
  title: 'Read a file',
  description: 'Reads a page of a text file of any size: the lines from offset on, as many as fit.',
}
