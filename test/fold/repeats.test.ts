import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { foldedByOracle } from '../support/fold-oracle.ts'
import { foldedStream, unfolded } from '../support/folded-stream.ts'
import { seedFor } from '../support/random.ts'
import { newScanner } from '../support/scan-run.ts'
import { some } from '../support/some.ts'

const scanner = newScanner(inject('backend'))
const numRuns = inject('thorough') ? 500 : 15

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
/** The view of a text in Latin-1. */
const viewOf = (text: string, cuts: readonly number[] = []): string =>
  foldedStream(scanner, latin1(text), cuts).view.toString('latin1')
const lines = (length: number, lineOf: (i: number) => string): string =>
  Array.from({ length }, (_, i) => `${lineOf(i)}\n`).join('')

const words = [
  'Compiling serde v1.0.1',
  'Downloading 12 %',
  'error: connection 1234 failed',
  'src/a.ts:3:1: error TS2322: no',
  'process went on with code 1',
  'process went on with code 0',
  'src/main.c:12:3: warning: unused',
  'Tests: 0 failed, 12 passed',
  'commit 8f3e21a done',
  'id 123e4567-e89b-42d3-a456-426614174000 ok',
  'at 0x7ffe12ab in main',
  '2024-05-11T12:34:56.123Z GET /index 200',
  '2024-05-11T12:34:56.123Z ',
  `${'2024-05-11T12:34:57.123Z a line that goes on '.repeat(2)}12`,
  '1,2,3',
  '17',
  '',
  'x',
  '[...3-9 repeat 2]',
  '[... ',
  'a\rerror: b failed 1',
  `long ${'word '.repeat(190)}77`,
  `border ${'y'.repeat(1013)}7`,
  `border ${'y'.repeat(1017)}7`,
  `${'giant 12 '.repeat(200)}`,
]

const digits = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 })
const line = fc
  .record({ word: fc.constantFrom(...words), digits, isSame: fc.boolean() })
  .map(({ word, digits, isSame }) => {
    let at = 0
    return isSame
      ? word
      : word.replace(/\d/g, (digit) => (++at % 3 === 0 ? `${digits[at % digits.length]}` : digit))
  })
const block = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    times: fc.constantFrom(1, 1, 2, 3, 9, 40),
  })
  .map(({ lines, times }) => Array.from({ length: times }, () => lines).flat())
const log = fc
  .record({
    blocks: fc.array(block, { maxLength: 8 }),
    end: fc.constantFrom('\n', '\r\n'),
    isOpen: fc.boolean(),
  })
  .map(({ blocks, end, isOpen }) => blocks.flat().join(end) + (isOpen ? '' : end))

