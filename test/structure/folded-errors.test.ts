import { expect, it } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { createCollector } from '../support/checked.ts'

it('errors of units are told in the order of their lines, those that folding would hide too', () => {
  const fine = (at: number) => `ring-${at},ok,${at}d`
  const rows = [
    'name,says,age',
    ...Array.from({ length: 200 }, (_, at) => fine(at)),
    ...Array.from({ length: 30 }, () => 'error: the disk is full,1,2'),
    ...Array.from({ length: 60 }, (_, at) => fine(at)),
    'fatal error: no ring is left,1,2',
    ...Array.from({ length: 60 }, (_, at) => fine(at)),
  ]
  const collector = createCollector({ maxBytes: 1500, fold: true, structure: kindsFor({ kind: 'csv' }) })
  collector.write(`${rows.join('\n')}\n`)
  const { kind, errors } = collector.end({ artifact: '0123456789abcdef' })
  expect(kind).toBe('csv')
  expect(errors.lines.map(({ line }) => line)).toEqual([
    ...Array.from({ length: 30 }, (_, at) => 202 + at),
    292,
  ])
})
