import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Context } from '../../src/agents/mcp/context.ts'
import { rootsOf } from '../../src/agents/mcp/roots.ts'
import { callServerTool, type ServerToolName } from '../../src/agents/mcp/server-tools.ts'
import { createMemoryStore } from '../../src/index.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pith-mcp-list-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const root = join(folder, 'root')
mkdirSync(join(root, 'sub'), { recursive: true })
writeFileSync(join(root, 'sub/in.txt'), 'needle\n'.repeat(20))
writeFileSync(join(folder, 'out.txt'), 'needle outside\n')
symlinkSync(folder, join(root, 'up'))

describe('the tools that look at files', () => {
  const store = createMemoryStore()
  const context: Context = {
    options: { notice: { surface: 'mcp' } },
    store: async () => store,
    warn: () => {},
  }
  const { signal } = new AbortController()
  const call = (name: ServerToolName, args: unknown) =>
    callServerTool(name, args, context, rootsOf([root]), { signal })
  const textOf = async (name: ServerToolName, args: unknown) =>
    String((await call(name, args)).content[0].text)

  it('answer with the text, the figures and the call for the rest', async () => {
    const { content, structuredContent } = await call('pith_grep', { pattern: 'needle', limit: 2 })
    const { output, total, shown, unread, artifact } = structuredContent ?? {}
    expect({ total, shown, unread }).toEqual({ total: 20, shown: 2, unread: 0 })
    expect(output).toBe(content[0].text)
    expect(output).toContain(`sub/in.txt:1:needle\n`)
    expect(output).toContain(`Full output: pith_show {"id":"${artifact}"}]`)
    expect(await textOf('pith_find', {})).toBe('sub/in.txt\n')
    expect(await textOf('pith_ls', { path: 'sub' })).toContain('140 B  in.txt\n')
    expect(await textOf('pith_tree', {})).toContain('sub/ (1 file)\n')
  })

  it('never leave the roots, neither by a path nor by a link', async () => {
    for (const path of ['..', folder, 'up', 'up/out.txt', '../out.txt']) {
      for (const [name, args] of [
        ['pith_grep', { pattern: 'x', paths: [path] }],
        ['pith_find', { paths: ['.', path] }],
        ['pith_ls', { path }],
        ['pith_tree', { path }],
      ] as const) {
        const answer = await call(name, args)
        expect(answer.isError).toBe(true)
        expect(answer.content[0].text).toContain('is outside the folders that may be read')
      }
    }
    expect(await textOf('pith_grep', { pattern: 'outside', noIgnore: true, hidden: true })).toBe(
      '[No matches]',
    )
  })

  it('say what is wrong with an argument', async () => {
    expect(await textOf('pith_grep', {})).toContain('Expected pattern')
    expect(await textOf('pith_grep', { pattern: 'no\\(such' })).toBe(
      '[No matches]\nHere \\( stands for the character itself: write ( without the backslash.',
    )
    expect(await textOf('pith_grep', { pattern: '(' })).toContain('Unterminated group')
    expect(await textOf('pith_grep', { pattern: 'a', print: 'all' })).toContain('Expected print to be')
    expect(await textOf('pith_find', { globs: [3] })).toContain('Expected globs to be a list of strings')
    expect(await textOf('pith_find', { changedAfter: 'soon' })).toContain(
      'Expected changedAfter to be a date',
    )
    expect(await textOf('pith_ls', { path: 'sub', depth: 2 })).toContain('There is no argument "depth"')
    expect(await textOf('pith_tree', { path: 'none' })).toContain('There is no file "none"')
  })

  it('hide secrets in what they show', async () => {
    const widened = (line: string) => line.replaceAll(/\w+\.txt|sub/g, '*'.repeat(100))
    const redactor = (line: string) => line.replaceAll('needle', '[hidden]')
    const hiding = { ...context, redactor }
    const { content } = await callServerTool('pith_grep', { pattern: 'hidden' }, hiding, rootsOf([root]), {
      signal,
    })
    expect(content[0].text).toContain('sub/in.txt:1:[hidden]')
    // A name grows when it is redacted, and the limit holds all the same.
    const wide = { ...hiding, options: { ...context.options, maxBytes: 300 }, redactor: widened }
    for (const name of ['pith_find', 'pith_ls', 'pith_tree'] as const) {
      const shown = String(
        (await callServerTool(name, {}, wide, rootsOf([root]), { signal })).content[0].text,
      )
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(300)
      expect(shown).toContain('*'.repeat(100))
      expect(shown).not.toContain('in.txt')
    }
  })
})
