// The tools of `pith mcp`: how each describes itself to a model, and what it does.
import { basename, relative } from 'node:path'
import { shown, wrongOption } from '../../errors.ts'
import { hintForBasic } from '../../host/basic-pattern.ts'
import { commandEnvironment } from '../../host/command-environment.ts'
import { readFile } from '../../host/file.ts'
import { grepFiles } from '../../host/grep/grep-files.ts'
import { findFiles } from '../../host/list/find-files.ts'
import { folderTree } from '../../host/list/folder-tree.ts'
import { listFolder } from '../../host/list/list-folder.ts'
import type { UnreadDetails } from '../../host/list/unread.ts'
import { type RunCommandDetails, runCommand } from '../../host/run-command.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import { judgeCommand } from '../../tools/command/judge.ts'
import { isTurnedOff } from '../../tools/command/turned-off.ts'
import type { ToolOutput } from '../../tools/output.ts'
import type { StoredDetails } from '../../tools/tool-output-async.ts'
import { type Arguments, argumentsOf } from './arguments.ts'
import type { Context } from './context.ts'
import { linksTo } from './cut-results.ts'
import type { JsonObject } from './messages.ts'
import { failureResult, type ToolResult } from './own-results.ts'
import { readOnly } from './own-tools.ts'
import { pathWithin, type Roots } from './roots.ts'
import {
  fileSchema,
  findSchema,
  grepSchema,
  listOutput,
  lsSchema,
  readOutput,
  runOutput,
  runSchema,
  treeSchema,
} from './tool-schemas.ts'

/** What a call of a tool can use besides its arguments. */
export interface Calling {
  /** Aborted when the client cancels the call or leaves. */
  signal: AbortSignal
  /** Tells the client how many bytes the command has printed. Undefined if it does not want to know. */
  progress?: ((bytes: number) => void) | undefined
  /** Tells it by which id others see what a command prints, once it has run for some time. */
  follow?: ((id: string) => void) | undefined
}

interface ServerTool {
  title: string
  description: string
  annotations?: JsonObject
  inputSchema: { properties: object; required: readonly string[] }
  outputSchema: object
  run(args: never, context: Context, roots: Roots, calling: Calling): Promise<ToolResult>
}

const KILL_GRACE_MS = 500

export const serverTools = {
  pith_run: {
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
    inputSchema: runSchema,
    outputSchema: runOutput,
    run,
  },
  pith_read: {
    title: 'Read a file',
    description: 'Reads a page of a text file of any size: the lines from offset on, as many as fit.',
    inputSchema: fileSchema,
    outputSchema: readOutput,
    run: read,
  },
  pith_grep: {
    title: 'Search files',
    description:
      'Finds lines that match a pattern. All matches are counted; the first ones of every file are shown, and all are kept for pith_show and pith_search. Leaves out what .gitignore names, hidden files and binary files.',
    inputSchema: grepSchema,
    outputSchema: listOutput,
    run: async (args: Arguments<typeof grepSchema.properties>, context, roots, calling) => {
      const { pattern = '', paths, noIgnore, ...more } = args
      const where = { paths: pathsOf(paths, roots), ignore: noIgnore !== true }
      const shared = { ...(await sharedOptions(context, roots, calling)), before: 0, after: 0 }
      const output = await grepFiles(pattern, { ...shared, ...more, ...where })
      const hint = output.details.total > 0 || more.literal ? undefined : hintForBasic(pattern)
      return listed(hint === undefined ? output : { ...output, text: `${output.text}\n${hint}` })
    },
  },
  pith_find: {
    title: 'Find files',
    description:
      'Finds files by globs, types, sizes and times. Leaves out what .gitignore names, and hidden files.',
    inputSchema: findSchema,
    outputSchema: listOutput,
    run: async (args: Arguments<typeof findSchema.properties>, context, roots, calling) => {
      const { paths, kinds = [], noIgnore, newest, changedAfter, changedBefore, ...more } = args
      return listed(
        await findFiles({
          ...(await sharedOptions(context, roots, calling)),
          ...more,
          paths: pathsOf(paths, roots),
          ignore: noIgnore !== true,
          order: newest ? 'newest' : 'name',
          ...(kinds.length > 0 && { kinds: kinds as ('file' | 'folder' | 'link')[] }),
          ...(changedAfter && { changedAfter: dateOf('changedAfter', changedAfter) }),
          ...(changedBefore && { changedBefore: dateOf('changedBefore', changedBefore) }),
        }),
      )
    },
  },
  pith_ls: {
    title: 'List a folder',
    description: 'Lists a folder: sizes of files, how many entries each folder has, where links lead.',
    inputSchema: lsSchema,
    outputSchema: listOutput,
    run: async (args: Arguments<typeof lsSchema.properties>, context, roots, calling) => {
      const { path = '.', ...more } = args
      const shared = await sharedOptions(context, roots, calling)
      return listed(await listFolder(within(roots, path), { ...shared, ...more }))
    },
  },
  pith_tree: {
    title: 'Show a tree of folders',
    description: 'Draws a folder and the folders in it, with the number of files in each.',
    inputSchema: treeSchema,
    outputSchema: listOutput,
    run: async (args: Arguments<typeof treeSchema.properties>, context, roots, calling) => {
      const { path = '.', noIgnore, ...more } = args
      const shared = { ...(await sharedOptions(context, roots, calling)), ignore: noIgnore !== true }
      return listed(await folderTree(within(roots, path), { ...shared, ...more }))
    },
  },
} as const satisfies Record<string, ServerTool>

export type ServerToolName = keyof typeof serverTools

