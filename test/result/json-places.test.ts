import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsOf, memberOf, replaced } from '../../src/tools/result/json-places.ts'

const blanks = fc.constantFrom('', ' ', '\n', '\t ')

describe('places of JSON', () => {
  it('are those of the members that a parser finds, whatever is between them', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), blanks, fc.string(), (object, blank, name) => {
        const members = Object.entries(object).map(
          ([key, value]) =>
            `${blank}${JSON.stringify(key)}${blank}:${blank}${JSON.stringify(value, null, blank)}${blank}`,
        )
        const text = `${blank}{${members.join(',')}}`
        for (const key of [...Object.keys(object), name]) {
          const place = memberOf(text, 0, key)
          const parsed = JSON.parse(text) as Record<string, unknown>
          expect(place && JSON.parse(text.slice(place.start, place.end))).toEqual(
            Object.hasOwn(parsed, key) ? parsed[key] : undefined,
          )
          if (place) expect(JSON.parse(replaced(text, place, '7'))).toEqual({ ...parsed, [key]: 7 })
        }
      }),
      { numRuns: 40 },
    )
  })

  it('are those of the elements of an array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), blanks, (array, blank) => {
        const text = `[${array.map((value) => blank + JSON.stringify(value) + blank).join(',')}]`
        const found = elementsOf(text, 0).map(
          ({ start, end }) => JSON.parse(text.slice(start, end)) as unknown,
        )
        expect(found).toEqual(JSON.parse(text))
      }),
      { numRuns: 40 },
    )
  })
})
