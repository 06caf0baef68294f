// What runs that succeeded print: results of tests, a log with levels, outputs below headings.
import { createRandom } from '../../random.mjs'
import { isUnfused, wholeLines } from '../cut.mjs'
import { textTasks } from '../tasks/lines.mjs'
import { asksFor, names } from './words.mjs'

/** Whether a cut shows or counts so many lines of a sort. */
const tells =
  (number, shown, word) =>
  ({ text }) => {
    const counted = [...text.matchAll(new RegExp(`(?<=[:,] )(\\d+) ${word}\\b(?=[,\\]])`, 'g'))]
    const seen = text.match(shown)?.length ?? 0
    return counted.reduce((sum, [, count]) => sum + Number(count), seen) === number
  }

const areWhole = (text) => [
  { name: 'lines are whole', ask: (cut) => wholeLines(cut, text) },
  { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
]

const passedTests = (random) => {
  const rows = Array.from({ length: 900 }, (_, i) => {
    const result = i === 512 ? 'SKIPPED (no ring)' : 'PASSED'
    return `tests/test_${names.pick(random)}.py::test_error_${i} ${result}`
  })
  const text = `${rows.join('\n')}\n\n===== 899 passed, 1 skipped in 3.20s =====\n`
  return {
    kind: 'tests',
    name: '900 tests, none failed',
    command: 'pytest -v',
    text,
    tasks: () => [
      ...areWhole(text),
      ...asksFor({ 'the sum': '899 passed, 1 skipped in 3.20s', 'the first test': rows[0] }),
      { name: 'which test was skipped, and why', ask: (cut) => cut.text.includes(rows[512]) },
      { name: 'how many lines passed', ask: tells(899, / PASSED$/gm, 'passed') },
    ],
  }
}

const log = (random) => {
  const rows = Array.from({ length: 1200 }, (_, i) => {
    const level = i === 700 ? 'WARN' : i % 10 === 3 ? 'DEBUG' : 'INFO'
    return `2026-01-02 10:11:12,${100 + (i % 900)} ${level} [main] ${names.pick(random)} handled ${i}`
  })
  const text = `${rows.join('\n')}\n`
  return {
    kind: 'log',
    name: 'a log with levels',
    command: 'node server.js',
    text,
    tasks: () => [
      ...areWhole(text),
      ...asksFor({ 'the first line': rows[0], 'the last line': rows[1199], 'the warning': rows[700] }),
      { name: 'how many lines are for debugging', ask: tells(120, / DEBUG /g, 'DEBUG') },
    ],
  }
}

const files = (random) => {
  const all = Array.from({ length: 12 }, (_, i) => ({
    heading: `==> log/${names.pick(random)}-${i}.log <==`,
    lines: Array.from({ length: 40 }, (_, at) => `${names.pick(random)} of ${i} went to ${at}`),
  }))
  const text = all.map(({ heading, lines }) => `${heading}\n${lines.join('\n')}\n`).join('\n')
  return {
    kind: 'files',
    name: 'the ends of 12 files',
    command: 'tail -n 40 log/*.log',
    text,
    tasks: () => [
      ...areWhole(text),
      ...textTasks({
        'every heading': all.map(({ heading }) => heading),
        'the first line of each': all.map(({ lines }) => lines[0]),
        'the last line of each': all.map(({ lines }) => lines[39]),
      }),
    ],
  }
}

export const runOutputs = (seed) => {
  const random = createRandom(seed)
  return [passedTests, log, files].map((make) => ({ exitCode: 0, ...make(random) }))
}
