import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { base64, hexdump, lockfile, minified } from '../../src/kinds/opaque.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const lines = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${write(at)}\n`).join('')
const kindOf = (text: string) => kinds.recognise(bytesOf(text).subarray(0, 8192), text.length <= 8192)?.name
/** Bytes that look random, as text of one character for each. */
const noise = (at: number) =>
  String.fromCharCode(...Array.from({ length: 57 }, (_, i) => ((at * 57 + i + 1) * 7919) % 251))

const encoded = lines(300, (at) => btoa(noise(at)))
const dumped = lines(
  300,
  (at) => `${(at * 16).toString(16).padStart(8, '0')}: ${'4a6f '.repeat(8)} JoJoJoJoJoJoJoJo`,
)
const packed = `/*! x */\n${lines(3, (each) => Array.from({ length: 900 }, (_, at) => `function f${at}(a,b){return a.c=b,${each}}`).join(';'))}`
const locks = {
  yarn: `# yarn lockfile v1\n\n\n${lines(400, (at) => `"@a/p${at}@^1.0.0", "@a/p${at}@^1.2.0":\n  version "1.${at}.0"\n  resolved "https://r.test/p${at}.tgz"\n`)}`,
  pnpm: `lockfileVersion: '9.0'\n\npackages:\n\n${lines(400, (at) => `  '@a/p${at}@1.0.${at}':\n    resolution: {integrity: sha512-x}\n    engines: {node: '>=6'}\n`)}`,
  cargo: `# This file is generated.\nversion = 3\n\n${lines(400, (at) => `[[package]]\nname = "p${at}"\nversion = "1.${at}.0"\n`)}`,
  go: lines(
    800,
    (at) => `a.test/p${at >> 1} v1.0.${at >> 1}${at % 2 ? '/go.mod' : ''} h1:${'x'.repeat(43)}=`,
  ),
}

describe('markers say', () => {
  it('that it is base64, of which both ends are kept', () => {
    expect(kindOf(encoded)).toBe('base64')
    const text = cutOf(base64, encoded, 4096) ?? ''
    expect(text).toMatch(/^(.{76}\n){4}\[\.\.\.5-296: 21K: base64\]\n(.{76}\n){4}$/)
  })

  it('that bytes stand between the lines of a text, of which all are kept', () => {
    const pairs = lines(
      40,
      (at) => `    ${Array.from({ length: 15 }, (_, i) => `${10 + ((at * i) % 80)}:`).join('')}`,
    )
    const text = `Key:\n  Owner: Ann\n${pairs}Names:\n  ${'a.test, '.repeat(60)}b.test\n-----\n${encoded.slice(0, 7700)}-----\nDone: 2\n`
    for (const command of ['keys show', '']) {
      const options = { maxBytes: 2000, for: 'query' as const, structure: kindsFor({ command }) }
      const cut = truncate(text, options).text
      expect(cut).toContain('Names:\n  a.test, ')
      expect(cut).toMatch(
        /, b\.test\n-----\n(.*\n)*\[\.\.\.[\d-]+: [\d.]+K: bytes\]\n(.*\n)?-----\nDone: 2\n/,
      )
    }
  })

  it('that it is a dump, whose first lines and last ones are kept', () => {
    expect(kindOf(dumped)).toBe('hexdump')
    const text = cutOf(hexdump, dumped, 4096) ?? ''
    expect(text).toMatch(/^00000000: .*\n00000010: /)
    expect(text).toMatch(/K: hexdump\]\n.*\n.*\n.*\n000012b0: .*\n$/)
    expect(cutOf(hexdump, dumped, 600)).toContain('\n000012b0: ')
  })

  it('that it is minified code, whose long lines are clipped', () => {
    expect(kindOf(packed)).toBe('minified')
    const names = bytesOf(`import{${'a as b,'.repeat(900)}c}from"d";`)
    expect(minified.recognise(names, ['cat', 'a.js'], true)).toBeGreaterThan(0.5)
    expect(minified.recognise(names, ['node', 'a.js'], true)).toBe(0)
    expect(cutOf(minified, packed, 2000)).toMatch(
      /^\/\*! x \*\/\n(function f0.{100,1024} \[\.\.\.\+\d+\].{40}\n){3}$/,
    )
  })

  it('how many packages they hide', () => {
    for (const text of Object.values(locks)) {
      expect(kindOf(text)).toBe('lockfile')
      const cut = cutOf(lockfile, text, 3000) ?? ''
      for (const name of ['p0', 'p1', 'p399', 'p[12]\\d\\d']) expect(cut).toMatch(new RegExp(`\\b${name}\\b`))
      const hidden = [...cut.matchAll(/, (\d+) packages?\]/g)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
      const shown = cut.match(/^(?:"@| {2}'|\[\[|\S+ \S+[^d] h1)/gm)?.length ?? 0
      expect(hidden + shown).toBe(400)
      expect(truncate(text, { maxBytes: 3000, structure: kinds }).units).toEqual({ packages: 400 })
    }
  })
})

it('one line of base64 is clipped', () => {
  const text = encoded.replaceAll('\n', '')
  expect(kindOf(text)).toBe('base64')
  expect(cutOf(base64, text, 2000)).toMatch(/^.{160} \[\.\.\.\+22600\].{40}$/)
})

it('a long line of characters of several bytes is clipped between two of them', () => {
  for (let shift = 0; shift < 4; shift++) {
    const line = `${'a'.repeat(shift)}${'日本'.repeat(2000)}`
    const structure = kindsFor({ kind: 'minified' })
    const { text } = truncate(`x\n${line}\ny\n`, {
      maxBytes: 1000,
      structure,
      source: { artifact: '0123456789abcdef' },
    })
    expect(text).not.toContain('\ufffd')
    expect(text).toMatch(/[日本]{4} \[\.\.\.\+\d+\][日本]{4}/)
  }
})

it('other texts are none of them', () => {
  const texts = [
    lines(99, () => 'a'.repeat(64)),
    lines(99, (at) => [...noise(at)].map((char) => char.charCodeAt(0).toString(16)).join('')),
    lines(99, (at) => `0000000${at} took 12 ms`),
    lines(9, () => `${'words of a long paragraph, such as this one; it has (few) brackets. '.repeat(40)}`),
    lines(99, (at) => `module/p${at}: version v1.0.${at} h1`),
    `${'\n'.repeat(50)}`,
  ]
  const ours = [hexdump, base64, minified, lockfile].map(({ name }) => name)
  for (const text of texts) expect(ours).not.toContain(kindOf(text))
})

it('long rows of numbers and requests are no code', () => {
  const rows = lines(9, (at) => Array.from({ length: 300 }, (_, i) => `${i}.5`).join(',') + at)
  const requests = lines(9, () => `GET /a?b=c => 200 ${'text/html;q=0.9,a=b; '.repeat(30)}`)
  for (const text of [rows, requests]) expect(minified.recognise(bytesOf(text), [], true)).toBe(0)
})

it('a dump that turns into a log is read as lines, where more than one line of 64 is another one', () => {
  const dump = dumped.split('\n').slice(0, 126).join('\n')
  expect(cutOf(hexdump, `${dump}\nerror: gone\nword\n`, 2000)).toBeDefined()
  expect(cutOf(hexdump, `${dump}\nerror: gone\nword\nword\n`, 2000)).toBeUndefined()
})
