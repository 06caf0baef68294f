import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requiredLiterals } from '../../../src/signal/linear/literals.ts'
import { seedFor } from '../../support/random.ts'

/** A pattern and some texts that it matches as a whole. */
interface Sampled {
  readonly source: string
  readonly texts: readonly string[]
}

const plain = (source: string, ...texts: string[]): Sampled => ({ source, texts })

const words = [
  'fail',
  'error',
  'un',
  'known',
  'Cannot',
  'é',
  ' ',
  ': ',
  'exit code',
  'x',
  'a very long sentence of words',
]

const leaf: fc.Arbitrary<Sampled> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words).map((word) => plain(word, word)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      plain('.', 'a', '✗'),
      plain('\\d', '1', '7'),
      plain('\\s*', '', '  '),
      plain('[eE]', 'e', 'E'),
      plain('[aé]', 'a', 'é'),
      plain('[✗x]', '✗', 'x'),
      plain('\\b', ''),
      plain('.*', '', 'any text'),
    ),
  },
)

const cross = (heads: readonly string[], tails: readonly string[]): string[] =>
  heads.flatMap((head) => tails.map((tail) => head + tail)).slice(0, 12)

const joined = (parts: readonly Sampled[]): Sampled => ({
  source: parts.map(({ source }) => source).join(''),
  texts: parts.reduce<string[]>((heads, { texts }) => cross(heads, texts), ['']),
})

const repeats: readonly [string, readonly number[]][] = [
  ['?', [0, 1]],
  ['*', [0, 2]],
  ['+', [1, 3]],
  ['{2}', [2]],
  ['{1,3}', [1, 3]],
]

const { tree } = fc.letrec<{ tree: Sampled; sequence: Sampled; either: Sampled; repeat: Sampled }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4, depthSize: 'small' }, leaf, tie('sequence'), tie('either'), tie('repeat')),
  sequence: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map(joined),
  either: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((choices) => ({
    source: `(?:${choices.map(({ source }) => source).join('|')})`,
    texts: choices.flatMap(({ texts }) => texts.slice(0, 5)),
  })),
  repeat: fc.tuple(tie('tree'), fc.constantFrom(...repeats)).map(([{ source, texts }, [sign, counts]]) => ({
    source: `(?:${source})${sign}`,
    texts: counts.flatMap((count) =>
      joined(new Array<Sampled>(count).fill({ source, texts })).texts.slice(0, 6),
    ),
  })),
}))

describe('required literals', () => {
  it('are in every match, in either case', () => {
    let sets = 0
    fc.assert(
      fc.property(tree, ({ source, texts }) => {
        const literals = requiredLiterals(source, 'i')
        if (literals === undefined) return
        sets++
        expect(literals.length).toBeLessThanOrEqual(40)
        for (const literal of literals) {
          expect(literal).toMatch(/^[ -@[-~]{4,24}$/)
          expect(literal).toMatch(/[a-z]{4}/)
        }
        for (const text of texts) {
          expect(literals.some((literal) => text.toLowerCase().includes(literal))).toBe(true)
        }
      }),
      { numRuns: 3000, seed: seedFor(7) },
    )
    expect(sets).toBeGreaterThan(500)
  })

  it.each([
    ['error', ['error']],
    ['fail(?:s|ed|ure)', ['fail']],
    ['un(?:known|expected) token', ['unknown token', 'unexpected token']],
    ['un(?:known|expected)', ['unknown', 'unexpected']],
    ['^\\s*not ok \\d+', []],
    ['\\berror\\s*(\\[\\w+\\]|[A-Z]{1,8}-?\\d{2,5})?\\s*[:!]', ['error']],
    ['\\b(undefined (reference|symbol)|cannot find (symbol|module))\\b', ['undefined ', 'cannot find ']],
    ['expected .{1,60} (but|got)', ['expected ']],
    ['[\\w$.]+(Error|Exception)(:|$| at)', ['error', 'exception']],
    ['(foo|err): .* failed', [' failed']],
    ['[Ss]egmentation fault', ['segmentation fault']],
    ['(?:error: )+', ['error: ']],
    ['a+bcde{2,3}x', ['bcdeex', 'bcdeeex']],
    ['this line is much longer than a literal may be', ['this line is much longer']],
    ['fail|err', []],
    ['.*', []],
    ['(error)?x', []],
    ['é[é]{3}érr', []],
    ['[a-z]{8}', []],
    ['', []],
  ])('of %s are %j', (source, expected) => {
    expect((requiredLiterals(source) ?? []).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['((((((error{24}){24}){24}){24}){24}){24}){24}', '', ['r'.repeat(24)]],
    ['((((((a|b){24}){24}){24}){24}){24}|failed){24}', '', []],
    ['(error|warning|failure|a|b|c|d){1,8}', '', []],
    ['(?:[a-d][e-h][i-l][m-p]){20}', 'i', []],
  ])('of %s are few and short, or none', (source, flags, expected) => {
    expect(requiredLiterals(source, flags) ?? []).toEqual(expected)
  })
})
