import type { CommandStatus } from '../options.ts'
import type { Evidence } from '../signal/evidence.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { type FilePlace, isAboveMessage, isForeign, placeInText } from '../signal/place.ts'
import { HAS_LOCATION, IS_FRAME, kindBit } from '../signal/rule.ts'
import { ShapeCounts } from '../signal/sketch.ts'
import { strengthOf, TELLING_KINDS } from '../signal/strength.ts'
import { testNameIn } from '../signal/test-name.ts'
import { leadingContinuations } from '../text/utf8.ts'
import { echoesLast } from './echoes.ts'
import { fileHeaderOf, placeOfFinding } from './file-header.ts'
import { type FoundError, patternOf } from './found.ts'
import type { HeldBytes } from './held-bytes.ts'
import type { Steps } from './steps.ts'

const decoder = new TextDecoder()

/** Statements listed in a result's `errors.statements`. */
export const MAX_STATEMENTS = 20
/** More are held, so that a statement that was dropped early is unlikely to be among the strongest ones. */
const MOST_HELD = 64
/** The strongest statements, whose lines stay in memory. */
const MOST_LEADS = 4
/** What a statement of a step that passed loses, where another step failed: two thirds of its odds. */
const IN_PASSED_STEP = 1.1
/** The longest message, in bytes. */
const MESSAGE_BYTES = 400
/** Bytes of a message before its evidence. */
const BEFORE_EVIDENCE = 120
/** A place belongs to a statement at most so many lines before it. */
const PLACE_REACH = 24
/** The most lines that are looked at for its place: enough to find the reader's own frame below those of packages. */
const MOST_PLACES = 24
/** The same for a statement that is not among the strongest ones. */
const FEW_PLACES = 6
/** A place above a message, and the one above that, are at most so many lines away. */
const ABOVE_REACH = 4
/** A test is named at most so many lines before its failure. */
const TEST_REACH = 10

const testBit = kindBit('test')
/** Kinds of evidence that a line with more than a place has. */
const MORE_THAN_PLACE = 0xffff & ~kindBit('lint')

/** What an error says, with the lines that say the same but for numbers and quoted names. */
export interface FoundStatement extends FoundError {
  message: string
  /** How many lines say it. */
  count: number
  place?: FilePlace
  test?: string
  /** How likely it is to be the cause, compared with the others. */
  strength: number
  /** Lines that belong to it: those that name the test, and the one that names the place. */
  companions: readonly number[]
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
  readonly #bytes: Pick<HeldBytes, 'held' | 'isLasting'>
  readonly #memo: EvidenceMemo
  readonly #steps: Pick<Steps, 'hasPassed'>
  readonly #held = new Map<number, Held>()
  /** The strongest statements so far. */
  #leads: FoundStatement[] = []
  readonly #alike = new ShapeCounts()
  readonly #evidence: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }
  /** Kinds that an error line had before. */
  #kinds = 0
  #isFirst = true
  /** The statement that still waits for a place. */
  #open: Held | undefined
  /** `found`, until another line comes. */
  #found: FoundStatement[] | undefined
  /** The latest places, each near the one before. */
  #above: Text[] = []
  /** The last line about a test. */
  #test: { line: number; texts: readonly Text[] } = { line: -TEST_REACH - 1, texts: [] }

  constructor(
    bytes: Pick<HeldBytes, 'held' | 'isLasting'>,
    memo: EvidenceMemo,
    steps: Pick<Steps, 'hasPassed'>,
  ) {
    this.#bytes = bytes
    this.#steps = steps
    this.#memo = memo
  }

  /** Takes an error line, whose evidence is an entry of the memo. */
  add(entry: number, seen: SeenLine): void {
    this.#found = undefined
    const kinds = this.#memo.kindsOf(entry)
    const known = this.#held.get(this.#memo.shapeOf(entry))
    if (known) known.statement.count++
    else this.#addNew(entry, seen)
    if ((kinds & testBit) !== 0) this.#noteTest(entry, seen)
    this.#kinds |= kinds
    this.#isFirst = false
  }

