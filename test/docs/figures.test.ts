import { beforeAll, describe, expect, it } from 'vitest'
import { build } from '../support/built.ts'
import { documentOf, documents, programsIn, scriptsIn, sectionsIn, withoutCode } from '../support/markdown.ts'

interface Place {
  file: string
  command: string
  begin: string
}
interface Figures {
  places: Record<string, Place>
  sizeTable(sizes: object[]): string
}
interface Sizes {
  sizes(): Promise<object[]>
}
const load = async <T>(name: string): Promise<T> =>
  import(/* @vite-ignore */ new URL(`../../bench/${name}`, import.meta.url).href)

const { places, sizeTable } = await load<Figures>('figures.mjs')
const END = '<!-- end of figures -->'
const BLOCK = /<!-- figures of (.*?) -->\n([\s\S]*?)<!-- end of figures -->/g
/** Where measurements stand. docs/profiles.md has the limits of other systems, some of them in %. */
const measuring = documents().filter(
  ({ file }) => /^(README|SECURITY|docs\/.*)\.md$/.test(file) && file !== 'docs/profiles.md',
)

/** A measured time, rate, ratio or share, or a drawing. */
const MEASURED = /\d ?(?:ms|µs|[GM]B\/s)\b|\d x\b|\dx\b|\d %|!\[/

/** The headings of sections that have a figure, but no command that writes or checks it. */
function withoutCommand(text: string): string[] {
  const prose = withoutCode(text.replaceAll(BLOCK, ''))
  return sectionsIn(prose)
    .filter(({ body }) => MEASURED.test(body) && [...scriptsIn(body), ...programsIn(body)].length === 0)
    .map(({ heading }) => heading)
}

describe('a block of figures', () => {
  it.each(Object.values(places))('of $command stands in $file, once, and has content', ({ file, begin }) => {
    const parts = documentOf(file).split(`${begin}\n`)
    expect(parts.length).toBe(2)
    expect(parts[1].indexOf(END)).toBeGreaterThan(0)
  })

  it('is written by a command that knows it', () => {
    const known = Object.values(places).map(({ file, command }) => `${file}: ${command}`)
    const found = documents().flatMap(({ file, text }) =>
      Array.from(text.matchAll(BLOCK), ([, command]) => `${file}: ${command}`),
    )
    expect(found.sort()).toEqual(known.sort())
  })

  it('begins and ends', () => {
    for (const { file, text } of documents()) {
      const comments =
        withoutCode(text)
          .replaceAll(/`[^`]*`/g, '')
          .match(/<!-- .*? -->/g) ?? []
      const odd = comments.filter(
        (comment, at) => /^<!-- end of (?:figures|functions) -->$/.test(comment) !== (at % 2 === 1),
      )
      expect({ file, odd }).toEqual({ file, odd: [] })
    }
  })
})

describe('a figure', () => {
  it.each(measuring)('in $file has a command in its section', ({ text }) => {
    expect(withoutCommand(text)).toEqual([])
  })

  it('without a command is found', () => {
    const section = (words: string) => `## Fast\n\n${words}\n`
    expect(withoutCommand(section('It takes 3 ms.'))).toEqual(['## Fast'])
    expect(withoutCommand(section('It is 12.5x as fast.'))).toEqual(['## Fast'])
    expect(withoutCommand(section('![a plot](docs/plot.svg)'))).toEqual(['## Fast'])
    expect(withoutCommand(section('`npm run bench` says that it takes 3 ms.'))).toEqual([])
    expect(withoutCommand(section('It keeps 2000 lines.'))).toEqual([])
  })
})

describe('the sizes in docs/speed.md', () => {
  beforeAll(() => build(), 120_000)

  it('are those of the build, to 2 %', async () => {
    const { sizes } = await load<Sizes>('sizes.mjs')
    const [, , table] = [...documentOf('docs/speed.md').matchAll(BLOCK)].find(([, command]) =>
      command.includes('sizes'),
    ) as RegExpExecArray
    const numbers = (text: string) => (text.match(/\b\d+\b/g) ?? []).map(Number)
    const words = (text: string) => text.replaceAll(/\b\d+\b/g, 'N')
    const actual = sizeTable(await sizes())
    expect(words(table.trim())).toBe(words(actual))
    const off = numbers(actual).filter((kB, at) => Math.abs(numbers(table)[at] - kB) > Math.max(1, 0.02 * kB))
    expect(off, `Write them by node bench/sizes.mjs --docs. They are:\n${actual}`).toEqual([])
  })
})
