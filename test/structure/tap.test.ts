import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { tap } from '../../src/kinds/tap.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

/** What `node --test` prints for a test. */
const nodeTest = (at: number, isOk: boolean, indent = '') =>
  [
    `# Subtest: case ${at}`,
    `${isOk ? '' : 'not '}ok ${at} - case ${at}`,
    '  ---',
    '  duration_ms: 0.5',
    ...(isOk
      ? []
      : [`  error: 'no ${at}'`, '  stack: |-', '    ok 9 - is a line of a stack', `    at ${at}.js:1:2`]),
    '  ...',
    '',
  ]
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n')

describe('results in TAP', () => {
  it('show each failure with its diagnostics, plan and totals, and count the rest', () => {
    const input = `TAP version 13\n${lines(400, (at) => nodeTest(at + 1, at % 150 !== 149))}1..400\n# tests 400\n# pass 398\n# fail 2\n`
    const result = truncate(input, { maxBytes: 1500, structure: kinds, source })
    expect(result.kind).toBe('tap')
    expect(result.units).toEqual({ failed: 2, passed: 398, skipped: 0, todo: 0 })
    for (const at of [150, 300]) expect(result.text).toContain(nodeTest(at, false))
    expect(result.text).toContain('1..400\n# tests 400\n# pass 398\n# fail 2\n')
    expect(result.text).toContain(nodeTest(1, true))
    expect(result.text).toMatch(/\[\.\.\.1510-2009: 6\.7K, 100 passed\]\n1\.\.400/)
  })

  it('show failures in subtests with the groups around them', () => {
    const inner = lines(200, (at) => nodeTest(at + 1, at !== 99, '        '))
    const input = `TAP version 13\n# Subtest: outer\n    # Subtest: inner\n${inner}        1..200\n    not ok 1 - inner\n      ---\n      type: 'suite'\n      ...\n    1..1\nnot ok 1 - outer\n1..1\n`
    const text = cutOf(tap, input, 1200) ?? ''
    expect(text).toContain('# Subtest: outer\n    # Subtest: inner\n')
    expect(text).toContain(nodeTest(100, false, '        '))
    expect(text).toContain("    not ok 1 - inner\n      ---\n      type: 'suite'\n      ...\n")
    expect(text).toContain('not ok 1 - outer\n1..1\n')
  })

  it('show failures in subtests with braces', () => {
    const input = `TAP version 14\n1..2\nok 1 - a {\n${lines(90, (at) => `  ok ${at + 1} - x\n`)}}\nnot ok 2 - b {\n${lines(90, (at) => `  ${at === 44 ? 'not ' : ''}ok ${at + 1} - y\n`)}  1..90\n}\n`
    expect(cutOf(tap, input, 300)).toMatch(
      /not ok 2 - b \{\n(\[.*\]\n| *ok.*\n)* {2}not ok 45 - y\n[\s\S]*\n\}\n$/,
    )
  })

  it('keep comments below a failure, as Bats and Perl print them', () => {
    const input = `1..300\n${lines(300, (at) => (at % 140 === 139 ? `not ok ${at + 1} x\n# (in test file a.bats, line ${at})\n#   \`false' failed\n` : `ok ${at + 1} x\n`))}`
    const text = cutOf(tap, input, 600) ?? ''
    for (const at of [139, 279])
      expect(text).toContain(`not ok ${at + 1} x\n# (in test file a.bats, line ${at})\n#   \`false' failed\n`)
  })

  it('keep the comment above a failure, as tape prints it', () => {
    const input = `TAP version 13\n${lines(60, (part) => `# part ${part}\n${lines(9, (at) => `${part === 31 && at === 4 ? 'not ' : ''}ok ${part * 9 + at + 1} x\n`)}`)}\n1..540\n# tests 540\n# pass  539\n# fail  1\n`
    expect(cutOf(tap, input, 500)).toMatch(/# part 31\n(\[.*\]\n|ok.*\n)*not ok 284 x\n/)
  })

  it('name the file of a failure, as `prove -v` does, and keep its report', () => {
    const report =
      'Test Summary Report\n-------------------\nt/7.t (Wstat: 256)\n  Failed test:  2\nResult: FAIL\n'
    const input = `${lines(20, (file) => `t/${file}.t .. \n${lines(60, (at) => `${file === 7 && at === 1 ? 'not ' : ''}ok ${at + 1} - x\n`)}1..60\nok\n`)}\n${report}`
    const text = cutOf(tap, input, 900) ?? ''
    expect(text).toMatch(/t\/7\.t \.\. \n(\[.*\]\n|ok.*\n)*not ok 2 - x\n/)
    expect(text.endsWith(report)).toBe(true)
  })

  it('show the first lines of a long result of a group', () => {
    const input = `TAP version 13\n# Subtest: g\n${lines(90, (at) => `    ok ${at + 1} - x\n`)}not ok 1 - g\n  ---\n${lines(99, (at) => `  line: ${at}\n`)}  ...\n1..1\n`
    const text = cutOf(tap, input, 500) ?? ''
    expect(text).toMatch(/not ok 1 - g\n {2}---\n {2}line: 0\n/)
    expect(text).toMatch(/\n1\.\.1\n$/)
    const kept = text.split('\n').filter((line) => /^ {2}line: /.test(line)).length
    const marked = [...text.matchAll(/\[\.\.\.(\d+)-(\d+): /g)].map(
      ([, from, to]) => Number(to) - Number(from) + 1,
    )
    expect(text.split('\n').length - 1 - marked.length + marked.reduce((sum, count) => sum + count, 0)).toBe(
      195,
    )
    expect(kept).toBeGreaterThan(2)
  })

  it('show the first lines of long diagnostics, and the names of all failures', () => {
    const input = `TAP version 13\n${lines(9, (at) => `not ok ${at + 1} - name ${at}\n  ---\n${lines(300, (line) => `  line: ${line} of a difference\n`)}  ...\n`)}`
    const text = cutOf(tap, input, 2048) ?? ''
    for (let at = 0; at < 9; at++) expect(text).toContain(`not ok ${at + 1} - name ${at}\n`)
    expect(text).toContain('not ok 1 - name 0\n  ---\n  line: 0 of a difference\n')
  })

  it('count tests to skip and to do as no failures', () => {
    const input = `1..40\nok 1 # SKIP no net\nnot ok 2 later # TODO not yet\nok 3 fix \\#todo\n${lines(99, (at) => `ok ${at + 4} passes\n`)}`
    const { units, text } = truncate(input, { maxBytes: 400, structure: kinds, source })
    expect(units).toEqual({ failed: 0, passed: 100, skipped: 1, todo: 1 })
    expect(text).toContain('ok 1 # SKIP no net\nnot ok 2 later # TODO not yet\n')
  })

  it('show what a program prints when it fails among its tests', () => {
    const input = `1..500\n${lines(300, (at) => `ok ${at + 1} x\n`)}Can't locate Some/Module.pm in @INC at t/a.t line 9.\nBail out! no module\n${lines(200, (at) => `ok ${at + 301} x\n`)}`
    expect(cutOf(tap, input, 400)).toContain(
      "Can't locate Some/Module.pm in @INC at t/a.t line 9.\nBail out! no module\n",
    )
  })

  it('of a command that failed are used too', () => {
    const collector = createCollector({ maxBytes: 500, structure: kindsFor({ command: 'node --test' }) })
    collector.write(`TAP version 13\n${lines(200, (at) => nodeTest(at + 1, at !== 170))}1..200\n`)
    const result = collector.end(source, { exitCode: 1 })
    expect(result.kind).toBe('tap')
    expect(result.text).toContain(nodeTest(171, false))
    expect(result.notice).toContain('Exit code 1.')
  })
})

describe('other outputs', () => {
  const sure = (text: string) => tap.recognise(bytesOf(text), [], true)

  it('are no results in TAP', () => {
    expect(sure('TAP version 14\n1..1\nok 1 - a\n')).toBeGreaterThan(0.5)
    expect(sure('1..3\nok 1 a\nnot ok 2 b\nok 3\n')).toBeGreaterThan(0.5)
    expect(sure('t/a.t .. \nok 1 - a\nok 2 - b\nok 3 - c\n1..3\nok\n')).toBeGreaterThan(0.5)
    expect(sure('ok\ttest/pkg/a\t0.1s\n'.repeat(9))).toBe(0)
    expect(sure('ok the build begins\n'.repeat(9))).toBe(0)
    expect(sure(`# Notes\n\n${'Some words.\n'.repeat(9)}ok 1 is done\nok 2 is done\nok 3 is not\n`)).toBe(0)
    expect(sure('Loading a.b ...\nok 1\nok 2\nok 3\n')).toBe(0)
  })

  it('that begin like TAP are cut as lines', () => {
    expect(cutOf(tap, `TAP version 13\nok 1 - a\n${'words of a log\n'.repeat(400)}`, 500)).toBeUndefined()
    expect(cutOf(tap, `1..0\n${'# only comments\n'.repeat(400)}`, 500)).toBeUndefined()
  })
})

describe('a cut of TAP', () => {
  it('of any depth is linear', () => {
    const input = `TAP version 14\n${lines(300, (at) => `${' '.repeat(at)}# Subtest: a\n`)}${lines(300, (at) => `${' '.repeat(300 - at)}ok 1 - a\n`)}`
    expect(cutOf(tap, input, 4096)).toContain('ok 1 - a')
  })
})
