import { describe, expect, inject, test } from 'vitest'
import { html } from '../../src/kinds/html.ts'
import { cutOf } from '../support/units.ts'

const recognised = (text: string) =>
  html.recognise(new TextEncoder().encode(text).subarray(0, 8192), [], true)
const cut = (input: string, bytes: number) => cutOf(html, input, bytes) ?? ''
const script = `<script>${'let a = "</p><h1>no</h1>";\n'.repeat(200)}</script>\n`
const text = (at: number) => `<p class="a">Text ${at} has <b>some</b> words.</p>\n`
const page = `<!DOCTYPE html>
<html><head><title>The page</title>
<style>${'p > a { color: red }\n'.repeat(100)}</style>${script}</head>
<body><nav><h2>Menu</h2>${'<a href="/x">Menu</a>\n'.repeat(50)}</nav>
<h1>Top</h1>
${text(0)}${script}${text(1)}
<svg width="9"><title>no</title><path d="M0 0"/></svg>
${Array.from({ length: 20 }, (_, at) => `<div><div><h2 id="s${at}">Part ${at}</h2></div>\n${text(at + 2).repeat(20)}</div>\n`).join('')}
<footer>${text(99)}</footer></body></html>
`

describe('what is kept', () => {
  test('title, headings and text come before scripts and menus', () => {
    const kept = cut(page, 2500)
    expect(kept).toContain('<title>The page</title>')
    expect(kept).toContain('<h1>Top</h1>\n<p class="a">Text 0 has <b>some</b> words.</p>')
    for (let at = 0; at < 20; at++) expect(kept).toContain(`<h2 id="s${at}">Part ${at}</h2>`)
    expect(kept).toContain('Text 1 has')
    expect(kept).not.toMatch(/let a|color|href|svg|Text 99/)
  })

  test('a mark is a comment that says which lines it stands for', () => {
    expect(cut(page, 2500)).toMatch(
      /^<!DOCTYPE html>\n<html><head><title>The page<\/title>\n<!-- \[\.\.\.3-\d+: 8\.\dK\] -->\n<h1>/,
    )
  })

  test('a mark names the sections that have no room', () => {
    const many = Array.from(
      { length: 90 },
      (_, at) => `<h2>Part --> <b>${at}</b></h2>\n${text(at).repeat(9)}`,
    )
    const kept = cut(`<html>\n<h1>Top</h1>\n${many.join('')}</html>\n`, 1500)
    expect(kept).toMatch(/<!-- \[\.\.\.\d+-\d+: [\d.]+K, \d+ sections: Part - \d+, Part - \d+, .*, …\] -->/)
    expect(kept).toContain('<h2>Part --> <b>89</b></h2>')
  })

  test('tags behind text are left out with it', () => {
    const list = `<ul>\n${'<li>an item of the list</li>\n'.repeat(30)}</ul>\n`
    const text = cut(`<html>\n<h2>A</h2>\n${list}<h2>B</h2>\n${list}</html>\n`, 400)
    expect(text).toMatch(/<\/li>\n<!-- \[\.\.\.\d+-34: \d+B\] -->\n<h2>B<\/h2>\n<ul>\n<li>/)
  })

  test('an image in its own data is left out of its text', () => {
    const input = `<html><p>before <img src="data:image/png;base64,${'A'.repeat(5000)}"> after</p>`
    expect(cut(input, 300)).toMatch(/<p>before <!-- \[\.\.\.1: 4\.9K\] --> after<\/p>$/)
  })

  test('long text without tags is kept as far as there is room', () => {
    expect(cut(`<html><pre>${'some words\n'.repeat(900)}</pre>`, 2000)).toMatch(/(some words\s+){150}/)
  })
})

describe('a page', () => {
  test.each([
    ['<!doctype html><p>x'],
    ['\ufeff\n<!-- a -->\n<HTML lang="en">'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
    ['HTTP/1.1 200 OK\r\nServer: x\r\n\r\n<!doctype html><p>x'],
  ])('is recognised as %j', (input) => {
    expect(recognised(input)).toBeGreaterThan(0.5)
  })

  test.each([
    ['<?xml version="1.0"?><testsuites/>'],
    ['GET /\n<!doctype html>'],
    ['<p>x</p>'],
    ['<htmlx>'],
    ['<!-- <html> -->\n2024 started'],
  ])('is not %j', (input) => {
    expect(recognised(input)).toBe(0)
  })

  test('with a log behind it is none', () => {
    expect(cutOf(html, `${page}${'step done\n'.repeat(500)}`, 1000)).toBeUndefined()
  })

  test('without text is none', () => {
    expect(cutOf(html, `<html>${script}`, 1000)).toBeUndefined()
  })
})

const length = inject('thorough') ? 2_000_000 : 100_000

test.each([
  ['text', 'x'.repeat(length)],
  ['a tag', `<a b="${'x'.repeat(length)}`],
  ['open tags', '<div>'.repeat(length / 5)],
  ['headings', '<h1>a<h2>b'.repeat(length / 10)],
  ['blanks', ' '.repeat(length)],
  ['a script that never ends', `<script>${'</p>'.repeat(length / 4)}`],
  ['paragraphs', '<p>a few words</p>\n'.repeat(length / 20)],
])('of a huge input of %s the cut is within its limits', (_, input) => {
  expect(cutOf(html, `<html><h1>T</h1><p>a</p>${input}`, 2000)).toMatch(/<h1>T<\/h1><p>a<\/p>/)
})

test('text far behind its tag is kept when the bytes between have left memory', () => {
  const data = `<html><h1>T</h1><script>${'x'.repeat(2_123_400)}</script>`
  const text = cutOf(html, `${data}<div>${' '.repeat(6000)}late words</div>`, 9000, 1e6, 1000)
  expect(text).toMatch(/^<html><h1>T<\/h1><!-- \[\.\.\.1: 2\.0M\] -->late words<\/div>$/)
})
