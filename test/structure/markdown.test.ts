import { describe, expect, inject, test } from 'vitest'
import { parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import { markdown } from '../../src/kinds/markdown.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const recognised = (text: string, command: string[] = []) =>
  markdown.recognise(bytesOf(text).subarray(0, 8192), command, text.length <= 8192)
const cut = (input: string, bytes: number) => cutOf(markdown, input, bytes) ?? ''
const paragraphs = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Text ${at} of ${name} tells of many things.\n`).join('\n')
const guide = `# Guide\n\nWhat it is for.\n\n${Array.from(
  { length: 49 },
  (_, at) => `## Chapter ${at} and its title\n\n${paragraphs(`chapter ${at}`, 20)}\n`,
).join('')}`

describe('what is kept', () => {
  test('all headings of the outline are, where they fit', () => {
    const text = cut(guide, 4096)
    for (let at = 0; at < 49; at++) expect(text).toContain(`## Chapter ${at} and its title\n`)
    expect(text.startsWith('# Guide\n\nWhat it is for.\n\n## Chapter 0 and its title\n\nText 0')).toBe(true)
  })

  test('a long document keeps its outline too', () => {
    const input = guide.replaceAll(/^Text.*$/gm, (line) => line.repeat(20))
    expect(input.length).toBeGreaterThan(500_000)
    const text = cut(input, 4096)
    for (let at = 0; at < 49; at++) expect(text).toContain(`## Chapter ${at} and its title\n`)
  })

  test('an outline that is too long leaves half of the room to text, and a quarter to the names of its rest', () => {
    const text = cut(guide, 1600)
    const [names] = /\d+ sections: [^\]]*/.exec(text) ?? []
    expect((names?.length ?? 0) / 1600).toBeCloseTo(0.25, 1)
    expect(text).toContain('## Chapter 10 and')
    expect(text).not.toContain('## Chapter 40 and')
    expect(text).toContain('Text 0 of chapter 0')
  })

  test('sections near the top are whole before later ones begin', () => {
    const text = cut(guide, 16_384)
    expect(text).toContain(paragraphs('chapter 0', 4))
    expect(text).toContain('Text 0 of chapter 48 ')
    expect(text).not.toContain('Text 4 of chapter 48 ')
  })

  test('code, tables and items of lists are whole', () => {
    const code = '```sh\n# a comment\n\nmake\n```\n'
    const table = '| a | b |\n|---|---|\n| 1 | 2 |\n'
    const item = '- an item\n\n  with more text\n- another\n'
    const input = `# A\n\n${code}\n${table}\n${item}\n${paragraphs('A', 50)}`
    expect(cut(input, 600).startsWith(`# A\n\n${code}\n${table}\n${item}`)).toBe(true)
  })

  test('long code keeps its fences and first lines, and a long table its head', () => {
    const code = cut(`# A\n\n\`\`\`js\n${'let a = 1\n'.repeat(900)}\`\`\`\n\n## B\n`, 400)
    expect(code).toMatch(/^# A\n\n```js\n(let a = 1\n)+\[\.\.\.\d+-\d+: [\d.]+K\]\n```\n\n## B\n$/)
    const table = cut(`# A\n\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(900)}`, 400)
    expect(table).toMatch(/^# A\n\n\| a \| b \|\n\|---\|---\|\n(\| 1 \| 2 \|\n)+\[/)
  })

  test('markers name the deeper sections that they hide', () => {
    const parts = Array.from({ length: 12 }, (_, at) => `### Part ${at}\n\n${paragraphs('it', 20)}\n`).join(
      '',
    )
    const text = cut(`# A\n\n## One\n\n${parts}## Two\n\n${parts}`, 900)
    const [one, two] = text.match(/^\[\.\.\..*\]$/gm)?.slice(-2) ?? []
    expect(one).toMatch(/^\[\.\.\.\d+-\d+: [89]\.\dK, 1\d sections: (Part \d+, )+…\]$/)
    expect(two).toMatch(/: (Part \d+, )+…\]$/)
    expect(parseNotices(text).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['marker', 'marker']))
    expect(stripNotices(text)).not.toMatch(/\[\.\.\./)
  })

  test('a long line is clipped', () => {
    expect(cut(`# A\n\n${'word '.repeat(4000)}\n\n## B\n`, 800)).toMatch(
      /^# A\n\n(word )+wo?r?d? \[\.\.\.\+\d+\]\n\n## B\n$/,
    )
  })
})

describe('headings', () => {
  test('may be underlined', () => {
    expect(
      cut(`Title\n=====\n\n${paragraphs('it', 40)}\nPart\n----\n\n${paragraphs('it', 40)}`, 500),
    ).toMatch(/^Title\n=====\n[\s\S]*\]\nPart\n----\n/)
  })

  test('are none in code, in front matter and above a rule', () => {
    const texts = ['```\n# no\n```\n', '~~~\n# no\n````\n# no\n~~~\n', '- x\n\n  ```\n  # no\n  ```\n']
    for (const text of texts) {
      const reader = markdown.read(4096, { bytes: 1 << 20 })
      reader.write(bytesOf(`---\n# no\ntitle: no\n---\n\n# Yes\n\n${text}\na\nb\n---\n`), false)
      expect(reader.end()?.counts).toEqual({ sections: 1 })
    }
  })

  test('behind a rule on the first line are some', () => {
    const reader = markdown.read(4096, { bytes: 1 << 20 })
    reader.write(bytesOf('---\n\n# Yes\n\n---\n\n## Yes\n'), false)
    expect(reader.end()?.counts).toEqual({ sections: 2 })
  })
})

