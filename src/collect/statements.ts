import type { CommandStatus } from '../options.ts'
import type { Evidence } from '../signal/evidence.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { type FilePlace, isForeign, placeInText } from '../signal/place.ts'
import { HAS_LOCATION, kindBit } from '../signal/rule.ts'
import { ShapeCounts } from '../signal/sketch.ts'
import { strengthOf, TELLING_KINDS } from '../signal/strength.ts'
import { testNameIn } from '../signal/test-name.ts'
import { codePointFloor } from '../text/graphemes.ts'
import { leadingContinuations } from '../text/utf8.ts'
import { type FoundError, patternOf } from './found.ts'
import type { HeldBytes } from './held-bytes.ts'

/** Statements listed in a result's `errors.statements`. */
export const MAX_STATEMENTS = 20
/** More are held, so that a statement that was dropped early is unlikely to be among the strongest ones. */
const MOST_HELD = 64
/** The strongest statements, whose lines stay in memory. */
const MOST_LEADS = 4
/** The longest message, in bytes. */
const MESSAGE_BYTES = 400
/** Bytes of a message before its evidence. */
const BEFORE_EVIDENCE = 120
/** A place belongs to a statement at most so many lines before it. */
const PLACE_REACH = 24
/** A test is named at most so many lines before its failure. */
const TEST_REACH = 10

const testBit = kindBit('test')

/** What an error says, with the lines that say the same but for numbers and quoted names. */
export interface FoundStatement extends FoundError {
  message: string
  /** How many lines say it. */
  count: number
  place?: FilePlace
  test?: string
  /** How likely it is to be the cause, compared with the others. */
  strength: number
  /** The same for lines that say the same. */
  shape: number
  coarse: number
}

/** A line whose text is in memory. `startByte` and `endByte` are those of its text, without a time stamp. */
export interface SeenLine {
  line: number
  startByte: number
  endByte: number
}

/**
 * Turns error lines into statements while they come, in bounded memory. The strength of a statement depends on what came
 * before it alone, so that no statement depends on limits or on how the input was cut into chunks.
 */
export class StatementFinder {
  readonly #bytes: Pick<HeldBytes, 'held'>
  readonly #memo: EvidenceMemo
  readonly #held = new Map<number, FoundStatement>()
  /** The strongest statements so far. */
  #leads: FoundStatement[] = []
  readonly #alike = new ShapeCounts()
  readonly #evidence: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }
  /** Kinds that an error line had before. */
  #kinds = 0
  #isFirst = true
  /** The statement that still waits for a place. */
  #open: FoundStatement | undefined
  /** The last line about a test. */
  #test: { line: number; name: string | undefined } = { line: -TEST_REACH - 1, name: undefined }

  constructor(bytes: Pick<HeldBytes, 'held'>, memo: EvidenceMemo) {
    this.#bytes = bytes
    this.#memo = memo
  }

  /** Takes an error line, whose evidence is an entry of the memo. */
  add(entry: number, seen: SeenLine): void {
    const kinds = this.#memo.kindsOf(entry)
    const known = this.#held.get(this.#memo.shapeOf(entry))
    if (known) known.count++
    else this.#addNew(entry, seen)
    if ((kinds & testBit) !== 0) this.#noteTest(entry, seen)
    this.#kinds |= kinds
    this.#isFirst = false
  }

