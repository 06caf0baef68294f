import { describe, expect, inject, test } from 'vitest'
import { compilePatterns, MAX_PATTERNS, type Pattern } from '../../src/scan/patterns.ts'
import { newScanner, run } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))

/** Where each line's match starts and which literal it is. */
function matchesIn(text: string, ...list: Pattern[]): [number, string][] {
  const set = compilePatterns(list)
  // Past the lag, so that no match is left for the end.
  const bytes = new TextEncoder().encode(`${text}\n${'.'.repeat(64)}`)
  const { matches: pairs } = run(scanner, bytes, [bytes.length], set).windows[0]
  const matches: [number, string][] = []
  for (let i = 0; i < pairs.length; i += 2) matches.push([pairs[i], list[pairs[i + 1]].literal])
  return matches
}

const starts = (text: string, literal: string, wholeWord = false): number[] =>
  matchesIn(text, { literal, wholeWord }).map(([start]) => start)

describe('a literal matches', () => {
  test.each(['error', 'ERROR', 'Error', 'eRRoR', '.error', '-error-', 'éerror', 'errors', '\terror'])(
    'in either case, after any byte that is no word byte: %j',
    (text) => {
      expect(starts(text, 'error')).toHaveLength(1)
    },
  )

  test.each(['terror', 'TERROR', '9error', '_error', 'Xerror', 'erro r', 'err0r', 'erro\0r'])(
    'not inside a word, and only as a whole: %j',
    (text) => {
      expect(starts(text, 'error')).toEqual([])
    },
  )

  test('at a capital after a small letter, as in TypeError', () => {
    expect(starts('TypeError', 'error')).toEqual([4])
    expect(starts('TYPEERROR', 'error')).toEqual([])
    expect(starts('2Error', 'error')).toEqual([])
    for (const text of ['aAbort', 'zZebra']) expect(starts(text, text.slice(1))).toEqual([1])
    for (const text of ['azebra', 'AAbort', 'ZZebra']) expect(starts(text, text.slice(1))).toEqual([])
  })

  test('right after a colour escape, which ends in a letter', () => {
    expect(starts('\x1b[31merror', 'error')).toEqual([5])
    expect(starts('\x1b[merror', 'error')).toEqual([3])
    expect(starts(`\x1b[${'1'.repeat(16)}merror`, 'error')).toEqual([19])
    expect(starts(`\x1b[${'1'.repeat(17)}merror`, 'error')).toEqual([])
    expect(starts('[31merror', 'error')).toEqual([])
    expect(starts('\x1b[31Kerror', 'error')).toEqual([])
  })

  test('after a word byte when it begins with none itself', () => {
    expect(starts('x!panic', '!panic')).toEqual([1])
  })

  test('inside a word when it may begin anywhere, whose end still counts when it asks for whole words', () => {
    const anywhere = (text: string, wholeWord = false) =>
      matchesIn(text, { literal: 'error', wholeWord, anywhere: true }).map(([start]) => start)
    for (const text of ['terror', 'TERROR', '9error', '_ERROR', 'Xerror']) expect(anywhere(text)).toEqual([1])
    expect(anywhere('terrors')).toEqual([1])
    expect(anywhere('terrors', true)).toEqual([])
    expect(anywhere('terror!', true)).toEqual([1])
    expect(matchesIn('terror', { literal: 'error' }, { literal: 'ERROR', anywhere: true })).toEqual([
      [1, 'ERROR'],
    ])
  })

  test('up to the end of a word only when it asks for whole words', () => {
    expect(starts('hanging', 'hang')).toEqual([0])
    expect(starts('hanging', 'hang', true)).toEqual([])
    expect(starts('hang_', 'hang', true)).toEqual([])
    expect(starts('hang!', 'hang', true)).toEqual([0])
  })

  test('a letter, not the sign that differs from it by the same bit', () => {
    expect(starts('fatal: {x', 'fatal: [x')).toEqual([])
    expect(starts('fatal: [x', 'fatal: [X')).toEqual([0])
  })
})

test('a whole word at the very end of the input matches', () => {
  const set = compilePatterns([{ literal: 'hang', wholeWord: true }])
  const bytes = new TextEncoder().encode('a hang')
  expect(run(scanner, bytes, [6], set).totals.lateMatches).toEqual([2, 0])
})

test('a literal that the input ends in the middle of does not match', () => {
  const set = compilePatterns([{ literal: 'fatal: x' }])
  const bytes = new TextEncoder().encode('fatal: ')
  expect(run(scanner, bytes, [7], set).totals.matches).toBe(0)
})

test('a line has one match: the match whose anchor ends first', () => {
  const text = 'error panic\npanic error\nfine\nerror'
  expect(matchesIn(text, { literal: 'panic' }, { literal: 'error' })).toEqual([
    [0, 'error'],
    [12, 'panic'],
    [29, 'error'],
  ])
})

test('of literals with the same anchor the first of the list wins, if it matches', () => {
  const list = [{ literal: 'type errors' }, { literal: 'Type' }, { literal: 'type' }]
  expect(matchesIn('a type error', ...list)).toEqual([[2, 'Type']])
})

test('as many literals as there may be are all found', () => {
  const letters = 'bcdfghjklmnpqrstvwxz'
  const list = Array.from({ length: MAX_PATTERNS }, (_, i) => ({
    literal: `${letters[i % 20]}${letters[Math.floor(i / 20) % 20]}${letters[(i * 7) % 20]}${letters[(i * 3 + 1) % 20]}${i}`,
  }))
  const text = list.map(({ literal }) => literal).join('\n')
  const found = matchesIn(text, ...list).map(([, literal]) => literal)
  expect(found.filter((literal, i) => !list[i].literal.startsWith(literal))).toEqual([])
  expect(found).toHaveLength(MAX_PATTERNS)
})
