import { byEnds } from './choose.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import { showsSource } from './source-words.ts'
import type { Tree } from './tree.ts'

// Outputs that nobody reads from the top to the bottom: the bytes of other files, and lists of locked packages. They are
// kept short, and markers say what they are.

const HEX = /^(?:\*|[\da-f]{6,8}(?::? .*)?)$/
const BASE64 = /^[\w+/-]+={0,2}$/

const LAST_LINES = 4
const MIDDLE = 1
const LAST_RANK = 99

/** Lines whose first ones and last ones tell enough. */
class EndsLines implements LineKind {
  readonly sorts = ['', '']
  readonly rank: LineKind['rank'] = ({ index, sort }, { size }) =>
    sort === MIDDLE ? LAST_RANK : Math.min(index, size - index)
  readonly detail: () => string
  readonly markBytes = 64
  readonly #isRight: RegExp
  readonly #first: number
  readonly #clipBytes: number
  /** Where the middle begins, and the last lines. */
  readonly #starts: Place[] = []
  #lines = 0
  #odd = 0
  #end: Place | undefined

  constructor(name: string, isRight: RegExp, first: number, maxBytes: number) {
    this.detail = () => `: ${name}`
    this.#isRight = isRight
    this.#first = first
    this.#clipBytes = clipBytesFor(maxBytes)
  }

  line({ start, end, text }: Line, tree: Tree): boolean {
    this.#end = end
    if (!this.#isRight.test(text)) this.#odd++
    if (this.#lines++ < this.#first)
      clipLine(tree, tree.record(start, end, 0), this.#clipBytes, this.#clipBytes >> 2)
    else {
      this.#starts.push(start)
      if (this.#starts.length > LAST_LINES + 1) this.#starts.splice(1, 1)
    }
    return this.#odd <= 2 + this.#lines / 64
  }

  end(tree: Tree): boolean {
    const ends = [...this.#starts.slice(1), this.#end as Place]
    for (const [at, start] of this.#starts.entries()) tree.record(start, ends[at], at === 0 ? MIDDLE : 0)
    return this.#odd * 4 < this.#lines
  }
}

/** Bytes in hexadecimal or octal: `xxd`, `hexdump -C`, `od`. */
export const hexdump: Kind = {
  name: 'hexdump',
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const isNamed = /^(?:xxd|hexdump|hd|od)$/.test(command[0] ?? '')
    const isRight = lines.length > 3 && lines.every((line) => HEX.test(line))
    return isRight && (isNamed || /^0{7,8}\b.*\n0{5,6}[12]0\b/.test(`${lines[0]}\n${lines[1]}`)) ? 0.95 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new EndsLines('hexdump', HEX, 24, maxBytes), heldBytes),
}

export const base64: Kind = {
  name: 'base64',
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const length = lines[0]?.length ?? 0
    const isEven = lines.slice(0, -1).every((line) => line.length === length)
    const isLong = lines.length === 1 ? length > 4096 : lines.length > 9 && length >= 60
    const text = lines.slice(0, 99).join('')
    const isMixed = /[A-Z]/.test(text) && /[g-z]/.test(text) && /\d/.test(text)
    return isLong && isEven && isMixed && lines.every((line) => BASE64.test(line)) ? 0.95 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new EndsLines('base64', BASE64, 4, maxBytes), heldBytes),
}

/** Code of few, giant lines. */
export const minified: Kind = {
  name: 'minified',
  recognise(head, command) {
    const lines = headLines(head, true)
    if (head.length < 2000 || head.length < 400 * lines.length || /^[{[]/.test(lines[0])) return 0
    const parts = lines.join().match(/\bfunction ?\w*\(|[\w)]=>|\{[\w-]+:[^{}:]*\}/g)
    return showsSource(command) || (parts && parts.length * 500 > head.length) ? 0.8 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new EndsLines('minified code', /^/, 4, maxBytes), heldBytes),
}

const PACKAGE = /^(?:\[\[package\]\]| {0,2}['"/@\w](?=.*[@/]).*:$|\S+ v\S+(?<!\/go\.mod) h1:)/
const LOCK =
  /^(?:#.*\n)*\s*(?:# yarn lockfile|__metadata:|lockfileVersion:|version = \d[\s\S]{0,400}?\[\[package\]\]|\[\[package\]\]|(?:\S+ v\S+ h1:\S{43}=\n){4})/

/** Locked packages of yarn, pnpm, Cargo, Poetry, uv and Go. */
export const lockfile: Kind = {
  name: 'lockfile',
  recognise: (head) => (LOCK.test(headLines(head, true).join('\n')) ? 0.95 : 0),
  read: (_, heldBytes) => new LineReader(new PackageLines(), heldBytes),
}

class PackageLines implements LineKind {
  readonly sorts = ['packages', '']
  readonly rank: LineKind['rank'] = ({ index }, { size }) => byEnds(index, size)
  #start: Place | undefined
  #end: Place | undefined
  #isPackage = false

  line({ start, end, text }: Line, tree: Tree): boolean {
    this.#start ??= start
    if (PACKAGE.test(text)) {
      this.#flush(start, tree)
      this.#isPackage = true
    }
    this.#end = end
    return true
  }

  end(tree: Tree): boolean {
    this.#flush(this.#end as Place, tree)
    return tree.counts[0] > 0
  }

  #flush(at: Place, tree: Tree): void {
    const start = this.#start as Place
    if (at.byte > start.byte) tree.record(start, at, this.#isPackage ? 0 : 1)
    this.#start = at
  }
}
