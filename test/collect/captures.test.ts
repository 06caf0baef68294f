import { expect, inject, test } from 'vitest'
import type { ErrorFinder } from '../../src/collect/error-finder.ts'
import { regionsOf } from '../../src/collect/regions.ts'
import { signalFor } from '../../src/collect/signal.ts'
import { Stream } from '../../src/collect/stream.ts'
import { errorMatchesOf, valuesOf } from '../../src/collect/values.ts'
import { errorLinesOf, InputFacts } from '../support/facts.ts'
import { newScanner } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))
const margins = { before: 2, after: 3 }
const signal = signalFor({ ...margins, patterns: [] }, 4000, inject('backend'))

/** What is held of an input that came in chunks of one length. */
function heldOf(text: string, chunkBytes: number) {
  const bytes = new TextEncoder().encode(text)
  const stream = new Stream({ scanner, signal, tokens: undefined, headBytes: 5000, tailBytes: 20_000 })
  for (let at = 0; at < bytes.length; at += chunkBytes) stream.push(bytes.slice(at, at + chunkBytes), false)
  stream.finish()
  const errorFinder = stream.errorFinder as ErrorFinder
  const totalLines = stream.newlines + (text.endsWith('\n') ? 0 : 1)
  return {
    errorMatches: errorMatchesOf(errorFinder),
    regions: regionsOf(stream).map(({ bytes, ...region }) => ({
      ...region,
      text: Buffer.from(bytes).toString(),
    })),
    values: valuesOf(errorFinder, totalLines, margins, scanner),
    facts: errorLinesOf(new InputFacts(text)),
  }
}

const piece = (i: number) => `{"i":${i},"text":"${'x'.repeat(7600)} error: no such file ${i}"}`
const giant = (pieces: number) => `[${Array.from({ length: pieces }, (_, i) => piece(i)).join(',')}]`

test('of a line with many errors the first and the last are held, each with what is around it', () => {
  const text = `begin\n${giant(200)}\nend\n`
  const { errorMatches, regions, facts } = heldOf(text, 100_000)
  const matches = facts.map(({ startByte }) => startByte)
  expect(matches.length).toBeGreaterThan(150)
  expect(errorMatches.map(({ matchStart }) => matchStart)).toEqual([
    ...matches.slice(0, 24),
    ...matches.slice(-8),
  ])
  expect(new Set(errorMatches.map(({ line }) => line))).toEqual(new Set([2]))
  for (const { matchStart } of errorMatches) {
    const region = regions.find((r) => r.startByte <= matchStart && matchStart < r.endByte)
    expect(region?.text.slice(matchStart - region.startByte)).toMatch(/^error: no such file/)
  }
})

test('the first and the last error of the input are held, whatever lines are between them', () => {
  for (const [first, last] of [
    ['error: first\n', 'error: last\n'],
    ['', 'error: last'],
    ['error: first\n', ''],
  ]) {
    const text = `${first}${`${giant(30)}\nplain\n`.repeat(5)}${last}`
    const { errorMatches, facts } = heldOf(text, 65_536)
    expect(errorMatches[0].matchStart).toBe(facts[0].startByte)
    expect(errorMatches[errorMatches.length - 1].matchStart).toBe(facts[facts.length - 1].startByte)
  }
})

test('what is counted before and behind what is held is exact, and the same from any chunks', () => {
  const text = `error: first\n${giant(60)}\n${'plain\n'.repeat(9000)}${giant(3)}\r\n${giant(2)}\n${giant(50)}`
  const { facts, ...whole } = heldOf(text, text.length)
  const before = (offset: number) => facts.filter(({ startByte }) => startByte < offset).length
  for (const { startByte, errors, matches, lineStart, lineEnd } of whole.regions) {
    expect(errors).toBe(before(startByte))
    for (const match of matches) expect(facts.map((fact) => fact.startByte)).toContain(match)
    for (const anchor of [lineStart, lineEnd]) if (anchor) expect(anchor.errors).toBe(before(anchor.byte))
  }
  for (const chunkBytes of [7001, 65_536, 262_144]) {
    const { facts: _, ...held } = heldOf(text, chunkBytes)
    expect(held, `chunks of ${chunkBytes}`).toEqual(whole)
  }
})
