import { colourFloor } from '../core/bytes/colours.ts'
import { countCodePoints, graphemeFloor } from '../core/bytes/graphemes.ts'
import { ESC } from './bytes.ts'
import { byEnds, byFirst, byFirstAndLast } from './choose.ts'
import type { Omission } from './choosing.ts'
import { LEAST_CLIP_BYTES, placeBehind } from './clip.ts'
import { FoundParts } from './found-parts.ts'
import {
  isOneFile as areOfOneFile,
  CONTEXT,
  hasContext,
  NUMBERED,
  recogniseGrep,
  UNDER_HEADING,
  UNNUMBERED,
} from './grep-forms.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind, Place, Search, UnitName } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Matches of grep and ripgrep: by file, so that each file gets its first match before another gets its second. Of an answer,
// whole files at both ends are shown.

const FILE = 0
const MATCH = 1
const OTHER = 2
/** Matches with the context around them, whose lines are units. */
const GROUP = 6
/** Context next to a match, one line further away, and so on. */
const CONTEXT_SORT = 7
const MOST_DISTANCE = 8
/** How late context comes behind its match, for each line between them. */
const CONTEXT_RANK = 0.5
const SORTS = CONTEXT_SORT + MOST_DISTANCE
/** Parts of a long line: around its first match, around other matches, and between matches. */
const PARTS = { first: 3, more: 4, between: 5 }
/** Parts between matches rank behind all matches. */
const MOST_RANK = 1e6
/** What is shown around a match. */
const LEAST_PART_BYTES = 96

/** Of an answer, so many matches of a file come with the first one. */
const FIRST_MATCHES = 8

/** The number of a line, behind its file. */
const NEXT_NUMBER = /:\d+:/y

/** A match with its context is held until it is complete, so that it has to end somewhere. */
const MOST_GROUP_BYTES = 65536

const encoder = /* @__PURE__ */ new TextEncoder()

export const grepKind: Kind = kindOf(undefined, false)

/** @param isOneFile true for matches that do not tell their file: with a line number or without */
function kindOf(search: Search | undefined, isOneFile: boolean, isTree = false): Kind {
  return {
    name: 'grep',
    // Context of some matches is worth less than other matches.
    isTree,
    exitCodes: [1],
    fallsBackQuietly: isOneFile,
    recognise: recogniseGrep,
    knowing(head, command, isWhole, found) {
      const isOne = areOfOneFile(head, command, isWhole, found)
      return kindOf(found, isOne, !isOne && hasContext(headLines(head, isWhole)))
    },
    read: (maxBytes, held) => new LineReader(new GrepLines(maxBytes, search, isOneFile), held),
  }
}

/** A match, or several with their context, until what follows is known. */
interface Group {
  end: Place
  path: string | undefined
  lines: { start: Place; isMatch: boolean }[]
  hasContext: boolean
}

class GrepLines implements LineKind {
  readonly sorts: readonly string[]
  readonly names = new NamedParts(([matches]) => `${matches}`, { share: 1 / 3, sorts: [MATCH] })
  /** The names of files in markers are worth some of the matches. */
  readonly leastShare = 0.8
  readonly clipBytes: number
  readonly #search: Search | undefined
  readonly #isOneFile: boolean
  /** The parts of a long line that has begun. */
  #parts: FoundParts | undefined
  #path: string | undefined
  #isHeading = false
  /** A match with its context, until what follows it is known. */
  #group: Group | undefined
  #odd = 0
  #matches = 0
  /** The file of the last match, if its matches have line numbers. */
  #matched: string | undefined

  constructor(maxBytes: number, search: Search | undefined, isOneFile: boolean) {
    this.clipBytes = clipBytesFor(maxBytes)
    this.#search = search
    this.#isOneFile = isOneFile
    this.sorts = Array.from({ length: SORTS }, (_, sort) =>
      isOneFile ? '' : sort === FILE ? 'files' : sort === MATCH ? 'matches' : '',
    )
  }

