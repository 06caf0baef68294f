import { expect, it } from 'vitest'
import { foundAgain } from '../../../bench/page/src/log/found-again.ts'

const log = Array.from({ length: 100 }, (_, n) => `é line ${n}\n`).join('')
const bytes = (text: string) => new TextEncoder().encode(text).length

it.each([
  { name: 'both ends', head: 30, tail: 40, notice: '' },
  { name: 'both ends and a notice', head: 30, tail: 40, notice: '\n[See more]' },
  { name: 'the beginning', head: 30, tail: 0, notice: '[See more]' },
  { name: 'the end', head: 0, tail: 40, notice: '[See more]' },
])('finds again $name of a log', ({ head, tail, notice }) => {
  const lines = log.split(/(?<=\n)/)
  const kept = { head: lines.slice(0, head).join(''), tail: tail === 0 ? '' : lines.slice(-tail).join('') }
  const text = `${kept.head}[cut]\n${kept.tail}${notice}`
  const found = foundAgain(log, text, text)
  const expected = [
    { kind: 'head', startByte: 0, endByte: bytes(kept.head), firstLine: 1, lastLine: head },
    {
      kind: 'omitted',
      startByte: bytes(kept.head),
      endByte: bytes(log) - bytes(kept.tail),
      firstLine: head + 1,
      lastLine: 100 - tail,
    },
    {
      kind: 'tail',
      startByte: bytes(log) - bytes(kept.tail),
      endByte: bytes(log),
      firstLine: 101 - tail,
      lastLine: 100,
    },
  ].filter(({ startByte, endByte }) => endByte > startByte)
  expect(found).toMatchObject(expected)
  expect(found).toHaveLength(expected.length)
  for (const { kind, shown } of found) {
    if (shown) expect(text.slice(shown.start, shown.end)).toBe(kind === 'head' ? kept.head : kept.tail)
  }
})

it('finds all of a log that was not cut, inside of what wraps it', () => {
  const text = `{"stdout":"ab"}`
  expect(foundAgain('ab', text, 'ab')).toEqual([
    { kind: 'head', startByte: 0, endByte: 2, firstLine: 1, lastLine: 1, shown: { start: 11, end: 13 } },
  ])
})

it('does not take the beginning of the first line that is kept for that of the log', () => {
  const end = 'é line 60\né line 61\n'
  for (const [before, notice] of [
    ['', '\n[See more]'],
    ['é: cut\n', ''],
  ]) {
    const text = before + log.slice(log.indexOf(end)) + notice
    expect(foundAgain(log, text, text)).toMatchObject([
      { kind: 'omitted', firstLine: 1, lastLine: 60 },
      { kind: 'tail', firstLine: 61, lastLine: 100, shown: { start: before.length } },
    ])
  }
})

it('finds a log in JSON where it stands there', () => {
  const content = `${log.slice(0, log.indexOf('é line 9'))}"cut"\n${log.slice(log.indexOf('é line 90'))}`
  const text = JSON.stringify({ ok: true, stdout: content })
  const shown = foundAgain(log, text, content).flatMap((stretch) => stretch.shown ?? [])
  expect(shown.map(({ start, end }) => JSON.parse(`"${text.slice(start, end)}"`))).toEqual([
    log.slice(0, log.indexOf('é line 9')),
    log.slice(log.indexOf('é line 90')),
  ])
})

it('finds nothing in an empty log, or in a text that holds nothing of it', () => {
  expect(foundAgain('', 'a notice', 'a notice')).toEqual([])
  expect(foundAgain('abc', '', '')).toMatchObject([{ kind: 'omitted', startByte: 0, endByte: 3 }])
})
