import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { distFile, root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const { exports, bin, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe.runIf(inject('backend') === 'wasm')('the package, from a project that has it', () => {
  const box = useCommand()

  beforeAll(() => {
    mkdirSync(join(box.folder, 'node_modules'))
    symlinkSync(root, join(box.folder, 'node_modules/pith'), 'dir')
  })

  const evaluate = async (source: string) => {
    const { stdout, stderr } = await box.node(['--input-type=module', '-e', source])
    expect(stderr).toBe('')
    return JSON.parse(stdout.toString())
  }

  it('is imported by its name', async () => {
    const source = `
      import { getBackend, truncate } from 'pith'
      const { text } = truncate('a\\n'.repeat(5000), { maxLines: 3, keep: 'head' })
      console.log(JSON.stringify([getBackend(), text]))`
    expect(await evaluate(source)).toEqual(['wasm', 'a\na\n[Showing lines 1-2 of 5000. Not kept.]'])
  })

  it('has every entry that its manifest names, with types', async () => {
    const names = Object.keys(exports).map((entry) => `pith${entry.slice(1)}`)
    const source = `console.log(JSON.stringify(${JSON.stringify(names)}.map((n) => import.meta.resolve(n))))`
    const urls: string[] = await evaluate(source)
    const types = Object.values<Record<string, string>>(exports).flatMap((entry) => entry.types ?? [])
    for (const url of urls) expect(readFileSync(new URL(url)).length).toBeGreaterThan(0)
    for (const file of types) expect(readFileSync(join(root, file), 'utf8')).toContain('export')
    expect(files).toContain('dist')
  })

  it('stores artifacts as files', async () => {
    const source = `
      import { truncateStream } from 'pith'
      import { createFileStore } from 'pith/artifacts/files'
      const store = createFileStore({ directory: 'library artifacts' })
      const result = await truncateStream(new Blob(['a\\n'.repeat(5000)]), { maxLines: 30, store })
      console.log(JSON.stringify([result.notice, (await store.list()).map(({ id }) => id)]))`
    const [notice, [id]] = await evaluate(source)
    expect(notice).toMatch(new RegExp(` of 5000\\. Full output: pith show ${id}\\]$`))
  })

  it('has the module as a file too, the same bytes as inside', async () => {
    const wasm = readFileSync(distFile('pith.wasm'))
    for (const file of ['index.js', 'cli/main.js']) {
      expect(readFileSync(distFile(file), 'utf8')).toContain(`"${wasm.toString('base64')}"`)
    }
    const module = new WebAssembly.Module(wasm)
    expect(WebAssembly.Module.imports(module)).toEqual([])
    expect(wasm.length).toBeLessThan(16_384)
  })

  it('has a command that can be executed', async () => {
    const { stdout } = await box.sh(`"${join(root, bin.pith)}" --version`)
    expect(stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
