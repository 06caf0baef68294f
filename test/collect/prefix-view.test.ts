import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { layersAt } from '../../src/core/clean/prefixes.ts'
import { collect } from '../../src/core/hold/collect.ts'
import type { CutView } from '../../src/core/hold/cut-view.ts'
import type { Anchor, Facts } from '../../src/core/hold/facts.ts'
import { withoutPrefixes } from '../../src/core/hold/prefix-view.ts'
import { resolveSettings } from '../../src/settings.ts'
import { InputFacts } from '../support/facts.ts'
import { viewOf } from '../support/prefix-view.ts'

const facts = (text: string, maxBytes: number, backend: 'js' | 'wasm' = 'js') =>
  collect(text, resolveSettings({ maxBytes, maxLines: Infinity, backend }))

const numRuns = inject('thorough') ? 25 : 8

const time = fc.nat(400).map((seconds) => new Date(1e12 + 100 * seconds).toISOString())
const own = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'ok', 'compiling é', '  at run (a.js:1)', '日本 12') },
  fc.constantFrom('error: boom', 'TypeError: x is not a function', 'FAILED tests/a.py'),
)
const logLine = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(time, own).map(([at, text]) => `${at} ${text}`) },
  fc.tuple(time, own).map(([at, text]) => `${at} [INFO] ${text}`),
  own,
)
/** A log with a part that leaves memory, a line that is too long to be held, and an end. */
const log = fc
  .tuple(
    fc.array(logLine, { minLength: 20, maxLength: 60 }),
    fc.nat(200),
    fc.constantFrom(0, 0, 30_000),
    fc.boolean(),
  )
  .map(([lines, repeats, long, isEnded]) => {
    const filler = Array.from({ length: repeats }, (_, at) => `2001-09-09T01:46:41.${100 + at}Z step ${at}`)
    const x = 'x'.repeat(long)
    const giant = long > 0 ? [`2001-09-09T01:46:41.000Z ${x} TypeError: y ${x}`] : []
    const half = lines.length >> 1
    const all = [...lines.slice(0, half), ...filler, ...giant, ...filler, ...lines.slice(half)]
    return all.join('\n') + (isEnded ? '\n' : '')
  })

describe('facts without prefixes', () => {
  const checked = (text: string, given: Facts): CutView | undefined => {
    const made = withoutPrefixes(given)
    if (made) checkFacts(text, given, made)
    return made
  }

  it('agree with the view, and the map leads back to the input', () => {
    fc.assert(
      fc.property(log, fc.constantFrom(400, 3000, 1e6), (text, maxBytes) => {
        fc.pre(checked(text, facts(text, maxBytes)) !== undefined)
      }),
      { numRuns },
    )
  })

  it('are the same with both backends', () => {
    fc.assert(
      fc.property(log, (text) => {
        const [js, wasm] = (['js', 'wasm'] as const).map((backend) => {
          const view = withoutPrefixes(facts(text, 3000, backend))
          return view && { ...view.facts, backend: '', values: view.facts.values(), map: view.map }
        })
        expect(wasm).toEqual(js)
      }),
      { numRuns: 5 },
    )
  })

  it('tell the counts of places outside the regions', () => {
    const text = Array.from({ length: 30 }, (_, at) => `10:00:00 é ${at}\n`).join('')
    const input = new InputFacts(text)
    const anchors: Anchor[] = [1, 2, 12, 31].map((line) => anchorAt(input, input.lineStart(line)))
    const { facts: moved, map } = checked(text, { ...facts(text, 1e6), anchors }) as CutView
    const view = new InputFacts(viewOf(text, { map }))
    const expected = [1, 2, 12, 31].map((line) => anchorAt(view, view.lineStart(line)))
    expect(moved.anchors).toEqual(expected)
  })

  it('move evidence that is in a prefix to its line', () => {
    const text = Array.from({ length: 20 }, (_, at) => `10:00:00 line ${at}\n`).join('')
    const match = { matchStart: 34, matchEnd: 38 }
    const line = { line: 3, startByte: 32, lengthBytes: 16, value: 1, isError: true, ...match }
    const across = { ...line, matchEnd: 44 }
    const made = withoutPrefixes({ ...facts(text, 1e6), values: () => [line, across] }) as CutView
    const start = 16 + 7
    expect(made.facts.values()).toEqual([
      { ...line, startByte: start, lengthBytes: 7, matchStart: -1, matchEnd: -1 },
      { ...line, startByte: start, lengthBytes: 7, matchStart: start, matchEnd: start + 3 },
    ])
  })

  it('are not made for an input that is not text', () => {
    const text = '10:00:00 line\n'.repeat(20)
    const notText = { content: 'PNG image', firstLine: 2, lastLine: 3 }
    expect(withoutPrefixes({ ...facts(text, 1e6), notText })).toBeUndefined()
    expect(withoutPrefixes(facts('', 1e6))).toBeUndefined()
  })
})

