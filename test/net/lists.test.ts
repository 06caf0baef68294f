// @deep

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as clipping from '../../src/core/words/clip.ts'
import * as sealing from '../../src/core/words/notices.ts'
import { parseNotices } from '../../src/core/words/parse.ts'
import { grepFiles } from '../../src/host/grep/grep-files.ts'
import { Matches } from '../../src/host/grep/matches.ts'
import { findFiles } from '../../src/host/list/find-files.ts'
import { folderTree } from '../../src/host/list/folder-tree.ts'
import { listFolder } from '../../src/host/list/list-folder.ts'
import { TreeNodes } from '../../src/host/list/tree-nodes.ts'
import * as walking from '../../src/host/walk/walk.ts'
import type { Redactor } from '../../src/redact/redactor.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { find } from '../../src/tools/find.ts'
import { grep } from '../../src/tools/grep.ts'
import { GrepRows } from '../../src/tools/grep-found.ts'
import * as rows from '../../src/tools/grep-rows.ts'
import * as notices from '../../src/tools/list-notices.ts'
import { ls } from '../../src/tools/ls.ts'
import * as texts from '../../src/tools/text.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { truncateToolOutputAsync } from '../../src/tools/tool-output-async.ts'
import { errors } from '../support/faults.ts'
import { letNetCatch } from './support.ts'

vi.mock('../../src/host/walk/walk.ts', { spy: true })
vi.mock('../../src/core/words/clip.ts', { spy: true })
vi.mock('../../src/core/words/notices.ts', { spy: true })
vi.mock('../../src/tools/grep-rows.ts', { spy: true })
vi.mock('../../src/tools/list-notices.ts', { spy: true })
vi.mock('../../src/tools/text.ts', { spy: true })

// A step of a list fails. Its first lines must not be lost.

const LISTING = 'Listing failed. First bytes shown.'
const names = Array.from({ length: 300 }, (_, i) => `src/file-${i}.ts`)
const matches = names.map((path, i) => ({ path, line: i + 1, text: `let a${i} = 1 // ${'x'.repeat(700)}` }))
const printed = matches.map(({ path, line, text }) => `${path}:${line}:${text}\n`).join('')

interface ListOutput {
  text: string
  content: string
  details: { total: number; shown: number; failures?: { what: string; error: string }[]; notes?: string[] }
}
type Door = (options: { maxBytes: number; maxLines: number }) => ListOutput | Promise<ListOutput>

const doors: Record<string, Door> = {
  'find, names': (options) => find(names, options),
  'find, a text': (options) => find(names.join('\n'), options),
  'ls, bytes': (options) => ls(Buffer.from(names.join('\n')), options),
  'grep, matches': (options) => grep(matches, { ...options, pattern: 'LET' }),
  'grep, a text': (options) => grep(printed, options),
  'truncateToolOutput, ls': (options) => truncateToolOutput('ls', names, options),
  'truncateToolOutputAsync, grep': (options) =>
    truncateToolOutputAsync('grep', matches, { ...options, store: createMemoryStore() }),
  'truncateToolOutputAsync, find': (options) =>
    truncateToolOutputAsync('find', names, { ...options, store: createMemoryStore() }),
}

const throwing = (error: () => unknown) => () => {
  throw error()
}

type Fault = (error: () => unknown) => void
const faults: Record<string, Fault> = {
  'the names': (error) => vi.mocked(texts.safeName).mockImplementation(throwing(error)),
  'the text': (error) => vi.mocked(texts.decoded).mockImplementation(throwing(error)),
  'the rows': (error) => {
    vi.mocked(rows.rowsOfMatches).mockImplementation(throwing(error))
    vi.mocked(rows.rowsOfText).mockImplementation(throwing(error))
  },
  'the order': (error) => vi.spyOn(GrepRows.prototype, 'draw').mockImplementation(throwing(error)),
  'the files': (error) => vi.spyOn(GrepRows.prototype, 'files').mockImplementation(throwing(error)),
  clips: (error) => vi.mocked(clipping.clipLine).mockImplementation(throwing(error)),
  'the choice of a notice': (error) => vi.mocked(notices.listNotices).mockImplementation(throwing(error)),
  'the words of a notice': (error) => vi.mocked(sealing.writeListNotice).mockImplementation(throwing(error)),
}

const folder = mkdtempSync(join(tmpdir(), 'pith-lists-'))
for (let i = 0; i < 60; i++)
  writeFileSync(join(folder, `file-${String(i).padStart(2, '0')}.txt`), `needle ${i}\n`)
