import { describe, expect, it } from 'vitest'
import {
  cyclesIn,
  forbiddenArrows,
  importsOf,
  type Layers,
  type LayerTable,
  sourcesIn,
  withoutComments,
} from './support/layers.ts'

const below = ['scan', 'plan', 'render', 'signal', 'tokens', 'structure', 'fold', 'hash']

const table: LayerTable = {
  assembly: [],
  errors: [],
  limits: ['tokens/counter'],
  truncation: [],
  hash: [],
  scan: [],
  plan: ['type scan', 'render/size', 'render/forms'],
  render: ['type scan', 'type plan', 'hash'],
  signal: ['type scan'],
  tokens: ['scan', 'hash'],
  structure: ['type scan'],
  fold: ['type scan', 'signal/shapes'],
  artifacts: ['hash'],
  collect: below,
  engine: [...below, 'collect', 'type artifacts'],
  strategies: [...below, 'collect', 'engine', 'type artifacts'],
  'tool-output': ['strategies', 'engine'],
  profiles: [...below, 'collect', 'engine', 'type artifacts', 'artifacts/memory'],
  node: [
    'strategies',
    'profiles',
    'engine',
    'scan',
    'signal',
    'artifacts',
    'render/notices',
    'render/clip',
    'node:',
  ],
  integrations: [...below, 'engine', 'strategies', 'tool-output', 'profiles', 'artifacts', 'node', 'node:'],
  cli: [
    ...below,
    'engine',
    'strategies',
    'tool-output',
    'profiles',
    'artifacts',
    'node',
    'integrations',
    'node:',
  ],
  index: [...below, 'engine', 'strategies', 'tool-output', 'artifacts'],
}

/** Files of src itself that are layers of their own; the others are the engine. */
const single = ['errors', 'limits', 'truncation', 'tool-output', 'index']

/** Folders of the engine. */
const engineFolders = ['fit', 'page']

const layers: Layers = {
  table,
  free: ['errors', 'limits', 'truncation'],
  nodeFiles: ['src/artifacts/files.ts', ...sourcesIn('src/artifacts/files').keys()],
  packages: {
    'src/tokens/gpt.ts': 'gpt-tokenizer',
    'src/tokens/hugging-face.ts': '@huggingface/tokenizers',
    'src/artifacts/s3/signing.ts': 'aws4fetch',
  },
  layerOf(file) {
    const [top, ...rest] = file.replace(/\.ts$/, '').split('/')
    if (top !== 'src') return top
    if (rest.length > 1) return engineFolders.includes(rest[0]) ? 'engine' : rest[0]
    return single.includes(rest[0]) ? rest[0] : 'engine'
  },
}

describe('the layers', () => {
  const sources = sourcesIn('src', 'assembly')

  it('are found: every file, with its imports', () => {
    expect(sources.size).toBeGreaterThan(50)
    const arrows = [...sources].flatMap(([file, source]) => importsOf(file, source))
    expect(arrows.length).toBeGreaterThan(150)
    expect(importsOf('src/scan/js.ts', sources.get('src/scan/js.ts') ?? '')).toContainEqual({
      target: 'src/scan/scanner.ts',
      typeOnly: expect.any(Boolean),
    })
  })

  it('have no arrow that the table does not allow', () => {
    expect(forbiddenArrows(sources, layers)).toEqual([])
  })

  it('have no ring of files that need each other', () => {
    expect(cyclesIn(sources)).toEqual([])
  })

  it('have WebAssembly in one file only', () => {
    const files = [...sources].filter(([, source]) => /\bWebAssembly\b/.test(withoutComments(source)))
    expect(files.map(([file]) => file)).toEqual(['src/scan/instance.ts'])
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
    const source = "import { a } from '../scan/js.ts'\nimport type { B } from '../scan/js.ts'\n"
    expect(forbidden('src/plan/a.ts', source, 'src/scan/js.ts')).toEqual([
      'src/plan/a.ts imports values from src/scan/js.ts, but plan may import type scan, render/size, render/forms.',
    ])
  })

  it.each([
    [
      'src/scan/a.ts',
      "import type { P } from '../plan/plan.ts'",
      'src/plan/plan.ts',
      'but scan may import nothing',
    ],
    [
      'src/render/a.ts',
      "import {\n  b,\n  type C,\n} from '../recut.ts'",
      'src/recut.ts',
      'but render may import',
    ],
    [
      'src/strategies/a.ts',
      "export * from '../profiles/pi.ts'",
      'src/profiles/pi.ts',
      'but strategies may import',
    ],
    [
      'src/plan/a.ts',
      "import { a } from '../render/render.ts'",
      'src/render/render.ts',
      'but plan may import',
    ],
    ['src/recut.ts', "import { a } from './index.ts'", 'src/index.ts', 'but engine may import'],
    [
      'src/stream.ts',
      "import { a } from './artifacts/memory.ts'",
      'src/artifacts/memory.ts',
      'but engine may import',
    ],
    ['src/recut.ts', "import 'node:fs'", '', 'but engine runs where there is no Node'],
    [
      'src/artifacts/memory.ts',
      "import { a } from 'node:crypto'",
      '',
      'but artifacts runs where there is no Node',
    ],
    ['src/recut.ts', "const a = await import('node:fs')", '', 'but engine runs where there is no Node'],
    ['src/cli/a.ts', "import a from 'left-pad'", '', 'which is no file of the project'],
    [
      'src/tokens/counter.ts',
      "const a = import('gpt-tokenizer/mapping')",
      '',
      'which is no file of the project',
    ],
    ['src/tokens/gpt.ts', "import a from 'gpt-tokenizer-2'", '', 'which is no file of the project'],
    [
      'assembly/a.ts',
      "import { a } from '../src/errors'",
      'src/scan/js.ts',
      'which is no file of the project',
    ],
    ['src/utils/a.ts', "import { a } from '../recut.ts'", 'src/recut.ts', 'but the table has no layer utils'],
  ])('is found in %s: %j', (file, source, other, why) => {
    expect(forbidden(file, `${source}\n`, other)).toEqual([expect.stringContaining(why)])
  })

  it('is not seen in a comment, nor where types alone are allowed', () => {
    const source =
      "// import { a } from '../recut.ts'\n/*\nimport '../fit.ts'\n*/\nimport type { S } from '../scan/js.ts'\n"
    expect(forbidden('src/plan/a.ts', source, 'src/recut.ts', 'src/scan/js.ts')).toEqual([])
  })

  it('that closes a ring is found, unless types alone close it', () => {
    const ring = (last: string) =>
      new Map([
        ['src/a.ts', "import { b } from './b.ts'\n"],
        ['src/b.ts', "export { c } from './c.ts'\n"],
        ['src/c.ts', `import ${last} from './a.ts'\n`],
      ])
    expect(cyclesIn(ring('{ a }'))).toEqual(['src/a.ts imports src/b.ts imports src/c.ts imports src/a.ts'])
    expect(cyclesIn(ring('type { a }'))).toEqual([])
  })
})
