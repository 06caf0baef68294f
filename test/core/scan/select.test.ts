import { describe, expect, inject, it } from 'vitest'
import type { KernelExports } from '../../../src/core/scan/instance.ts'
import { compileLiterals, findLiterals } from '../../../src/core/scan/literal-set.ts'
import { signalSet } from '../../../src/core/scan/signal-set.ts'
import { createWasmSelector } from '../../../src/core/scan/wasm-selector.ts'
import { caseCount } from '../../support/case-count.ts'
import { kernelExports } from '../../support/scan-run.ts'
import { selectionOf } from '../../support/select-oracle.ts'
import { comparable, newSelector, select, whole } from '../../support/select-run.ts'
import { some } from '../../support/some.ts'
import { weightsOfCase } from '../../support/token-weights.ts'
import { literals, randomBytes, randomLengths } from './select-cases.ts'

const selector = newSelector(inject('backend'))
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Expects what the oracle says, with these windows, and returns it. */
function check(bytes: Uint8Array, lengths: number[] = whole(bytes), known = literals) {
  const expected = selectionOf(bytes, known)
  expect(comparable(select(selector, bytes, lengths, known))).toEqual(comparable(expected))
  return expected
}

describe('a selection', () => {
  it('is what the oracle says, whatever the bytes and the windows', () => {
    for (let seed = 0; seed < caseCount(15, 150); seed++) {
      const bytes = randomBytes(seed, 20 + 4 * seed)
      const tokens = weightsOfCase(seed)
      const expected = comparable(selectionOf(bytes, literals, tokens))
      for (const lengths of [whole(bytes), randomLengths(seed, bytes.length)]) {
        expect(comparable(select(selector, bytes, lengths, literals, tokens)), `seed ${seed}`).toEqual(
          expected,
        )
      }
    }
  })

  it('does not depend on where windows end', () => {
    const text =
      "a:1\r\nno error: x\rType\x1b[1mError: [warn] é\n  not found\r\n\rcan't open\n** x\ncall stack hang"
    const bytes = bytesOf(text)
    const expected = comparable(selectionOf(bytes, literals))
    for (let cut = 0; cut <= bytes.length; cut++) {
      for (let next = cut; next <= bytes.length; next += 7) {
        const lengths = [cut, next - cut, bytes.length - next]
        expect(comparable(select(selector, bytes, lengths, literals)), `${cut}, ${next}`).toEqual(expected)
      }
    }
    expect(comparable(select(selector, bytes, new Array(bytes.length).fill(1), literals))).toEqual(expected)
  })

  it('finds a literal across the edge of a window and of a part of a line', () => {
    for (const { literal } of some(literals, 5)) {
      for (let before = 4064; before <= 4100; before++) {
        const bytes = bytesOf(`${'.'.repeat(before)}${literal}:1 tail`)
        expect(check(bytes, [before + 2, bytes.length - before - 2]).entries.length).toBeGreaterThan(0)
      }
    }
  })

  it('ends a unit once at CRLF, and at each lone CR', () => {
    const { entries } = check(bytesOf('error 1\r\nerror 2\rerror 3\r\r\n\rerror 4\r'))
    expect(entries.map(({ line, startByte, endByte }) => [line, startByte, endByte])).toEqual([
      [1, 0, 7],
      [2, 9, 16],
      [2, 17, 24],
      [3, 28, 35],
    ])
  })

  it('has all byte values, NULs and nothing at all', () => {
    check(new Uint8Array(0))
    check(Uint8Array.from({ length: 1024 }, (_, i) => i & 0xff))
    check(bytesOf(`error${'\0'.repeat(9000)}error\0[warn]\n`))
    for (const byte of [0x00, 0x0a, 0x0d, 0x80, 0xff]) check(new Uint8Array(300).fill(byte), [100, 200])
  })

  it('reads parts of a line that is longer than what is held', () => {
    const filler = 'some words that mean nothing 1234 '
    const bytes = bytesOf(
      `${filler.repeat(300)}error: a${filler.repeat(400)}not found${filler.repeat(500)}\nerror`,
    )
    expect(check(bytes, randomLengths(7, bytes.length)).entries).toHaveLength(3)
  })

  it('offers eight like lines, and counts the others', () => {
    const { entries, counts } = check(bytesOf('12:00 error: a disk is full\n'.repeat(100)))
    expect(entries).toHaveLength(8)
    expect(entries.map(({ repeat }) => repeat)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect([...counts.values()]).toEqual([100])
  })

  it('keeps the first of lines that score alike', () => {
    const lines = Array.from(
      { length: 1500 },
      (_, i) => `error ${'gtuvwxyz'.repeat(3)} ${(i * 7919) % 6007} ${letters(i)}\n`,
    )
    const { entries, left } = check(bytesOf(lines.join('')))
    expect(entries).toHaveLength(512)
    expect(left.units).toBeGreaterThan(0)
  })

  it('keeps one strong line among very many weak ones', () => {
    const weak = Array.from({ length: 3000 }, (_, i) => `hang in ${letters(i)} and ${letters(i * i)}\n`)
    const bytes = bytesOf(`${weak.join('')}could not found: http/1.1" 5 [warn] ok":false\n${weak.join('')}`)
    expect(check(bytes).entries.some(({ line }) => line === 3001)).toBe(true)
  })

  it('gives sessions that take turns their own results', () => {
    const inputs = [3, 4, 5].map((seed) => randomBytes(seed, 400))
    const set = compileLiterals(literals)
    const sessions = inputs.map(() => selector.open({ literals: set }))
    for (let at = 0; at < Math.max(...inputs.map(({ length }) => length)); at += 97) {
      for (const [i, session] of sessions.entries()) {
        const part = inputs[i].subarray(at, at + 97)
        session.window().set(part)
        session.advance(part.length)
      }
    }
    for (const [i, session] of sessions.entries()) {
      const { slots } = session.finish()
      expect(slots.map((slot) => session.entry(slot))).toEqual(selectionOf(inputs[i], literals).entries)
    }
  })

  it('refuses lengths and slots that do not exist', () => {
    const session = selector.open({ literals: signalSet() })
    expect(() => session.advance(-1)).toThrow('whole number')
    expect(() => session.entry(0)).toThrow('slot')
    expect(session.held(0, 1)).toBeUndefined()
  })
})

describe.runIf(inject('backend') === 'wasm')('a module that traps', () => {
  /** The module's exports, which trap at the nth call, after they have spoilt the state. */
  function trapping(nthCall: number): KernelExports {
    const kernels = kernelExports()
    let calls = 0
    const trapAfter = (run: () => void): void => {
      run()
      if (++calls === nthCall) throw new WebAssembly.RuntimeError('unreachable')
    }
    return {
      ...kernels,
      selectWindow: (length, hasTokens) => trapAfter(() => kernels.selectWindow(length, hasTokens)),
      endSelection: () => trapAfter(() => kernels.endSelection()),
    }
  }

  it('leaves the session to the twin, with the same results', () => {
    for (let nthCall = 1; nthCall <= 8; nthCall++) {
      const bytes = randomBytes(nthCall, 800)
      const lengths = [0, 1, 2, 3, 4, 5, 6].map(
        (i) => Math.ceil(((i + 1) * bytes.length) / 7) - Math.ceil((i * bytes.length) / 7),
      )
      const trapped = createWasmSelector(trapping(nthCall))
      const expected = comparable(selectionOf(bytes, literals))
      expect(comparable(select(trapped, bytes, lengths, literals)), `call ${nthCall}`).toEqual(expected)
    }
  })

  it('leaves other sessions in the module', () => {
    const trapped = createWasmSelector(trapping(2))
    const inputs = [randomBytes(1, 300), randomBytes(2, 300)]
    const sessions = inputs.map(() => trapped.open({ literals: compileLiterals(literals) }))
    for (const [i, session] of [...sessions.entries()].reverse()) {
      session.window().set(inputs[i])
      session.advance(inputs[i].length)
    }
    for (const [i, session] of sessions.entries()) {
      const { slots } = session.finish()
      expect(slots.map((slot) => session.entry(slot))).toEqual(selectionOf(inputs[i], literals).entries)
    }
  })
})

const letters = (n: number): string =>
  [...String(n)].map((digit) => String.fromCharCode(0x67 + Number(digit))).join('')

describe('a set of literals', () => {
  it('finds the places of all literals in a line', () => {
    const set = compileLiterals(literals)
    const hits = findLiterals(set, bytesOf("TypeError: errors: terror [WARN] can't open"))
    expect([...hits]).toEqual([4, 0, 4, 2, 11, 0, 11, 1, 11, 2, 26, 4, 33, 7])
  })
})
