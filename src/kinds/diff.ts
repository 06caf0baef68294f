import { BACKSLASH, DASH, PLUS, SPACE } from './bytes.ts'
import { byFirst, byFirstAndLast } from './choose.ts'
import type { Omission } from './choosing.ts'
import { tellsFailure } from './failure-words.ts'
import { headLines, headText } from './head-lines.ts'
import type { Kind, Place, UnitName } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Unified and combined diffs: commits, files, hunks, lines. A small hunk is kept whole. Of a large one, lines are kept
// below its header. Markers name the files that they hide.

const COMMIT = 0
const FILE = 1
const HUNK = 2
const LINE = 3

// What is counted of a file.
const ADDED = 0
const REMOVED = 1

/** The share of the room that names in markers may take where there are several commits. Commits come first. */
const LOG_SHARE = 0.2
/** What is told of a commit: its hash and its subject. */
const HASH_LENGTH = 8
const SUBJECT_LENGTH = 60

/** Lines of another command that may stand above a diff. With more of them, the diff must be as long as they are. */
const MOST_ABOVE = 16
/** Begins a line of Markdown, or of a diff that has no head. */
const OTHER_TEXT = /^(?:```|~~~|#|--- |\+\+\+ |@@)/

const HUNK_HEAD = /^@@+ -\d+(?:,(\d+))? (?:-\d+(?:,\d+)? )*\+\d+(?:,(\d+))? @@/
const FILE_HEAD = /^(?:diff --git |diff --cc |diff --combined |diff -|Index: )/
const COMMIT_HEAD = /^(?:commit ([0-9a-f]{7,64})\b|From ([0-9a-f]{40}) )/
const SUBJECT = /^(?: {4}|Subject: (?:\[PATCH[^\]]*\] )?)(\S.*)/

/** `+12 -3`, `+12`, `-3`. Empty for a file without changed lines, such as one that was renamed. */
const tellChanges = ([added, removed]: readonly number[]): string =>
  [added > 0 && `+${added}`, removed > 0 && `-${removed}`].filter(Boolean).join(' ')

export const diff: Kind = {
  name: 'diff',
  exitCodes: [1],
  recognise(head, command, isWhole) {
    const text = headText(head).trimStart()
    const isNamed = command.some((word) => /^(diff|show|format-patch|colordiff)$/.test(word))
    if (FILE_HEAD.test(text) || /^--- .*\n\+\+\+ .*\n@@/.test(text))
      return /^@@|^Binary|^similarity|^new file|^deleted/m.test(text) ? 0.9 : 0
    if (COMMIT_HEAD.test(text))
      return /^diff --/m.test(text) || (isNamed && command.includes('show')) ? 0.9 : 0
    return isBelowLines(headLines(head, isWhole)) ? 0.6 : 0
  },
  read: (maxBytes, held) => new LineReader(new DiffLines(maxBytes), held, maxBytes),
}

/** True for a diff below a few lines of another command, none of which tells of a failure. */
function isBelowLines(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => /^diff --(?:git|cc|combined) /.test(line))
  if (first < 1) return false
  const isOther = (line: string) => OTHER_TEXT.test(line) || tellsFailure(line)
  return !lines.slice(0, first).some(isOther) && lines.slice(first).some((line) => HUNK_HEAD.test(line))
}

class DiffLines implements LineKind {
  readonly sorts = ['commits', 'files', 'hunks', '']
  readonly #wholeBytes: number
  readonly names = new NamedParts(tellChanges, { tellsShown: true })
  /** Below a gap of lines, a change would stand below the header of another file. */
  readonly leastShare = 0
  #commit: NamedPart | undefined
  #file: NamedPart | undefined
  #hunkStart = 0
  /** True behind the first changed line of a hunk. */
  #hasChange = false
  #isInHead = false
  #hasSubject = false
  #oldLines = 0
  #newLines = 0
  #odd = 0
  /** Lines above the first file. */
  #above = 0

  constructor(maxBytes: number) {
    this.#wholeBytes = Math.max(128, Math.min(8192, maxBytes >> 3))
  }

  /** Without a changed line, headers tell no more than a name in a marker. */
  readonly isBare = ({ sort }: Unit): boolean => sort === FILE || sort === HUNK

  /** A hunk is shown from its beginning on. */
  readonly isInOnePiece = ({ sort }: Unit): boolean => sort === HUNK

  /** The newest commits come first. A file comes with its first hunk, before a file after it, and before its own second hunk. */
  readonly rank = ({ index, sort }: Unit, container: Unit): number => {
    if (sort === COMMIT) return 4 * index
    if (sort === FILE) return 0.3 * byFirstAndLast(index, container.size)
    if (sort === HUNK) return index === 0 ? 0.001 : 1 + byFirst(index)
    // Of many lines above a diff, the first ones come before it.
    return 0.002 + (container.sort < 0 && index >= MOST_ABOVE ? 4 + 0.3 * index : 0.03 * index)
  }

  line(line: Line, tree: Tree): boolean {
    if (tree.level === HUNK && this.#isBody(line)) {
      this.#body(line, tree)
      return true
    }
    const { text } = line
    if (HUNK_HEAD.test(text)) this.#beginHunk(line, text, tree)
    else if (COMMIT_HEAD.test(text)) this.#beginCommit(line, tree)
    else if (FILE_HEAD.test(text) || (text.startsWith('--- ') && !this.#isInHead)) this.#beginFile(line, tree)
    else this.#other(line, text, tree)
    return this.#odd <= 16 + line.number / 4
  }

  end(tree: Tree, { line }: Place): boolean {
    return tree.counts[FILE] > 0 && (this.#above <= MOST_ABOVE || 2 * this.#above < line)
  }

  /** What is left out of one file is shown with that file. */
  name({ path }: Omission): UnitName | undefined {
    return this.names.fileIn(path, FILE)
  }

  /**
   * True for a line of the open hunk. The counts in its header can be wrong, so a line that begins like one of a hunk
   * still belongs to it, unless it can begin a file.
   */
  #isBody(line: Line): boolean {
    const { first } = line
    if (first === SPACE || first === PLUS || first === BACKSLASH) return true
    if (this.#oldLines > 0 || this.#newLines > 0) return first === DASH || line.isEmpty
    return first === DASH && !line.text.startsWith('--- ')
  }

  #body(line: Line, tree: Tree): void {
    const counts = this.#file?.counts
    if (line.first === PLUS) {
      if (counts) counts[ADDED]++
      this.#newLines--
    } else if (line.first === DASH) {
      if (counts) counts[REMOVED]++
      this.#oldLines--
    } else if (line.first !== BACKSLASH) {
      this.#oldLines--
      this.#newLines--
    }
    // The header of a hunk stands with its first changed line, so that it tells something.
    if (this.#hasChange || line.endByte - this.#hunkStart > this.#wholeBytes) tree.line(line, LINE)
    this.#hasChange ||= line.first === PLUS || line.first === DASH
  }

  #beginHunk(line: Line, text: string, tree: Tree): void {
    tree.close(HUNK, line.start)
    if (tree.level !== FILE) this.#odd++
    this.#isInHead = false
    const [, old = '1', added = '1'] = HUNK_HEAD.exec(text) ?? []
    this.#oldLines = Number(old)
    this.#newLines = Number(added)
    tree.begin(line.start, HUNK, { level: HUNK, mostWhole: this.#wholeBytes })
    this.#hunkStart = line.startByte
    this.#hasChange = false
  }

  #beginCommit(line: Line, tree: Tree): void {
    const [, hash, patch = hash] = COMMIT_HEAD.exec(line.ownText) ?? []
    this.#commit = tree.begin(line.start, COMMIT, { level: COMMIT, name: patch.slice(0, HASH_LENGTH) })
    if (tree.counts[COMMIT] > 1) this.names.share = LOG_SHARE
    this.#isInHead = true
    this.#hasSubject = false
  }

  /** The first line of a commit's message is its name. */
  #addSubject({ ownText }: Line): void {
    const subject = this.#hasSubject ? undefined : SUBJECT.exec(ownText)?.[1]
    if (!subject || !this.#commit) return
    this.#hasSubject = true
    const characters = [...subject.slice(0, 2 * SUBJECT_LENGTH)]
    const short = characters.slice(0, SUBJECT_LENGTH).join('')
    this.#commit.name += ` ${short}${short.length < subject.length ? '…' : ''}`
  }

  #beginFile(line: Line, tree: Tree): void {
    this.#file = tree.begin(line.start, FILE, { level: FILE, name: fileNameOf(line.ownText) })
    this.#file?.counts.push(0, 0)
    this.#isInHead = true
  }

  #other(line: Line, text: string, tree: Tree): void {
    // The lines below the head of a commit or a file belong to it.
    if (this.#isInHead && tree.level !== HUNK) {
      if (tree.level === COMMIT) {
        this.#addSubject(line)
        return
      }
      const file = this.#file
      if (file?.name === '') file.name = /^\+\+\+ (?:b\/)?([^\t]+)/.exec(line.ownText)?.[1] ?? ''
      return
    }
    if (tree.counts[COMMIT] + tree.counts[FILE] === 0) this.#above++
    else if (text !== '' && !/^(?:Only in |Files |-- $|\d+\.\d+|Binary )/.test(text)) this.#odd++
    tree.close(HUNK, line.start)
    tree.line(line, LINE)
  }
}

/** The name in the first line of a file's head. Empty if a later line has it. */
function fileNameOf(text: string): string {
  const git = /^diff --git (?:"?[a-z]\/)?(.+?)"? "?(?:[a-z]\/)(.+?)"?$/.exec(text)
  if (git) return git[2]
  return /^(?:diff --(?:cc|combined)|Index:) (.+)$/.exec(text)?.[1] ?? ''
}
