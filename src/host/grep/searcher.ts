import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Redactor } from '../../redact/redactor.ts'
import { SNIFFED_BYTES } from '../../tools/content-kind.ts'
import type { FoundText } from '../found-line.ts'
import { createLineFinder } from '../line-finders.ts'
import { READ_FLAGS } from '../open-regular.ts'
import { Pace } from '../pace.ts'
import { checkRoot, type WalkFailure, type WalkOptions, walk } from '../walk/walk.ts'
import { countRows, nameRows } from './file-rows.ts'
import { scanFile, searchedAs } from './own-scan.ts'
import { type Printed, startRipgrep } from './ripgrep.ts'
import { RowReader } from './row-reader.ts'
import { rustPattern } from './rust-pattern.ts'

/** A search of files, by ripgrep or by an own scan. */
export interface FileSearch {
  expression: RegExp
  paths: readonly string[]
  walk: WalkOptions
  before: number
  after: number
  printed: Printed
  /** The program to use. Undefined: an own scan. */
  ripgrep: string | undefined
  redact: Redactor | undefined
  signal: AbortSignal | undefined
}

/** What a search finds next, in the order of the files: a line of a file, or a file with its matches. */
export type Finding = { path: string; found: FoundText } | { path: string; count: number }

/** Takes what a search finds. Wait for the promise, if there is one, before the next call. */
export interface SearchSink {
  take(finding: Finding): Promise<void> | undefined
  onFailure(failure: WalkFailure): void
}

export type SearchEngine = 'ripgrep' | 'own'

/** Searches, and says by which way. Both find the same. */
export async function searchFiles(search: FileSearch, sink: SearchSink): Promise<SearchEngine> {
  const { ripgrep, redact, paths, walk: walked } = search
  for (const path of paths) checkRoot(path, walked.cwd)
  // A secret may reach over lines, so it is hidden before the search, which ripgrep could not do.
  if (ripgrep !== undefined && !redact && (await byRipgrep(search, ripgrep, sink))) return 'ripgrep'
  await byOwnScan(search, sink)
  return 'own'
}

/** Returns false if ripgrep is not there or refused the search. Nothing was found then. */
async function byRipgrep(search: FileSearch, program: string, sink: SearchSink): Promise<boolean> {
  const { expression, paths, walk: walked, before, after, printed, signal } = search
  const pattern = rustPattern(expression.source, expression.flags)
  const run = startRipgrep({ ...walked, program, pattern, paths, before, after, printed, signal })
  if (!run) return false
  const binary = new BinaryFiles(walked.cwd)
  let isEmpty = true
  try {
    for await (const finding of findingsIn(run.output, search)) {
      isEmpty = false
      if (binary.has(finding.path)) continue
      await sink.take({ ...finding, path: shownPath(finding.path, paths) })
    }
  } catch (error) {
    run.stop()
    // On Bun and Deno the output of a program that is not there ends by an error.
    if (isEmpty && (await run.end).kind === 'refused') return false
    throw error
  }
  const end = await run.end
  if (end.kind === 'refused') {
    if (isEmpty) return false
    sink.onFailure({ path: program, reason: end.reason })
    return true
  }
  for (const { path, reason } of end.failures) sink.onFailure({ path: shownPath(path, paths), reason })
  return true
}

function findingsIn(
  output: AsyncIterable<Uint8Array>,
  { expression, printed }: FileSearch,
): AsyncIterable<Finding> {
  if (printed === 'files') return nameRows(output)
  return printed === 'counts' ? countRows(output) : lineRows(output, expression)
}

async function* lineRows(output: AsyncIterable<Uint8Array>, expression: RegExp): AsyncGenerator<Finding> {
  const reader = new RowReader(createLineFinder(expression))
  for await (const chunk of output) yield* reader.write(chunk)
}

/** Paths below the working directory are shown without `./`. */
const shownPath = (path: string, paths: readonly string[]): string =>
  path.startsWith('./') && paths.includes('.') ? path.slice(2) : path

/** Knows which files with a match are binary. ripgrep is asked to search all of them as text. */
class BinaryFiles {
  readonly #cwd: string
  #path: string | undefined
  #isBinary = false

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  has(path: string): boolean {
    if (path === this.#path) return this.#isBinary
    this.#path = path
    this.#isBinary = isBinary(resolve(this.#cwd, path))
    return this.#isBinary
  }
}

function isBinary(path: string): boolean {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, READ_FLAGS)
    const head = Buffer.alloc(SNIFFED_BYTES)
    return searchedAs(head.subarray(0, readSync(descriptor, head, 0, SNIFFED_BYTES, 0))) === 'binary'
  } catch {
    // What ripgrep could read is shown.
    return false
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

async function byOwnScan(search: FileSearch, sink: SearchSink): Promise<void> {
  const { expression, paths, before, after, printed, redact, signal } = search
  const finder = createLineFinder(expression)
  const pace = new Pace(signal)
  const context = printed === 'matches' ? { before, after } : { before: 0, after: 0 }
  const options = { finder, ...context, redact, pace }
  const onFailure = (failure: WalkFailure) => sink.onFailure(failure)
  for (const { path, real, kind } of walk(paths, search.walk, onFailure)) {
    if (pace.isDue()) await pace.rest()
    if (kind !== 'file') continue
    let count = 0
    for await (const found of scanFile(real, path, options, onFailure)) {
      count++
      if (printed === 'matches') await sink.take({ path, found })
      else if (printed === 'files') break
    }
    if (count > 0 && printed !== 'matches') await sink.take({ path, count })
  }
}