describe('folding', () => {
  it('of any log is that of a plain oracle, in any chunks', () => {
    fc.assert(
      fc.property(log, fc.array(fc.nat(5000), { maxLength: 6 }), (input, cuts) => {
        const expected = foldedByOracle(input)
        const { view, map, shownErrors } = foldedStream(scanner, latin1(input), cuts)
        expect(view.toString('latin1')).toBe(expected.view)
        expect(map.errors).toBe(expected.hiddenErrors)
        expect(shownErrors + map.errors).toBe(expected.errors)
        expect([map.viewBytes, map.inputBytes]).toEqual([view.length, input.length])
      }),
      { numRuns },
    )
  })

  it('of a view is the view', () => {
    fc.assert(
      fc.property(log, (input) => {
        const view = viewOf(input)
        expect(viewOf(view)).toBe(view)
      }),
      { numRuns },
    )
  })

  it('of columns of numbers is that of a plain oracle, in any chunks', () => {
    const numbers = [20, 400, 1e6].map((most) => fc.array(fc.nat(most), { minLength: 1, maxLength: 90 }))
    const block = fc
      .record({ column: fc.oneof(...numbers), times: fc.constantFrom(1, 2, 3), word: fc.boolean() })
      .map(({ column, times, word }) => [
        ...(word ? ['feedfacefeed 1'] : []),
        ...Array.from({ length: times }, () => column.map((n) => `${1e6 + n} ${n % 3}`)).flat(),
      ])
    let hidden = 0
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 5 }),
        fc.array(fc.nat(5000), { maxLength: 6 }),
        (blocks, cuts) => {
          const input = blocks.flat().join('\n')
          const { view } = foldedByOracle(input)
          expect(viewOf(input, cuts)).toBe(view)
          if (view.length < input.length) hidden++
        },
      ),
      { numRuns, seed: seedFor(7) },
    )
    expect(hidden).toBeGreaterThan(0)
  })

  it('leads back to the input', () => {
    fc.assert(
      fc.property(log, fc.array(fc.nat(5000), { maxLength: 6 }), (text, cuts) => {
        const input = latin1(text)
        const folded = foldedStream(scanner, input, cuts)
        expect(unfolded(folded, input).equals(input)).toBe(true)
        expect(folded.map.lineShift).toBe(
          text.split('\n').length - folded.view.toString('latin1').split('\n').length,
        )
      }),
      { numRuns },
    )
  })

  it('is the same for every cut into two chunks', () => {
    const text = `${lines(40, (i) => `step ${i % 3}\n${i} of 40: copied`)}${'long '.repeat(300)}\n${lines(9, () => 'a\r\nb')}end`
    const expected = viewOf(text)
    expect(expected).toBe(foldedByOracle(text).view)
    const cuts = Array.from({ length: text.length }, (_, cut) => cut)
    for (const cut of some(cuts, 37)) expect(viewOf(text, [cut]), `cut at ${cut}`).toBe(expected)
    expect(viewOf(text, cuts)).toBe(expected)
  })

  it('is the same wherever a window of the scanner ends', () => {
    const path = 'to/the/other/disk/'.repeat(12)
    const block = lines(1500, (i) =>
      i % 50 === 0 ? `stage ${String.fromCharCode(97 + (i % 23))}` : `${path} ${i}`,
    )
    for (const extra of some(
      Array.from({ length: 250 }, (_, i) => i),
      125,
    )) {
      const text = `${'x'.repeat(extra)}\n${block}`
      expect(viewOf(text)).toBe(foldedByOracle(text).view)
    }
  })
})

