import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createFormMatcher as createKernelMatcher } from '../../src/scan/form-matcher.ts'
import { instantiate } from '../../src/scan/instance.ts'
import { createFormMatcher, digestOf } from '../../src/signal/forms.ts'
import { createNormaliser } from '../../src/signal/normalise.ts'
import { evidenceForms, ruleForms, ruleSamples } from '../support/rule-forms.ts'

const pack = readFileSync(new URL('../../src/rules.pack', import.meta.url))
const digest = digestOf(ruleForms)
const oracle = createFormMatcher(ruleForms)
const kernels = instantiate()
if (kernels === undefined) throw new Error('Expected WebAssembly.')
const matcher = createKernelMatcher(kernels, pack, digest)
const normaliser = createNormaliser(false)

/** The forms in bytes and the ends of their matches, by both matchers. */
function bothOf(bytes: Uint8Array, start = 0, end = bytes.length) {
  const count = matcher?.match(bytes, start, end) ?? -1
  const found = Array.from(matcher?.ids.subarray(0, count) ?? [], (form) => [form, matcher?.endOf(form)])
  const ids = oracle.ids.subarray(0, oracle.match(bytes, start, end))
  const expected = ids.some((form) => evidenceForms.has(form))
    ? Array.from(ids, (form) => [form, oracle.endOf(form)])
    : []
  return { found, expected }
}

function expectEqual(line: string | Uint8Array): void {
  const bytes = typeof line === 'string' ? new TextEncoder().encode(line) : line
  const given = bothOf(bytes)
  expect(given.found).toEqual(given.expected)
  normaliser.normalise(bytes, 0, bytes.length)
  const normalised = bothOf(normaliser.text, normaliser.from, Math.max(normaliser.from, normaliser.to))
  expect(normalised.found).toEqual(normalised.expected)
}

const sample = fc.constantFrom(...ruleSamples)
/** Parts of samples, joined by what lies between words. */
const mixed = fc
  .array(
    fc.tuple(sample, fc.nat(60), fc.nat(60), fc.constantFrom('', ' ', ': ', '\t', '$', '\u00e9', '\u2717')),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) =>
    parts.map(([text, from, length, after]) => text.slice(from, from + length) + after).join(''),
  )
const broken = fc.tuple(sample, fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([text, at, bytes]) => {
  const line = new TextEncoder().encode(text)
  line.set(bytes.subarray(0, line.length), at % Math.max(1, line.length - bytes.length))
  return line.map((byte) => (byte === 10 ? 11 : byte))
})

describe("the kernel's tables of the rules", () => {
  it('find the same forms as the patterns in each sample', () => {
    for (const line of ruleSamples) expectEqual(line)
  })

  it('find the same in mixed samples, broken bytes and any text', () => {
    const line = fc.oneof(
      mixed,
      broken,
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    )
    fc.assert(fc.property(line, expectEqual), { numRuns: inject('thorough') ? 20_000 : 400 })
  })

  it('read lines of up to 8 KiB, and not what lies behind them', () => {
    const line = new TextEncoder().encode(`${'x'.repeat(8192 - 21)} error: no such file`)
    expect(bothOf(line, 0, line.length - 4)).toEqual(bothOf(line.slice(0, -4)))
    expectEqual(line)
  })

  it.each([
    ['of other forms', pack, `${digest.slice(1)}0`],
    ['with a changed byte', pack.map((byte, i) => (i === 9000 ? byte ^ 1 : byte)), digest],
    ['with a changed sum', pack.map((byte, i) => (i === 0 ? byte ^ 1 : byte)), digest],
    ['without its end', pack.subarray(0, -1), digest],
    ['that is empty', pack.subarray(0, 0), digest],
    ['that is longer than its room', new Uint8Array(2 ** 20).fill(0x30), '0'.repeat(16)],
  ])('refuse a pack %s', (_, bytes, expected) => {
    const others = instantiate()
    if (others === undefined) throw new Error('Expected WebAssembly.')
    expect(createKernelMatcher(others, bytes, expected)).toBeUndefined()
  })
})
