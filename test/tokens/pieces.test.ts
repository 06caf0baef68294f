import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counterFor } from '../../src/core/tokens/gpt.ts'
import { countInPieces } from '../../src/core/tokens/pieces.ts'
import * as arbitrary from '../support/generators.ts'

/** The pieces that a text is counted in. */
function piecesOf(text: string, maxUnits?: number): string[] {
  const pieces: string[] = []
  const count = (piece: string) => pieces.push(piece)
  expect(countInPieces(text, count, maxUnits)).toBe((pieces.length * (pieces.length + 1)) / 2)
  return pieces
}

describe('a text in pieces', () => {
  it('is all there, in bounded pieces, without half a pair', () => {
    fc.assert(
      fc.property(arbitrary.text, fc.integer({ min: 1, max: 40 }), (text, maxUnits) => {
        const pieces = piecesOf(text, maxUnits)
        const bytes = new TextEncoder().encode(pieces.join(''))
        expect(Buffer.compare(bytes, new TextEncoder().encode(text))).toBe(0)
        // A pair is not parted for a limit of one.
        const most = Math.max(2, maxUnits)
        const isWrong = (piece: string) =>
          piece.length === 0 || piece.length > most || /\p{Surrogate}/u.test(piece)
        expect(pieces.filter(isWrong)).toEqual([])
      }),
    )
  })

  it.each<[string, number, string[]]>([
    ['one two three', 6, ['one', ' two', ' three']],
    ['one two three', 8, ['one two', ' three']],
    ['one\ntwo\r\nthree', 7, ['one\ntwo', '\r\nthree']],
    ['a;\nb;\nc;\nd', 5, ['a;\nb', ';\nc', ';\nd']],
    ['      four', 4, ['    ', '  fo', 'ur']],
    ['name(value)', 5, ['name', '(valu', 'e)']],
    ["don't it's", 5, ["don't", " it's"]],
    ["xxdon't", 6, ["xxdon'", 't']],
    ['abc123def456', 7, ['abc123', 'def456']],
    ['++12345678', 7, ['++', '123456', '78']],
    ['日本語。中文', 4, ['日本語', '。中文']],
    ['😀😀😀', 3, ['😀', '😀', '😀']],
    ['', 5, []],
  ])('of %j by %i ends where a word does, or else a run of one kind', (text, maxUnits, expected) => {
    expect(piecesOf(text, maxUnits)).toEqual(expected)
  })

  it('has U+FFFD for each lone surrogate', () => {
    expect(piecesOf('a\ud800b\udc00c\ud83d\ude00')).toEqual(['a\ufffdb\ufffdc😀'])
  })

  it('is never larger than 512 units', () => {
    expect(piecesOf('a'.repeat(2000)).map((piece) => piece.length)).toEqual([512, 512, 512, 464])
  })
})

describe('what is no text', () => {
  it.each([null, undefined, 5, {}])('is refused: %j', async (value) => {
    const refusal = expect.objectContaining({ code: 'PITH_INVALID_INPUT' })
    expect(() => countInPieces(value as string, () => 1)).toThrow(refusal)
    const tokens = await counterFor('gpt-5')
    expect(() => tokens.count(value as string)).toThrow(refusal)
  })
})
