import { names } from '../../check/names.ts'
import { wholeOrInfinity } from '../../check/values.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../../options.ts'
import { resolveSettings } from '../../settings.ts'
import { type ListDetails, plainList, showEntries } from '../../tools/entries.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { safeList } from '../../tools/safe-list.ts'
import { safeName } from '../../tools/text.ts'
import { type KeepOptions, keepNames } from '../kept-output.ts'
import { Pace } from '../pace.ts'
import type { RedactNamesOptions } from '../walk/hidden-names.ts'
import { type WalkFailure, walk } from '../walk/walk.ts'
import { type FilesOptions, walkOptionsOf } from '../walk/walk-options.ts'
import { type KeptDetails, keptList } from './kept-list.ts'
import { refuseOther } from './list-folder.ts'
import { TreeNodes } from './tree-nodes.ts'

/** Default for the entries shown. */
const TREE_LIMIT = 200
const MOST_ENTRIES = 100_000

export interface FolderTreeOptions
  extends AsyncTruncateOptions,
    KeepOptions,
    RedactNamesOptions,
    Omit<FilesOptions, 'paths' | 'follow'> {
  /** Most entries shown, 1 to 100,000. Default: 200. */
  limit?: number
}

const folderTreeNames = {
  ...names<FolderTreeOptions, TruncateOptions & KeepOptions>()('cwd globs hidden ignore depth limit redact'),
  ...keepNames,
}

export interface FolderTreeDetails extends ListDetails, KeptDetails {}

/**
 * Draws a folder as a tree. Each folder has the number of files and folders in it, at any depth. What is near the top is
 * shown first, and of each folder the first entries. The full output is a list of all paths. `depth` limits what is shown,
 * not what is counted.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_FILE_FAILED`, `PITH_ABORTED`
 * @example
 * const { content } = await folderTree('assembly', { limit: 3, store: false })
 * content.split('\n')[0].startsWith('assembly/ (') // true
 */
export async function folderTree(
  path = '.',
  options: FolderTreeOptions = {},
): Promise<ToolOutput<FolderTreeDetails>> {
  const settings = resolveSettings({ ...options }, folderTreeNames)
  const { signal, depth: given, store: _, storeTimeoutMs: __, redact: ___, ...place } = options
  const limit = Math.min(wholeOrInfinity('limit', options.limit, TREE_LIMIT, 1), MOST_ENTRIES)
  const depth = wholeOrInfinity('depth', given, Number.POSITIVE_INFINITY, 1)
  const { walk: walked } = walkOptionsOf({ ...place, paths: [path] })
  return keptList({ tool: 'tree', options, settings, limit }, async (output, unread, show) => {
    const pace = new Pace(signal)
    const tree = new TreeNodes(path.replace(/(?<=.)\/+$/, ''), limit, depth, show)
    const paths: string[] = []
    let last = path
    const failed = (failure: WalkFailure): void => {
      unread.add(failure)
      if (failure.path === last) tree.noteUnread()
    }
    for (const entry of walk([path], walked, failed)) {
      last = entry.path
      if (pace.isDue()) await pace.rest()
      if (entry.depth === 0) {
        refuseOther(entry)
        continue
      }
      tree.add(entry)
      const line = `${safeName(show(entry.path))}${entry.kind === 'folder' ? '/' : ''}\n`
      if (paths.length < limit) paths.push(line)
      await output.write(line)
    }
    const { total } = tree
    return safeList(settings, {
      make: () => {
        const draw = (count: number) => {
          const content = tree.draw(count)
          return { shown: content, content }
        }
        const drawn = { total, most: tree.held, unread: unread.total, draw }
        return showEntries(drawn, limit, { what: 'entries', canRefine: false })
      },
      // Where the tree cannot be drawn, its paths are listed.
      plain: () => plainList({ lines: paths, total }, limit),
      full: () => '',
    })
  })
}
