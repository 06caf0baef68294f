import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnTree, listing } from '../../src/structure/listing.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const paths = Array.from(
  { length: 600 },
  (_, at) => `./d${Math.floor(at / 100)}/error${at % 100}/x.ts\n`,
).join('')

test('each top folder has its share of a list of paths', () => {
  const text = cutOf(listing, paths, 2048) ?? ''
  for (let folder = 0; folder < 6; folder++) expect(text).toContain(`./d${folder}/`)
})

test('folders without a line of their own take no room', () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    `./d${at >> 2}/e${at}/a.ts\n./d${at >> 2}/e${at}/b.ts\n`.repeat(9),
  ).join('')
  const text = cutOf(listing, many, 2048) ?? ''
  expect(new Set(text.match(/^\.\/d\d+/gm)).size).toBeGreaterThan(6)
})

test('every kept entry of a drawn tree has its ancestors', () => {
  const input = `root\n${Array.from({ length: 40 }, (_, at) => `├── p${at}\n│   ├── q${at}\n│   │   └── r${at}\n`).join('')}`
  const text = cutOf(drawnTree, input, 1500) ?? ''
  expect(text.startsWith('root\n├── p0\n')).toBe(true)
  for (const [, at] of text.matchAll(/── r(\d+)\n/g)) expect(text).toContain(`── p${at}\n│   ├── q${at}\n`)
})

test('prose and logs are no lists of paths', () => {
  expect(listing.recognise(bytesOf('src/a.ts failed: 3\n'.repeat(9)), [], true)).toBe(0)
  expect(listing.recognise(bytesOf(paths), ['find', '.'], true)).toBeGreaterThan(0.8)
})

test('a cut is within its limits and does not depend on chunks', () => {
  const line = fc.constantFrom(
    'a/b',
    'a/c/d',
    './x',
    '├── p',
    '│   └── q',
    '│   │   └── r',
    'root',
    '/',
    '//a//b',
    'é/ü',
    'y'.repeat(9000),
  )
  for (const kind of [listing, drawnTree])
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 100, max: 3000 }), (lines, bytes) => {
        const input = lines.join('\n')
        expect(cutOf(kind, input, bytes, 40, 7)).toBe(cutOf(kind, input, bytes, 40))
      }),
      { numRuns: 60 },
    )
})
