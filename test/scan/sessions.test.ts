import { describe, expect, inject, test } from 'vitest'
import type { KernelExports } from '../../src/core/scan/instance.ts'
import { WINDOW_BYTES, type WindowFacts } from '../../src/core/scan/scanner.ts'
import { createWasmScanner } from '../../src/core/scan/wasm.ts'
import { randomCase } from '../support/scan-cases.ts'
import { oracle } from '../support/scan-oracle.ts'
import { kernelExports, newScanner, run, step } from '../support/scan-run.ts'
import { randomWeights } from '../support/token-weights.ts'

const scanner = newScanner(inject('backend'))
const weights = [randomWeights(1), undefined, randomWeights(2)]
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('sessions that take turns, with different weights, know nothing of each other', () => {
  for (let seed = 0; seed < 100; seed++) {
    const lanes = [0, 1, 2].map((i) => {
      const { bytes, lengths } = randomCase(3 * seed + i)
      const tokens = weights[(seed + i) % weights.length]
      const windows: WindowFacts[] = []
      const session = scanner.open({ tokens })
      return { tokens, bytes, lengths, session, windows, at: 0 }
    })
    while (lanes.some((lane) => lane.windows.length < lane.lengths.length)) {
      for (const lane of lanes) {
        const length = lane.lengths[lane.windows.length]
        if (length === undefined) continue
        lane.windows.push(step(lane.session, lane.bytes.subarray(lane.at, lane.at + length)))
        lane.at += length
      }
    }
    for (const { bytes, lengths, tokens, windows, session } of lanes) {
      const expected = oracle(bytes, lengths, tokens)
      expect({ windows, totals: session.finish() }, `seed ${seed}`).toEqual(expected)
    }
  }
})

test('finish tells the totals so far and can be called again after more bytes', () => {
  const session = scanner.open({ tokens: weights[0] })
  step(session, bytesOf('an error\nand \xe9'))
  const first = session.finish()
  expect(session.finish()).toEqual(first)
  expect(first).toMatchObject({ bytes: 15, newlines: 1 })
  step(session, bytesOf('\nTypeError: x'))
  expect(session.finish()).toMatchObject({ bytes: 28, newlines: 2 })
})

test('an empty window has empty facts and changes nothing', () => {
  const session = scanner.open({})
  step(session, bytesOf('\xff error'))
  const before = session.finish()
  expect(step(session, new Uint8Array(0))).toEqual({
    startByte: before.bytes,
    newlines: 0,
    codePoints: 0,
    flags: 0,
    tokenUnits: 0,
  })
  expect(session.finish()).toEqual(before)
})

test('a session without tokens counts none, whatever another has counted', () => {
  const bytes = bytesOf('some text, 中文')
  expect(run(scanner, bytes, [17, 2], weights[0]).totals.tokenUnits).toBeGreaterThan(0)
  const { windows, totals } = run(scanner, bytes, [17, 2])
  expect([...windows, totals].map((facts) => facts.tokenUnits)).toEqual([0, 0, 0])
})

test('a window is as long as it says, and a length outside it is refused', () => {
  const session = scanner.open({})
  expect(session.window()).toHaveLength(WINDOW_BYTES)
  for (const length of [-1, 0.5, Number.NaN, WINDOW_BYTES + 1, Number.POSITIVE_INFINITY]) {
    expect(() => session.advance(length)).toThrow(
      expect.objectContaining({ name: 'PithError', code: 'PITH_OFFSET_OUT_OF_RANGE' }),
    )
  }
  expect(session.finish().bytes).toBe(0)
})

describe('a Wasm module that traps', () => {
  /** The module's exports with a scan that traps at the nth call, after it has spoilt the state. */
  function trapping(nthCall: number): KernelExports {
    const exports = kernelExports()
    let calls = 0
    return {
      ...exports,
      scanWindow(length, hasTokens) {
        calls++
        exports.scanWindow(length, hasTokens)
        if (calls === nthCall) throw new WebAssembly.RuntimeError('unreachable')
      },
    }
  }

  test('leaves the session with the same facts, from whichever window it happens in', () => {
    for (let seed = 0; seed < 120; seed++) {
      const { bytes, lengths } = randomCase(seed)
      const tokens = weights[seed % weights.length]
      const trapped = createWasmScanner(trapping(1 + (seed % 7)))
      const expected = oracle(bytes, lengths, tokens)
      expect(run(trapped, bytes, lengths, tokens), `seed ${seed}`).toEqual(expected)
    }
  })

  test('leaves the other sessions of the scanner as they are', () => {
    const trapped = createWasmScanner(trapping(2))
    const first = trapped.open({})
    const second = trapped.open({})
    step(first, bytesOf('one error\n'))
    step(second, bytesOf('two hang\n'))
    step(first, bytesOf('TypeError\n'))
    step(second, bytesOf('!panic\n'))
    expect(first.finish()).toMatchObject({ bytes: 20, newlines: 2 })
    expect(second.finish()).toMatchObject({ bytes: 16, newlines: 2 })
  })
})
