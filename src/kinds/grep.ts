import { colourFloor } from '../core/bytes/colours.ts'
import { countCodePoints, graphemeFloor } from '../core/bytes/graphemes.ts'
import { COLON, ESC } from './bytes.ts'
import { byEnds, byFirst, byFirstAndLast } from './choose.ts'
import type { Omission } from './choosing.ts'
import { LEAST_CLIP_BYTES, placeBehind } from './clip.ts'
import { FoundParts } from './found-parts.ts'
import {
  isOneFile as areOfOneFile,
  CONTEXT,
  NUMBERED,
  recogniseGrep,
  UNDER_HEADING,
  UNNUMBERED,
} from './grep-forms.ts'
import { clipBytesFor } from './head-lines.ts'
import { isTellable, type Kind, type Place, type Search, type UnitName } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Matches of grep and ripgrep: by file, so that each file gets its first match before another gets its second.

const FILE = 0
const MATCH = 1
const OTHER = 2
/** Parts of a long line: around its first match, around other matches, and between matches. */
const PARTS = { first: 3, more: 4, between: 5 }
/** Parts between matches rank behind all matches. */
const MOST_RANK = 1e6
/** What is shown around a match. */
const LEAST_PART_BYTES = 96

/** A longer name is no help in a call. */
const MOST_NAME_BYTES = 160

/** A match with its context is held until it is complete, so that it has to end somewhere. */
const MOST_GROUP_BYTES = 65536

const encoder = /* @__PURE__ */ new TextEncoder()

export const grepKind: Kind = kindOf(undefined, false)

/** @param isOneFile true for matches that do not tell their file: with a line number or without */
function kindOf(search: Search | undefined, isOneFile: boolean): Kind {
  return {
    name: 'grep',
    exitCodes: [1],
    fallsBackQuietly: isOneFile,
    recognise: recogniseGrep,
    knowing: (head, command, isWhole, found) => kindOf(found, areOfOneFile(head, command, isWhole, found)),
    read: (maxBytes, heldBytes) => new LineReader(new GrepLines(maxBytes, search, isOneFile), heldBytes),
  }
}

class GrepLines implements LineKind {
  readonly sorts: readonly string[]
  readonly names = new NamedParts(([matches]) => `${matches}`, { share: 1 / 3, sorts: [MATCH] })
  readonly clipBytes: number
  readonly #search: Search | undefined
  readonly #isOneFile: boolean
  /** The parts of a long line that has begun. */
  #parts: FoundParts | undefined
  #path: string | undefined
  #isHeading = false
  /** A match with its context, until what follows it is known. */
  #group: { start: Place; end: Place; path: string | undefined; hasContext: boolean } | undefined
  #odd = 0
  #matches = 0
  /** The file of the last match, if its matches have line numbers, and how its next match begins. */
  #matched: string | undefined
  #matchedBytes: Uint8Array = new Uint8Array(0)

  constructor(maxBytes: number, search: Search | undefined, isOneFile: boolean) {
    this.clipBytes = clipBytesFor(maxBytes)
    this.#search = search
    this.#isOneFile = isOneFile
    this.sorts = isOneFile ? new Array<string>(6).fill('') : ['files', 'matches', '', '', '', '']
  }

  /** All files come with their first matches before second ones. */
  readonly rank = ({ index, sort }: Unit, { size }: Unit): number => {
    if (sort === FILE) return 0.05 * byFirstAndLast(index, size)
    if (sort === PARTS.first) return 0
    if (sort === PARTS.more) return 0.5 + 0.1 * byFirst(index)
    if (sort === PARTS.between) return MOST_RANK + byFirst(index)
    return this.#isOneFile ? byEnds(index, size) + (sort === OTHER ? 2 : 0) : index
  }

  /** Without its match, a line says nothing. */
  readonly isBare = ({ sort: own, units }: Unit): boolean =>
    own === MATCH && units.some(({ sort }) => sort === PARTS.first)

