import { describe, expect, it } from 'vitest'
import { layers, table } from './support/layer-table.ts'
import { cyclesIn, forbiddenArrows, importsOf, sourcesIn, withoutComments } from './support/layers.ts'

describe('the layers', () => {
  const sources = sourcesIn('src', 'assembly')

  it('are found: every file, with its imports', () => {
    expect(sources.size).toBeGreaterThan(50)
    const arrows = [...sources].flatMap(([file, source]) => importsOf(file, source))
    expect(arrows.length).toBeGreaterThan(150)
    expect(importsOf('src/core/scan/js.ts', sources.get('src/core/scan/js.ts') ?? '')).toContainEqual({
      target: 'src/core/scan/scanner.ts',
      typeOnly: expect.any(Boolean),
    })
  })

  it('have no arrow that the table does not allow', () => {
    expect(forbiddenArrows(sources, layers)).toEqual([])
  })

  it('have no circle of imports, types included', () => {
    expect(cyclesIn(sources)).toEqual([])
  })

  it('have WebAssembly in one file only', () => {
    const files = [...sources].filter(([, source]) => /\bWebAssembly\b/.test(withoutComments(source)))
    expect(files.map(([file]) => file)).toEqual(['src/core/scan/instance.ts'])
  })

  it('have words of Node in no file that runs without it', () => {
    const files = [...sources.keys()].filter((file) => {
      const canUseNode = table[layers.layerOf(file)]?.includes('node:') || layers.nodeFiles.includes(file)
      return (
        !canUseNode && /\b(process|Buffer|__dirname)\s*[.[(]/.test(withoutComments(sources.get(file) ?? ''))
      )
    })
    expect(files).toEqual([])
  })
})

describe('a wrong arrow', () => {
  const forbidden = (file: string, source: string, ...others: string[]) =>
    forbiddenArrows(
      new Map([[file, source], ...others.map((other): [string, string] => [other, ''])]),
      layers,
    )

  it('reads as a sentence', () => {
    const source = "import { a } from '../hold/facts.ts'\nimport type { B } from '../hold/facts.ts'\n"
    expect(forbidden('src/core/words/a.ts', source, 'src/core/hold/facts.ts')).toEqual([
      'src/core/words/a.ts imports values from src/core/hold/facts.ts, but core/words may import core/bytes, type core/clean, type core/hold.',
    ])
  })

  it.each([
    [
      'src/core/judge/a.ts',
      "import type { P } from '../fit/plan.ts'",
      'src/core/fit/plan.ts',
      'but core/judge may import nothing',
    ],
    [
      'src/core/words/a.ts',
      "import {\n  b,\n  type C,\n} from '../recut.ts'",
      'src/core/recut.ts',
      'but core/words may import',
    ],
    [
      'src/tools/a.ts',
      "export * from '../extra/profiles/pi.ts'",
      'src/extra/profiles/pi.ts',
      'but tools may import',
    ],
    ['src/core/recut.ts', "import { a } from '../index.ts'", 'src/index.ts', 'but core may import'],
    [
      'src/core/stream.ts',
      "import { a } from '../store/backends/memory.ts'",
      'src/store/backends/memory.ts',
      'but core may import',
    ],
    ['src/core/recut.ts', "import 'node:fs'", '', 'but core runs where there is no Node'],
    [
      'src/store/backends/memory.ts',
      "import { a } from 'node:crypto'",
      '',
      'but store runs where there is no Node',
    ],
    ['src/core/recut.ts', "const a = await import('node:fs')", '', 'but core runs where there is no Node'],
    ['src/cli/a.ts', "import a from 'left-pad'", '', 'which is no file of the project'],
    [
      'src/core/tokens/counter.ts',
      "const a = import('gpt-tokenizer/mapping')",
      '',
      'which is no file of the project',
    ],
    ['src/core/tokens/gpt.ts', "import a from 'gpt-tokenizer-2'", '', 'which is no file of the project'],
    [
      'assembly/a.ts',
      "import { a } from '../src/errors'",
      'src/core/scan/js.ts',
      'which is no file of the project',
    ],
    [
      'src/utils/a.ts',
      "import { a } from '../core/recut.ts'",
      'src/core/recut.ts',
      'but the table has no layer utils',
    ],
  ])('is found in %s: %j', (file, source, other, why) => {
    expect(forbidden(file, `${source}\n`, other)).toEqual([expect.stringContaining(why)])
  })

  it('is not seen in a comment, nor where types alone are allowed', () => {
    const source =
      "// import { a } from '../recut.ts'\n/*\nimport '../fit/fit.ts'\n*/\nimport type { S } from '../hold/facts.ts'\n"
    expect(forbidden('src/core/words/a.ts', source, 'src/core/recut.ts', 'src/core/hold/facts.ts')).toEqual(
      [],
    )
  })

  it('that closes a circle is found, also where types alone close it', () => {
    const ring = (last: string) =>
      new Map([
        ['src/a.ts', "import { b } from './b.ts'\n"],
        ['src/b.ts', "export { c } from './c.ts'\n"],
        ['src/c.ts', `import ${last} from './a.ts'\n`],
      ])
    expect(cyclesIn(ring('{ a }'))).toEqual(['src/a.ts imports src/b.ts imports src/c.ts imports src/a.ts'])
    expect(cyclesIn(ring('type { a }'))).toHaveLength(1)
  })
})
