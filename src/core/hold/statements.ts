import type { CommandStatus } from '../../options.ts'
import { type FilePlace, isAboveMessage, isForeign, placeInText } from '../judge/place.ts'
import { kindBit } from '../judge/rule.ts'
import { strengthOf, TELLING_KINDS } from '../judge/strength.ts'
import { testNameIn } from '../judge/test-name.ts'
import type { Entry } from '../scan/selector.ts'
import { echoesLast } from './echoes.ts'
import { type FoundStatement, MAX_STATEMENTS } from './found.ts'
import { type JudgedLine, type JudgedLines, judgedRange } from './judged.ts'
import { type HeldLines, type NearLine, readable } from './reader.ts'
import { Steps } from './steps.ts'

/** The strongest statements, for which a place is looked for longest. */
const MOST_LEADS = 4
/** What a statement loses of a step that passed, where another one failed: two thirds of its odds. */
const IN_PASSED_STEP = 1.1
const MESSAGE_BYTES = 400
/** Bytes of a message before its evidence. */
const BEFORE_EVIDENCE = 120
/** A place belongs to a statement at most so many lines before it. */
const PLACE_REACH = 24
/** Lines of places that are looked at: enough to find the reader's own frame below those of packages. */
const MOST_PLACES = 24
/** The same for a statement that is not among the strongest ones. */
const FEW_PLACES = 6
/** A place above a message, and the one above that, are at most so many lines away. */
const ABOVE_REACH = 4
/** A test is named at most so many lines before its failure. */
const TEST_REACH = 10
/** A file is named at most so many lines above a finding in it. */
const HEADER_REACH = 200

const testBit = kindBit('test')

/** What the errors say, the strongest first: each with its place and its test, as far as they are in memory. */
export function statementsOf(found: JudgedLines, reader: HeldLines): FoundStatement[] {
  const steps = new Steps(found.lines)
  const told = differentOnes(found)
  for (const each of told) if (steps.hasPassed(each.line.kept.entry.line)) each.strength -= IN_PASSED_STEP
  const firsts = new Set(told.map(({ line }) => line.kept.entry.line))
  const statements = told
    .sort((a, b) => b.strength - a.strength || a.line.kept.entry.startByte - b.line.kept.entry.startByte)
    .slice(0, MAX_STATEMENTS)
    .map((each, i) => statementOf(each, reader, firsts, i < MOST_LEADS ? MOST_PLACES : FEW_PLACES))
  return inOrder(statements)
}

/** The first line that says something, and what is known of it. */
interface Told {
  line: JudgedLine
  count: number
  strength: number
  /** Lines that may name its test, the likely one first. */
  tests: readonly JudgedLine[]
}

/** The error lines that say different things. */
function differentOnes({ lines }: JudgedLines): Told[] {
  const byShape = new Map<number, Told>()
  const alike = new Map<number, number>()
  let kinds = 0
  let isFirst = true
  let tests: JudgedLine[] = []
  for (const line of lines) {
    const { evidence, isError } = line
    if (!isError || !evidence) continue
    const known = byShape.get(evidence.shape)
    const number = line.kept.entry.line
    const near = tests.length > 0 && number - tests[0].kept.entry.line <= TEST_REACH ? tests : []
    const isTest = (evidence.kinds & testBit) !== 0
    if (known) known.count += 1 + line.onlyCounted
    else {
      const before = alike.get(evidence.coarse) ?? 0
      alike.set(evidence.coarse, before + 1)
      const strength = strengthOf(evidence, {
        alikeBefore: before,
        isAfterTest: near.length > 0,
        isFirstOfKind: (evidence.kinds & TELLING_KINDS & ~kinds) !== 0,
        isFirst,
      })
      byShape.set(evidence.shape, {
        line,
        count: 1 + line.onlyCounted,
        strength,
        tests: isTest ? [line, ...near] : near,
      })
    }
    // The summary below the name of a test has no name.
    if (isTest) tests = [line, ...near.slice(0, 1)]
    kinds |= evidence.kinds
    isFirst = false
  }
  return [...byShape.values()]
}

function statementOf(
  { line, count, strength, tests }: Told,
  reader: HeldLines,
  firsts: ReadonlySet<number>,
  mostPlaces: number,
): FoundStatement {
  const { kept, evidence } = line
  if (!evidence) throw new Error('A statement has evidence.')
  const message = messageOf(line)
  const placed = placeOf(line, message, reader, firsts, mostPlaces)
  const found: FoundStatement = {
    line: kept.entry.line,
    startByte: evidence.startByte,
    endByte: evidence.endByte,
    kinds: evidence.kinds,
    message,
    count,
    strength,
    companions: [...tests.map((test) => test.kept.entry.line), ...(placed ? [placed.line] : [])],
    shape: evidence.shape,
    coarse: evidence.coarse,
  }
  if (placed) found.place = placed.place
  for (const test of tests) {
    const name = testNameIn(messageOf(test))
    if (name === undefined) continue
    found.test = name
    break
  }
  return found
}

