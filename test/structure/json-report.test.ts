import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { json } from '../../src/kinds/json.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }

/** What a failed command printed. */
function failed(report: unknown, maxBytes: number, indent?: number) {
  const collector = createCollector({ maxBytes, structure: kinds })
  collector.write(JSON.stringify(report, null, indent))
  return collector.end(source, { exitCode: 1 })
}

const sarif = (count: number, levelOf: (at: number) => string) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'ring-lint',
          rules: Array.from({ length: 60 }, (_, at) => ({
            id: `R${at}`,
            help: { text: `Rings have one bearer, rule ${at}. `.repeat(30) },
            defaultConfiguration: { level: 'error' },
          })),
        },
      },
      results: Array.from({ length: count }, (_, at) => ({
        ruleId: `R${at % 60}`,
        level: levelOf(at),
        message: { text: `finding ${at}` },
        locations: [
          { physicalLocation: { artifactLocation: { uri: `src/f${at}.c` }, region: { startLine: at } } },
        ],
      })),
    },
  ],
})

const jest = (failing: number) => ({
  numFailedTests: 1,
  success: false,
  testResults: Array.from({ length: 40 }, (_, file) => ({
    name: `/ring/f${file}.test.js`,
    status: file === failing ? 'failed' : 'passed',
    assertionResults: Array.from({ length: 30 }, (_, test) => {
      const isBad = file === failing && test === 17
      return {
        title: `t${test}`,
        status: isBad ? 'failed' : 'passed',
        failureMessages: isBad
          ? [`AssertionError: expected 3 to be 4\n${'    at ring.js:1:2\n'.repeat(80)}`]
          : [],
      }
    }),
  })),
})

const eslint = (failing: number) =>
  Array.from({ length: 120 }, (_, at) => ({
    filePath: `/ring/f${at}.js`,
    messages:
      at === failing ? [{ ruleId: 'no-undef', severity: 2, message: "'bearer' is not defined." }] : [],
    source: at % 10 === 7 ? 'let ring\n'.repeat(90) : undefined,
  }))

const audit = (failing: number) => ({
  vulnerabilities: Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `ring-${at}`,
      { name: `ring-${at}`, severity: at === failing ? 'critical' : 'low', range: '<1', nodes: [`n${at}`] },
    ]),
  ),
})

describe('a report in JSON of a failed command', () => {
  it.each([
    ['SARIF', sarif(700, (at) => (at === 333 ? 'error' : 'note')), 'finding 333'],
    ['tests', jest(23), 'AssertionError: expected 3 to be 4'],
    ['a linter', eslint(77), "'bearer' is not defined."],
    ['an audit', audit(150), '"ring-150"'],
  ])('of %s parses, and shows the error that is in the middle', (_, report, error) => {
    for (const indent of [undefined, 2]) {
      const { text, kind } = failed(report, 2000, indent)
      expect(kind).toBe('json')
      expect(text).toContain(error)
      JSON.parse(text.slice(0, text.lastIndexOf('\n')))
    }
  })

  it('counts errors and warnings, and those that a mark hides', () => {
    const report = sarif(700, (at) => (at % 100 === 50 ? 'error' : at % 10 === 3 ? 'warning' : 'note'))
    const { text, units } = failed(report, 3000)
    expect(units).toEqual({ keys: 2, errors: 7, warnings: 70 })
    const shown = text.match(/"level":"error","message"/g)?.length ?? 0
    const hidden = [...text.matchAll(/(\d+) errors?\b/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    expect(shown).toBeGreaterThan(2)
    expect(shown + hidden).toBe(7)
  })
})

it('items that tell of errors come before others in data, too, beside the first and the last one', () => {
  const runs = Array.from({ length: 500 }, (_, at) => ({
    id: at,
    conclusion: at === 250 ? 'failure' : 'success',
  }))
  const { text } = truncate(JSON.stringify(runs), { maxBytes: 500, structure: kinds })
  for (const id of [0, 250, 499]) expect(text).toContain(`{"id":${id},`)
})

it('records with levels inside are the same whether they come whole or in parts', () => {
  const records = Array.from({ length: 400 }, (_, at) => ({
    id: at,
    'tëxt "q"': at % 7 === 0 ? 'é\\\n\u0001😀' : [[], {}, [at, -0.5, 1e30, null, true]],
    defaultConfiguration: { level: 'error' },
    ...(at % 90 === 5 && { extra: { severity: 'ERROR' } }),
    ...(at % 90 === 6 && { message: { in: [{ level: 'warn' }] } }),
    ...(at % 90 === 7 && { runs: [{ result: { severity: 2 } }] }),
  }))
  for (const text of [
    JSON.stringify(records),
    JSON.stringify({ all: records }, null, 2),
    records.map((each) => JSON.stringify(each)).join('\n'),
    JSON.stringify(records).replace(':255,', ':255,,'),
  ])
    expect(cutOf(json, text, 1200, 1e6, 7)).toBe(cutOf(json, text, 1200, 1e6, 1 << 20))
})
