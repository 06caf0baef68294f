import { byEnds } from './choose.ts'
import type { Omission } from './choosing.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { numberedRows, RowLines } from './rows.ts'
import { showsSource } from './source-words.ts'
import type { Tree } from './tree.ts'

// Outputs that nobody reads from the top to the bottom: the bytes of other files, and lists of locked packages. They are
// kept short, and markers say what they are.

const HEX = /^(?:\*|[\da-f]{6,8}(?::? .*)?)$/
const BASE64 = /^[\w+/-]+={0,2}$/

const MARK_BYTES = 64
/** One line in so many may be another one. */
const LINES_FOR_ODD = 64
const LAST_LINES = 4
const MIDDLE = 1
const LAST_RANK = 99

/** Lines whose first ones and last ones tell enough. */
class EndsLines implements LineKind {
  readonly sorts = ['', '']
  readonly rank: LineKind['rank'] = ({ index, sort }, { size }) =>
    sort === MIDDLE ? LAST_RANK : Math.min(index, size - index)
  readonly marks: { detail(): string; markBytes: number }
  readonly #isRight: (line: Line) => boolean
  readonly #first: number
  readonly #clipBytes: number
  /** Where the middle begins, and the last lines behind it. */
  readonly #starts: Place[] = []
  #odd = 0

  constructor(name: string, isRight: (line: Line) => boolean, first: number, maxBytes: number) {
    this.marks = { detail: () => `: ${name}`, markBytes: MARK_BYTES }
    this.#isRight = isRight
    this.#first = first
    this.#clipBytes = clipBytesFor(maxBytes)
  }

  line(line: Line, tree: Tree): boolean {
    if (!this.#isRight(line)) this.#odd++
    if (line.number <= this.#first) tree.clip(tree.line(line, 0), this.#clipBytes, this.#clipBytes >> 2)
    else if (this.#starts.push(line.start) > 1 + LAST_LINES) this.#starts.splice(1, 1)
    return this.#odd * LINES_FOR_ODD <= line.number
  }

  end(tree: Tree, at: Place): boolean {
    for (const [nth, start] of this.#starts.entries())
      tree.record(start, this.#starts[nth + 1] ?? at, nth === 0 ? MIDDLE : 0)
    return true
  }
}

const DUMPERS = /^(?:xxd|hexdump|hd|od)$/

/** Bytes in hexadecimal or octal: `xxd`, `hexdump -C`, `od`. Whoever asked for them sees rows that are unlike the rest. */
export const hexdump: Kind = {
  name: 'hexdump',
  isOpaque: true,
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const isRight = lines.length > 3 && lines.every((line) => HEX.test(line))
    return isRight &&
      (DUMPERS.test(command[0] ?? '') || /^0{7,8}\b.*\n0{5,6}[12]0\b/.test(`${lines[0]}\n${lines[1]}`))
      ? 0.95
      : 0
  },
  knowing: (_, [name = '']) => (DUMPERS.test(name) ? numberedRows : hexdump),
  read: (maxBytes, held) =>
    new LineReader(new EndsLines('hexdump', ({ text }) => HEX.test(text), 24, maxBytes), held),
}

/** A line of bytes amid a text: base64, or pairs of hexadecimal digits. */
const BLOCK = /^\s*(?:[\w+/]{48,}={0,2}|(?:[\da-f]{2}:){14,}(?:[\da-f]{2})?)$/i
/** One in so many lines is one of bytes. */
const BLOCK_SHARE = 4

/** A text with blocks of bytes: certificates, signed mails, keys. Its other lines come first. */
class BlockLines implements LineKind {
  readonly sorts = ['', '']
  readonly mostNotable = 64
  readonly marks = {
    detail: ({ counts }: Omission) => (counts[0] > 0 ? '' : ': bytes'),
    markBytes: MARK_BYTES,
  }
  readonly rank: LineKind['rank'] = ({ index, sort }, { size }) =>
    sort === MIDDLE ? LAST_RANK + index : byEnds(index, size)
  readonly clipBytes: number
  #blocks = 0

  constructor(maxBytes: number) {
    this.clipBytes = maxBytes >> 1
  }

  line(line: Line, tree: Tree): boolean {
    const isBlock = BLOCK.test(line.text)
    if (isBlock) this.#blocks++
    tree.line(line, isBlock ? MIDDLE : 0, !isBlock)
    return true
  }

  end(_: Tree, at: Place): boolean {
    return this.#blocks * BLOCK_SHARE >= at.line
  }
}

const blocks: Kind = {
  name: 'base64',
  isTree: true,
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const found = headLines(head, isWhole).map((line) => (BLOCK.test(line) ? line : ''))
    const runs = found.filter((line, at) => line !== '' && line.length === found[at - 1]?.length)
    const isBytes = /[\da-f]{2}:/i.test(runs[0]) || isMixed(runs.join(''))
    return isBytes && runs.length * BLOCK_SHARE >= found.length && runs.length >= 8 ? 0.55 : 0
  },
  read: (maxBytes, held) => new LineReader(new BlockLines(maxBytes), held),
}

const isMixed = (text: string): boolean => /[A-Z]/.test(text) && /[g-z]/.test(text) && /\d/.test(text)
const isPure = (lines: readonly string[]): boolean => lines.every((line) => BASE64.test(line))

export const base64: Kind = {
  name: 'base64',
  isOpaque: true,
  knowing: (head, _, isWhole) => (isPure(headLines(head, isWhole).filter(Boolean)) ? base64 : blocks),
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    if (!isPure(lines)) return blocks.recognise(head, command, isWhole)
    const length = lines[0]?.length ?? 0
    const isEven = lines.slice(0, -1).every((line) => line.length === length)
    const isLong = lines.length === 1 ? length > 4096 : lines.length > 9 && length >= 60
    return isLong && isEven && isMixed(lines.slice(0, 99).join('')) ? 0.95 : 0
  },
  read: (maxBytes, held) =>
    new LineReader(new EndsLines('base64', ({ text }) => BASE64.test(text), 4, maxBytes), held),
}

/** Code of few, giant lines. */
export const minified: Kind = {
  name: 'minified',
  isOpaque: true,
  recognise(head, command) {
    const lines = headLines(head, true)
    if (head.length < 2000 || head.length < 400 * lines.length || /^[{[]/.test(lines[0])) return 0
    const parts = lines.join().match(/\bfunction ?\w*\(|[\w)]=>|\{[\w-]+:[^{}:]*\}/g)
    return showsSource(command) || (parts && parts.length * 500 > head.length) ? 0.8 : 0
  },
  read: (maxBytes, held) => new LineReader(new EndsLines('minified code', () => true, 4, maxBytes), held),
}

const PACKAGE = /^(?:\[\[package\]\]| {0,2}['"/@\w](?=.*[@/]).*:$|\S+ v\S+(?<!\/go\.mod) h1:)/
const LOCK =
  /^(?:#.*\n)*\s*(?:# yarn lockfile|__metadata:|lockfileVersion:|version = \d[\s\S]{0,400}?\[\[package\]\]|\[\[package\]\]|(?:\S+ v\S+ h1:\S{43}=\n){4})/

/** Locked packages of yarn, pnpm, Cargo, Poetry, uv and Go. */
export const lockfile: Kind = {
  name: 'lockfile',
  recognise: (head) => (LOCK.test(headLines(head, true).join('\n')) ? 0.95 : 0),
  read: (_, held) =>
    new LineReader(new RowLines({ begins: (text) => PACKAGE.test(text) }, { name: 'packages' }), held),
}