/** A line that says where, and the place in it. */
interface Placed {
  line: number
  place: FilePlace
}

/** The place of a message: above it in some languages, in it or below it in others. */
function placeOf(
  { kept }: JudgedLine,
  message: string,
  reader: HeldLines,
  firsts: ReadonlySet<number>,
  most: number,
): Placed | undefined {
  const { line } = kept.entry
  const own = { line, text: message }
  const finding = placeOfFinding(message)
  const header = finding && headerOf(kept.entry, reader)
  if (finding && header) return { place: { file: header.text, ...finding }, line: header.line }
  const above = placesAbove(kept.entry, reader, most)
  if (above.length > 0 && isAboveMessage(above[0].text)) return firstPlace(above)
  if (placeInText(message)) return firstPlace([own])
  return firstPlace([...placesBelow(kept.entry, reader, firsts, most)])
}

/** The first place that is the reader's own, else the first one. */
function firstPlace(lines: readonly NearLine[]): Placed | undefined {
  let foreign: Placed | undefined
  for (const { line, text } of lines) {
    const isOwn = !isForeign(text)
    const place = isOwn || foreign === undefined ? placeInText(text) : undefined
    if (place && isOwn) return { place, line }
    if (place) foreign ??= { place, line }
  }
  return foreign
}

/** Places above a line, the nearest one first, each near the one before. */
function placesAbove(entry: Entry, reader: HeldLines, most: number): NearLine[] {
  const places: NearLine[] = []
  let last = entry.line
  for (const near of reader.above(entry)) {
    if (last - near.line > ABOVE_REACH || places.length === most) break
    if (!placeInText(near.text)) continue
    places.push(near)
    last = near.line
    if (places.length === 1 && !isAboveMessage(near.text)) break
  }
  return places
}

/** Places below a line, before another statement begins. */
function* placesBelow(
  entry: Entry,
  reader: HeldLines,
  firsts: ReadonlySet<number>,
  most: number,
): Generator<NearLine> {
  let places = 0
  for (const near of reader.below(entry)) {
    if (near.line - entry.line > PLACE_REACH || firsts.has(near.line) || places === most) return
    if (!placeInText(near.text)) continue
    places++
    yield near
  }
}

/** A finding that names a line and a column of a file named above it. */
const FINDING = /^\s*(\d+):(\d+)\s+\S/

/** The line and the column that a message begins with. Undefined if it begins with none. */
function placeOfFinding(message: string): { line: number; column: number } | undefined {
  const [, line, column] = FINDING.exec(message) ?? []
  return line === undefined ? undefined : { line: Number(line), column: Number(column) }
}

const INDENTED_FINDING = /^\s+\d+:\d+\s/
const FILE = /^(?:[A-Za-z]:)?[^\s:"'<>|*?]+\.\w{1,12}$/

/** The line that names the file of a finding. Undefined if other text stands between the two. */
function headerOf(entry: Entry, reader: HeldLines): NearLine | undefined {
  for (const near of reader.above(entry)) {
    if (entry.line - near.line > HEADER_REACH) return undefined
    const text = near.text.trimEnd()
    if (FILE.test(text.trim())) return { line: near.line, text: text.trim() }
    if (!INDENTED_FINDING.test(text)) return undefined
  }
  return undefined
}

/** The text around the evidence of a line. */
function messageOf({ kept, evidence }: JudgedLine): string {
  const { entry, startByte, bytes } = kept
  const place = evidence?.startByte ?? entry.hitByte
  const text = judgedRange(kept, place)
  const at = place - startByte
  const isLong = text.end - text.from > MESSAGE_BYTES
  const from = isLong ? Math.max(text.from, at - BEFORE_EVIDENCE) : text.from
  const end = Math.min(text.end, from + MESSAGE_BYTES)
  return readable(bytes.subarray(from, end), from === text.from).trim()
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

/** Puts another failure second, if one of the strongest statements tells of one. */
const inOrder = (statements: readonly FoundStatement[]): FoundStatement[] => [
  ...echoesLast(statements.slice(0, MOST_LEADS)),
  ...statements.slice(MOST_LEADS),
]

/** The strongest first. Of equals, the earlier one. */
const byStrength = (a: FoundStatement, b: FoundStatement): number =>
  b.strength - a.strength || a.startByte - b.startByte