  /** Takes a line with evidence that is no error. It may say where the last error is. */
  addOther(entry: number, seen: SeenLine): void {
    const open = this.#open
    if (open === undefined || (this.#memo.kindsOf(entry) & HAS_LOCATION) === 0) return
    if (seen.line - open.line > PLACE_REACH) {
      this.#open = undefined
      return
    }
    const text = this.#textOf(entry, seen)
    const place = placeInText(text)
    if (place === undefined) return
    const isOwn = !isForeign(text)
    if (open.place === undefined || isOwn) open.place = place
    if (isOwn) this.#open = undefined
  }

  /** True for the first line of one of the strongest statements so far. */
  isLead(matchStart: number): boolean {
    return this.#leads.some(({ startByte }) => startByte === matchStart)
  }

  /** All that are held, the strongest first. */
  get found(): FoundStatement[] {
    return [...this.#held.values()].sort(byStrength)
  }

  #addNew(entry: number, seen: SeenLine): void {
    const { line, startByte } = seen
    const evidence = this.#evidence
    this.#memo.read(entry, evidence)
    const strength = strengthOf(evidence, {
      alikeBefore: this.#alike.add(evidence.coarse),
      isAfterTest: line - this.#test.line <= TEST_REACH,
      isFirstOfKind: (evidence.kinds & TELLING_KINDS & ~this.#kinds) !== 0,
      isFirst: this.#isFirst,
    })
    this.#open = undefined
    if (this.#held.size >= MOST_HELD && !this.#makeRoom(strength)) return
    const message = this.#textOf(entry, seen)
    const place = placeInText(message)
    const statement: FoundStatement = {
      line,
      startByte: startByte + evidence.startByte,
      endByte: startByte + evidence.endByte,
      pattern: patternOf(evidence.kinds),
      message,
      count: 1,
      strength,
      shape: evidence.shape,
      coarse: evidence.coarse,
    }
    if (place) statement.place = place
    else this.#open = statement
    const isTest = (evidence.kinds & testBit) !== 0
    const test = isTest
      ? testNameIn(message)
      : line - this.#test.line <= TEST_REACH
        ? this.#test.name
        : undefined
    if (test !== undefined) statement.test = test
    this.#held.set(evidence.shape, statement)
    const weakest = this.#leads[MOST_LEADS - 1]
    if (weakest === undefined || weakest.strength < strength)
      this.#leads = [...this.#leads, statement].sort(byStrength).slice(0, MOST_LEADS)
  }

  #noteTest(entry: number, seen: SeenLine): void {
    const name = testNameIn(this.#textOf(entry, seen))
    // The summary below the name of a test has no name.
    const isNear = seen.line - this.#test.line <= TEST_REACH
    this.#test = { line: seen.line, name: name ?? (isNear ? this.#test.name : undefined) }
  }

  /** Drops the weakest statement, unless the new one is no stronger. */
  #makeRoom(strength: number): boolean {
    let weakest: FoundStatement | undefined
    for (const held of this.#held.values()) if (!weakest || held.strength <= weakest.strength) weakest = held
    if (!weakest || weakest.strength >= strength) return false
    this.#held.delete(weakest.shape)
    return true
  }

  /** The text around the evidence, without control sequences. */
  #textOf(entry: number, { startByte, endByte }: SeenLine): string {
    this.#memo.read(entry, this.#evidence)
    const from = startByte + Math.max(0, this.#evidence.startByte - BEFORE_EVIDENCE)
    const bytes = this.#bytes.held(from, Math.min(endByte, from + MESSAGE_BYTES + LONGEST_CHARACTER))
    const start = from === startByte ? 0 : leadingContinuations(bytes)
    const text = decoder.decode(bytes.subarray(start, codePointFloor(bytes, MESSAGE_BYTES)))
    return text.replaceAll('\t', ' ').replace(CONTROLS, '').trim()
  }
}

/** True for a command of which no statement is told: what it said of errors is not why anything failed. */
export const hasSucceeded = (status: CommandStatus | undefined): boolean => status?.exitCode === 0

/** The statements of two parts of an input. */
export function joinedStatements(
  first: readonly FoundStatement[],
  later: readonly FoundStatement[],
): FoundStatement[] {
  const joined = first.map((statement) => {
    const again = later.find(({ shape }) => shape === statement.shape)
    return again ? { ...statement, count: statement.count + again.count } : statement
  })
  const others = later.filter(({ shape }) => !first.some((statement) => statement.shape === shape))
  return [...joined, ...others].sort(byStrength)
}

/** The strongest first. Of equals, the earlier one. */
const byStrength = (a: FoundStatement, b: FoundStatement): number =>
  b.strength - a.strength || a.startByte - b.startByte

/** Bytes of a UTF-8 character. */
const LONGEST_CHARACTER = 4
/** Colours and other control sequences, and single control characters. */
const CONTROLS = /\p{Cc}\[[0-9:;<=>?]*[ -/]*[@-~]|\p{Cc}/gu

const decoder = new TextDecoder()
