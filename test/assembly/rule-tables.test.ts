import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { instantiate } from '../../src/scan/instance.ts'
import { createFormMatcher, digestOf, type FormMatcher } from '../../src/signal/forms.ts'
import { createNormaliser } from '../../src/signal/normalise.ts'
import { rules } from '../../src/signal/rules/index.ts'
import { rulesPack } from '../../src/signal/rules/pack.ts'
import { TableMatcher } from '../../src/signal/table-matcher.ts'
import { createKernelMatcher } from '../support/kernel-matcher.ts'
import { evidenceForms, ownerForms, ruleForms, ruleSamples } from '../support/rule-forms.ts'

const pack = rulesPack()
const digest = digestOf(ruleForms)
const oracle = createFormMatcher(ruleForms)
const matcher = kernelMatcher()
const inJs = new TableMatcher(pack)
const normaliser = createNormaliser(false)

function kernelMatcher(): FormMatcher {
  const kernels = instantiate()
  const made = kernels && createKernelMatcher(kernels, pack, digest)
  if (made === undefined) throw new Error('Expected the kernels to take the tables.')
  return made
}

/** The forms in bytes and the ends of their matches. */
function foundBy(matcher: FormMatcher, bytes: Uint8Array, start: number, end: number, hasEvidence = false) {
  const ids = matcher.ids.slice(0, matcher.match(bytes, start, end, hasEvidence))
  return Array.from(ids, (form) => [form, matcher.endOf(form)])
}

/** What the tables find, by the kernel and in JavaScript, and what they should: no condition of a rule that does not match. */
function bothOf(bytes: Uint8Array, start = 0, end = bytes.length) {
  const found = foundBy(oracle, bytes, start, end)
  const forms = new Set(found.map(([form]) => form))
  const all = found.filter(([form]) => forms.has(ownerForms[form]))
  const expected = all.some(([form]) => evidenceForms.has(form)) ? all : []
  return {
    found: { kernel: foundBy(matcher, bytes, start, end), js: foundBy(inJs, bytes, start, end) },
    expected: { kernel: expected, js: expected },
    withEvidence: foundBy(inJs, bytes, start, end, true),
    all,
  }
}

function expectEqual(line: string | Uint8Array): void {
  const bytes = typeof line === 'string' ? new TextEncoder().encode(line) : line
  const given = bothOf(bytes)
  expect(given.found).toEqual(given.expected)
  expect(given.withEvidence).toEqual(given.all)
  normaliser.normalise(bytes, 0, bytes.length)
  const normalised = bothOf(normaliser.text, normaliser.from, Math.max(normaliser.from, normaliser.to))
  expect(normalised.found).toEqual(normalised.expected)
}

/** The pack with another character at a place. */
const changed = (at: number): string =>
  pack.slice(0, at) + String.fromCharCode(pack.charCodeAt(at) ^ 1) + pack.slice(at + 1)

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
/** Samples far from each other and from the ends of the line, so that automata read parts of it. */
const apart = fc
  .array(
    fc.tuple(
      fc.constantFrom('x', ' ', '. ', '\u00e9', '\u4e2d', 'no '),
      fc.nat(200),
      fc.oneof(sample, mixed),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.map(([filler, times, text]) => filler.repeat(times) + text).join('') + parts[0][0])
const broken = fc.tuple(sample, fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([text, at, bytes]) => {
  const line = new TextEncoder().encode(text)
  line.set(bytes.subarray(0, line.length), at % Math.max(1, line.length - bytes.length))
  return line.map((byte) => (byte === 10 ? 11 : byte))
})

describe('the tables of the rules', () => {
  it('find the same forms as the patterns in each sample', () => {
    for (const line of ruleSamples) expectEqual(line)
  })

  it('find the same in mixed samples, broken bytes and any text', () => {
    const line = fc.oneof(
      mixed,
      apart,
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

  it('find the same when lines need more states than the kernel has room for', () => {
    const words = rules
      .flatMap(({ pattern }) => pattern.split(/[^A-Za-z ]+/))
      .filter((word) => word.length > 2)
    const parts = [...words, ...ruleSamples]
    // About 6,000 of such lines fill the memory.
    for (const [i, part] of parts.entries()) {
      for (const text of [`${part}: error`, `${part} ${parts[(i * 7919) % parts.length]}`]) {
        const line = new TextEncoder().encode(text)
        expect(foundBy(matcher, line, 0, line.length)).toEqual(foundBy(inJs, line, 0, line.length))
      }
    }
  })

  it.each([
    ['of other forms', pack, `${digest.slice(1)}0`],
    ['with a changed byte', changed(9000), digest],
    ['with a changed sum', changed(0), digest],
    ['without its end', pack.slice(0, -1), digest],
    ['that is empty', '', digest],
    ['that is longer than its room', '0'.repeat(2 ** 20), '0'.repeat(16)],
  ])('refuse a pack %s', (_, bytes, expected) => {
    const others = instantiate()
    if (others === undefined) throw new Error('Expected WebAssembly.')
    expect(createKernelMatcher(others, bytes, expected)).toBeUndefined()
  })
})
