import { lstatSync, opendirSync, readlinkSync } from 'node:fs'
import { names } from '../../check/names.ts'
import { flag, wholeOrInfinity } from '../../check/values.ts'
import { countOf, formatBytes } from '../../core/words/notices.ts'
import { fileFailed, shown } from '../../errors.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../../options.ts'
import { resolveSettings } from '../../settings.ts'
import { type ListDetails, listLines } from '../../tools/entries.ts'
import { LS_LIMIT } from '../../tools/ls.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { safeName } from '../../tools/text.ts'
import { type KeepOptions, keepNames } from '../kept-output.ts'
import { Pace } from '../pace.ts'
import type { RedactNamesOptions, ShowName } from '../walk/hidden-names.ts'
import { unreadReason, type WalkedEntry, walk } from '../walk/walk.ts'
import { walkOptionsOf } from '../walk/walk-options.ts'
import { type KeptDetails, keptList } from './kept-list.ts'

/** Entries of a folder are counted up to here. */
const MOST_COUNTED = 10_000
/** The entries of so many folders are counted. */
const MOST_FOLDERS = 10_000
/** Width of the size of a file or the count of a folder: that of `10000+ entries`. */
const FIGURE_WIDTH = 14

export interface ListFolderOptions extends AsyncTruncateOptions, KeepOptions, RedactNamesOptions {
  /** Where a relative path begins. Default: the working directory. */
  cwd?: string
  /** True: also names that begin with a dot. Default: false. */
  hidden?: boolean
  /** Most entries shown, from 1. Default: 500. */
  limit?: number
}

const listFolderNames = {
  ...names<ListFolderOptions, TruncateOptions & KeepOptions>()('cwd hidden limit redact'),
  ...keepNames,
}

export interface ListFolderDetails extends ListDetails, KeptDetails {}

/**
 * Lists a folder: each file with its size, each folder with the number of its entries, each link with where it leads.
 * Ignore files have no say. A count above 10,000 is shown as `10000+`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_FILE_FAILED`, `PITH_ABORTED`
 * @example
 * const { content } = await listFolder('test/tools/page', { store: false })
 * content.includes('.test.ts') // true
 */
export async function listFolder(
  path = '.',
  options: ListFolderOptions = {},
): Promise<ToolOutput<ListFolderDetails>> {
  const settings = resolveSettings({ ...options }, listFolderNames)
  const { cwd, signal } = options
  const limit = wholeOrInfinity('limit', options.limit, LS_LIMIT, 1)
  const hidden = flag('hidden', options.hidden, false)
  const place = { paths: [path], depth: 1, hidden, ignore: false, ...(cwd !== undefined && { cwd }) }
  const { walk: walked } = walkOptionsOf(place)
  return keptList({ tool: 'ls', options, settings, limit }, async (output, unread, show) => {
    const pace = new Pace(signal)
    const lines: string[] = []
    let total = 0
    let folders = 0
    for (const entry of walk([path], walked, (failure) => unread.add(failure))) {
      if (pace.isDue()) await pace.rest()
      if (entry.depth === 0) {
        refuseOther(entry)
        continue
      }
      if (entry.kind === 'folder') folders++
      const line = lineOf(entry, folders <= MOST_FOLDERS, show)
      total++
      if (lines.length < limit) lines.push(line)
      await output.write(line)
    }
    const found = { lines, total, unread: unread.total }
    return listLines(found, limit, { what: 'entries', canRefine: false }, settings)
  })
}

/** Throws if what a list begins with is no folder. */
export function refuseOther({ kind, path }: WalkedEntry): void {
  if (kind === 'folder') return
  throw fileFailed(`Expected ${shown(path)} to be a folder; it is a file.`)
}

function lineOf(entry: WalkedEntry, isCounted: boolean, show: ShowName): string {
  const { kind, name } = entry
  const end = kind === 'folder' ? '/' : kind === 'link' ? targetOf(entry, show) : ''
  return `${figureOf(entry, isCounted).padStart(FIGURE_WIDTH)}  ${safeName(show(name))}${end}\n`
}

function figureOf({ kind, real }: WalkedEntry, isCounted: boolean): string {
  if (kind === 'link') return 'link'
  try {
    if (kind === 'folder') return isCounted ? entriesIn(real) : 'folder'
    const stat = lstatSync(real)
    return kind === 'file' ? formatBytes(stat.size) : kindOf(stat)
  } catch (error) {
    return unreadReason(error) === 'permission denied' ? 'unreadable' : '?'
  }
}

const kindOf = (stat: ReturnType<typeof lstatSync> & {}): string =>
  stat.isFIFO() ? 'FIFO' : stat.isSocket() ? 'socket' : 'device'

/** Reads the folder entry by entry, so that one with a million entries costs no more than it counts. */
function entriesIn(real: string | Buffer): string {
  // `opendir` takes bytes too, which its type does not say for all versions.
  const folder = opendirSync(real as string)
  try {
    let count = 0
    while (count <= MOST_COUNTED && folder.readSync()) count++
    if (count > MOST_COUNTED) return `${MOST_COUNTED}+ entries`
    return countOf(count, 'entries')
  } finally {
    folder.closeSync()
  }
}

function targetOf({ real }: WalkedEntry, show: ShowName): string {
  try {
    return ` -> ${safeName(show(readlinkSync(real)))}`
  } catch {
    return ''
  }
}
