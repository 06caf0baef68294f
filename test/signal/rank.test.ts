import { describe, expect, it } from 'vitest'
import { createJudge } from '../../src/core/judge/judge.ts'
import { type HeldLine, type LogFacts, rank } from '../../src/core/judge/rank.ts'

const encoder = new TextEncoder()
const assessor = createJudge()
const everything = { before: 100, after: 100 }

/** All lines of a log as if they were held. */
function hold(text: string): { lines: HeldLine[]; log: LogFacts } {
  const firstOfKind = new Array<number>(32).fill(0)
  const lastOfKind = new Array<number>(32).fill(0)
  const seen = new Map<number, HeldLine[]>()
  const lines = text.split('\n').map((words, index): HeldLine => {
    const bytes = encoder.encode(words)
    const evidence = assessor.assess(bytes, 0, bytes.length)
    const held: HeldLine = {
      line: index + 1,
      blank: words.trim() === '',
      count: 1,
      ...(evidence && { evidence }),
      repeat: 0,
      isLast: true,
    }
    if (evidence !== undefined) {
      const before = seen.get(evidence.shape) ?? []
      held.repeat = before.length
      for (const earlier of before) earlier.isLast = false
      seen.set(evidence.shape, [...before, held])
      for (let kind = 0; kind < 32; kind++) {
        if ((evidence.kinds & (1 << kind)) === 0) continue
        firstOfKind[kind] ||= index + 1
        lastOfKind[kind] = index + 1
      }
    }
    return held
  })
  return { lines, log: { totalLines: lines.length, firstOfKind, lastOfKind } }
}

const valuesOf = (text: string, context = everything): Float64Array => {
  const { lines, log } = hold(text)
  return rank(lines, log, context)
}

const quiet = Array.from({ length: 40 }, (_, i) => `built part ${i}`).join('\n')

describe('rank', () => {
  it('puts the line that fails above all others', () => {
    const values = valuesOf(`${quiet}\nmain.c:3:1: error: no ring\n${quiet}`)
    expect(values.indexOf(Math.max(...values))).toBe(40)
  })

  it('lends value to what follows and to what precedes, less with each line', () => {
    const values = valuesOf(`${quiet}\nmain.c:3:1: error: no ring\n${quiet}`)
    expect(values[41]).toBeGreaterThan(values[42])
    expect(values[42]).toBeGreaterThan(values[60])
    expect(values[39]).toBeGreaterThan(values[38])
    expect(values[41]).toBeGreaterThan(values[39])
  })

  it('lends no further than the context asked for', () => {
    const wide = valuesOf(`${quiet}\nmain.c:3:1: error: no ring\n${quiet}`)
    const narrow = valuesOf(`${quiet}\nmain.c:3:1: error: no ring\n${quiet}`, { before: 0, after: 1 })
    expect(narrow[41]).toBe(wide[41])
    expect(narrow[42]).toBeLessThan(1)
    expect(narrow[39]).toBeLessThan(1)
  })

  it('lends nothing across a step in the line numbers', () => {
    const { lines, log } = hold(`${quiet}\nmain.c:3:1: error: no ring\n${quiet}`)
    const far = lines.map((line) => (line.line > 41 ? { ...line, line: line.line + 5 } : line))
    const values = rank(far, { ...log, totalLines: 86 }, everything)
    expect(values[41]).toBeLessThan(rank(lines, log, everything)[41])
  })

  it('gives blank lines nothing', () => {
    const values = valuesOf('main.c:3:1: error: no ring\n\nmore of it')
    expect(values[1]).toBe(0)
    expect(values[2]).toBeGreaterThan(0)
  })

  it('values repeats less and less, but the last again', () => {
    const values = valuesOf(
      Array.from({ length: 6 }, (_, i) => `main.c:${i}:1: error: no ring`).join(`\n${quiet}\n`),
    )
    const errors = [0, 41, 82, 123, 164, 205].map((at) => values[at])
    expect(errors[0]).toBeGreaterThan(errors[1])
    expect(errors[1]).toBeGreaterThan(errors[2])
    expect(errors[5]).toBeGreaterThan(errors[4])
  })

  it('values the first of many alike above the later ones', () => {
    const values = valuesOf(`${quiet}\na.c:3:1: error: no ring\n${quiet}\nb.c:3:1: error: no rope\n${quiet}`)
    expect(values[40]).toBeGreaterThan(values[81])
  })

  it('values what a test runner says after the title of the test', () => {
    const alone = valuesOf(`${quiet}\n  expected 4 but got 5\n${quiet}`)
    const titled = valuesOf(`${quiet}\n  ✗ adds\n  expected 4 but got 5\n${quiet}`)
    expect(titled[41]).toBeGreaterThan(alone[40])
  })

  it('values little what stands after a verdict', () => {
    const values = valuesOf(`${quiet}\nmake: *** [Makefile:3: all] Error 2\nnext job\n${quiet}`)
    expect(values[41]).toBeLessThan(values[40])
  })

  it('says nothing about no lines', () => {
    expect(rank([], { totalLines: 0, firstOfKind: [], lastOfKind: [] }, everything)).toHaveLength(0)
  })
})
