import { withoutColours } from '../text/colours.ts'
import { byFirstAndLast } from './choose.ts'
import type { Omission } from './choosing.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import { isTellable, type Kind, type Place, type UnitName } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Matches of grep and ripgrep: by file, so that each file gets its first match before another gets its second.

const FILE = 0
const MATCH = 1
const OTHER = 2

/** A longer name is no help in a call. */
const MOST_NAME_BYTES = 160

/** A match with its context is held until it is complete, so that it has to end somewhere. */
const MOST_GROUP_BYTES = 65536

const COLON = 0x3a

const decoder = /* @__PURE__ */ new TextDecoder()
const encoder = /* @__PURE__ */ new TextEncoder()

const NUMBERED = /^((?:[A-Za-z]:[\\/])?[^:]*?[^:\s](?::[^:\d][^:]*?)*):(\d+):/
const UNNUMBERED = /^((?:[A-Za-z]:[\\/])?[^:\s/\\.]*[/\\.][^:\s]*):/
const CONTEXT = /^.+?-\d+-/
const UNDER_HEADING = /^\d+[:-]/
const COMPILER = /:\d+: *(fatal error|error|warning|note|info)\b/
const COUNT = /:\d+$/
const COMMANDS = new Set(['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'ugrep'])

export const grep: Kind = {
  name: 'grep',
  exitCodes: [1],
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole).filter((line) => line !== '')
    if (lines.length < 2) return 0
    const isNamed = command.some((word) => COMMANDS.has(word.slice(word.lastIndexOf('/') + 1)))
    const share = (isRight: (line: string) => boolean) => lines.filter(isRight).length / lines.length
    if (isNamed) {
      if (share((line) => COUNT.test(line)) === 1) return 0
      return share((line) => isPart(line)) >= 0.8 || hasHeadings(lines) ? 0.9 : 0
    }
    // Other commands print messages in this form, which are no matches.
    if (command.length > 0 || lines.length < 4 || lines.some((line) => COMPILER.test(line))) return 0
    return share((line) => looksLikePath(NUMBERED.exec(line)?.[1])) === 1 ? 0.7 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new GrepLines(maxBytes), heldBytes),
}

const isPart = (line: string): boolean =>
  line === '--' || NUMBERED.test(line) || UNNUMBERED.test(line) || CONTEXT.test(line)

const hasHeadings = (lines: readonly string[]): boolean =>
  !UNDER_HEADING.test(lines[0]) && UNDER_HEADING.test(lines[1])

/** A time stamp also has numbers between colons. */
const looksLikePath = (path: string | undefined): boolean =>
  path !== undefined && /[/\\]|\.[A-Za-z]\w*$/.test(path) && !/\s|^\d+$|^\d{4}-\d\d/.test(path)

class GrepLines implements LineKind {
  readonly sorts = ['files', 'matches', '']
  readonly names = new NamedParts(([matches]) => `${matches}`, { share: 1 / 3 })
  #file: NamedPart | undefined
  readonly #clipBytes: number
  #path: string | undefined
  #isHeading = false
  /** A match with its context, until what follows it is known. */
  #group: { start: Place; end: Place; path: string | undefined; hasContext: boolean } | undefined
  #all = 0
  #odd = 0
  #matches = 0
  /** The file of the last match, if its matches have line numbers, and how its next match begins. */
  #matched: string | undefined
  #matchedBytes: Uint8Array = new Uint8Array(0)

  constructor(maxBytes: number) {
    this.#clipBytes = clipBytesFor(maxBytes)
  }

  /** All files come with their first matches before second ones. */
  readonly rank = ({ index, sort }: Unit, { size }: Unit): number =>
    sort === FILE ? 0.05 * byFirstAndLast(index, size) : index

  /** Matches that are left out of one file are shown with that file. */
  name({ path, previous, next }: Omission, tree: Tree): UnitName | undefined {
    const file = path.find(({ sort }) => sort === FILE)
    const match = previous ?? next
    if (!file || !match) return undefined
    const hasHeading = file.inner.byte > file.start.byte
    const [from, to] = hasHeading ? [file.start, file.inner] : [match.start, match.end]
    const held = tree.read(from.byte, Math.min(to.byte, from.byte + MOST_NAME_BYTES))
    const text = decoder.decode(withoutColours(held))
    const name = hasHeading ? text.trimEnd() : NUMBERED.exec(text)?.[1]
    return name === undefined || !isTellable(name) ? undefined : { file: name }
  }

