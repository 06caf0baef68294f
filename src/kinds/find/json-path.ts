import { PithError } from '../../errors.ts'
import { type Choice, choiceOf, isOver, judge, place, takes } from './choice.ts'
import type { AskedValue } from './filter.ts'
import { listNames, MOST_NAMES, type UnitSelector } from './find.ts'
import { JsonScanner, type JsonVisitor, type ValueKind } from './json-scanner.ts'
import { askMembers, asks, followSegment, isIdle, OpenValue, type Thread } from './open-value.ts'
import { fromEnd, type PathSegment } from './path.ts'
import { WaitingValues } from './waiting-values.ts'

/** Deepest container that a path leads through. */
const MOST_LEVELS = 2000
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })
/** A value that the path neither takes nor leads through. It is never changed. */
const UNUSED = /* @__PURE__ */ new OpenValue(false)

/**
 * Selects the values of a path as they stand, one after the other with line breaks between. What is inside a value that
 * is selected is not selected again.
 */
export class JsonPathSelector implements UnitSelector, JsonVisitor {
  isDone = false
  isCut = false
  readonly #segments: readonly PathSegment[]
  readonly #isFirstOnly: boolean
  readonly #scanner = new JsonScanner(this)
  readonly #waiting = new WaitingValues()
  readonly #levels: OpenValue[] = []
  #kind: ValueKind = 'word'
  #scalar: OpenValue | undefined
  #hasRoot = false
  #deepest: { level: OpenValue; depth: number } | undefined

  /** @param isFirstOnly ends with the first document, or before, when nothing more can be selected */
  constructor(segments: readonly PathSegment[], isFirstOnly = false) {
    this.#segments = segments
    this.#isFirstOnly = isFirstOnly
  }

  get isFound(): boolean {
    return this.#waiting.isFound
  }

