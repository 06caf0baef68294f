import { describe, expect, it } from 'vitest'
import { appendTo, linesBack, linesOf, newRun, showIn, sliceRun } from '../../src/collect/run.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const runOf = (text: string, startByte: number, firstLine: number) => {
  const run = newRun(startByte, firstLine, 0)
  appendTo(run, encode(text))
  run.endByte = startByte + run.length
  return run
}

describe('the lines before a place', () => {
  it.each([
    ['a\nb\nc\n', true, 2, { lines: 2, bytes: 4 }],
    ['a\nb\nc\n', true, 9, { lines: 3, bytes: 6 }],
    // The first line may have begun further back.
    ['a\nb\nc\n', false, 9, { lines: 2, bytes: 4 }],
    ['\n\n\n', true, 2, { lines: 2, bytes: 2 }],
    ['\n', true, 1, { lines: 1, bytes: 1 }],
    ['\n', false, 1, { lines: 0, bytes: 0 }],
    ['a\n', true, 0, { lines: 0, bytes: 0 }],
    ['', true, 3, { lines: 0, bytes: 0 }],
  ])('of %j (from a line start: %s), at most %i, are whole', (text, startsLine, most, expected) => {
    expect(linesBack(encode(text), startsLine, most)).toEqual(expected)
  })
})

describe('a run', () => {
  it('takes bytes as they come', () => {
    const run = newRun(10, 2, 0)
    for (const part of ['a', '', 'bcdef\n', 'gh', '\n']) appendTo(run, encode(part))
    expect(decode(run.bytes.subarray(0, run.length))).toBe('abcdef\ngh\n')
  })

  it('lists its lines with the others, the last one open', () => {
    const lines = linesOf([runOf('a\n\nbc\n', 0, 1), runOf('d\ne', 100, 9)])
    expect(lines).toEqual({
      starts: Float64Array.from([0, 2, 3, 100, 102]),
      lengths: Uint32Array.from([2, 1, 3, 2, 1]),
      firstOf: Uint32Array.from([0, 3, 5]),
    })
  })

  it('is cut into what is wanted of it, its error counts with it', () => {
    const run = { ...runOf('a\nE1\nb\nE2\nc\n', 50, 7), errorsBefore: 3, matches: [52, 57], linesLeft: 4 }
    const slices = sliceRun(run, 0, linesOf([run]), Uint8Array.of(1, 1, 0, 1, 1))
    expect(
      slices.map((s) => ({
        text: decode(s.bytes.subarray(0, s.length)),
        startByte: s.startByte,
        endByte: s.endByte,
        firstLine: s.firstLine,
        errorsBefore: s.errorsBefore,
        matches: s.matches,
        linesLeft: s.linesLeft,
      })),
    ).toEqual([
      {
        text: 'a\nE1\n',
        startByte: 50,
        endByte: 55,
        firstLine: 7,
        errorsBefore: 3,
        matches: [52],
        linesLeft: 0,
      },
      // Only what reaches the run's end goes on to take lines.
      {
        text: 'E2\nc\n',
        startByte: 57,
        endByte: 62,
        firstLine: 10,
        errorsBefore: 4,
        matches: [57],
        linesLeft: 4,
      },
    ])
  })

  it('shows bytes that never change without a copy, and copies them when more follow', () => {
    const bytes = encode('a\nb\nc\n')
    const run = newRun(50, 7, 0)
    showIn(run, bytes)
    run.endByte = 56
    const [slice] = sliceRun(run, 0, linesOf([run]), Uint8Array.of(0, 1, 1))
    expect(slice.bytes.buffer).toBe(bytes.buffer)
    appendTo(slice, encode('d\n'))
    expect(decode(slice.bytes.subarray(0, slice.length))).toBe('b\nc\nd\n')
    expect(decode(bytes)).toBe('a\nb\nc\n')
  })

  it('of which nothing is wanted is gone', () => {
    const run = runOf('a\nb\n', 0, 1)
    expect(sliceRun(run, 0, linesOf([run]), new Uint8Array(2))).toEqual([])
  })
})
