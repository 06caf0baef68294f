import { countOf } from '../core/words/notices.ts'
import { isTellable } from './kind.ts'
import { byteLength, type ListedName, listedName, writeNames } from './name-list.ts'
import type { Level } from './problem-line.ts'

// How many problems there are of each code and in each file, of the whole output, in bounded memory.

const MOST_CODES = 512
const MOST_FILES = 10_000
/** Longer names are told by their ends. */
const MOST_NAME_LENGTH = 160
/** The share of the room that codes may take. */
const SHARE_OF_CODES = 0.6

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder()

/** The text without the memory of the longer one that it may be a part of. */
const ownText = (text: string): string => decoder.decode(encoder.encode(text))

/** Counts by name. */
class Names {
  readonly counts = new Map<string, number>()
  readonly #most: number
  /** True if there were more names than are told apart. */
  isFull = false
  #sorted: [string, number][] | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** True if it is the first one of this name. */
  add(name: string): boolean {
    const key = name.slice(-MOST_NAME_LENGTH)
    const count = this.counts.get(key)
    if (count !== undefined) this.counts.set(key, count + 1)
    else if (this.counts.size < this.#most) this.counts.set(ownText(key), 1)
    else this.isFull = true
    return count === undefined && !this.isFull
  }

  has(name: string): boolean {
    return this.counts.has(name.slice(-MOST_NAME_LENGTH))
  }

  /** The most frequent first. Those of one count stay in their order. */
  get sorted(): readonly [string, number][] {
    this.#sorted ??= [...this.counts].sort((a, b) => b[1] - a[1])
    return this.#sorted
  }
}

export class ProblemCounts {
  readonly #codes = new Names(MOST_CODES)
  readonly #files = new Names(MOST_FILES)
  readonly #levels: Record<Level, number> = { errors: 0, warnings: 0, problems: 0 }

  get total(): number {
    const { errors, warnings, problems } = this.#levels
    return errors + warnings + problems
  }

  /** Counts a problem. True if it is the first one of its code. An error is not like a warning of the same code. */
  add(level: Level, code: string, file: string): boolean {
    this.#levels[level]++
    this.#files.add(file)
    return this.#codes.add(code)
  }

  hasFile(file: string): boolean {
    return this.#files.has(file)
  }

  /**
   * `668 errors in 221 files: TS2322 301, TS2339 120, others 247; src/{a.ts 31, b.ts 9}, others 628`.
   *
   * @param bytes the most UTF-8 bytes
   */
  summary(bytes: number): string | undefined {
    const { size } = this.#files.counts
    const files = this.#files.isFull ? `${size}+ files` : countOf(size, 'files')
    const levels = Object.entries(this.#levels).filter(([, count]) => count > 0)
    const head = `${levels.map(([name, count]) => countOf(count, name)).join(', ')} in ${files}`
    const room = bytes - byteLength(head) - ': ; '.length
    if (room < 0) return undefined
    const codes = this.#listed(this.#codes, room * SHARE_OF_CODES, (code, count) => ({
      folder: '',
      rest: `${code} ${count}`,
    }))
    const named = this.#listed(this.#files, room - byteLength(codes), listedName)
    const lists = [codes, named].filter(Boolean).join('; ')
    return lists === '' ? head : `${head}: ${lists}`
  }

  /** The most frequent names that have room, and how many problems have others. */
  #listed(names: Names, bytes: number, asListed: (name: string, told: string) => ListedName): string {
    const listed: ListedName[] = []
    let others = this.total
    let best = ''
    for (const [name, count] of names.sorted) {
      listed.push(asListed(told(name), `${count}`))
      others -= count
      const text = writeNames(listed) + (others > 0 ? `, others ${others}` : '')
      if (byteLength(text) > bytes) break
      best = text
    }
    return best
  }
}

/** A name as it can stand in a notice, whose sentences it must not look like. */
function told(name: string): string {
  const plain = isTellable(name)
    ? name
    : name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '?').slice(-120)
  return plain.replaceAll(/[:.;] /g, '?')
}
