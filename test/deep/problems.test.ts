import { expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { createCollector } from '../support/checked.ts'

const source = { artifact: '0123456789abcdef' }

function printed(lines: (at: number) => string) {
  const collector = createCollector({ maxBytes: 8192, maxLines: 1e5, for: 'run', structure: kinds })
  for (let at = 0; at < 100_000; at += 1000)
    collector.write(Array.from({ length: 1000 }, (_, i) => lines(at + i)).join(''))
  return collector.end(source, { exitCode: 1 })
}

it('100,000 files with a problem each are counted', () => {
  const { units, notice } = printed((at) => `src/${at % 300}/ring${at}.ts(1,3): error TS2322: no.\n`)
  expect(units).toEqual({ files: 100_000, problems: 100_000 })
  expect(notice).toContain('100000 errors in 10000+ files: TS2322 100000; ')
})

it('100,000 problems of a file are counted, and the first of each code is shown', () => {
  const { units, notice, text } = printed((at) => `src/ring.ts(${at},3): error TS${1000 + (at % 40)}: no.\n`)
  expect(units).toEqual({ files: 1, problems: 100_000 })
  expect(notice).toContain('100000 errors in 1 file: TS1000 2500, ')
  for (let code = 1000; code < 1040; code++) expect(text).toContain(`error TS${code}: no.`)
})
