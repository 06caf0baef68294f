import { describe, expect, it } from 'vitest'
import { signalLiterals } from '../../src/signal/literals.ts'

describe('signalLiterals', () => {
  it('are what the scanners can look for', () => {
    expect(signalLiterals().length).toBeLessThanOrEqual(500)
    expect(signalLiterals().filter((literal) => !/^[ -@[-~]{4,24}$/.test(literal))).toEqual([])
    expect(signalLiterals().filter((literal) => !/[a-z]{4}/.test(literal))).toEqual([])
  })

  it('hold none that another one finds', () => {
    const covered = signalLiterals().filter((literal) =>
      signalLiterals().some((other) => other !== literal && literal.includes(other)),
    )
    expect(covered).toEqual([])
    expect(new Set(signalLiterals()).size).toBe(signalLiterals().length)
  })
})
