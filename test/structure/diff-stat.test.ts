import { expect, test } from 'vitest'
import { diffStat } from '../../src/kinds/diff-stat.ts'
import { kinds } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'
import { withFullNames } from '../support/marker-names.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const changed = (at: number) => (at === 333 ? 5120 : 1 + (at % 9))
const files = Array.from(
  { length: 600 },
  (_, at) => ` src/d${at >> 4}/file${at}.ts | ${changed(at)} +++--\n`,
).join('')
const sums = ' 600 files changed, 8000 insertions(+), 1200 deletions(-)\n'

test('the sums of changed files and the one that changed most are shown', () => {
  const result = truncate(files + sums, { maxBytes: 1024, structure: kinds, source })
  expect(result.kind).toBe('diff-stat')
  expect(result.units).toEqual({ files: 600 })
  expect(result.text).toContain(sums)
  expect(result.text).toContain(' src/d20/file333.ts | 5120 +++--\n')
})

test('markers name the folders of changed files that they hide, and no folder of which a file is shown', () => {
  const text = withFullNames(cutOf(diffStat, files + sums, 4096) ?? '')
  for (let folder = 0; folder < 38; folder++) expect(text).toContain(`src/d${folder}/`)
  for (const [, folder] of text.matchAll(/ (src\/d\d+\/)file/g))
    expect(text).not.toMatch(`[:,] ${folder} \\d`)
})

test('the summary of `git pull` below its other lines is recognised', () => {
  const above = 'Updating 1234567..89abcde\nFast-forward\n'
  const below = ' create mode 100644 src/d0/file0.ts\n'
  const text = `${above}${files}${sums}${below.repeat(9)}`
  expect(truncate(text, { maxBytes: 900, structure: kinds, source }).text).toContain(above)
})

test('lines with bars that are no files fall back to lines', () => {
  expect(cutOf(diffStat, files + 'word | text\n'.repeat(400), 1024)).toBeUndefined()
})
