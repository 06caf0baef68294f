import { expect, test } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { drawnTree, listing } from '../../src/kinds/listing.ts'
import { truncate } from '../support/checked.ts'
import { withFullNames } from '../support/marker-names.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const paths = Array.from(
  { length: 600 },
  (_, at) => `./d${Math.floor(at / 100)}/error${at % 100}/x.ts\n`,
).join('')

test('markers name the folders that they hide, with the number of paths in each', () => {
  const many = Array.from({ length: 240 }, (_, at) => `src/d${at >> 3}/in/f${at}.ts\n`).join('')
  const text = withFullNames(cutOf(listing, many, 800) ?? '')
  for (let folder = 0; folder < 30; folder++) expect(text).toContain(`src/d${folder}/`)
  expect(text).toMatch(/, \d+ folders, \d+ paths: src\/d\d+\/ 8, src\/d\d+\/ 8/)
  // Where the room does not do for all, outer folders are named.
  expect(text).not.toMatch(/\/in\/ 8/)
})

test('of an answer, paths at both ends are shown, and the folders between are named', () => {
  const lines = Array.from({ length: 600 }, (_, at) => `src/d${at >> 4}/f${at}.ts\n`)
  const { text } = truncate(lines.join(''), {
    maxBytes: 3000,
    for: 'query',
    structure: kindsFor({ command: 'find src' }),
  })
  for (const line of [...lines.slice(0, 60), ...lines.slice(-60)]) expect(text).toContain(line)
  expect(text).toMatch(/^\[\.\.\.\d+-\d+: \S+, \d+ folders, \d+ paths: src\/\{d\d+\/ 16, .*\]$/m)
})

test('of many folders in one deep folder, those are named that have room, and the last one', () => {
  const many = Array.from({ length: 300 }, (_, at) =>
    Array.from({ length: 9 }, (__, file) => `/usr/lib/site-packages/package${at}/f${file}.py\n`).join(''),
  ).join('')
  const text = cutOf(listing, many, 1500) ?? ''
  expect(text).toMatch(
    /paths: \/usr\/lib\/site-packages\/\{package\d+\/ 9, (?:package\d+\/ 9, ){5,}…, package\d+\/ 9\}\]\n/,
  )
})

test('the folders of a long list stay in memory with their first paths', () => {
  const many = Array.from({ length: 40 }, (_, folder) =>
    Array.from({ length: 2000 }, (__, at) => `usr/folder-${folder}/file-${at}\n`).join(''),
  ).join('')
  const text = cutOf(listing, many, 16384) ?? ''
  for (let folder = 0; folder < 40; folder++) expect(text).toContain(`usr/folder-${folder}/file-0\n`)
  expect(text.length).toBeGreaterThan(14000)
})

test('a path that is left out by itself is shown, as its marker is no shorter', () => {
  for (let bytes = 700; bytes < 4096; bytes += 50) {
    const text = cutOf(listing, paths.replaceAll(/error|x\.ts/g, 'e'), bytes) ?? ''
    expect(text).not.toContain(', 1 path]')
  }
})

test('each top folder has its share of a list of paths', () => {
  const text = cutOf(listing, paths, 2048) ?? ''
  for (let folder = 0; folder < 6; folder++) expect(text).toContain(`./d${folder}/`)
})

test('folders without a line of their own take no room', () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    `./d${at >> 2}/e${at}/a.ts\n./d${at >> 2}/e${at}/b.ts\n`.repeat(9),
  ).join('')
  const text = withFullNames(cutOf(listing, many, 2048) ?? '')
  expect(new Set(text.match(/\.\/d\d+/g)).size).toBe(15)
})

test.each([
  ['as npm draws it', ' '],
  ['as `tree` draws it', '\u00a0'],
])('every kept entry of a drawn tree has its ancestors, %s', (_, blank) => {
  const bar = `│${blank}${blank} `
  const input = `root\n${Array.from({ length: 40 }, (_, at) => `├── p${at}\n${bar}├── q${at}\n${bar}${bar}└── r${at}\n`).join('')}`
  const text = cutOf(drawnTree, input, 1500) ?? ''
  expect(text.startsWith('root\n├── p0\n')).toBe(true)
  for (const [, at] of text.matchAll(/── r(\d+)\n/g)) expect(text).toContain(`── p${at}\n${bar}├── q${at}\n`)
})

test('prose and logs are no lists of paths', () => {
  expect(listing.recognise(bytesOf('src/a.ts failed: 3\n'.repeat(9)), [], true)).toBe(0)
  expect(listing.recognise(bytesOf(paths), ['find', '.'], true)).toBeGreaterThan(0.8)
})
