import { describe, expect, it } from 'vitest'
import { signalLiterals } from '../../src/core/judge/literals.ts'
import { findLiterals, LITERAL_BYTES } from '../../src/core/scan/literal-set.ts'
import { signalSet } from '../../src/core/scan/signal-set.ts'

describe('signalLiterals', () => {
  it('are what the scanners can look for', () => {
    expect(signalLiterals().length).toBeLessThanOrEqual(1024)
    const sizes = signalLiterals().map((literal) => Buffer.byteLength(literal))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(4)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LITERAL_BYTES)
    const missed = signalLiterals().filter((literal, own) => {
      const [at, id] = findLiterals(signalSet(), new TextEncoder().encode(literal))
      return at !== 0 || id !== own
    })
    expect(missed).toEqual([])
    expect(signalLiterals().filter((literal) => /[A-Z]/.test(literal))).toEqual([])
    expect(
      signalLiterals().filter((literal) => !/[a-z]{4}|\p{sc=Cyrl}{2}|[^ -ӿ] ?[^ -ӿ]/u.test(literal)),
    ).toEqual([])
  })

  it('hold none that another one finds', () => {
    const covered = signalLiterals().filter((literal, own) => {
      const hits = findLiterals(signalSet(), new TextEncoder().encode(literal))
      return hits.some((id, i) => i % 2 === 1 && id !== own)
    })
    expect(covered).toEqual([])
    expect(new Set(signalLiterals()).size).toBe(signalLiterals().length)
  })
})