describe('Markdown', () => {
  const readme =
    '# pad\n\nPads a text to a width.\n\n## Install\n\n```sh\nnpm install pad\n```\n\n## Use\n\n- Call `pad` with a text and a width.\n- The second call is free of charge.\n'
  test('is recognised by its name or its content', () => {
    expect(recognised(readme)).toBeGreaterThan(0.5)
    expect(recognised(`---\ntitle: x\n---\n\n${readme}`)).toBeGreaterThan(0.5)
    expect(recognised('# Notes\n\nx\n', ['cat', 'docs/notes.md'])).toBeGreaterThan(0.8)
    expect(recognised('Notes\n=====\n', ['head', '-50', 'README'])).toBeGreaterThan(0.8)
  })

  test.each([
    [
      'a script',
      '#!/bin/sh\n\n# Builds the whole project now.\n\n# Then tests all of it.\n\nmake all of it now\n',
    ],
    [
      'a script without its first line',
      '# Build it.\n\nset -e\ncd src\nmake all\n\n# Test it.\n\nmake test\n'.repeat(9),
    ],
    [
      'Python',
      '# Tools for all\n\nimport os\n\n# The root\nROOT = os.getcwd()\n\ndef run(a, b):\n    return a\n',
    ],
    [
      'YAML',
      '# Where it runs\n\non: push\n\n# What it does\n\njobs:\n  - name: build the project\n    run: make\n',
    ],
    [
      'a configuration',
      '# The port that the server listens on.\n# It is 80.\nport = 80\n\n# The name\nname = x\n',
    ],
    [
      'settings',
      '# Where to listen\n\nListenAddress 0.0.0.0\n\n# Who may log in\n\nAllowUsers bob\n'.repeat(9),
    ],
    ['metrics', '# HELP up Whether the target is up.\n# TYPE up gauge\nup{job="a"} 1\n'.repeat(20)],
    ['TAP', 'TAP version 13\n# Subtest: adds two numbers\nok 1 - adds two numbers\n# tests 1\n# pass 1\n'],
    [
      'a test log',
      `${'='.repeat(70)}\nERROR: test_a (x.T)\n${'-'.repeat(70)}\nTraceback of the most recent call\n`.repeat(
        9,
      ),
    ],
    [
      'a log',
      '2024-01-02 10:11:12 The server has started well\n# Fatal\n\nThe job has failed for good\n'.repeat(9),
    ],
    ['prose', 'There is no heading in this text.\n\nAnd none in that one.\n'.repeat(9)],
  ])('is not %s', (_, text) => {
    expect(recognised(text)).toBe(0)
  })

  test('is not what other commands print of a file', () => {
    expect(recognised('# Notes\n\nx\n', ['grep', 'x', 'README.md'])).toBe(0)
  })

  test('turns out to be none when a log follows', () => {
    expect(cutOf(markdown, `${readme}${'step done\n'.repeat(2000)}`, 1000)).toBeUndefined()
  })
})

const length = inject('thorough') ? 3_000_000 : 100_000

test.each([
  ['one line', 'x'.repeat(length)],
  ['blank lines', '\n'.repeat(length)],
  ['headings', '# A\n## B\n'.repeat(length / 10)],
  ['code that never ends', `# A\n\`\`\`\n${'# b\n'.repeat(length / 5)}`],
  ['items', '- x\n'.repeat(length / 5)],
  ['text and one line', `# A\n\n${'text\n'.repeat(150)}${'x'.repeat(length)}\n`],
])('of a huge input of %s the cut is within its limits', (_, input) => {
  expect(cutOf(markdown, `# T\n\n${input}`, 2000)).toMatch(/^# T\n/)
})

test('code that is long and followed by a huge line keeps its last fence', () => {
  const code = `\`\`\`\n${'let a = 1\n'.repeat(210_000)}\`\`\`\n`
  const text = cutOf(markdown, `# T\n${code}${'x'.repeat(40_000)}\n`, 2000, 1e6, 1000)
  expect(text).toMatch(/\n\[\.\.\.\d+-210002: 2\.0M\]\n```\n\[\.\.\.210004: 39K\]\n$/)
})

test('code inside an item that is long ends nothing but itself', () => {
  const item = `- x\n\n  \`\`\`\n${'  let a = 1\n'.repeat(90)}  \`\`\`\n\n${'  more of it\n'.repeat(90)}`
  expect(cutOf(markdown, `# T\n${item}- y\n`, 1800)).toMatch(/ {2}```\n\n( {2}more of it\n)+\[.*\]\n- y\n$/)
})

test('a blank line in a long item is counted', () => {
  const item = `- x\n\n${'  a text of the item\n'.repeat(90)}`
  const reader = markdown.read(400, { bytes: 65_536 })
  reader.write(new TextEncoder().encode(`# T\n${item}- y\n`), true)
  const pieces = reader.end()?.choose(200, 100) ?? []
  expect(pieces.map(({ to }) => to.line)).toEqual([12, 94, 95])
})