  /** All files come with their first matches before second ones. Of an answer, the files at both ends come first. */
  readonly rank = ({ index, sort }: Unit, container: Unit, tail?: number): number => {
    const { size } = container
    if (sort === FILE)
      return tail === undefined ? 0.05 * byFirstAndLast(index, size) : byEnds(index, size, tail)
    if (sort === PARTS.first) return 0
    if (sort === PARTS.more) return 0.5 + 0.1 * byFirst(index)
    if (sort === PARTS.between) return MOST_RANK + byFirst(index)
    if (sort >= CONTEXT_SORT) return CONTEXT_RANK * (1 + sort - CONTEXT_SORT)
    if (container.sort === GROUP) return 0
    if (this.#isOneFile) return byEnds(index, size) + (sort === OTHER ? 2 : 0)
    return tail === undefined ? index : 0.5 * byFirst(Math.max(0, index - FIRST_MATCHES))
  }

  /** Without its match, a line says nothing. */
  readonly isBare = ({ sort: own, units }: Unit): boolean =>
    own === MATCH && units.some(({ sort }) => sort === PARTS.first)

  /** Matches that are left out of one file are shown with that file. */
  name({ path }: Omission): UnitName | undefined {
    return this.names.fileIn(path, FILE)
  }

  line(line: Line, tree: Tree): boolean {
    this.#parts ??= this.#shortParts(line, tree)
    if (this.#parts) {
      tree.end(line.end, this.#parts.end())
      this.#parts = undefined
    } else if (this.#isOneFile) this.#alone(line, tree)
    else if (this.#isHeading) this.#under(line, line.text, tree)
    else if (this.#matched !== undefined && this.#isIn(this.#matched, line.text))
      this.#match(line, this.#matched, tree)
    else this.#take(line, line.text, tree)
    const group = this.#group
    if (group?.hasContext && group.end.byte - group.lines[0].start.byte > MOST_GROUP_BYTES) return false
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
      this.#join(group, line, false)
      this.#flush(tree)
    } else if (path !== undefined && !this.#isContext(text)) {
      this.#matched = numbered ?? this.#matched
      this.#match(line, path, tree)
    } else if (CONTEXT.test(text)) {
      this.#context(line, undefined)
    } else this.#other(line, text, tree)
  }

  /** True for a match in this file: `path:12:`. Most matches are in the file of the match before. */
  #isIn(path: string, text: string): boolean {
    NEXT_NUMBER.lastIndex = path.length
    return text.startsWith(path) && NEXT_NUMBER.test(text)
  }

  #match(line: Line, path: string, tree: Tree): void {
    const group = this.#group
    if (group?.hasContext && (group.path ?? path) === path) {
      this.#join(group, line, true)
      group.path = path
    } else {
      this.#flush(tree)
      const { start, end } = line
      this.#group = { end, path, lines: [{ start, isMatch: true }], hasContext: false }
    }
  }

  #context(line: Line, path: string | undefined): void {
    this.#group ??= { end: line.end, path, lines: [], hasContext: true }
    this.#group.hasContext = true
    this.#join(this.#group, line, false)
  }

  #join(group: Group, { start, end }: Line, isMatch: boolean): void {
    group.end = end
    group.lines.push({ start, isMatch })
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
      if (/^\d+-/.test(text)) this.#context(line, this.#path)
      else if (this.#path !== undefined) this.#match(line, this.#path, tree)
    } else if (text === '') {
      this.#flush(tree)
      this.#closeFile(line.end, tree, line.start)
      this.#isHeading = false
    } else if (text === '--') {
      this.#context(line, this.#path)
      this.#flush(tree)
    } else {
      this.#isHeading = false
      this.#flush(tree)
      this.#closeFile(line.start, tree)
      this.#take(line, text, tree)
    }
  }

  #flush(tree: Tree): void {
    const group = this.#group
    this.#group = undefined
    if (!group) return
    const path = group.path ?? this.#path
    const [{ start }] = group.lines
    if (path !== this.#path || path === undefined) this.#openFile(path ?? '', start, tree)
    if (group.path === undefined) this.#odd++
    if (group.hasContext) tree.begin(start, GROUP)
    for (const { from, to, sort } of sorted(group)) {
      if (sort === MATCH) this.#matches++
      tree.record(from, to, sort)
    }
    if (group.hasContext) tree.end(group.end)
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

/** The lines of a group with their sorts. */
function sorted({ lines, end }: Group): { from: Place; to: Place; sort: number }[] {
  const distances = lines.map(({ isMatch }): number => (isMatch ? 0 : MOST_DISTANCE))
  for (let at = 1; at < lines.length; at++) distances[at] = Math.min(distances[at], distances[at - 1] + 1)
  for (let at = lines.length - 2; at >= 0; at--)
    distances[at] = Math.min(distances[at], distances[at + 1] + 1)
  return lines.map(({ start }, at) => ({
    from: start,
    to: lines[at + 1]?.start ?? end,
    sort: distances[at] === 0 ? MATCH : CONTEXT_SORT + distances[at] - 1,
  }))
}
