import { describe, expect, it } from 'vitest'
import { signalLiterals } from '../../src/core/judge/literals.ts'
import { findLiterals, isSearchable, MOST_LITERALS } from '../../src/core/scan/literal-set.ts'
import { signalSet } from '../../src/core/scan/signal-set.ts'

describe('signalLiterals', () => {
  it('are what the scanners can look for', () => {
    expect(signalLiterals().length).toBeLessThanOrEqual(MOST_LITERALS)
    expect(signalLiterals().filter((literal) => !isSearchable(literal))).toEqual([])
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
