import type { Omission } from './choosing.ts'
import { isTellable, type Kind, type UnitName } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import type { Tree } from './tree.ts'

// Matches of `rg --json`: a line that begins a file, its matches and their context, and a line that ends it. Lines are
// whole, and lines of JSON stand for those that are left out.

const FILE = 0
const MATCH = 1
const OTHER = 2

/** The most bytes of a marker. */
const MARK_BYTES = 56

const decoder = /* @__PURE__ */ new TextDecoder()
const EVENT = /^\{"type":"(?:(begin|end)","data":\{"path":\{|(match|context)",)/

export const grepJson: Kind = {
  name: 'grep-json',
  exitCodes: [1],
  recognise: (head) =>
    /^\{"type":"begin","data":\{"path":\{/.test(decoder.decode(head.subarray(0, 64))) ? 0.95 : 0,
  read: (_, held) => new LineReader(new MatchEvents(), held),
}

class MatchEvents implements LineKind {
  readonly sorts = ['files', 'matches', '']
  readonly markBytes = MARK_BYTES
  #isInFile = false

  readonly rank = ({ index, sort }: { index: number; sort: number }): number => (sort === MATCH ? index : 0)

  line(line: Line, tree: Tree): boolean {
    const [, edge, found] = EVENT.exec(line.text) ?? []
    if (edge === 'begin') {
      tree.begin(line.start, FILE, { level: FILE })
      this.#isInFile = true
    } else if (this.#isInFile && found !== undefined) tree.line(line, found === 'match' ? MATCH : OTHER)
    else if (this.#isInFile && edge === 'end') {
      tree.end(line.end, line.start)
      this.#isInFile = false
    } else if (line.first === 0x7b) {
      this.#close(line.start, tree)
      tree.line(line, OTHER)
    } else return line.isEmpty
    return true
  }

  end(tree: Tree): boolean {
    return (tree.counts[MATCH] ?? 0) > 0
  }

  mark({ counts }: Omission): string {
    const [files, matches] = [counts[FILE], counts[MATCH]]
    if (!matches) return '"… more lines …"\n'
    return files ? `"… ${files} more files, ${matches} more matches …"\n` : `"… ${matches} more matches …"\n`
  }

  /** What is left out of one file is shown with its matches, as ripgrep's lines of that file. */
  name({ path }: Omission, tree: Tree): UnitName | undefined {
    const file = path.find(({ sort }) => sort === FILE)
    if (!file) return undefined
    const text = tree.text(file.start.byte, Math.min(file.inner.byte, file.start.byte + 512))
    const name = /^\{"type":"begin","data":\{"path":\{"text":"([^"\\]+)"/.exec(text)?.[1]
    return name !== undefined && isTellable(name) ? { file: name } : undefined
  }

  #close(at: Line['start'], tree: Tree): void {
    if (this.#isInFile) tree.end(at)
    this.#isInFile = false
  }
}
