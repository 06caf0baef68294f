// @node

import { describe, expect, it } from 'vitest'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { vendorRows } from '../../src/redact/vendor-forms.ts'
import { createRandom } from '../support/random.ts'
import { innocentLines } from './apart/innocent.ts'
import { isHeldOut, type SecretLine, secretLines, tellingEnd } from './apart/lines.ts'
import { drawn } from './apart/vendors.ts'

const seeds = [1, 2, 3]
const isShown = ({ line, secret }: SecretLine): boolean =>
  createSecretRedactor()(line).includes(tellingEnd(secret))

describe('redaction of lines that were written apart from its rules', () => {
  it.each([
    ['that rules were tuned on', false],
    ['that no rule was tuned on', true],
  ])('hides at least 95 % of the secrets of vendors %s', (_, heldOut) => {
    const lines = seeds.flatMap(secretLines).filter(({ vendor }) => isHeldOut(vendor) === heldOut)
    expect(lines.length).toBeGreaterThan(200)
    const missed = lines.filter(isShown).map(({ vendor, line }) => `${vendor}: ${line}`)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(lines.length * 0.05)
  })

  it('changes at most 1 of 200 lines without a secret', () => {
    const lines = seeds.flatMap(innocentLines)
    expect(lines.length).toBeGreaterThan(900)
    const changed = lines.filter((line) => createSecretRedactor()(line) !== line)
    expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(lines.length / 200)
  })
})

describe('a token that begins with a text of its vendor', () => {
  const letters: Record<string, string> = { x: 'h', e: 'w', c: 'b' }
  const formOf = (rest: string) =>
    rest.replace(/([dhxluawbce])(\d+)\+?/g, (_, kind: string, count) => `{${letters[kind] ?? kind}${count}}`)

  it.each(vendorRows)('of %s, %s, is hidden', (_, prefix, rest) => {
    const token = prefix + drawn(formOf(rest), createRandom(1))
    expect(createSecretRedactor()(`a ${token} b`)).toMatch(/^a \[redacted [a-z-]+\] b$/)
  })

  it.each(vendorRows)('of %s, %s, stays without what follows it', (_, prefix) => {
    const line = `a ${prefix}... b, ${prefix} and ${prefix}xx`
    expect(createSecretRedactor()(line)).toBe(line)
  })
})