  /** Takes a line with evidence that is no error. It may say where the last error is. */
  addOther(entry: number, seen: SeenLine): void {
    const kinds = this.#memo.kindsOf(entry)
    const open = this.#open
    const isPlaceAlone = (kinds & IS_FRAME) !== 0 || (kinds & MORE_THAN_PLACE) === 0
    if ((kinds & HAS_LOCATION) === 0 || (open === undefined && !isPlaceAlone)) return
    const text = this.#textOf(entry, seen)
    if (isPlaceAlone) this.#noteAbove(text)
    if (open === undefined) return
    this.#found = undefined
    const isNear = seen.line - open.statement.line <= PLACE_REACH
    if (isNear) open.places.push(text)
    if (!isNear || open.places.length === MOST_PLACES) this.#open = undefined
  }

  /** True for the first line of one of the strongest statements so far. */
  isLead(matchStart: number): boolean {
    return this.#leads.some(({ startByte }) => startByte === matchStart)
  }

  /** The strongest statements, the strongest one first. */
  get found(): FoundStatement[] {
    this.#found ??= inOrder(
      [...this.#held.values()]
        .map((held) => ({ held, statement: this.#weighed(held.statement) }))
        .sort((a, b) => byStrength(a.statement, b.statement))
        .slice(0, MAX_STATEMENTS)
        .map(({ held, statement }, i) =>
          this.#told({ ...held, statement }, i < MOST_LEADS ? MOST_PLACES : FEW_PLACES),
        ),
    )
    return this.#found
  }

  /** Lowers the strength of what a step that passed says, where another step failed. */
  #weighed(statement: FoundStatement): FoundStatement {
    if (!this.#steps.hasPassed(statement.line)) return statement
    return { ...statement, strength: statement.strength - IN_PASSED_STEP }
  }

  /** Copies the texts of the window, before they leave memory. */
  settle(): void {
    for (const { own, above, places, tests, header } of this.#held.values())
      for (const text of [own, ...above, ...places, ...tests, ...(header ? [header] : [])]) this.#copy(text)
    for (const text of this.#above) this.#copy(text)
    for (const text of this.#test.texts) this.#copy(text)
  }

  #addNew(entry: number, seen: SeenLine): void {
    const { line, startByte } = seen
    const evidence = this.#evidence
    this.#memo.read(entry, evidence)
    const { shape, coarse, kinds } = evidence
    const isNearTest = line - this.#test.line <= TEST_REACH
    const strength = strengthOf(evidence, {
      alikeBefore: this.#alike.add(coarse),
      isAfterTest: isNearTest,
      isFirstOfKind: (kinds & TELLING_KINDS & ~this.#kinds) !== 0,
      isFirst: this.#isFirst,
    })
    this.#open = undefined
    if (this.#held.size >= MOST_HELD && !this.#makeRoom(strength)) return
    const statement: FoundStatement = {
      line,
      startByte: startByte + evidence.startByte,
      endByte: startByte + evidence.endByte,
      pattern: patternOf(kinds),
      message: '',
      count: 1,
      strength,
      companions: [],
      shape,
      coarse,
    }
    const isTest = (kinds & testBit) !== 0
    const own = this.#textOf(entry, seen)
    const header = fileHeaderOf(this.#bytes, seen)
    const held: Held = {
      statement,
      own,
      above: line - (this.#above.at(-1)?.line ?? 0) <= ABOVE_REACH ? this.#above : [],
      places: [],
      tests: [...(isTest ? [own] : []), ...(isNearTest ? this.#test.texts : [])],
      ...(header && { header: { ...header, startsLine: true, bytes: undefined } }),
    }
    this.#above = []
    if ((kinds & HAS_LOCATION) !== 0) held.places.push(own)
    else this.#open = held
    this.#held.set(shape, held)
    const weakest = this.#leads[MOST_LEADS - 1]
    if (weakest === undefined || weakest.strength < strength)
      this.#leads = [...this.#leads, statement].sort(byStrength).slice(0, MOST_LEADS)
  }

  #noteAbove(text: Text): void {
    if (text.line - (this.#above.at(-1)?.line ?? 0) > ABOVE_REACH) this.#above = []
    else if (this.#above.length === MOST_PLACES) this.#above.shift()
    this.#above.push(text)
  }

  #noteTest(entry: number, seen: SeenLine): void {
    // The summary below the name of a test has no name.
    const before = seen.line - this.#test.line <= TEST_REACH ? this.#test.texts.slice(0, 1) : []
    this.#test = { line: seen.line, texts: [this.#textOf(entry, seen), ...before] }
  }

  /** Drops the weakest statement, unless the new one is no stronger. */
  #makeRoom(strength: number): boolean {
    let weakest: FoundStatement | undefined
    for (const { statement } of this.#held.values())
      if (!weakest || statement.strength <= weakest.strength) weakest = statement
    if (!weakest || weakest.strength >= strength) return false
    this.#held.delete(weakest.shape)
    return true
  }

  /** The bytes around the evidence of a line. */
  #textOf(entry: number, { line, startByte, endByte }: SeenLine): Text {
    const isLong = endByte - startByte > MESSAGE_BYTES
    if (isLong) this.#memo.read(entry, this.#evidence)
    const from = startByte + (isLong ? Math.max(0, this.#evidence.startByte - BEFORE_EVIDENCE) : 0)
    const to = Math.min(endByte, from + MESSAGE_BYTES)
    return { line, from, to, startsLine: from === startByte, bytes: undefined }
  }

  #copy(text: Text): void {
    if (text.bytes !== undefined) return
    const bytes = this.#bytes.held(text.from, text.to)
    text.bytes = this.#bytes.isLasting(text.from) ? bytes : bytes.slice()
  }

  #read({ from, to, startsLine, bytes = this.#bytes.held(from, to) }: Text): string {
    const start = startsLine ? 0 : leadingContinuations(bytes)
    const text = decoder.decode(bytes.subarray(start))
    return (isPrintable(bytes) ? text : text.replaceAll('\t', ' ').replace(UNREADABLE, '')).trim()
  }

  /** The place of a message: above it in some languages, in it or below it in others. */
  #placeOf({ own, header, above, places }: Held, most: number): Placed | undefined {
    const finding = header && placeOfFinding(this.#read(own))
    if (finding) return { place: { file: this.#read(header), ...finding }, line: header.line }
    const last = above.at(-1)
    if (last && isAboveMessage(this.#read(last))) return this.#placeIn(above.slice(-most).reverse())
    return this.#placeIn(places.slice(0, most))
  }

  /** The first place that is the reader's own, else the first one. */
  #placeIn(texts: readonly Text[]): Placed | undefined {
    let foreign: Placed | undefined
    for (const each of texts) {
      const text = this.#read(each)
      const isOwn = !isForeign(text)
      const place = isOwn || foreign === undefined ? placeInText(text) : undefined
      if (place && isOwn) return { place, line: each.line }
      if (place) foreign ??= { place, line: each.line }
    }
    return foreign
  }

  /** Reads the texts of a statement. */
  #told(held: Held, mostPlaces: number): FoundStatement {
    const { statement, own, tests } = held
    const placed = this.#placeOf(held, mostPlaces)
    const companions = [...tests.map(({ line }) => line), ...(placed ? [placed.line] : [])]
    const found: FoundStatement = { ...statement, companions, message: this.#read(own) }
    if (placed) found.place = placed.place
    for (const text of tests) {
      const name = testNameIn(this.#read(text))
      if (name === undefined) continue
      found.test = name
      break
    }
    return found
  }
}

/** A range that is read when somebody wants to know, and copied when it leaves memory before that. */
interface Text {
  line: number
  from: number
  to: number
  /** False if it may begin inside a character. */
  startsLine: boolean
  bytes: Uint8Array | undefined
}

/** A line that says where, and the place in it. */
interface Placed {
  line: number
  place: FilePlace
}

interface Held {
  /** Without its texts. */
  statement: FoundStatement
  own: Text
  /** Places right above it. */
  above: Text[]
  /** Lines that name a place: its own one, or some behind it. */
  places: Text[]
  /** Lines that may name the test, the likely one first. */
  tests: readonly Text[]
  /** The line that names the file of a finding. */
  header?: Text
}

/** True for printable ASCII, which most texts are. */
function isPrintable(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] < 0x20 || bytes[at] > 0x7e) return false
  return true
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
  return inOrder([...joined, ...others].sort(byStrength))
}

/** Puts another failure second, if one of the strongest statements, whose lines are in memory, tells of one. */
const inOrder = (statements: readonly FoundStatement[]): FoundStatement[] => [
  ...echoesLast(statements.slice(0, MOST_LEADS)),
  ...statements.slice(MOST_LEADS),
]

/** The strongest first. Of equals, the earlier one. */
const byStrength = (a: FoundStatement, b: FoundStatement): number =>
  b.strength - a.strength || a.startByte - b.startByte

/** Colours and other control sequences, single control characters, and what is left of a character that was cut. */
const UNREADABLE = /\p{Cc}\[[0-9:;<=>?]*[ -/]*[@-~]|\p{Cc}|\ufffd$/gu
