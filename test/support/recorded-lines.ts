import { cellWidth } from '../../src/core/clean/cell-width.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { createNormaliser } from '../../src/core/judge/normalise.ts'
import { isKnownOpening } from '../../src/core/judge/openings.ts'
import { isAboveMessage, isForeign, placeInText } from '../../src/core/judge/place.ts'
import { hasErrorPriority, skipPrefixes } from '../../src/core/judge/prefixes.ts'
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
  (line) => `\x1b[?25h\x1b[38;5;1m${line}\x1b[>4;2m \x1b[@x`,
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

/** What texts are made of that overwrite each other. Of the bytes, some are no character. */
const OVERWRITING = [
  '12 of 90',
  '7 %',
  '漢字',
  'e\u0301',
  '🙂',
  'é',
  '^[[0m',
  ' ',
  'error: no',
  '##',
  '\t',
  'a\u200db',
].map((text) => encoder.encode(text))
const OTHER_BYTES = [0xff, 0x80, 0xc2, 0xe6].map((byte) => Uint8Array.of(byte))

/** A row that is written over and over, behind CRs alone. */
function overwritten(seed: number): unknown[] {
  const random = createRandom(seed)
  const piece = () => (random.below(9) === 0 ? random.pick(OTHER_BYTES) : random.pick(OVERWRITING))
  const text = () => Array.from({ length: random.below(6) }, piece)
  const known = Array.from({ length: 3 }, text)
  const all = Array.from({ length: 40 }, () => [
    ...(random.below(3) ? random.pick(known) : text()),
    Uint8Array.of(0x0d),
  ])
  const bytes = new Uint8Array(Buffer.concat([encoder.encode('begin'), Uint8Array.of(0x0d), ...all.flat()]))
  const isStrongError = (row: string) => row.includes('error')
  const { text: view, map } = renderParts(bytes, [], { rows: 10, columns: Infinity, isStrongError })
  return [view, map.placeOf(map.viewBytes >> 1)]
}

/** Beginnings of lines, places and names of tests, each in the form of a tool. */
const STARTS = [
  ...[
    '2026-04-22T16:09:37.3365099Z ##[group]Run',
    'build (20)\tRun tests\t2026-04-22T16:09:37.3365099Z PASS',
    '\ufeffbuild\tTest\t\ufeff2026-04-22T16:09:37Z x',
  ],
  ...[
    '2024-05-10T11:22:33.123456Z 01E+rest',
    '2024-05-10T11:22:33.123456789+02:00 started',
    '[pod/app-7f9c6d8b5-x2x4z/app] started',
  ],
  ...[
    'pod/app-7f9 app started',
    'app-7f9c6d8b5f-x2x4z app listening',
    'web-1  | GET /',
    'my_app_web_1    | GET /',
    'web-shop | x',
  ],
  ...[
    '#12 3.456 npm warn',
    'Nov  2 10:00:00 host-1 sshd[812]: Accepted',
    'Nov 12 10:00:00 host-1 kernel: usb',
    '[   12.345678] usb 1-1: new',
    '<6>[   12.345678] usb',
  ],
  ...[
    '<11>1 2024-05-10T11:22:33Z host app[1]: failed',
    '2024-05-10T11:22:33+02:00 host-1 cron[812]: (root) CMD',
    '[Thu May  9 11:22:33 2024] usb',
    '[3] rank',
    '[ 42] x',
  ],
  ...[
    '2024-05-10 11:22:33,123 INFO  [main] started',
    '17/06/09 20:10:40 INFO executor',
    '11:22:33.123 [main] WARN',
    '2024-05-10 11:22:33.123 | INFO     | app',
    '00:00:12 step',
  ],
  ...[
    '[2024-05-10T11:22:33.123Z] + make',
    '[task 2024-05-10T11:22:33.123Z] make',
    '[12:33:04] x',
    '[12.345s] x',
    '==12345== Invalid read',
    '==> default: Running',
  ],
  ...[
    '     [exec] gcc -c a.c',
    '   [error] no space',
    'web:build: compiled',
    'error:parse: bad',
    'travis_fold:start:x y',
    '▸ Testing',
    '│ inner',
    '1715340153 started',
  ],
  ...[
    'a.c:3:5: error: no',
    'src/a.ts(3,5): error TS1: no',
    'File "a.py", line 3, in x',
    '  at f (/src/a.js:3:5)',
    '--> src/a.rs:3:5',
    'a.go:3: x',
    'in a.rb line 3',
    'a.sh: line 3: x',
  ],
  ...[
    '--- FAIL: TestRing (0.01s)',
    'FAILED tests/a.py::test_ring - no',
    'not ok 3 - ring',
    '  ● ring › adds',
    'test ring::adds ... FAILED',
    '✕ adds (3 ms)',
    '[  FAILED  ] A.b (1 ms)',
  ],
]

/** A text with one character left out, doubled, or another. */
function* editedTexts(text: string): Iterable<string> {
  yield text
  for (let at = 0; at < text.length; at++)
    for (const other of ['', text[at] + text[at], '0', 'x', ' '])
      yield text.slice(0, at) + other + text.slice(at + 1)
}

const startOf = (text: string): unknown[] => {
  const bytes = encoder.encode(text)
  return [
    skipPrefixes(bytes, bytes.length),
    hasErrorPriority(bytes, 0, bytes.length),
    placeInText(text),
    testNameIn(text),
  ]
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
  for (const start of STARTS) yield `start ${start}: ${digest(Array.from(editedTexts(start), startOf))}`
  yield `widths: ${digest(Array.from({ length: 0x20000 }, (_, point) => cellWidth(point)).join(''))}`
  for (let seed = 1; seed <= 100; seed += 20)
    yield `overwritten from ${seed}: ${digest(Array.from({ length: 20 }, (_, at) => overwritten(seed + at)))}`
  for (let seed = 1; seed <= 200; seed += 20)
    yield `terminals from ${seed}: ${digest(Array.from({ length: 20 }, (_, at) => shown(seed + at)))}`
}
