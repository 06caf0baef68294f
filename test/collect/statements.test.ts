import { describe, expect, inject, it } from 'vitest'
import type { FoundStatement } from '../../src/core/hold/found.ts'
import { joinedStatements } from '../../src/core/hold/statements.ts'
import type { ErrorStatement } from '../../src/truncation.ts'
import { createCollector, truncate } from '../support/checked.ts'

const backend = inject('backend')
const calm = (count: number): string[] => Array.from({ length: count }, (_, i) => `step ${i} took ${i} ms`)

/** What a result says of the errors of these lines. */
const statementsOf = (lines: readonly string[], maxBytes = 2000): ErrorStatement[] =>
  truncate(`${lines.join('\n')}\n`, { maxBytes, backend }).errors.statements

describe('a statement', () => {
  it('is one message, in however many files, and another one if quoted words differ', () => {
    const files = ['alpha/ring', 'beta/knot', 'gamma/bead', 'delta']
    const missing = (name: string) =>
      files.map((f) => `src/${f}.ts(7,5): error TS2304: Cannot find name '${name}'.`)
    const counts = (lines: readonly string[]) => statementsOf(lines).map(({ count }) => count)
    expect(counts(missing('process'))).toEqual([4])
    expect(counts([...missing('process'), ...missing('window')])).toEqual([4, 4])
    const record = (message: string) => `{"level":"error","time":"10:00","msg":"${message}"}`
    expect(counts([record('disk quota exceeded'), record('certificate has expired')])).toEqual([1, 1])
    expect(counts([record('disk 1 is gone'), record('disk 2 is gone')])).toEqual([2])
  })

  it('has its message, its kind, its place and where the input says it', () => {
    const [statement] = statementsOf([
      ...calm(3),
      '\x1b[31msrc/ring.c:3:5: error: no ring\x1b[0m',
      ...calm(3),
    ])
    expect(statement).toMatchObject({
      kind: 'compiler',
      message: 'src/ring.c:3:5: error: no ring',
      file: 'src/ring.c',
      line: 3,
      column: 5,
      count: 1,
      firstLine: 4,
      kept: true,
    })
  })

  it('has no time stamp in its message, and its place may stand below it', () => {
    const lines = [
      '2026-01-02T03:04:05.678Z error[E0425]: cannot find value `ring`',
      '2026-01-02T03:04:05.679Z   --> src/lib.rs:89:16',
    ]
    expect(statementsOf(lines)[0]).toMatchObject({
      message: 'error[E0425]: cannot find value `ring`',
      file: 'src/lib.rs',
      line: 89,
      column: 16,
    })
  })

  it('has the first frame of its own code as its place', () => {
    const lines = [
      'TypeError: ring is undefined',
      '    at run (/app/node_modules/runner/run.js:3:9)',
      '    at draw (/app/src/draw.js:7:1)',
      '    at main (/app/src/main.js:1:1)',
    ]
    expect(statementsOf(lines)[0]).toMatchObject({ file: '/app/src/draw.js', line: 7, column: 1 })
  })

  it('has the last frame of its own code as its place where frames stand above the message', () => {
    const lines = [
      'Traceback (most recent call last):',
      '  File "/app/main.py", line 1, in <module>',
      '    draw()',
      '  File "/app/ring.py", line 7, in draw',
      '    json.loads(ring)',
      '  File "/usr/lib/python3.12/json/__init__.py", line 346, in loads',
      '    return decode(s)',
      '           ^^^^^^^^^',
      'ValueError: no ring',
      'File "ring.ml", line 3, characters 4-5:',
      '3 | let a = b',
      '            ^',
      'Error: Unbound value b',
    ]
    const statements = statementsOf(lines)
    expect(statements.find(({ message }) => message === 'ValueError: no ring')).toMatchObject({
      file: '/app/ring.py',
      line: 7,
    })
    expect(statements.find(({ message }) => message === 'Error: Unbound value b')).toMatchObject({
      file: 'ring.ml',
      line: 3,
      column: 4,
    })
  })

  it('shows the frame of its own code that lies below those of the language, rather than these', () => {
    const frames = Array.from(
      { length: 14 },
      (_, i) => `\tat java.lang.ClassLoader.load${i}(ClassLoader.java:${i})`,
    )
    const lines = [
      ...calm(200),
      'java.lang.UnsatisfiedLinkError: ring.so: cannot open shared object file',
      ...frames,
      '\tat org.ring.Drawing.draw(Drawing.java:113)',
      ...calm(200),
    ]
    const { text, errors } = truncate(`${lines.join('\n')}\n`, { maxBytes: 1000, backend })
    expect(errors.statements[0]).toMatchObject({ file: 'Drawing.java', line: 113 })
    expect(text).toContain('Drawing.java:113')
  })

  it('shows the lines between the name of its test and the message', () => {
    const lines = [
      ...calm(200),
      '  1) rings',
      '       that are drawn twice',
      '         stay closed:',
      "     TypeError: Cannot read properties of undefined (reading 'ring')",
      '      at Context.<anonymous> (test/ring.js:3:9)',
      ...calm(200),
      'app.RingException: the last ring is missing',
      ...calm(200),
    ]
    const { text } = truncate(`${lines.join('\n')}\n`, { maxBytes: 900, backend })
    expect(text).toContain('that are drawn twice\n         stay closed:\n     TypeError')
  })

  it('shows the message below the bare name of its error', () => {
    const lines = [
      ...calm(200),
      'org.opentest4j.AssertionFailedError: ',
      '',
      'the ring is open, and it was closed in the step before',
      ...calm(200),
    ]
    expect(truncate(`${lines.join('\n')}\n`, { maxBytes: 700, backend }).text).toContain('the ring is open')
  })

  it('has the name of the test that failed', () => {
    const lines = ['--- FAIL: TestRing (0.00s)', '    ring_test.go:12: expected 3, got 4', ...calm(20)]
    expect(statementsOf(lines).map(({ test }) => test)).toEqual(['TestRing', 'TestRing'])
  })

  it('is one for lines that say the same but for numbers and quoted names', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `a.c:${i}:1: error: 'ring${i}' undeclared`)
    const statements = statementsOf([...lines, 'b.c:1:1: fatal error: frob.h: No such file or directory'])
    expect(statements.map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 30])
    expect(statements.find(({ count }) => count === 30)?.firstLine).toBe(1)
  })

  it('of an exception comes before the exit that it led to', () => {
    const lines = [
      'Traceback (most recent call last):',
      '  File "ring.py", line 7, in draw',
      'ValueError: no ring',
      'make: *** [all] Error 1',
    ]
    expect(statementsOf(lines).map(({ message }) => message)[0]).toBe('ValueError: no ring')
  })
})

