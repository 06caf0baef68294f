// Reports of tests and checks: JUnit, TAP, SARIF, and warnings of a build that passed.
import { createRandom } from '../../random.mjs'
import { isUnfused } from '../cut.mjs'
import { jsonTasks } from '../tasks/json.mjs'
import { lineTasks, textTasks } from '../tasks/lines.mjs'
import { asksFor, names } from './words.mjs'

const junit = (random) => {
  const failing = new Set([140, 391, 702])
  const cases = Array.from({ length: 830 }, (_, i) => {
    const head = `    <testcase classname="ring.${names.pick(random)}" name="case ${i} holds" time="0.0${i % 90}"`
    if (!failing.has(i)) return `${head}/>`
    return `${head}>\n      <failure message="expected ${i} to be ${i + 1}" type="AssertionError">at ring/case${i}.ts:${i}:7</failure>\n    </testcase>`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ring" tests="830" failures="3" time="41.2">\n  <testsuite name="ring/all" tests="830" failures="3">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`
  return {
    kind: 'xml',
    name: 'JUnit',
    command: 'cat junit.xml',
    text,
    tasks: () => [
      ...asksFor({
        'how many tests': 'tests="830"',
        'how many failures': 'failures="3"',
      }),
      ...textTasks({
        'tests that fail': [...failing].map((i) => `name="case ${i} holds"`),
        'why they fail': [...failing].map((i) => `expected ${i} to be ${i + 1}`),
        'where they fail': [...failing].map((i) => `case${i}.ts:${i}:7`),
      }),
      { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    ],
  }
}

const tap = (random) => {
  const failing = new Set([77, 260])
  const lines = ['TAP version 13']
  for (let i = 1; i <= 1040; i++) {
    lines.push(`${failing.has(i) ? 'not ok' : 'ok'} ${i} - ${names.pick(random)} case ${i}`)
    if (failing.has(i))
      lines.push(
        '  ---',
        `  error: 'expected ${i} to be ${i + 1}'`,
        `  at: 'ring/case${i}.js:${i}:3'`,
        '  ...',
      )
  }
  lines.push('1..1040', '# tests 1040', '# pass 1038', '# fail 2')
  return {
    kind: 'tap',
    name: 'TAP',
    command: 'node --test --test-reporter=tap',
    exitCode: 1,
    text: `${lines.join('\n')}\n`,
    tasks: (text) => [
      ...lineTasks({ text }),
      ...textTasks({
        'tests that fail': [...failing].map((i) => `not ok ${i} - `),
        'why they fail': [...failing].map((i) => `expected ${i} to be ${i + 1}`),
        'where they fail': [...failing].map((i) => `case${i}.js:${i}:3`),
        'its plan and its sums': ['1..1040', '# fail 2'],
      }),
    ],
  }
}

const sarif = (random) => {
  const results = Array.from({ length: 640 }, (_, i) => ({
    ruleId: i === 411 ? 'no-secret' : `style-${i % 5}`,
    level: i === 411 ? 'error' : 'note',
    message: { text: i === 411 ? 'a key is in the source' : `${names.pick(random)} ${i} is not sorted` },
    locations: [{ file: `src/${names.pick(random)}-${i}.ts`, line: i + 1 }],
  }))
  const value = {
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'ambercheck', version: '3.1' } }, results }],
  }
  return {
    kind: 'json',
    name: 'SARIF',
    command: 'ambercheck --format sarif .',
    exitCode: 1,
    text: `${JSON.stringify(value, null, 1)}\n`,
    tasks: (text) => [
      ...jsonTasks({
        text,
        arrays: [{ path: ['runs', 0, 'results'], number: 640 }],
        keys: ['version', 'runs', 'tool', 'results'],
      }),
      ...asksFor({
        'its tool': 'ambercheck',
        'the first result': results[0].message.text,
        'the error': 'a key is in the source',
      }),
    ],
  }
}

/** Whether a cut has a number, or shows so many examples and tells of the others in its marks. */
function tellsWarnings({ text }, kind, number) {
  if (new RegExp(`\\b${number}\\b`).test(text.replaceAll(/src\/\S+/g, ''))) return true
  const told = [...text.matchAll(new RegExp(`(\\d+) ${kind}`, 'g'))].map(([, count]) => Number(count))
  const shown = text.split('\n').filter((line) => line.endsWith(`warning: ${kind}`)).length
  return told.reduce((sum, count) => sum + count, shown) === number
}

const warnings = (random) => {
  const lines = Array.from({ length: 160 }, (_, i) => {
    const place = `src/${names.pick(random)}.rs:${10 + i}:5`
    return i % 8 === 3
      ? `warning: value assigned is never read\n  --> ${place}`
      : `warning: unused variable\n  --> ${place}`
  })
  const text = `   Compiling ring v1.2.0\n${lines.join('\n')}\nwarning: \`ring\` generated 160 warnings\n    Finished dev profile in 4.20s\n`
  return {
    kind: 'problems',
    name: '160 warnings of 2 kinds',
    command: 'cargo build',
    text,
    tasks: () => [
      ...asksFor({ 'the first kind': 'unused variable', 'the second kind': 'value assigned is never read' }),
      { name: 'how many of the first kind', ask: (cut) => tellsWarnings(cut, 'unused variable', 140) },
      {
        name: 'how many of the second kind',
        ask: (cut) => tellsWarnings(cut, 'value assigned is never read', 20),
      },
      { name: 'how many in all', ask: ({ text: all }) => all.includes('160 warnings') },
      {
        name: 'an example with its place',
        ask: ({ text: all }) => /unused variable[\s\S]{0,40}src\/\w+\.rs:\d+/.test(all),
      },
      { name: 'how it ended', ask: ({ text: all }) => all.includes('Finished dev profile') },
    ],
  }
}

export const reportOutputs = (seed) => {
  const random = createRandom(seed)
  return [junit, tap, sarif, warnings].map((make) => ({ exitCode: 0, ...make(random) }))
}