  get isIdle(): boolean {
    return isIdle(this.#levels[this.#levels.length - 1])
  }

  write(chunk: Uint8Array): Uint8Array[] {
    this.#waiting.startChunk(chunk)
    this.#scanner.write(chunk)
    return this.#waiting.endChunk()
  }

  end(): Uint8Array[] {
    const isInside = this.#scanner.end()
    this.isCut = isInside && !this.#waiting.isEmpty
    this.#levels.forEach((level, at) => {
      this.#remember(level, at + 1)
    })
    return this.#waiting.end()
  }

  missing(): string {
    if (!this.#hasRoot) return 'There is no JSON value.'
    if (this.#segments.some(({ isDescendant }) => isDescendant) || !this.#deepest)
      return 'No value fits the path.'
    const { level, depth } = this.#deepest
    const where = depth === 1 ? '$' : `The value ${depth - 1} steps into the path`
    if (level.isArray) return `${where} is an array of ${level.ordinal + 1} items, from [0].`
    return level.ordinal < 0
      ? `${where} is an object without members.`
      : `${where} is an object with ${listNames(level.names, level.ordinal + 1)}.`
  }

  beginValue(kind: ValueKind, at: number): boolean {
    const level = this.#levels[this.#levels.length - 1]
    const open = level ? this.#member(level, kind, at) : this.#root(kind, at)
    this.#kind = kind
    if (kind === 'string' || kind === 'word') {
      this.#scalar = open
      return open.asked.length > 0
    }
    if (this.#levels.push(open) > MOST_LEVELS) throw tooDeep(at)
    this.#answer(open, { is: kind }, at)
    return !isIdle(open)
  }

  memberName(name: string | undefined): void {
    const level = this.#levels[this.#levels.length - 1]
    level.name = name
    level.ordinal++
    if (level.names.length < MOST_NAMES) level.names.push((name ?? '…').slice(0, 200))
  }

  endValue(at: number, bytes: Uint8Array | undefined): void {
    const scalar = this.#scalar
    this.#scalar = undefined
    const open = scalar ?? this.#levels.pop()
    if (open && open !== UNUSED) {
      if (scalar) this.#answer(open, scalarOf(this.#kind, bytes), at)
      else this.#remember(open, this.#levels.length + 1)
      this.#place(open, true, at)
      for (const choice of open.choices) this.#decide(choice, judge(choice, true), at)
      if (open.value) this.#waiting.finish(open.value, at)
    }
    if (this.#isFirstOnly && this.#waiting.isEmpty && this.#levels.every(isIdle)) this.isDone = true
  }

  #root(kind: ValueKind, at: number): OpenValue {
    this.#hasRoot = true
    const open = new OpenValue(kind === 'array')
    if (this.#segments.length === 0) open.value = this.#waiting.begin(at, undefined)
    else followSegment(open, 0, undefined)
    return open
  }

  /** The member of a container that begins. */
  #member(level: OpenValue, kind: ValueKind, at: number): OpenValue {
    if (level.isArray) {
      level.ordinal++
      this.#place(level, false, at)
    }
    const isArray = kind === 'array'
    const isContainer = isArray || kind === 'object'
    let open: OpenValue | undefined
    for (const thread of level.threads) {
      const isTaken = this.#takes(thread, level, !isContainer)
      const isInherited = isContainer && this.#segments[thread.segment].isDescendant
      if (isTaken === false && !isInherited) continue
      open ??= new OpenValue(isArray)
      if (isInherited) followSegment(open, thread.segment, thread.condition)
      if (isTaken !== false) this.#take(thread, level, open, isTaken, at)
    }
    for (const question of level.questions) {
      if (!asks(question, level)) continue
      open ??= new OpenValue(isArray)
      askMembers(open, { ...question, segment: question.segment + 1 })
    }
    this.#tidy(level)
    // What is inside a value that is selected anyway is not looked at.
    if (open?.value && !open.value.condition) open.threads = []
    return open ?? UNUSED
  }

  /** Whether a thread takes the last member of a container. */
  #takes({ segment, found }: Thread, level: OpenValue, isScalar: boolean): boolean | undefined {
    const wanted = this.#segments[segment]
    const isTaken = takes(wanted, level, isScalar)
    if (!isTaken || level.isArray || level.name === undefined || wanted.isAny || wanted.filter) return isTaken
    if (found.includes(level.name)) return false
    found.push(level.name)
    return true
  }

  #take(thread: Thread, level: OpenValue, open: OpenValue, isTaken: true | undefined, at: number): void {
    const next = thread.segment + 1
    const condition = isTaken ? thread.condition : this.#choose(thread, level, open)
    if (next < this.#segments.length) followSegment(open, next, condition)
    else open.value = this.#waiting.begin(at, condition)
  }

  /** Begins to find out whether a value is taken. */
  #choose({ segment: at, condition }: Thread, level: OpenValue, open: OpenValue): Choice {
    const segment = this.#segments[at]
    const choice = choiceOf(segment, level.isArray, condition)
    open.choices.push(choice)
    for (let query = 0; query < (choice.filter?.queries.length ?? 0); query++)
      askMembers(open, { choice, query, segment: 0 })
    if (choice.byPosition === undefined) {
      const reach = Math.max(...segment.slices.map(fromEnd))
      level.unplaced.push({ choice, segment, ordinal: level.ordinal, reach })
    }
    return choice
  }

  /** Forgets what needs no more members of a container. */
  #tidy(level: OpenValue): void {
    if (level.questions.some(({ choice }) => choice.byFilter !== undefined))
      level.questions = level.questions.filter(({ choice }) => choice.byFilter === undefined)
    const isDone = ({ segment, found }: Thread) => isOver(this.#segments[segment], level, found.length)
    if (level.threads.some(isDone)) level.threads = level.threads.filter((thread) => !isDone(thread))
    level.name = undefined
  }

  /** A value is known. */
  #answer(open: OpenValue, answer: AskedValue, at: number): void {
    for (const { choice, query } of open.asked) {
      choice.answers[query] ??= answer
      this.#decide(choice, judge(choice, false), at)
    }
  }

  /** Decides on elements whose positions from the end are known, or on all when the array ends. */
  #place(level: OpenValue, isWhole: boolean, at: number): void {
    const { unplaced, ordinal } = level
    for (; level.placed < unplaced.length; level.placed++) {
      const each = unplaced[level.placed]
      if (!isWhole && each.ordinal + each.reach > ordinal) break
      this.#decide(each.choice, place(each.choice, each.segment, each.ordinal, ordinal + 1), at)
    }
    if (level.placed > 100 && level.placed * 2 > unplaced.length) {
      unplaced.splice(0, level.placed)
      level.placed = 0
    }
  }

  #decide(choice: Choice, verdict: boolean | undefined, at: number): void {
    if (verdict !== undefined && choice.verdict === undefined) this.#waiting.decide(choice, verdict, at)
  }

  #remember(level: OpenValue, depth: number): void {
    if (level.isOnPath && (!this.#deepest || depth > this.#deepest.depth)) this.#deepest = { level, depth }
  }
}

/** A scalar as a filter compares it. */
function scalarOf(kind: ValueKind, bytes: Uint8Array | undefined): AskedValue {
  if (bytes === undefined) return { is: 'long' }
  const text = decoder.decode(bytes)
  if (kind === 'string' && !text.includes('\\')) return text
  try {
    return JSON.parse(kind === 'string' ? `"${text}"` : text) as string | number | boolean | null
  } catch {
    return { is: 'unreadable' }
  }
}

const tooDeep = (at: number): PithError =>
  new PithError(
    'PITH_INVALID_INPUT',
    `Expected values at most ${MOST_LEVELS} levels deep on the path, got more at byte ${at}. Use a path without \`..\`.`,
  )
