// @deep

import { expect, it } from 'vitest'
import { type Unit, unitsOf } from '../../src/host/units.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { judgeCommand } from '../../src/tools/command/judge.ts'
import { keep } from '../store/conformance.ts'

const encoder = new TextEncoder()
const DEEP = 100_000

it('a command line that is longer than a program may get has no words', () => {
  expect(judgeCommand(`git diff # ${'x'.repeat(131_000)}`).words.slice(0, 2)).toEqual(['git', 'diff'])
  expect(judgeCommand(`echo "${'x'.repeat(20_000_000)}"`).words).toEqual([])
})

async function sizeOf(text: string, unit: Unit): Promise<number> {
  const store = createMemoryStore()
  const { id } = await keep(store, encoder.encode(text))
  let length = 0
  for await (const bytes of unitsOf(store, id, unit)) length += bytes.length
  return length
}

it('150,000 items of one line are shown', async () => {
  const text = `[${'1,'.repeat(150_000)}1]`
  expect(await sizeOf(text, { items: [1, Number.POSITIVE_INFINITY] })).toBe(300_002)
  expect(await sizeOf(text, { path: '$[0:]' })).toBe(300_002)
})

it('a value 100,000 levels deep is shown by its path', async () => {
  expect(await sizeOf(`${'['.repeat(DEEP)}1${']'.repeat(DEEP)}`, { path: `$${'[0]'.repeat(1000)}` })).toBe(
    2 * (DEEP - 1000) + 2,
  )
  expect(await sizeOf(`${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, { path: '$.a.a' })).toBe(
    6 * (DEEP - 2) + 2,
  )
})
