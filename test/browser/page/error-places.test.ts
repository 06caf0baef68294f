import { expect, it } from 'vitest'
import { errorPlacesOf } from '../../../bench/page/src/log/error-places.ts'
import { stretchesOf } from '../../../bench/page/src/log/stretches.ts'
import { truncate } from '../../support/checked.ts'

it.each([true, false])('finds a kept error in the text, with fold: %s', async (fold) => {
  const noise = Array.from(
    { length: 3000 },
    (_, n) => `\x1b[32müber\x1b[0m ${n ** 2} 🙂 no error: ok ${'x'.repeat(n % 7)}`,
  )
  const lines = [
    ...noise,
    '10 %\r\x1b[K\x1b[1msrc/a.c:3:4: \x1b[31m\x1b[Kerror: \x1b[m\x1b[K‘b’ undeclared',
    ...noise,
  ]
  const input = `${lines.join('\n')}\n`
  const result = truncate(input, { fold, maxBytes: 8000 })
  const kept = result.errors.lines.filter((error) => error.kept)
  const places = await errorPlacesOf(result.text, stretchesOf(result), kept, new Blob([input]))
  const found = [...places.values()].map((at) => result.text.slice(at).split('\n')[0])
  expect(found).toEqual([expect.stringMatching(/^src.*error: .*‘b’ undeclared$/)])
})

it.each([
  ['a time stamp', (n: number) => `2026-05-01T10:00:00.${n + 1_000_000}Z `],
  ['a string for a terminal', (n: number) => `\x1b_bk;t=${1772000096838 + n}\x07`],
  ['a spinner', () => '⠙\x1b[1G\x1b[0K⠹\x1b[1G\x1b[0K'],
])('finds a kept error after %s that the text leaves out', async (_, prefix) => {
  const words = 'sand,glass,stone,clay,wood,wool,iron,silk,paper,brick,slate'.split(',')
  const lines = Array.from({ length: 3000 }, (_, n) => `${prefix(n)}made ${words[n % 7]} of ${words[n % 11]}`)
  lines[2000] = `${prefix(2000)}FAILURE: the build failed`
  const input = `${lines.join('\n')}\n`
  const result = truncate(input, { fold: true, maxBytes: 4000 })
  const kept = result.errors.lines.filter((error) => error.kept)
  const places = await errorPlacesOf(result.text, stretchesOf(result), kept, new Blob([input]))
  const linesFound = [...places.values()].map((at) => result.text.slice(0, at).split('\n').length - 1)
  expect(linesFound.map((line) => result.text.split('\n')[line])).toEqual([
    expect.stringMatching(/FAILURE: the build failed$/),
  ])
})
