import { expect, it } from 'vitest'
import { unitsOf } from '../../src/host/units.ts'
import { truncate } from '../../src/index.ts'
import { type KnownOutput, kindsFor } from '../../src/kinds/index.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { keep } from '../store/conformance.ts'
import { callWords } from '../support/grammar.ts'

// A marker and the notice name units that show what was left out.

const encoder = new TextEncoder()

/** For each gap that is named by units: the text of the gap, and that of the units. */
async function followed(input: string, maxBytes: number, known: KnownOutput) {
  const store = createMemoryStore()
  const ref = await keep(store, encoder.encode(input))
  const structure = kindsFor(known)
  const { gaps, notice = '' } = truncate(input, { maxBytes, structure, source: { artifact: ref.id } })
  const found: { gap: string; shown: string; way: string }[] = []
  for (const { startByte, endByte, resume = '' } of gaps) {
    const [, , id, name = '', value = ''] = callWords(resume) ?? []
    if (!/^--(items|path|file|rows|section)$/.test(name)) continue
    const range = value.split('-').map(Number)
    const ends = [range[0], range[1] ?? range[0]] as const
    const unit = name === '--items' ? { items: ends } : name === '--rows' ? { rows: ends } : undefined
    const wanted =
      unit ?? (name === '--path' ? { path: value } : name === '--file' ? { file: value } : { section: value })
    let shown = ''
    for await (const bytes of unitsOf(store, id, wanted)) shown += new TextDecoder().decode(bytes)
    const gap = new TextDecoder().decode(encoder.encode(input).subarray(startByte, endByte))
    found.push({ gap, shown, way: `${name} ${value}` })
  }
  return { found, notice }
}

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `n${id}` }))
const valuesOf = (gap: string) => JSON.stringify(JSON.parse(`[${gap.replace(/,$/, '')}]`))
const valuesIn = (shown: string) =>
  JSON.stringify(
    shown
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )

it.each([
  ['an array', JSON.stringify(items(500)), '--items '],
  [
    'JSON lines',
    items(500)
      .map((item) => JSON.stringify(item))
      .join('\n'),
    '--items ',
  ],
  ['an array inside', JSON.stringify({ total: 1, 'a b': { users: items(500) } }), `--path $["a b"].users[`],
])('%s', async (_, input, way) => {
  const { found, notice } = await followed(input, 600, {})
  expect(found.length).toBeGreaterThan(0)
  for (const { gap, shown } of found) {
    if (gap.includes('\n')) expect(shown).toContain(gap.trimEnd())
    else expect(valuesIn(shown)).toBe(valuesOf(gap))
  }
  expect(found.some((each) => each.way.startsWith(way))).toBe(true)
  expect(notice).toContain(way.split(' ')[0])
})

it('a long string, by its path', async () => {
  const { found } = await followed(JSON.stringify({ a: { text: 'word '.repeat(2000) }, b: 2 }), 600, {})
  expect(found).toMatchObject([{ way: '--path $.a.text', shown: expect.stringContaining('word word') }])
})

it('rows of a table', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => `${at},name ${at},x\n`).join('')
  const { found } = await followed(`id,name,kind\n${rows}`, 500, { command: 'cat a.csv' })
  expect(found.length).toBeGreaterThan(0)
  for (const { gap, shown } of found) expect(shown).toBe(`id,name,kind\n${gap}`)
})

it('matches of a file, and lines of a file in a diff', async () => {
  const matches = Array.from({ length: 90 }, (_, at) => `src/f${at >> 5}.ts:${at}:const a = ${at}\n`).join('')
  const lines = Array.from({ length: 300 }, (_, at) => `-old ${at}\n+new ${at}\n`).join('')
  const diff = `diff --git a/x y.c b/x y.c\n--- a/x y.c\n+++ b/x y.c\n@@ -1,300 +1,300 @@\n${lines}`
  for (const [input, command, way] of [
    [matches, 'grep -rn a', '--file src/f1.ts'],
    [diff, 'git diff', '--file x y.c'],
  ]) {
    const { found } = await followed(input, 900, { command })
    expect(found.map((each) => each.way)).toContain(way)
    for (const { gap, shown } of found) expect(shown).toContain(gap)
  }
})

it('sections of a document', async () => {
  const section = (at: number) => `## Part ${at}\n\n${`Words of part ${at} and more.\n\n`.repeat(20)}`
  const input = `# Book\n\n${Array.from({ length: 6 }, (_, at) => section(at)).join('')}`
  const { found } = await followed(input, 900, { command: 'cat a.md' })
  expect(found.map((each) => each.way)).toContain('--section Part 3')
  for (const { gap, shown } of found) expect(shown).toContain(gap.trim())
})