mkdirSync(join(folder, 'sub'))
writeFileSync(join(folder, 'sub', 'last.txt'), 'needle last\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = { cwd: folder, store: false, maxBytes: 700 } as const
const searches: Record<string, (more?: object) => Promise<ListOutput>> = {
  grepFiles: (more) => grepFiles('needle', { ...options, ...more }),
  'grepFiles, names': (more) => grepFiles('needle', { ...options, print: 'files', ...more }),
  findFiles: (more) => findFiles({ ...options, ...more }),
  listFolder: (more) => listFolder('.', { ...options, ...more }),
  folderTree: (more) => folderTree('.', { ...options, ...more }),
}

/** Lets a walk fail after so many entries. */
function breakWalk(after: number, error: () => unknown): void {
  const real = vi.mocked(walking.walk).getMockImplementation() ?? actualWalk
  vi.mocked(walking.walk).mockImplementation(function* (...words) {
    let left = after
    for (const entry of real(...words)) {
      if (left-- <= 0) throw error()
      yield entry
    }
  })
}
const { walk: actualWalk } = await vi.importActual<typeof walking>('../../src/host/walk/walk.ts')

letNetCatch()

describe.each(Object.entries(errors))('a fault that throws %s', (_, error) => {
  describe.each(Object.entries(faults))('in %s', (_, fault) => {
    it.each(Object.entries(doors))('leaves the first lines of %s', async (_, open) => {
      const limits = { maxBytes: 3000, maxLines: 40 }
      const usual = await open(limits)
      fault(error)
      const { text, content, details } = await open(limits)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.maxBytes)
      expect(text.split('\n').length).toBeLessThanOrEqual(limits.maxLines)
      expect(text).toContain('src/file-0.ts')
      expect(details.total).toBe(usual.details.total)
      expect(details.shown).toBe(content.match(/src\/file-/g)?.length)
      if (!details.failures) return
      expect(details.failures).toMatchObject([{ what: 'listing' }])
      expect(details.notes).toContain(LISTING)
      expect(text).toContain(`[${LISTING}`)
      expect(parseNotices(text).at(-1)?.kind).toBe('list')
    })
  })

  it.each(Object.entries(searches))('in the walk of %s leaves what was found before', async (_, search) => {
    breakWalk(20, error)
    const { text, details } = await search()
    expect(text).toMatch(/file-0\d\.txt/)
    expect(details.failures).toMatchObject([{ what: 'listing' }])
    expect(text).toContain(`[${LISTING}`)
    expect(details.total).toBeLessThan(61)
  })

  it('in the collection of matches or the drawing of a tree leaves lines', async () => {
    vi.spyOn(Matches.prototype, 'rows').mockImplementation(throwing(error))
    const found = await searches.grepFiles()
    expect(found.text).toContain('needle 0')
    expect(found.text).toContain(`[${LISTING}`)
    vi.spyOn(TreeNodes.prototype, 'draw').mockImplementation(throwing(error))
    const tree = await searches.folderTree()
    expect(tree.text).toContain('file-00.txt\n')
    expect(tree.text).toContain(`[${LISTING}`)
    expect(tree.details.total).toBe(62)
  })

  it.each(Object.entries(searches))('in redaction shows and keeps nothing of %s', async (_, search) => {
    const failing: Redactor = Object.assign(throwing(error) as unknown as (text: string) => string, {
      nextChange: (_: Uint8Array, from: number) => from,
    })
    const store = createMemoryStore()
    const { text, content, details } = await search({ redact: failing, store })
    expect(text).toBe('[Not shown: redaction failed.]')
    expect(content).toBe('')
    expect(details.failures).toMatchObject([{ what: 'redaction' }])
    expect(await store.list()).toEqual([])
  })
})

it.each(Object.entries(searches))('%s throws what functions of the caller throw', async (_, search) => {
  const thrown = new TypeError('of the caller')
  await expect(search({ redact: throwing(() => thrown) })).rejects.toBe(thrown)
  await expect(search({ redact: throwing(() => 'no Error') })).rejects.toBe('no Error')
})

it('throws what a counter throws, and refuses wrong items', () => {
  const count = throwing(() => new TypeError('of the counter'))
  expect(() => find(names, { maxTokens: 50, tokens: { name: 'own', count } })).toThrowError(
    expect.objectContaining({ code: 'PITH_COUNTER_FAILED' }),
  )
  for (const wrong of [[1], 1, null, {}])
    for (const tool of [find, ls, grep])
      expect(() => tool(wrong as never)).toThrowError(expect.objectContaining({ code: 'PITH_INVALID_INPUT' }))
  expect(() => grep(matches, { pattern: 1 as never })).toThrowError(
    expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
  )
})

it('names what is missing as the error of the caller', async () => {
  await expect(findFiles({ cwd: folder, paths: ['absent'], store: false })).rejects.toMatchObject({
    code: 'PITH_FILE_FAILED',
  })
})
