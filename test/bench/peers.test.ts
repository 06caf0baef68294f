// @deep

import { describe, expect, it } from 'vitest'
import { pithAt, SHARED_LIMIT } from '../../bench/peers/peers.mjs'
import { answersOf, questions } from '../../bench/peers/questions.mjs'
// Not the checked one, whose oracle is slow on inputs so large.
import { truncate } from '../../src/index.ts'

const AMOUNT = 50_000
const substring = (cut: (text: string) => string) => ({
  limit: { lines: Infinity, amount: AMOUNT, unit: 'characters' },
  run: cut,
  read: (text: string) => ({ text: String(text) }),
})

describe('the questions to peers', () => {
  it('find what a substring loses', () => {
    expect(answersOf(substring((text) => text.slice(-AMOUNT)))).toEqual({
      'error kept': false,
      'limit held': true,
      'in bytes': false,
      'at limit': true,
      'well formed': false,
      'clusters whole': false,
      'giant line': true,
      'line count': undefined,
      'byte count': undefined,
    })
  })

  it('find what is over the limit, and who changes what is within it', () => {
    const answers = answersOf(substring((text) => `${text}\n[all of it]`))
    expect(answers).toMatchObject({ 'error kept': true, 'limit held': false, 'at limit': false })
    expect(answers).toMatchObject({ 'well formed': true, 'clusters whole': true, 'giant line': true })
  })

  it.each([
    ['split', (text: string) => text.split('\n').length],
    ['lone CR', (text: string) => text.replace(/\n$/, '').split(/\r\n?|\n/).length],
  ])('find counts that are wrong: %s', (_, totalLines) => {
    const contender = substring((text) => text)
    const counting = {
      ...contender,
      read: (text: unknown) => ({ text: '', totalLines: totalLines(String(text)) }),
    }
    expect(answersOf(counting)['line count']).toBe(false)
  })

  it('are all answered with yes by pith', () => {
    const answers = answersOf(pithAt(truncate, SHARED_LIMIT))
    expect(answers).toEqual(
      Object.fromEntries(questions.map(({ short }: { short: string }) => [short, true])),
    )
    const tail = answersOf(pithAt(truncate, SHARED_LIMIT, { tail: true }))
    expect(tail).toEqual({ ...answers, 'error kept': false })
  })
})
