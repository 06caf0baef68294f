import * as childProcess from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { loadEntries } from '../support/entries.ts'
import { type Example, examplesInComments, examplesInMarkdown, runExample } from '../support/examples.ts'
import { useFolder } from '../support/large-file.ts'
import { sourcesIn } from '../support/layers.ts'
import { documentOf, documents } from '../support/markdown.ts'

const modules: Awaited<ReturnType<typeof loadEntries>> = {
  ...(await loadEntries()),
  'node:child_process': childProcess,
  'node:events': { once },
}
const hasValue = ({ code }: Example) => /^\S.*\/\/ \S/m.test(code)

async function expectTrue({ code }: Example, scope?: object): Promise<void> {
  const outcomes = await runExample(code, modules, scope)
  expect(outcomes.length).toBeGreaterThan(0)
  for (const { line, value, expected } of outcomes) expect({ line, value }).toEqual({ line, value: expected })
}

describe('the example of a doc comment', () => {
  const examples = [...sourcesIn('src')].flatMap(([file, source]) => examplesInComments(file, source))

  it('is found', () => {
    expect(examples.filter(hasValue).length).toBeGreaterThan(3)
  })

  it.each(examples.filter(hasValue))('gives what it says: $name', async (example) => {
    const file = join(root, example.name.replace(/:\d+$/, ''))
    const own: object = await import(/* @vite-ignore */ file)
    await expectTrue(example, {
      ...modules.pith,
      ...modules['pith/budget'],
      ...modules['pith/profiles'],
      ...own,
    })
  })
})

describe('the documents', () => {
  const folder = useFolder()
  const before = process.cwd()

  // Some examples read the log that the first block of docs/api.md makes.
  beforeAll(() => {
    process.chdir(folder.path)
    const [makeLog] = examplesInMarkdown('docs/api.md', documentOf('docs/api.md'), 'sh')
    execFileSync('sh', ['-c', makeLog.code])
  })
  afterAll(() => process.chdir(before))

  const examples = documents().flatMap(({ file, text }) => examplesInMarkdown(file, text, 'js'))

  it('have examples', () => {
    expect(examples.filter(hasValue).length).toBeGreaterThan(8)
  })

  it.each(examples.filter(hasValue))('are true: $name', (example) => expectTrue(example))
})

describe('an example', () => {
  it('that is wrong is told with its line', async () => {
    const outcomes = await runExample(
      "const a = 1 // the first\na + 1 // 3\n'x' + // 'no expression'\n'y'\n",
      {},
    )
    expect(outcomes).toEqual([{ line: 'a + 1 // 3', value: 2, expected: 3 }])
  })

  it('must be a program as it stands', async () => {
    await expect(runExample("const a = 'b'\n/b/.test(a) // true\n", {})).rejects.toThrow(SyntaxError)
  })

  it('may import only what there is', async () => {
    await expect(runExample("import { truncat } from 'pith'\n", modules)).rejects.toThrow('has no such name')
    await expect(runExample("import { truncate } from 'pit'\n", modules)).rejects.toThrow('is no entry')
  })

  it('ends with its comment', () => {
    const source =
      'x\n/**\n * Adds.\n *\n * @example\n * 1 + 1 // 2\n * 2 // 2\n * @throws never\n */\n/** @other */\n'
    expect(examplesInComments('a.ts', source)).toEqual([{ name: 'a.ts:5', code: '1 + 1 // 2\n2 // 2' }])
  })
})