const anchorAt = (input: InputFacts, byte: number): Anchor => ({
  byte,
  codePoints: input.codePointsBetween(0, byte),
  errors: 0,
})

/** Compares facts with the view that their map tells. */
function checkFacts(text: string, given: Facts, { facts, map }: CutView): void {
  const input = new InputFacts(text)
  const view = new InputFacts(viewOf(text, { map }))
  checkCuts(input, view, map)
  expect([map.inputBytes, map.viewBytes]).toEqual([given.totalBytes, facts.totalBytes])
  expect([facts.totalBytes, facts.textBytes]).toEqual([view.bytes.length, view.bytes.length])
  expect([facts.totalLines, facts.terminated]).toEqual([view.totalLines, given.terminated])
  for (const [at, region] of facts.regions.entries()) {
    const { startByte, endByte, bytes, firstLine, codePoints, matches, lineStart, lineEnd } = region
    expect(Buffer.compare(bytes, view.bytes.subarray(startByte, endByte))).toBe(0)
    expect(firstLine).toBe(view.lineOf(startByte))
    if (!Number.isNaN(codePoints)) expect(codePoints).toBe(view.codePointsBetween(0, startByte))
    expect(matches).toEqual(given.regions[at].matches.map((match) => map.viewByteOf(match)))
    for (const [anchor, was] of [
      [lineStart, given.regions[at].lineStart],
      [lineEnd, given.regions[at].lineEnd],
    ]) {
      expect(anchor?.byte).toBe(was && map.viewByteOf(was.byte))
      if (!anchor || Number.isNaN(anchor.codePoints)) continue
      expect(anchor.codePoints).toBe(view.codePointsBetween(0, anchor.byte))
    }
    if (lineStart) expect(lineStart.byte).toBe(view.lineStart(firstLine))
  }
  const shown = (source: InputFacts, start: number, end: number) => source.textOf(start, end)
  for (const [at, { matchStart, matchEnd, line }] of facts.errorMatches.entries()) {
    const match = given.errorMatches[at]
    expect(shown(view, matchStart, matchEnd)).toBe(shown(input, match.matchStart, match.matchEnd))
    expect(line).toBe(view.lineOf(matchStart))
  }
  for (const [at, { startByte, endByte, line }] of facts.errorLines.entries()) {
    const found = given.errorLines[at]
    expect(shown(view, startByte, endByte)).toBe(shown(input, found.startByte, found.endByte))
    expect(line).toBe(view.lineOf(startByte))
  }
  for (const { startByte, lengthBytes, line } of facts.values()) {
    expect(startByte).toBe(view.lineStart(line))
    // A line that is too long to be held counts as shorter than it is.
    const length = view.lineEnd(line) - startByte
    if (length < 8192) expect(lengthBytes).toBe(length)
  }
  expect(withoutPrefixes(facts)).toBeUndefined()
}

/** Each line of the view is a line of the input, whole or without whole parts of its prefix. */
function checkCuts(input: InputFacts, view: InputFacts, map: CutView['map']): void {
  for (let line = 1; line <= input.totalLines; line++) {
    const [start, end] = [input.lineStart(line), input.lineEnd(line)]
    const whole = input.textOf(start, end)
    const left = view.textOf(view.lineStart(line), view.lineEnd(line))
    expect(whole.endsWith(left)).toBe(true)
    const ends = layersAt(whole, 0).map((layer) => layer.end)
    expect([0, ...ends]).toContain(whole.length - left.length)
    expect(map.placeOf(map.viewByteOf(end)).inputByte).toBe(end < input.bytes.length ? end : map.inputBytes)
  }
}