/** What the entry of a tool has besides its schemas. */
export const entryWords = ({ title, description, annotations = readOnly(title) }: ServerTool) => ({
  title,
  description,
  annotations,
})

/** Answers a call. Mistakes become an answer with `isError`, never an exception. */
export async function callServerTool(
  name: ServerToolName,
  given: unknown,
  context: Context,
  roots: Roots,
  calling: Calling,
): Promise<ToolResult> {
  try {
    const { inputSchema, run }: ServerTool = serverTools[name]
    return await run(argumentsOf(given, inputSchema) as never, context, roots, calling)
  } catch (error) {
    return failureResult(error)
  }
}

async function run(
  { command = '', cwd = '.', timeoutSeconds, query }: Arguments<typeof runSchema.properties>,
  context: Context,
  roots: Roots,
  { signal, progress, follow }: Calling,
): Promise<ToolResult> {
  const judged = judgeCommand(command)
  const since = performance.now()
  const { text, details } = await runCommand(shellFor(process.env), ['-c', command], {
    for: judged.for,
    ...context.options,
    // As in the shell: whoever writes the line may have its output whole, but not the secrets in it.
    ...((context.isOff || isTurnedOff(command)) && context.uncut),
    answers: judged.answers,
    cwd: pathWithin(roots, cwd),
    env: commandEnvironment(),
    signal,
    killGraceMs: KILL_GRACE_MS,
    store: context.store ? await context.store() : false,
    ...(context.redactor && { redact: context.redactor }),
    ...(query !== undefined && { query }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(progress && { onProgress: ({ bytes }: { bytes: number }) => progress(bytes) }),
    ...(follow && { onFollow: follow }),
  })
  const { durationMs, status, truncation, artifact } = details
  context.record?.({
    tool: 'pith_run',
    durationMs: Math.round(durationMs),
    ownMs: Math.round(Math.max(0, performance.now() - since - durationMs)),
    isError: status.exitCode !== 0,
    truncations: [truncation],
    artifacts: artifact ? [artifact] : [],
  })
  return ranResult(text, details)
}

function ranResult(output: string, details: RunCommandDetails): ToolResult {
  const { status, ended, durationMs, truncation, artifact } = details
  return {
    content: [{ type: 'text', text: output }, ...linksOf(artifact)],
    structuredContent: {
      output,
      exitCode: status.exitCode ?? null,
      signal: status.signal ?? null,
      ended,
      durationMs: Math.round(durationMs),
      truncated: truncation.truncated,
      totalBytes: truncation.totalBytes,
      totalLines: truncation.totalLines,
      artifact: artifact?.ref?.id ?? null,
    },
    isError: status.exitCode !== 0,
  }
}

const linksOf = (artifact: ArtifactEnd | undefined): JsonObject[] => (artifact ? linksTo([artifact]) : [])

/** The shell that runs a command line: the user's own, unless that is the one of pith, which would cut a second time. */
function shellFor({ PITH_SHELL, SHELL }: NodeJS.ProcessEnv): string {
  if (PITH_SHELL) return PITH_SHELL
  const isKnown = SHELL !== undefined && /^(ba|z|k|da)?sh$/.test(basename(SHELL))
  return isKnown && !/[\\/]dist[\\/]shell[\\/]/.test(SHELL) ? SHELL : 'sh'
}

async function read(
  { path: asked = '', ...place }: Arguments<typeof fileSchema.properties>,
  { options, redactor }: Context,
  roots: Roots,
  { signal }: Calling,
): Promise<ToolResult> {
  const { structure: _, fold: __, ...limits } = options
  const redact = redactor && { redact: redactor }
  const page = { ...limits, ...place, source: { path: asked }, signal, ...redact }
  const { text, details } = await readFile(pathWithin(roots, asked), page)
  const next = 'next' in details ? details.next : undefined
  const totalLines = 'totalLines' in details ? details.totalLines : undefined
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      output: text,
      totalLines: totalLines ?? null,
      nextOffset: next?.offset ?? null,
      nextColumn: next?.column ?? null,
    },
  }
}

/** What all lists share: the limits of the server, its store, and the signal of the call. */
async function sharedOptions({ options, store, redactor }: Context, { first }: Roots, { signal }: Calling) {
  const { structure: _, fold: __, errors: ___, ...limits } = options
  const kept = store ? await store() : false
  return { ...limits, cwd: first, signal, store: kept, ...(redactor && { redact: redactor }) } as const
}

function listed({
  text,
  details: { total, shown, unreadTotal = 0, artifact },
}: ToolOutput<StoredDetails & UnreadDetails & { total: number; shown: number }>): ToolResult {
  return {
    content: [{ type: 'text', text }, ...linksOf(artifact)],
    structuredContent: {
      ...{ output: text, total, shown, unread: unreadTotal, artifact: artifact?.ref?.id ?? null },
    },
  }
}

/** Where a search looks. Links are not followed, so that what it finds is inside the roots too. */
const pathsOf = (asked: readonly string[] = [], roots: Roots): string[] =>
  (asked.length === 0 ? ['.'] : asked).map((path) => within(roots, path))

/** The real path of what is inside the roots: relative to the first root, if it is in there. */
function within(roots: Roots, path: string): string {
  const real = pathWithin(roots, path)
  const way = relative(roots.first, real)
  if (way === '') return '.'
  return way.startsWith('..') ? real : way
}

function dateOf(name: string, text: string): Date {
  const date = new Date(text)
  if (!Number.isNaN(date.getTime())) return date
  throw wrongOption(`Expected ${name} to be a date such as 2026-05-01T14:30Z, got ${shown(text)}.`)
}
