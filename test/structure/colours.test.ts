// @deep

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutColours } from '../../src/core/bytes/colours.ts'
import { type KnownOutput, kinds, kindsFor } from '../../src/kinds/index.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { withFullNames } from '../support/marker-names.ts'

const source = { artifact: '0123456789abcdef' }
const paint = (code: string, text: string): string => `\u001b[${code}m${text}\u001b[m`

const changed = (line: number, count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `${paint('31', `-old ${line}-${i}`)}\n${paint('32', '+')}${paint('32', `new ${line}-${i}`)}\n`,
  ).join('')

const file = (name: string, hunks: number): string =>
  `${[`diff --git a/${name} b/${name}`, 'index 1234567..89abcde 100644', `--- a/${name}`, `+++ b/${name}`]
    .map((line) => `${paint('1', line)}\n`)
    .join('')}${Array.from(
    { length: hunks },
    (_, i) => `${paint('36', `@@ -${i * 100 + 1},6 +${i * 100 + 1},6 @@`)} f()\n${changed(i * 100, 6)}`,
  ).join('')}`

const diff = Array.from({ length: 40 }, (_, i) => file(`src/part${i}.ts`, 5)).join('')

const match = (path: string, line: number): string =>
  `\u001b[0m\u001b[35m${path}\u001b[0m:\u001b[0m\u001b[32m${line}\u001b[0m:call(\u001b[1m\u001b[31mname\u001b[0m, ${line})\n`

const folded = (text: string, maxBytes: number, known: KnownOutput = {}) =>
  truncate(text, { maxBytes, structure: kindsFor(known), fold: true, source })

describe('an output in colour that is folded', () => {
  it('is cut by the files and hunks of a diff, and shows no colour', () => {
    const result = folded(diff, 4096)
    expect(result.kind).toBe('diff')
    expect(result.units).toMatchObject({ files: 40, hunks: 200 })
    expect(result.text).not.toContain('\u001b')
    expect(result.outputBytes).toBeGreaterThan(3300)
    for (let i = 0; i < 40; i++) expect(withFullNames(result.text)).toContain(`src/part${i}.ts`)
  })

  it('shows matches of ripgrep by file, and names the file of what is left out', () => {
    const text = Array.from({ length: 9 }, (_, file) =>
      Array.from({ length: 60 }, (_, i) => match(`src/f${file}.ts`, i + 1)).join(''),
    ).join('')
    const result = folded(text, 2048, { command: 'rg --color always name' })
    expect(result.kind).toBe('grep')
    expect(result.text).not.toContain('\u001b')
    for (let i = 0; i < 9; i++) expect(result.text).toContain(`src/f${i}.ts:1:call(name, 1)`)
    expect(result.gaps.some(({ resume }) => JSON.stringify(resume ?? '').includes('src/f'))).toBe(true)
  })

  it('has no CR beside the comments of XML with CRLF', () => {
    const elements = Array.from({ length: 200 }, (_, i) => `${paint('34', '<item>')}number ${i}</item>\r\n`)
    const result = folded(`<?xml version="1.0"?>\r\n<list>\r\n${elements.join('')}</list>\r\n`, 1024)
    expect(result.kind).toBe('xml')
    expect(result.text).toMatch(/<!-- \d+ more item.* -->\n<item>/)
    expect(result.text).not.toContain('\r')
  })

  it('shows every line when all fit without their colours', () => {
    const text = file('a.ts', 3)
    const plain = new TextDecoder().decode(withoutColours(new TextEncoder().encode(text)))
    const result = folded(text, plain.length + 120)
    expect(result.text).toBe(`${plain}[Full output: pith show 0123456789abcdef]`)
    expect(result.truncated).toBe(false)
    expect(result.gaps).toEqual([])
  })

  it('is read as lines when other sequences than colours stand in it', () => {
    expect(folded(`${diff}\u001b[2J`, 4096).kind).not.toBe('diff')
    expect(folded(`${diff}\u001b[3`, 4096).kind).not.toBe('diff')
  })

  it('clips no line inside a colour', () => {
    const long = `${paint('1', 'diff --git a/x b/x')}\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n${Array.from(
      { length: 400 },
      (_, i) => `+${paint('32', String(i).padStart(i % 7, 'x')).repeat(300)}\n`,
    ).join('')}`
    for (const maxBytes of [1500, 2048, 4096]) {
      const result = folded(long, maxBytes)
      expect(result.kind).toBe('diff')
      expect(result.text).not.toContain('\u001b')
      expect(result.text).not.toMatch(/\[(?:32)?m/)
    }
  })

  it('is the same however it is divided', () => {
    const bytes = new TextEncoder().encode(diff)
    const whole = folded(diff, 3000)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (size) => {
        const collector = createCollector({ maxBytes: 3000, structure: kinds, fold: true })
        for (let at = 0; at < bytes.length; at += size) collector.write(bytes.slice(at, at + size))
        expect(collector.end(source).text).toBe(whole.text)
      }),
      { numRuns: 3 },
    )
  })
})