describe('a folded run', () => {
  it.each([
    ['equal lines', lines(9, () => 'waiting for the lock of the package database'), '[...2-9 repeat 1]'],
    ['lines that count', lines(99, (i) => `Receiving objects: ${i} % (${i}/99)`), '[...2-98 like 1]'],
    ['blocks', lines(30, (i) => `${'abc'[i % 3]} is being copied to the other disk`), '[...4-30 repeat 1-3]'],
    ['one long line', `${'x'.repeat(60)}\na\nb\nc\nd\n${'x'.repeat(60)}\ne\n`, '[...6 repeat 1]'],
    ['times before words', lines(9, (i) => `2024-05-11T12:34:0${i}.123Z still waiting`), '[...2-8 like 1]'],
  ])('of %s shows the first, the last, and what is between', (_, text, mark) => {
    expect(viewOf(text).split('\n')).toContain(mark)
  })

  it('of lines like others before the last mark hides all of them', () => {
    const suite = lines(6, (i) => `test ${'abcdef'[i].repeat(20)} has passed`)
    expect(viewOf(`${suite}${suite}second suite\n${suite}third suite\n${suite}`)).toBe(
      `${suite}[...7-12 repeat 1-6]\nsecond suite\n[...14-19 repeat 1-6]\nthird suite\n[...21-26 repeat 1-6]\n`,
    )
  })

  it('has no last line without LF', () => {
    const suite = lines(6, (i) => `test ${'abcdef'[i].repeat(20)} has passed`)
    const input = latin1(`${suite}${suite}`.slice(0, -1))
    const folded = foldedStream(scanner, input)
    expect(folded.view.toString()).toBe(`${suite}[...7-11 repeat 1-5]\ntest ${'f'.repeat(20)} has passed`)
    expect(unfolded(folded, input).equals(input)).toBe(true)
  })

  it.each([
    ['numbers', lines(99, (i) => `${i}`)],
    ['rows of numbers', lines(99, (i) => `${i},${i * i}\t${i / 7}`)],
    ['dates with numbers', lines(99, (i) => `2024-05-11 12:34:56,${i}`)],
    ['numbers behind times', lines(9, (i) => `2024-05-11T12:34:0${i}.123Z 17`)],
    ['lines that differ in numbers', lines(20, (i) => `error: the disk ${i} has failed`)],
    ['words that differ', lines(20, (i) => `the letter ${String.fromCharCode(103 + i)}`)],
    ['failures that differ', lines(2, (i) => `Tests: ${i * 3} failed, 12 passed`)],
    ['two short lines', lines(3, () => 'the same line')],
    ['long lines', lines(9, () => 'y'.repeat(1025))],
    ['lines like marks', lines(9, () => '[... lines 3-9 omitted and much more that is data ...]')],
  ])('is not made of %s', (_, text) => {
    expect(viewOf(text)).toBe(text)
  })

  it('never hides a line that means something else than the line it is like', () => {
    const exits = lines(40, (i) => `Process exited with exit code ${i === 20 ? 1 : 0} after ${i} of 40 tries`)
    expect(viewOf(exits)).toContain('exit code 1 after')
    const tests = lines(40, (i) => `module ${i}: ${i === 20 ? 3 : 0} failed, ${i} of 40 passed`)
    expect(viewOf(tests)).toContain(': 3 failed')
  })

  it('keeps the first of equal errors, and counts the others', () => {
    const { view, map, shownErrors } = foldedStream(scanner, latin1(lines(50, () => 'error: disk 1 failed')))
    expect(view.toString()).toBe('error: disk 1 failed\n[...2-50 repeat 1]\n')
    expect([shownErrors, map.errors]).toEqual([1, 49])
  })

  it("heeds the digits of a caller's pattern", () => {
    const input = latin1(lines(40, (i) => `the job number ${i === 20 ? 77 : i % 9} is at 5 % of its work`))
    const { view } = foldedStream(scanner, input, [], [{ pattern: 'number 77', flags: '' }])
    expect(view.toString()).toContain('number 77')
  })

  it('holds lines of up to 1024 bytes', () => {
    for (const length of [1023, 1024, 1025]) {
      const text = lines(4, () => 'word '.repeat(300).slice(0, length))
      expect(viewOf(text) === text, `${length} bytes`).toBe(length > 1024)
    }
  })
})

describe('hostile input', () => {
  const count = inject('thorough') ? 1_000_000 : 20_000

  it('of very many alike lines becomes three', () => {
    expect(viewOf(lines(count, (i) => `item ${i} of 9 done`)).split('\n')).toEqual([
      'item 0 of 9 done',
      `[...2-${count - 1} like 1]`,
      `item ${count - 1} of 9 done`,
      '',
    ])
  })

  it('of lines that alternate, or of runs that are just too short, takes bounded work', () => {
    expect(viewOf(lines(count, (i) => (i % 2 === 0 ? 'ping' : `pong ${i} %`))).split('\n')).toHaveLength(5)
    const short = lines(count / 20, (i) => `aaa\naaa\n${i % 7 === 0 ? 'bbb' : `x${i}y`}\n`)
    expect(viewOf(short)).toBe(foldedByOracle(short).view)
  })

  it('of giant lines, of numbers only and of empty lines stays', () => {
    const giant = `${'12 '.repeat(count)}\n`.repeat(3)
    expect(viewOf(giant)).toBe(giant)
    const dense = lines(20, () => 'ab1-'.repeat(256))
    expect(viewOf(dense).split('\n')).toHaveLength(3)
  })
})