  line(line: Line, tree: Tree): boolean {
    this.#all++
    if (this.#isHeading) this.#under(line, line.text, tree)
    else if (this.#matched !== undefined && this.#isInSameFile(line)) this.#match(line, this.#matched, tree)
    else this.#take(line, line.text, tree)
    const group = this.#group
    if (group?.hasContext && group.end.byte - group.start.byte > MOST_GROUP_BYTES) return false
    return this.#odd <= 2 + this.#all / 8
  }

  end(tree: Tree): boolean {
    this.#flush(tree)
    return this.#matches > 0 && this.#odd * 5 <= this.#all
  }

  #take(line: Line, text: string, tree: Tree): void {
    const numbered = NUMBERED.exec(text)?.[1]
    const path = numbered ?? UNNUMBERED.exec(text)?.[1]
    const group = this.#group
    if (text === '--' && group) {
      group.end = line.end
      this.#flush(tree)
    } else if (path !== undefined && !this.#isContext(text)) {
      if (numbered !== undefined && numbered !== this.#matched) {
        this.#matched = numbered
        this.#matchedBytes = encoder.encode(`${numbered}:`)
      }
      this.#match(line, path, tree)
    } else if (CONTEXT.test(text)) {
      if (group) {
        group.end = line.end
        group.hasContext = true
      } else this.#group = { start: line.start, end: line.end, path: undefined, hasContext: true }
    } else this.#other(line, text, tree)
  }

  /** True for another match of the file of the last one: `path:12:`. Most matches are, and need not be decoded. */
  #isInSameFile(line: Line): boolean {
    if (!line.startsWith(this.#matchedBytes)) return false
    const { buffer, to } = line
    const first = line.from + this.#matchedBytes.length
    let at = first
    while (at < to && buffer[at] >= 0x30 && buffer[at] <= 0x39) at++
    return at > first && at < to && buffer[at] === COLON
  }

  #match(line: Line, path: string, tree: Tree): void {
    const group = this.#group
    if (group?.hasContext && (group.path ?? path) === path) {
      group.end = line.end
      group.path = path
    } else {
      this.#flush(tree)
      this.#group = { start: line.start, end: line.end, path, hasContext: false }
    }
  }

  /** Context of a known file may have colons. */
  #isContext(text: string): boolean {
    const path = this.#group?.path
    return path !== undefined && text.startsWith(`${path}-`) && /^-\d+-/.test(text.slice(path.length))
  }

  #other(line: Line, text: string, tree: Tree): void {
    this.#flush(tree)
    this.#closeFile(line.start, tree)
    const isHeading = text !== '' && !UNDER_HEADING.test(text) && !text.startsWith('Binary file ')
    if (!isHeading) {
      this.#odd++
      tree.record(line.start, line.end, OTHER)
      return
    }
    this.#openFile(text, line.start, line.end, tree)
    this.#isHeading = true
    this.#odd++
  }

  #under(line: Line, text: string, tree: Tree): void {
    if (UNDER_HEADING.test(text)) {
      if (tree.depth === 2 && this.#path !== undefined && this.#odd > 0) this.#odd--
      this.#add(line.start, line.end, tree)
    } else if (text === '') {
      this.#closeFile(line.end, tree, line.start)
      this.#isHeading = false
    } else if (text === '--') this.#add(line.start, line.end, tree)
    else {
      this.#isHeading = false
      this.#closeFile(line.start, tree)
      this.#take(line, text, tree)
    }
  }

  #flush(tree: Tree): void {
    const group = this.#group
    this.#group = undefined
    if (!group) return
    const path = group.path ?? this.#path
    if (path !== this.#path || path === undefined) {
      this.#closeFile(group.start, tree)
      this.#openFile(path ?? '', group.start, { ...group.start }, tree)
    }
    if (group.path === undefined) this.#odd++
    this.#add(group.start, group.end, tree)
  }

  #add(start: Place, end: Place, tree: Tree): void {
    this.#matches++
    if (this.#file) this.#file.counts[0]++
    const unit = tree.record(start, end, MATCH)
    if (end.line - start.line === 1) clipLine(tree, unit, this.#clipBytes)
  }

  #openFile(path: string, start: Place, inner: Place, tree: Tree): void {
    tree.begin(start, FILE)
    tree.inner(inner)
    this.#path = path
    this.#file = this.names.begin(path, start.byte, 1)
  }

  #closeFile(at: Place, tree: Tree, close = at): void {
    if (this.#path !== undefined) tree.end(at, close)
    if (this.#file) this.#file.endByte = at.byte
    this.#path = this.#file = undefined
  }
}
