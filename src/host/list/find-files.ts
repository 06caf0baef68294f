import { type BigIntStats, lstatSync, statSync } from 'node:fs'
import { names } from '../../check/names.ts'
import { flag, oneOf, wholeOrInfinity } from '../../check/values.ts'
import { formatBytes } from '../../core/words/notices.ts'
import { invalidOption } from '../../errors.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../../options.ts'
import { resolveSettings } from '../../settings.ts'
import { type ListDetails, listLines } from '../../tools/entries.ts'
import { FIND_LIMIT } from '../../tools/find.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { safeName } from '../../tools/text.ts'
import { type KeepOptions, keepNames } from '../kept-output.ts'
import { Pace } from '../pace.ts'
import type { RedactNamesOptions, ShowName } from '../walk/hidden-names.ts'
import { checkRoot, unreadReason, type WalkedEntry, type WalkFailure, walk } from '../walk/walk.ts'
import { type FilesOptions, filesNames, strings, walkOptionsOf } from '../walk/walk-options.ts'
import { type KeptDetails, keptList } from './kept-list.ts'
import { Newest } from './newest.ts'

const entryKinds = ['file', 'folder', 'link'] as const
const orders = ['name', 'newest'] as const
/** Most paths that can be shown, because they stay in memory. */
const MOST_PATHS = 100_000

export interface FindFilesOptions
  extends AsyncTruncateOptions,
    FilesOptions,
    KeepOptions,
    RedactNamesOptions {
  /** Types of files such as `ts` or `python`. */
  types?: readonly string[]
  /** What is found. Default: files. */
  kinds?: readonly ('file' | 'folder' | 'link')[]
  /** Bytes that a file has at least, and at most. */
  minBytes?: number
  maxFileBytes?: number
  /** When it changed last: not before this, and not after. */
  changedAfter?: Date
  changedBefore?: Date
  /** `'newest'`: what changed last comes first. Default: `'name'`. */
  order?: 'name' | 'newest'
  /** True: each path with its size and the time of its last change, in UTC. */
  long?: boolean
  /** Most paths shown, 1 to 100,000. Default: 1000. */
  limit?: number
}

const findFilesNames = {
  ...filesNames,
  ...names<FindFilesOptions, TruncateOptions & FilesOptions & KeepOptions>()(
    'types kinds minBytes maxFileBytes changedAfter changedBefore order long limit redact',
  ),
  ...keepNames,
}

export interface FindFilesDetails extends ListDetails, KeptDetails {}

/**
 * Finds files by globs, types, sizes and times, and leaves out what `.gitignore` names.
 *
 * In the order `newest`, the shown paths are the newest of all. The full output has all paths, also newest first up to
 * 100,000 of them, and in the order of names beyond that.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_FILE_FAILED` for a path that is not there, `PITH_ABORTED`
 * @example
 * const { content } = await findFiles({ globs: ['package.json'], depth: 1, store: false })
 * content // 'package.json\n'
 */
export async function findFiles(options: FindFilesOptions = {}): Promise<ToolOutput<FindFilesDetails>> {
  const settings = resolveSettings({ ...options }, findFilesNames)
  const { paths, walk: walked } = walkOptionsOf(options, strings('types', options.types, []))
  const filter = filterOf(options)
  const limit = Math.min(wholeOrInfinity('limit', options.limit, FIND_LIMIT, 1), MOST_PATHS)
  const isNewest = oneOf('order', options.order, orders, 'name') === 'newest'
  const isLong = flag('long', options.long, false)
  return keptList({ tool: 'find', options, settings, limit }, async (output, unread, show) => {
    for (const path of paths) checkRoot(path, walked.cwd)
    const pace = new Pace(options.signal)
    const newest = new Newest(MOST_PATHS)
    const first: string[] = []
    let total = 0
    const onFailure = (failure: WalkFailure) => unread.add(failure)
    for (const entry of walk(paths, walked, onFailure)) {
      if (pace.isDue()) await pace.rest()
      if (!filter.isOfKind(entry)) continue
      const needsStat = filter.needsStat || isLong || isNewest
      const stat = needsStat ? statOf(entry, walked.follow, onFailure) : undefined
      if (needsStat && !(stat && filter.isWanted(stat))) continue
      const line = lineOf(entry, isLong ? stat : undefined, show)
      total++
      if (isNewest && stat) {
        const late = newest.add(line, stat.mtimeNs)
        if (late) for (const each of late) await output.write(each)
      } else {
        if (first.length < limit) first.push(line)
        await output.write(line)
      }
    }
    for (const line of newest.rest()) await output.write(line)
    const found = { lines: isNewest ? newest.first(limit) : first, total, unread: unread.total }
    return listLines(found, limit, { what: 'results', canRefine: true }, settings)
  })
}

function filterOf({
  kinds = ['file'],
  minBytes,
  maxFileBytes,
  changedAfter,
  changedBefore,
}: FindFilesOptions) {
  if (!Array.isArray(kinds) || !kinds.every((kind) => entryKinds.includes(kind)))
    throw invalidOption('kinds', 'an array of "file", "folder" and "link"', kinds)
  const least = wholeOrInfinity('minBytes', minBytes, 0)
  const most = wholeOrInfinity('maxFileBytes', maxFileBytes, Number.POSITIVE_INFINITY)
  const after = timeOf('changedAfter', changedAfter) ?? -(1n << 62n)
  const before = timeOf('changedBefore', changedBefore) ?? 1n << 62n
  return {
    needsStat: [minBytes, maxFileBytes, changedAfter, changedBefore].some((one) => one !== undefined),
    /** The paths of the walk are found only if they are files. */
    isOfKind: ({ kind, depth }: WalkedEntry) => kinds.includes(kind) && (depth > 0 || kind === 'file'),
    isWanted: ({ size, mtimeNs }: BigIntStats) =>
      size >= least && size <= most && mtimeNs >= after && mtimeNs <= before,
  }
}

function timeOf(name: string, value: unknown): bigint | undefined {
  if (value === undefined) return undefined
  if (value instanceof Date && !Number.isNaN(value.getTime())) return BigInt(value.getTime()) * 1_000_000n
  throw invalidOption(name, 'a Date', value)
}

function statOf(
  { real, path }: WalkedEntry,
  follow: boolean,
  onFailure: (failure: WalkFailure) => void,
): BigIntStats | undefined {
  try {
    return follow ? statSync(real, { bigint: true }) : lstatSync(real, { bigint: true })
  } catch (error) {
    onFailure({ path, reason: unreadReason(error) })
    return undefined
  }
}

const SIZE_WIDTH = 7

function lineOf({ path, kind }: WalkedEntry, stat: BigIntStats | undefined, show: ShowName): string {
  const name = `${safeName(show(path))}${kind === 'folder' ? '/' : ''}`
  if (!stat) return `${name}\n`
  const size = kind === 'file' ? formatBytes(Number(stat.size)) : '-'
  const time = new Date(Number(stat.mtimeMs)).toISOString().slice(0, 16).replace('T', ' ')
  return `${size.padStart(SIZE_WIDTH)}  ${time}  ${name}\n`
}
