// @deep

import { describe, expect, inject, it } from 'vitest'
import * as unchecked from '../../src/core/collector.ts'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { collect } from '../support/chunks.ts'

const calm = (count: number): string =>
  Array.from({ length: count }, (_, i) => `step ${i} took ${i % 7} ms\n`).join('')

it.each([20, 50])('the first error stays when its like and %i long lines behind each follow', (after) => {
  for (const count of [6, 7, 13, 14, 30]) {
    const collector = unchecked.createCollector({
      maxBytes: 8192,
      errors: { after },
      backend: inject('backend'),
    })
    collector.write(calm(2000))
    for (let i = 0; i < count; i++) {
      collector.write(`error: no ring ${i}\n`)
      for (let k = 0; k < 60; k++) collector.write(`${k} ${'x'.repeat(1990)}\n`)
    }
    collector.write(calm(2000))
    const { lines } = collector.end().errors
    expect([lines[0].kept, lines.length]).toEqual([true, Math.min(8, count)])
  }
})

it('a line too long to be held is assessed alike wherever a chunk ends in it', () => {
  const modules = (count: number) =>
    Array.from({ length: count }, (_, i) => `src/module_${i}.c: compiled in ${i} ms\n`).join('')
  const report = "src/ring.c:0:31: error: 'mask' undeclared\n   14 |   mask = 3;\n      |   ^~~~\n"
  const long = `${'x'.repeat(1000)} src/ring.c:100:31: error: 'mask' undeclared ${'x'.repeat(8923)}\n`
  const bytes = new TextEncoder().encode(
    `${modules(100)}${long}${modules(8)}${report}${modules(138)}${report}\n\n\n\n`,
  )
  const options = { maxBytes: 651, maxLines: 11, errors: { before: 50 }, notice: false }
  const whole = JSON.stringify(collect(bytes, [], options))
  for (let cut = 3500; cut < 14_000; cut += 500)
    expect(JSON.stringify(collect(bytes, [cut], options))).toBe(whole)
})

it('retained() has every byte after the long string that no longer fits', () => {
  const collector = createCollector({ maxBytes: 4096 })
  collector.write('x'.repeat(1 << 20))
  expect(collector.lossy).toBe(true)
  expect(collector.retained().length).toBe(1 << 20)
  collector.end()
})

it('a strong error keeps its surroundings after any number of errors of other shapes', () => {
  const word = (n: number) =>
    [...(n + 17_576).toString(26)].map((d) => String.fromCharCode(97 + Number.parseInt(d, 26))).join('')
  const report =
    'src/ring.c:3:1: fatal error: frob.h: No such file or directory\n    the note before\n>   assert draw(3) == 4\n'
  const collector = unchecked.createCollector({ maxBytes: 8192, backend: inject('backend') })
  collector.write(calm(500))
  for (let from = 0; from < 60_000; from += 5000) {
    const piece = Array.from({ length: 5000 }, (_, i) => `error: the ring ${word(from + i)} is broken\n`)
    collector.write(piece.join(''))
  }
  collector.write(calm(2000) + report + calm(3000))
  expect(collector.end().text).toContain(report)
})

it('errors in long lines are kept alike from one window and from several', () => {
  const long = (n: number, before: number, after: number) =>
    `${'x'.repeat(before)} src/ring.c:${n}:31: error: 'mask' undeclared ${'x'.repeat(after)}\n`
  const bytes = new TextEncoder().encode(
    `\n${long(1, 150, 17_500)}${long(2, 1, 10_800)}${long(3, 1, 22_000)}`,
  )
  const options = { maxBytes: 8192, maxLines: 4, errors: true }
  const whole = JSON.stringify(collect(bytes, [], options))
  for (let cut = 1000; cut < bytes.length; cut += 1000)
    expect(JSON.stringify(collect(bytes, [cut], options))).toBe(whole)
})

describe('collectors that run side by side', () => {
  const pad = 'ok\n'.repeat(12_000)
  const open = () => createCollector({ maxLines: 20, backend: inject('backend') })

  it('assess the last line by its own bytes, whoever scanned since', () => {
    const [a, b, c, d] = [open(), open(), open(), open()]
    a.write(`${pad}0 errors, 0 warnings, all is ok`)
    b.write(pad + 'y'.repeat(40))
    expect(a.end().errors.total).toBe(0)
    c.write(`${pad}error: the disk is full of cats`)
    b.write('y'.repeat(40_000))
    d.write(pad + 'y'.repeat(40))
    expect(c.end().errors.total).toBe(1)
  })

  it('leave nothing wrong in the evidence of earlier lines', () => {
    const victim = 'error: the house is full of cat'
    const front = 'a\nb\nc\n'
    const collector = createCollector({ maxLines: 2, backend: inject('backend') })
    collector.write(`${front}0 errors, 0 warnings, all is ok`)
    collector.snapshot()
    estimateTokens(`${front}${victim}\nmore`)
    collector.end()
    expect(truncate(`${victim}\n`, { backend: inject('backend') }).errors.total).toBe(1)
  })
})
