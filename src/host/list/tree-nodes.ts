import { countOf } from '../../core/words/notices.ts'
import { safeName } from '../../tools/text.ts'
import type { ShowName } from '../walk/hidden-names.ts'
import type { WalkedEntry } from '../walk/walk.ts'

/** A folder shows so many of its entries before the folders in it show theirs. */
const ENTRIES_PER_LEVEL = 20

interface Node {
  name: string
  isFolder: boolean
  parent: Node | undefined
  depth: number
  /** Place in the order in which entries are chosen. That of a folder is smaller than those of its entries. */
  rank: number
  /** Place in the order of the walk. */
  at: number
  /** Entries directly in the folder, and files and folders at any depth. */
  entries: number
  files: number
  folders: number
  /** True for a folder that could not be read, or whose rest could not. */
  isUnread: boolean
}

/**
 * A tree of which the entries that are shown first are held: those near the top, and the first ones of each folder.
 * Counts all of them.
 */
export class TreeNodes {
  total = 0
  readonly #root: Node
  readonly #most: number
  readonly #depth: number
  readonly #show: ShowName
  /** The folders that the walk is in, from the root on. */
  readonly #open: Node[]
  #held: Node[] = []

  /**
   * @param most entries that can be shown
   * @param depth levels that can be shown
   * @param show hides secrets in names
   */
  constructor(path: string, most: number, depth: number, show: ShowName) {
    const counts = { entries: 0, files: 0, folders: 0, isUnread: false }
    this.#root = { name: path, isFolder: true, parent: undefined, depth: 0, rank: 0, at: 0, ...counts }
    this.#open = [this.#root]
    this.#most = most
    this.#depth = depth
    this.#show = show
  }

  /** Adds the next entry of a walk. */
  add({ name, kind, depth }: WalkedEntry): void {
    const parent = this.#open[depth - 1]
    this.#open.length = depth
    const isFolder = kind === 'folder'
    const rank = parent.rank + 1 + parent.entries / ENTRIES_PER_LEVEL
    const at = ++this.total
    const counts = { entries: 0, files: 0, folders: 0, isUnread: false }
    const node: Node = { name, isFolder, parent, depth, rank, at, ...counts }
    parent.entries++
    for (const above of this.#open) above[isFolder ? 'folders' : 'files']++
    if (isFolder) this.#open.push(node)
    if (depth > this.#depth) return
    this.#held.push(node)
    if (this.#held.length >= 2 * this.#most + 2) this.#trim()
  }

  /** Marks the folder that was added last as unread. */
  noteUnread(): void {
    this.#open[this.#open.length - 1].isUnread = true
  }

  /** How many entries can be shown. */
  get held(): number {
    this.#trim()
    return this.#held.length
  }

  /** The tree with its first entries in the order of ranks. */
  draw(count: number): string {
    const inside = new Map<Node, Node[]>()
    for (const node of this.#held.slice(0, count).sort((a, b) => a.at - b.at)) {
      const parent = node.parent ?? this.#root
      const others = inside.get(parent)
      if (others) others.push(node)
      else inside.set(parent, [node])
    }
    const lines: string[] = []
    drawInto(lines, this.#root, inside, this.#show)
    return lines.join('')
  }

  #trim(): void {
    this.#held = this.#held.sort((a, b) => a.rank - b.rank || a.at - b.at).slice(0, this.#most)
  }
}

function drawInto(
  lines: string[],
  node: Node,
  inside: ReadonlyMap<Node, readonly Node[]>,
  show: ShowName,
): void {
  const indent = '  '.repeat(node.depth)
  lines.push(`${indent}${safeName(show(node.name))}${node.isFolder ? `/${countsOf(node)}` : ''}\n`)
  const entries = inside.get(node)
  if (!entries) return
  for (const entry of entries) drawInto(lines, entry, inside, show)
  const left = node.entries - entries.length
  if (left > 0) lines.push(`${indent}  … ${left} more\n`)
}

function countsOf({ files, folders, isUnread }: Node): string {
  const counts = [
    ...(files > 0 ? [countOf(files, 'files')] : []),
    ...(folders > 0 ? [countOf(folders, 'folders')] : []),
    ...(isUnread ? ['not read'] : []),
  ]
  return ` (${counts.join(', ') || 'empty'})`
}
