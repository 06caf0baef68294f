// @deep

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
// Not the checked one, whose oracle is slow on inputs so large.
import { truncate } from '../../src/index.ts'

interface Contender {
  limit: { lines: number; amount: number; unit: 'bytes' | 'characters' }
  run(text: string): unknown
  read(result: unknown): { text: string; totalLines?: number; totalBytes?: number }
}
interface Questions {
  questions: { short: string }[]
  answersOf(contender: Contender): Record<string, boolean | undefined>
  answerRows(answers: object[]): string[][]
}
interface Peers {
  SHARED_LIMIT: Contender['limit']
  pithAt(cut: typeof truncate, limit: Contender['limit'], options?: { tail: boolean }): Contender
}

const load = async <T>(name: string): Promise<T> =>
  import(/* @vite-ignore */ new URL(`../../bench/peers/${name}`, import.meta.url).href)

const { questions, answersOf, answerRows } = await load<Questions>('questions.mjs')
const { SHARED_LIMIT, pithAt } = await load<Peers>('peers.mjs')

const folder = mkdtempSync(join(tmpdir(), 'pith-bench-peers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const AMOUNT = 50_000
const substring = (cut: (text: string) => string): Contender => ({
  limit: { lines: Infinity, amount: AMOUNT, unit: 'characters' },
  run: cut,
  read: (text) => ({ text: String(text) }),
})

describe('the questions to peers', () => {
  it('find what a substring loses', () => {
    expect(answersOf(substring((text) => text.slice(-AMOUNT)))).toEqual({
      'error kept': false,
      'limit held': true,
      'in bytes': false,
      'at limit': true,
      'well formed': false,
      'clusters whole': false,
      'giant line': true,
      'line count': undefined,
      'byte count': undefined,
    })
  })

  it('find what is over the limit, and who changes what is within it', () => {
    const answers = answersOf(substring((text) => `${text}\n[all of it]`))
    expect(answers).toMatchObject({ 'error kept': true, 'limit held': false, 'at limit': false })
    expect(answers).toMatchObject({ 'well formed': true, 'clusters whole': true, 'giant line': true })
  })

  it.each([
    ['split', (text: string) => text.split('\n').length],
    ['lone CR', (text: string) => text.replace(/\n$/, '').split(/\r\n?|\n/).length],
  ])('find counts that are wrong: %s', (_, totalLines) => {
    const contender = substring((text) => text)
    const counting = {
      ...contender,
      read: (text: unknown) => ({ text: '', totalLines: totalLines(String(text)) }),
    }
    expect(answersOf(counting)['line count']).toBe(false)
  })

  it('are all answered with yes by pith', () => {
    const answers = answersOf(pithAt(truncate, SHARED_LIMIT))
    expect(answers).toEqual(Object.fromEntries(questions.map(({ short }) => [short, true])))
    const tail = answersOf(pithAt(truncate, SHARED_LIMIT, { tail: true }))
    expect(tail).toEqual({ ...answers, 'error kept': false })
  })
})

describe("a package's module on its own", () => {
  it('runs with its own files, whatever else it imports', async () => {
    const { alone } = await load<{ alone: Plugin }>('alone.mjs')
    mkdirSync(join(folder, 'inner'), { recursive: true })
    writeFileSync(join(folder, 'inner/limit.js'), 'export const limit = 3')
    writeFileSync(
      join(folder, 'cut.js'),
      `import { Base, z } from 'not-installed'
       import fallback from 'not-installed/either'
       import { notYetInNode } from 'node:fs'
       import { limit } from './inner/limit.js'
       export const schema = z.object({ a: z.string().min(1) })
       export class Tool extends Base {}
       for (const row of fallback.rows) Object.assign(schema, Object.values(row), notYetInNode)
       export const later = () => import('./inner/never.js')
       export const cut = (text) => text.slice(0, limit)`,
    )
    const file = join(folder, 'alone.mjs')
    await build({
      entryPoints: [join(folder, 'cut.js')],
      bundle: true,
      format: 'esm',
      outfile: file,
      plugins: [alone],
    })
    const { cut } = await import(/* @vite-ignore */ pathToFileURL(file).href)
    expect(cut('abcdef')).toBe('abc')
  })
})

describe('the table of answers', () => {
  it('has a row for each contender, and says what is not told', () => {
    const [head, row] = answerRows([{ name: 'pith', answers: { 'error kept': true, 'limit held': false } }])
    expect(head.slice(0, 3)).toEqual(['', 'error kept', 'limit held'])
    expect(row.slice(0, 4)).toEqual(['pith', 'yes', 'no', 'not told'])
  })
})