/** As `bat`, `xq -C` and `pygmentize` colour markup: brackets, names, values and texts each by themselves. */
const inColour = (text: string): string =>
  text.replaceAll(/<\/?|\/?>|[\w.-]+(?==)|"[^"]*"|[\w!?]+/g, (token) => paint('38;5;81', token))

describe('markup in colour', () => {
  const items = Array.from(
    { length: 300 },
    (_, i) => `  <item id="${i}">\n    <name>n &amp; é\u0301 ${i}</name>\n  </item>\n`,
  ).join('')
  const page = Array.from(
    { length: 60 },
    (_, i) => `<h2>Part ${i}</h2>\n<p>${'some words of text '.repeat(9)}</p>\n`,
  ).join('')

  it.each([
    [
      'xml',
      `<?xml version="1.0"?>\n<list version="2">\n${items}</list>\n`,
      /^<\?xml version="1\.0"\?>\n<list version="2">\n {2}<item id="0">\n {4}<name>n &amp; /,
    ],
    [
      'html',
      `<!doctype html>\n<html><head><title>Words</title></head>\n<body>\n<h1>All</h1>\n${page}</body></html>\n`,
      /<h2>Part 30<\/h2>/,
    ],
  ])('is cut as %s is, without a colour, however it is divided', (kind, text, expected) => {
    const painted = inColour(text)
    const result = folded(painted, 4096)
    expect(result.kind).toBe(kind)
    expect(result.text).toMatch(expected)
    expect(result.text).not.toContain('\u001b')
    const bytes = new TextEncoder().encode(painted)
    for (const size of [1, 7, 1000]) {
      const collector = createCollector({ maxBytes: 4096, structure: kinds, fold: true })
      for (let at = 0; at < bytes.length; at += size) collector.write(bytes.slice(at, at + size))
      expect(collector.end(source).text).toBe(result.text)
    }
  })

  it('in which a long text is clipped shows no part of a colour', () => {
    const words = Array.from({ length: 900 }, (_, i) => paint(`38;5;${i % 256}`, `${i}e\u0301`)).join(
      '\u0301 ',
    )
    for (const maxBytes of [700, 1500, 3000]) {
      const result = folded(`<?xml version="1.0"?>\n<list>\n  <a>${words}</a>\n</list>\n`, maxBytes)
      expect(result.kind).toBe('xml')
      expect(result.text).toMatch(/… \d+ more characters …/)
      expect(result.text).not.toContain('\u001b')
      expect(result.text).not.toMatch(/\[38|;5;|\dm/)
    }
  })
})

describe('an output in colour that is not folded', () => {
  it('keeps its colours and is cut as lines', () => {
    const result = truncate(diff, { maxBytes: 4096, structure: kinds, source })
    expect(result.kind).toBeUndefined()
    expect(result.text).toContain('\u001b[')
  })
})