describe('statements', () => {
  it('are none for a command that succeeded, which may mention errors', () => {
    const collector = createCollector({ maxBytes: 2000, backend })
    collector.write('error: no ring\nall is well now\n')
    const { errors, findings } = collector.end(undefined, { exitCode: 0 })
    expect([errors.total, errors.statements]).toEqual([0, []])
    expect([findings?.total, findings?.statements]).toEqual([1, []])
  })

  it('are at most 20 of a million different ones, and the strongest are shown', () => {
    const word = (i: number): string => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const lines = Array.from({ length: 20_000 }, (_, i) => `error: the ring ${word(i)} is broken`)
    lines[15_000] = 'app.RingException: no ring at all: the ring is missing'
    const { errors, text } = truncate(`${lines.join('\n')}\n`, { maxBytes: 1000, backend })
    expect(errors.statements.length).toBe(20)
    expect(errors.statements[0].message).toContain('app.RingException')
    expect(text).toContain('app.RingException: no ring at all')
  })

  it('are the same at every limit, and when the input is cut into chunks', () => {
    const lines = [...calm(500), 'error: first', ...calm(500), 'FATAL: second', ...calm(500), 'panic: third']
    const told = (maxBytes: number) => statementsOf(lines, maxBytes).map(({ kept: _, ...rest }) => rest)
    const all = told(100_000)
    expect(all.length).toBe(3)
    for (const maxBytes of [300, 1000, 5000, 20_000]) expect(told(maxBytes)).toEqual(all)
    const collector = createCollector({ maxBytes: 1000, backend })
    for (const line of lines) collector.write(`${line}\n`)
    expect(collector.end().errors.statements.map(({ kept: _, ...rest }) => rest)).toEqual(all)
  })

  it('are kept by a second cut, with what it shows of them', () => {
    const lines = [...calm(500), 'error: first', ...calm(500), 'FATAL: second', ...calm(500)]
    const first = truncate(`${lines.join('\n')}\n`, { maxBytes: 3000, backend })
    const second = truncate(first, { maxBytes: 400, backend })
    expect(second.errors.statements.map(({ message }) => message)).toEqual(
      first.errors.statements.map(({ message }) => message),
    )
    expect(second.errors.statements[0].kept).toBe(true)
  })
})

it('statements of two parts of an input are one where they say the same, the strongest first, else the earlier one', () => {
  const told = (shape: number, line: number, strength = 1, count = 1): FoundStatement => ({
    line,
    startByte: 100 * line,
    endByte: 100 * line + 9,
    kinds: 1,
    message: `error: ${'abcde'[shape].repeat(9)}`,
    count,
    strength,
    companions: [],
    shape,
    coarse: shape,
  })
  const joined = joinedStatements(
    [told(0, 100, 1, 2), told(1, 500)],
    [told(2, 900, 3), told(0, 1300, 9, 3), told(3, 200)],
  )
  expect(joined.map(({ shape, line, count }) => [shape, line, count])).toEqual([
    [2, 900, 1],
    [0, 100, 5],
    [3, 200, 1],
    [1, 500, 1],
  ])
})
