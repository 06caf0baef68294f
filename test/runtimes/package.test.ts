// @deep

import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { discounts } from '../../src/core/judge/rules/discounts.ts'
import { rules } from '../../src/core/judge/rules/index.ts'
import { truncate } from '../../src/core/truncate.ts'
import { codeOf, distFile, root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const { exports, bin, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('the package, from a project that has it', () => {
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
    expect(await evaluate(source)).toEqual(['wasm', 'a\na\n[Lines 1-2 of 5000. Not kept.]'])
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

  it('has code in ASCII, which takes half the memory', () => {
    const code = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    expect(code.length).toBeGreaterThan(10)
    expect(code.filter((name) => /[^\0-\x7f]/.test(readFileSync(distFile(name), 'utf8')))).toEqual([])
  })

  it('stores artifacts as files', async () => {
    const source = `
      import { truncateStream } from 'pith'
      import { createFileStore } from 'pith/artifacts/files'
      const store = createFileStore({ directory: 'library artifacts' })
      const result = await truncateStream(new Blob(['a\\n'.repeat(5000)]), { maxLines: 30, store })
      console.log(JSON.stringify([result.notice, (await store.list()).map(({ id }) => id)]))`
    const [notice, [id]] = await evaluate(source)
    expect(notice).toMatch(new RegExp(`^\\[More: pith show ${id} --lines \\d+-\\d+, or --grep RE\\]$`))
  })

  it('keeps artifacts of the attractor profile as files on Node, and needs no Node elsewhere', async () => {
    const source = `
      import { attractor } from 'pith/profiles'
      import { createFileStore } from 'pith/artifacts/files'
      const session = attractor.createSession()
      await session.record('run_command', 'a\\n'.repeat(5000))
      const [{ id }] = session.artifacts()
      console.log(JSON.stringify((await createFileStore().stat(id)).bytes))`
    expect(await evaluate(source)).toBe(10_000)
    const stdin = { contents: "export { attractor } from 'pith/profiles'", resolveDir: box.folder }
    const { outputFiles } = await bundle({
      stdin,
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    expect(outputFiles[0].text).not.toContain('node:fs')
  })

  it('has the module as a file too, the same bytes as inside', async () => {
    const wasm = readFileSync(distFile('pith.wasm'))
    for (const file of ['index.js', 'node/index.js', 'profiles/index.js']) {
      expect(codeOf(file).split(`"${wasm.toString('hex')}"`)).toHaveLength(2)
    }
    expect(codeOf('cli/main.js').length).toBeLessThan(22 * 1024)
    const module = new WebAssembly.Module(wasm)
    expect(WebAssembly.Module.imports(module)).toEqual([])
    expect(wasm.length).toBeLessThan(44 * 1024)
  })

  it('is one and the same for every entry', async () => {
    const source = `
      import { PithError } from 'pith'
      import { readFile } from 'pith/node'
      import { createFileStore } from 'pith/artifacts/files'
      const errors = [await readFile('').catch((e) => e), await createFileStore({}).stat('x').catch((e) => e)]
      console.log(JSON.stringify(errors.map((e) => e.constructor === PithError)))`
    expect(await evaluate(source)).toEqual([true, true])
  })

  it('names its errors, however it was made small', async () => {
    const source = `
      import { inspect } from 'node:util'
      import { truncate } from 'pith'
      try { truncate('', { maxLines: -1 }) } catch (e) { console.log(JSON.stringify(inspect(e).split('\\n')[0])) }`
    expect(await evaluate(source)).toBe(
      'PithError: Expected `maxLines` to be a whole number from 0, or Infinity, got -1.',
    )
  })

  it('leaves the samples of the rules to the tests', () => {
    const code = codeOf('index.js')
    const samples = [...rules, ...discounts].flatMap(({ name, hits, misses }) => [name, ...hits, ...misses])
    const patterns = [...rules, ...discounts].map(({ pattern }) => pattern).join('\n')
    const long = samples.filter((sample) => /^[\w :.,]{20,}$/.test(sample) && !patterns.includes(sample))
    expect(long.length).toBeGreaterThan(20)
    expect(long.filter((sample) => code.includes(sample))).toEqual([])
  })

  it('judges lines as its sources do, by rules that were compiled before', async () => {
    const patterns = ['own (word|sign)', '\\d{3}x']
    const text = [...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses]).join('\n')
    const inputs = [text, `${text}\nits own word\n123x\n`]
    const source = `
      import { truncate } from 'pith'
      const [text, more] = ${JSON.stringify(inputs)}
      const patterns = ${JSON.stringify(patterns)}.map((p) => new RegExp(p, 'i'))
      console.log(JSON.stringify([truncate(text, { maxBytes: 1e6 }), truncate(more, { errors: { patterns } })]))`
    const here = [
      truncate(inputs[0], { maxBytes: 1e6 }),
      truncate(inputs[1], { errors: { patterns: patterns.map((pattern) => new RegExp(pattern, 'i')) } }),
    ]
    const own = text.split('\n').length + 1
    expect(here[1].errors.lines.map(({ line }) => line)).toEqual(expect.arrayContaining([own, own + 1]))
    expect(await evaluate(source)).toEqual(JSON.parse(JSON.stringify(here)))
  })

  it('gives a bundler no more than what is imported', async () => {
    const bundled = async (names: string) => {
      const stdin = { contents: `export { ${names} } from 'pith'`, resolveDir: box.folder }
      const { outputFiles } = await bundle({ stdin, bundle: true, minify: true, format: 'esm', write: false })
      return outputFiles[0].text
    }
    const alone = await bundled('truncate')
    expect(alone).not.toContain('Expected the tool to be one of')
    expect(await bundled('truncateToolOutput')).toContain('Expected the tool to be one of')
    expect((await bundled('parseNotices')).length).toBeLessThan(24_000)
    expect(alone.length).toBeGreaterThan(100_000)
  })

  it('has a command that can be executed', async () => {
    const { stdout } = await box.sh(`"${join(root, bin.pith)}" --version`)
    expect(stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
