import { createJudge } from '../../src/core/judge/judge.ts'
import { createNormaliser } from '../../src/core/judge/normalise.ts'
import { isKnownOpening } from '../../src/core/judge/openings.ts'
import { isAboveMessage, isForeign, placeInText } from '../../src/core/judge/place.ts'
import { hasErrorPriority } from '../../src/core/judge/prefixes.ts'
import { discounts } from '../../src/core/judge/rules/discounts.ts'
import { rules } from '../../src/core/judge/rules/index.ts'
import { testNameIn } from '../../src/core/judge/test-name.ts'
import { failingLines } from '../signal/failing-lines.ts'
import { openingOf } from '../signal/opening-of.ts'
import { successfulOutput } from '../signal/successful-output.ts'
import { createRandom } from './random.ts'
import { PREFIXES, terminalText } from './recorded-outputs.ts'
import { renderParts } from './rendered.ts'

// What is found in single lines, and what a terminal shows of short texts.

const encoder = new TextEncoder()
const assessor = createJudge()
const normaliser = createNormaliser()

/** Lines of failures and of successes, whatever says them. */
export const knownLines: readonly string[] = [
  ...failingLines.map(([, line]) => line),
  ...successfulOutput.flatMap(([, output]) => output.split('\n')),
  ...[...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses]),
]

/** Words of many scripts, and signs that stand before a line. */
const BEFORE = [
  'ошибка: ',
  'エラー ',
  '错误',
  '오류 ',
  'שגיאה ',
  'é',
  '✗ ',
  '● ',
  '▸ ',
  '  - ',
  '<3>',
  '<11>Nov  2 10:00:00 ',
  '> ',
  '| ',
]

/** The ways in which a line may stand in an output. */
const FORMS: readonly ((line: string, at: number) => string)[] = [
  (line) => line.slice(0, Math.ceil(line.length * 0.6)),
  (line, at) => PREFIXES[at % PREFIXES.length](at) + line,
  (line, at) => BEFORE[at % BEFORE.length] + line,
  (line) => `\x1b[31m${line}\x1b[0m\r`,
  (line) => line.replace(/\d/g, (digit, offset) => `${(Number(digit) + offset) % 10}`),
  (line) => line.toUpperCase(),
]

/** A line, and two of its forms. */
const variantsOf = (line: string, at: number): string[] => [
  line,
  FORMS[at % FORMS.length](line, at),
  FORMS[(at + 1 + (at % 4)) % FORMS.length](line, at >> 2),
]

/** All that is found in a line. */
function foundIn(line: string): unknown[] {
  const bytes = encoder.encode(line)
  normaliser.normalise(bytes, 0, bytes.length)
  const { text, from, to } = normaliser
  return [
    assessor.assess(bytes, 0, bytes.length),
    [
      from,
      to,
      normaliser.shape(),
      normaliser.coarse(),
      normaliser.originOf(to - 1),
      ...text.subarray(from, to),
    ].join(),
    [placeInText(line), testNameIn(line), isAboveMessage(line), isForeign(line)],
    isKnownOpening(openingOf(line)),
    hasErrorPriority(bytes, 0, bytes.length),
  ]
}

function shown(seed: number): unknown[] {
  const random = createRandom(seed)
  const text = terminalText(random, 20 + random.below(80))
  const bytes = encoder.encode(text)
  const size = { rows: random.pick([3, 10, 100]), columns: random.pick([20, 40, Infinity]) }
  const isStrongError = (row: string) => row.includes('error')
  const cuts = [Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)]
  const { text: view, map } = renderParts(bytes, cuts, { ...size, isStrongError })
  const places = Array.from({ length: 30 }, (_, at) => map.placeOf(Math.floor((at * map.viewBytes) / 29)))
  return [view, places]
}

/** Lines of what is found, of some hundred lines or texts each. */
export function* recordedLines(digest: (value: unknown) => string): Iterable<string> {
  const all = knownLines.flatMap(variantsOf)
  for (let from = 0; from < all.length; from += 600) {
    const some = all.slice(from, from + 600)
    const found = some.map(foundIn)
    const columns = found[0].map((_, column) => digest(found.map((row) => row[column])))
    yield `lines from ${from}: ${columns.join(' ')}`
  }
  for (let seed = 1; seed <= 200; seed += 20)
    yield `terminals from ${seed}: ${digest(Array.from({ length: 20 }, (_, at) => shown(seed + at)))}`
}
