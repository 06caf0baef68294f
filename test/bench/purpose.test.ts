// @deep

import { beforeAll, describe, expect, it } from 'vitest'
import { isAnswered, shownOf } from '../../bench/purpose/answers.mjs'
import { factsOfKind } from '../../bench/purpose/facts.mjs'
import { questionsOf } from '../../bench/purpose/questions.mjs'
import { recordings } from '../../bench/purpose/record.mjs'
import { isHeldOut, shareOf } from '../../bench/purpose/score.mjs'

interface Question {
  ask: string
  pieces?: string[]
  lines?: string[]
}
interface Recording {
  kind: string
  command: string
  text: string
}

const answers = (text: string, question: object): boolean => isAnswered(shownOf({ text }), question)
const factsOf = (kind: string, text: string): Question[] => factsOfKind[kind](text.split('\n'))

describe('an answer', () => {
  it('stands in one line with its key, in whole words', () => {
    const question = { pieces: ['120', 'a.ts'] }
    expect(answers('-rw-r--r-- 1 root root 120 Nov 28 16:38 a.ts', question)).toBe(true)
    expect(answers('-rw-r--r-- 1 root root 1203 Nov 28 16:38 a.ts', question)).toBe(false)
    expect(answers('-rw-r--r-- 1 root root 120 Nov 28 16:38 a.tsx', question)).toBe(false)
    expect(answers('120\n[...2-9: 90B]\na.ts', question)).toBe(false)
  })

  it('of two lines needs both, the second a little below the first', () => {
    const question = { lines: ['NAME', '  ls - list'] }
    expect(answers('NAME\n\n  ls - list\n', question)).toBe(true)
    expect(answers('  ls - list\nNAME', question)).toBe(false)
    expect(answers(`NAME\n${'x\n'.repeat(9)}  ls - list`, question)).toBe(false)
  })

  it('below a heading needs its own heading', () => {
    const under = { line: '-old', heading: 'diff --git a/a b/a', isHeading: /^diff --git / }
    expect(answers('diff --git a/a b/a\n@@ -1 +1 @@\n-old', { under })).toBe(true)
    expect(answers('[...1-9: 90B]\n-old', { under })).toBe(false)
    expect(answers('diff --git a/a b/a\n[...2-9: 90B]\ndiff --git a/b b/b\n-old', { under })).toBe(false)
  })

  it('that is a path stands in a marker too', () => {
    const path = ['src', 'core', 'a.ts']
    expect(answers('src/core/a.ts:12: x', { path })).toBe(true)
    expect(answers('[...2-9: 90B, 2 files: src/{b.ts 1, core/{a.ts 2}}]', { path })).toBe(true)
    expect(answers('[...2-9: 90B, 2 files: src/{core/{aa.ts 2}}]', { path })).toBe(false)
  })

  it('that is a number stands in the text, or follows from its markers', () => {
    const count = { number: 9, words: 'files', isEntry: (line: string) => line.startsWith('f'), all: 9 }
    expect(answers('f1\n[...2-8: 90B, 7 files]\nf9', { count })).toBe(true)
    expect(answers('f1\n[...2-8: 90B]\nf9', { count })).toBe(true)
    expect(answers('Total output lines: 9\n\nf1…80 chars truncated…f9', { count })).toBe(true)
    expect(answers('f1\nf2', { count })).toBe(false)
    expect(answers('f1\n[...2-7: 90B]\nf9', { count })).toBe(false)
  })
})

describe('a question', () => {
  let all: Recording[] = []
  beforeAll(() => {
    all = recordings(() => {}, { quick: true })
  }, 60_000)

  it('has its answer in the whole recording, and in no text without its line', () => {
    expect(all.length).toBeGreaterThan(4)
    for (const recording of all) {
      const questions: Question[] = questionsOf(recording)
      expect(questions.length, recording.command).toBeGreaterThan(0)
      for (const question of questions) {
        expect(answers(recording.text, question), `${recording.command}: ${question.ask}`).toBe(true)
        expect(answers('[...1-9999: 1MB]', question)).toBe(false)
      }
    }
  })

  it.each([
    ['ls -l', '-rw-r--r--  1 root root  120 Nov 28 16:38 a.ts', ['120', 'a.ts']],
    ['blame', '^a1b2c3d4 (Ada Ring 2026-11-28 10:00:00 +0000 12) text', ['a1b2c3d4', '12']],
    ['numbered', '    12\tconst x = 1', ['12', 'const x = 1']],
    ['settings', 'amber_1 = basalt-22', ['amber_1', 'basalt-22']],
    ['values', 'net.ipv4.ip_forward = 0', ['net.ipv4.ip_forward', '0']],
    ['packages', 'ii  git  1:2.39.5-0+deb12u2 amd64 fast', ['git', '1:2.39.5-0+deb12u2']],
    ['stat', '12\t3\tsrc/a.ts', ['12', '3', 'src/a.ts']],
  ])('about %s names its key and its answer', (kind, line, pieces) => {
    expect(factsOf(kind, line)).toMatchObject([{ pieces }])
  })

  it('about matches and changes also asks which files there are', () => {
    expect(factsOf('grep', 'src/a.ts:12:  const x = 1')).toMatchObject([
      { pieces: ['src/a.ts', '12', 'const x = 1'] },
      { path: ['src', 'a.ts'] },
    ])
    const heading = 'diff --git a/src/a.ts b/src/a.ts'
    expect(
      factsOf('diff', `${heading}\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-const x = 1`),
    ).toMatchObject([{ path: ['src', 'a.ts'] }, { under: { heading, line: '-const x = 1' } }])
  })

  it('about an option asks for what stands beside it or below it', () => {
    expect(factsOf('help', '  -a, --all   shows all')).toMatchObject([
      { lines: ['  -a, --all   shows all'] },
      { lines: ['  -a, --all   shows all'] },
    ])
    expect(factsOf('help', '  -a\n      shows all')[0]).toMatchObject({ lines: ['  -a', '      shows all'] })
  })
})

describe('the figures', () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({
    tool: `tool ${i}`,
    answered: [i < 15, true],
    tokens: 10,
  }))

  it('have the share of all questions within its interval', () => {
    const { share, interval, asked, tools } = shareOf(rows)
    expect({ share, asked, tools }).toEqual({ share: 35 / 40, asked: 40, tools: 20 })
    expect(interval[0]).toBeLessThan(share)
    expect(interval[1]).toBeGreaterThan(share)
    expect(shareOf(rows).interval).toEqual(interval)
  })

  it('hold out about half of the tools', () => {
    const held = rows.filter(({ tool }) => isHeldOut(tool)).length
    expect(held).toBeGreaterThan(5)
    expect(held).toBeLessThan(15)
  })
})
