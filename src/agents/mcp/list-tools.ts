import { relative } from 'node:path'
import { PithError, shown } from '../../errors.ts'
import { grepFiles } from '../../host/grep/grep-files.ts'
import { findFiles } from '../../host/list/find-files.ts'
import { folderTree } from '../../host/list/folder-tree.ts'
import { listFolder } from '../../host/list/list-folder.ts'
import type { UnreadDetails } from '../../host/list/unread.ts'
import type { ToolOutput } from '../../tools/output.ts'
import type { StoredDetails } from '../../tools/tool-output-async.ts'
import { argumentsOf, flagOf, textArgument, wholeOf } from './arguments.ts'
import type { Context } from './context.ts'
import { linksTo } from './cut-results.ts'
import { findSchema, grepSchema, lsSchema, treeSchema } from './list-schemas.ts'
import type { JsonObject } from './messages.ts'
import { failureResult, type ToolResult } from './own-results.ts'
import { pathWithin, type Roots } from './roots.ts'

type ListOutput = ToolOutput<StoredDetails & UnreadDetails & { total: number; shown: number }>

/** What all four tools share: the limits of the server, its store, and the signal of the call. */
type Shared = Awaited<ReturnType<typeof sharedOptions>>

interface ListTool {
  schema: { properties: JsonObject }
  run(args: JsonObject, shared: Shared, context: Context, roots: Roots): Promise<ListOutput>
}

export const listTools = {
  pith_grep: { schema: grepSchema, run: grep },
  pith_find: { schema: findSchema, run: find },
  pith_ls: {
    schema: lsSchema,
    run: (args, shared, _, roots) =>
      listFolder(within(roots, textArgument(args, 'path') ?? '.'), {
        ...shared,
        hidden: flagOf(args, 'hidden'),
      }),
  },
  pith_tree: { schema: treeSchema, run: tree },
} as const satisfies Record<string, ListTool>

/** Answers a call of a tool that lists files. Mistakes become an answer with `isError`, never an exception. */
export async function listTool(
  name: keyof typeof listTools,
  given: unknown,
  context: Context,
  roots: Roots,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    const { schema, run }: ListTool = listTools[name]
    const args = argumentsOf(given, schema)
    const limit = wholeOf(args, 'limit', 1)
    const shared = { ...(await sharedOptions(context, roots, signal)), ...(limit !== undefined && { limit }) }
    const { text, details } = await run(args, shared, context, roots)
    const { total, shown: count, unreadTotal, artifact } = details
    return {
      content: [{ type: 'text', text }, ...(artifact ? linksTo([artifact]) : [])],
      structuredContent: {
        output: text,
        ...{ total, shown: count, unread: unreadTotal ?? 0, artifact: artifact?.ref?.id ?? null },
      },
    }
  } catch (error) {
    return failureResult(error)
  }
}

async function sharedOptions({ options, store, redactor }: Context, { first }: Roots, signal: AbortSignal) {
  const { structure: _, fold: __, errors: ___, ...limits } = options
  const kept = store ? await store() : false
  return { ...limits, cwd: first, signal, store: kept, ...(redactor && { redact: redactor }) } as const
}

async function grep(args: JsonObject, shared: Shared, _: Context, roots: Roots) {
  const pattern = textArgument(args, 'pattern')
  if (pattern === undefined) throw invalid('Expected pattern, a regular expression, got nothing.')
  const print = textArgument(args, 'print')
  if (print !== undefined && print !== 'matches' && print !== 'files' && print !== 'counts')
    throw invalid(`Expected print to be matches, files or counts, got ${shown(print)}.`)
  return grepFiles(pattern, {
    ...shared,
    ...placeOf(args, roots),
    types: stringsOf(args, 'types'),
    ignoreCase: flagOf(args, 'ignoreCase'),
    literal: flagOf(args, 'literal'),
    before: wholeOf(args, 'before', 0) ?? 0,
    after: wholeOf(args, 'after', 0) ?? 0,
    print: print ?? 'matches',
  })
}

function find(args: JsonObject, shared: Shared, _: Context, roots: Roots) {
  const kinds = stringsOf(args, 'kinds') as ('file' | 'folder' | 'link')[]
  const depth = wholeOf(args, 'depth', 1)
  const minBytes = wholeOf(args, 'minBytes', 0)
  const maxFileBytes = wholeOf(args, 'maxFileBytes', 0)
  const changedAfter = dateOf(args, 'changedAfter')
  const changedBefore = dateOf(args, 'changedBefore')
  return findFiles({
    ...shared,
    ...placeOf(args, roots),
    types: stringsOf(args, 'types'),
    ...(kinds.length > 0 && { kinds }),
    ...(depth !== undefined && { depth }),
    ...(minBytes !== undefined && { minBytes }),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(changedAfter && { changedAfter }),
    ...(changedBefore && { changedBefore }),
    order: flagOf(args, 'newest') ? 'newest' : 'name',
    long: flagOf(args, 'long'),
  })
}

function tree(args: JsonObject, shared: Shared, _: Context, roots: Roots) {
  const depth = wholeOf(args, 'depth', 1)
  return folderTree(within(roots, textArgument(args, 'path') ?? '.'), {
    ...shared,
    globs: stringsOf(args, 'globs'),
    hidden: flagOf(args, 'hidden'),
    ignore: !flagOf(args, 'noIgnore'),
    ...(depth !== undefined && { depth }),
  })
}

/** Where a search looks. Links are not followed, so that what it finds is inside the roots too. */
function placeOf(args: JsonObject, roots: Roots) {
  const asked = stringsOf(args, 'paths')
  return {
    paths: (asked.length === 0 ? ['.'] : asked).map((path) => within(roots, path)),
    globs: stringsOf(args, 'globs'),
    hidden: flagOf(args, 'hidden'),
    ignore: !flagOf(args, 'noIgnore'),
  }
}

/** The real path of what is inside the roots: relative to the first root, if it is in there. */
function within(roots: Roots, path: string): string {
  const real = pathWithin(roots, path)
  const way = relative(roots.first, real)
  if (way === '') return '.'
  return way.startsWith('..') ? real : way
}

function stringsOf(args: JsonObject, name: string): string[] {
  const value = args[name] ?? []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw invalid(`Expected ${name} to be a list of strings, got ${shown(value)}.`)
}

function dateOf(args: JsonObject, name: string): Date | undefined {
  const text = textArgument(args, name)
  if (text === undefined) return undefined
  const date = new Date(text)
  if (!Number.isNaN(date.getTime())) return date
  throw invalid(`Expected ${name} to be a date such as 2026-05-01T14:30Z, got ${shown(text)}.`)
}

const invalid = (sentence: string): PithError => new PithError('PITH_INVALID_OPTION', sentence)