  /** Matches that are left out of one file are shown with that file. */
  name({ path, previous, next }: Omission, tree: Tree): UnitName | undefined {
    const file = path.find(({ sort }) => sort === FILE)
    const match = previous ?? next
    if (!file || !match) return undefined
    const hasHeading = file.inner.byte > file.start.byte
    const [from, to] = hasHeading ? [file.start, file.inner] : [match.start, match.end]
    const text = tree.text(from.byte, Math.min(to.byte, from.byte + MOST_NAME_BYTES))
    const name = hasHeading ? text.trimEnd() : NUMBERED.exec(text)?.[1]
    return name === undefined || !isTellable(name) ? undefined : { file: name }
  }

  line(line: Line, tree: Tree): boolean {
    this.#parts ??= this.#shortParts(line, tree)
    if (this.#parts) {
      tree.end(line.end, this.#parts.end())
      this.#parts = undefined
    } else if (this.#isOneFile) this.#alone(line, tree)
    else if (this.#isHeading) this.#under(line, line.text, tree)
    else if (this.#matched !== undefined && this.#isInSameFile(line)) this.#match(line, this.#matched, tree)
    else this.#take(line, line.text, tree)
    const group = this.#group
    if (group?.hasContext && group.end.byte - group.start.byte > MOST_GROUP_BYTES) return false
    return this.#odd <= 2 + line.number / 8
  }

  long(line: Line, tree: Tree): FoundParts | undefined {
    this.#parts = this.#search && this.#begin(line, this.#search, tree)
    return this.#parts
  }

  /** The parts of a line that is in memory as a whole, but too long to be shown so. */
  #shortParts(line: Line, tree: Tree): FoundParts | undefined {
    const { buffer, from, to, length } = line
    const search = this.#search
    // A line with colours has other bytes.
    if (!search || length <= this.clipBytes + LEAST_CLIP_BYTES || length - (to - from) > 2) return undefined
    const parts = search(buffer, from, to) < 0 ? undefined : this.#begin(line, search, tree)
    parts?.write(line.bytes, line.startByte)
    return parts
  }

  /** Begins a match whose line is too long to be shown as a whole. Its first bytes stand before its parts. */
  #begin(line: Line, search: Search, tree: Tree): FoundParts | undefined {
    const { text, bytes, start } = line
    const prefix =
      this.#isOneFile || this.#isHeading ? UNDER_HEADING : NUMBERED.test(text) ? NUMBERED : UNNUMBERED
    const found = prefix.exec(text)
    if ((!found && !this.#isOneFile) || bytes.includes(ESC) || this.#isContext(text)) return undefined
    if (!this.#isOneFile) this.#flush(tree)
    const path = this.#isOneFile || this.#isHeading ? this.#path : found?.[1]
    if (path !== undefined && path !== this.#path) this.#openFile(path, start, tree)
    this.#matches++
    tree.begin(start, MATCH)
    const least = encoder.encode(found?.[0]).length
    const shown = colourFloor(bytes, graphemeFloor(bytes, Math.max(least, this.clipBytes >> 1)))
    const inner = placeBehind(start, shown, countCodePoints(bytes, 0, shown))
    tree.inner(inner)
    return new FoundParts(tree, search, PARTS, Math.max(LEAST_PART_BYTES, this.clipBytes - shown), inner)
  }

  /** Takes a line of an output about one file. A line between two matches is context. */
  #alone(line: Line, tree: Tree): void {
    const isContext = /^(?:\d+-|--$)/.test(line.text)
    if (!isContext) this.#matches++
    tree.line(line, isContext ? OTHER : MATCH)
  }

  end(tree: Tree, { line }: Place): boolean {
    this.#flush(tree)
    return this.#matches > 0 && this.#odd * 5 < line
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
    this.#openFile(text, line.start, tree)
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
    if (path !== this.#path || path === undefined) this.#openFile(path ?? '', group.start, tree)
    if (group.path === undefined) this.#odd++
    this.#add(group.start, group.end, tree)
  }

  #add(start: Place, end: Place, tree: Tree): void {
    this.#matches++
    tree.record(start, end, MATCH)
  }

  #openFile(path: string, start: Place, tree: Tree): void {
    tree.begin(start, FILE, { level: FILE, name: path })
    this.#path = path
  }

  #closeFile(at: Place, tree: Tree, close = at): void {
    if (this.#path !== undefined) tree.end(at, close)
    this.#path = undefined
  }
}
