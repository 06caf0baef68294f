// @deep

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { examplesInMarkdown, noting } from '../support/examples.ts'
import { useFolder } from '../support/large-file.ts'
import { documentOf } from '../support/markdown.ts'
import { packed } from '../support/packed.ts'

const check = `const $note = (line: string, value: unknown, expected: unknown): void => {
  if (JSON.stringify(value) !== JSON.stringify(expected)) throw new Error(\`\${line} gave \${JSON.stringify(value)}\`)
}
`

const modes = ['nodenext', 'node16', 'bundler'] as const

describe('the packed package, installed in an empty project', () => {
  const folder = useFolder()
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder.path, encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }
  const compiled = (mode: (typeof modes)[number], include: string[], types: string[] = []) => {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: mode === 'bundler' ? 'esnext' : mode,
      moduleResolution: mode,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      types,
      outDir: `out-${mode}`,
      rootDir: '.',
    }
    const file = `tsconfig.${mode}.json`
    writeFileSync(join(folder.path, file), JSON.stringify({ compilerOptions, include }))
    return run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', file)
  }

  beforeAll(() => {
    writeFileSync(join(folder.path, 'package.json'), '{ "private": true, "type": "module" }')
    const { status, said } = run('npm', 'install', '--offline', '--no-audit', '--no-fund', packed())
    expect({ status, said }).toMatchObject({ status: 0 })
    // The types of Node, which `pith/node` names.
    mkdirSync(join(folder.path, 'node_modules/@types'))
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(join(root, 'node_modules', name), join(folder.path, 'node_modules', name), 'dir')
    for (const [at, { code }] of ['README.md', 'docs/api.md']
      .flatMap((file) => examplesInMarkdown(file, documentOf(file), 'js'))
      .entries()) {
      const lines = code.split('\n').map(noting)
      writeFileSync(join(folder.path, `example-${at}.ts`), `${check}${lines.join('\n')}\nexport {}\n`)
    }
    // Some examples read the log that this block makes.
    const [makeLog] = examplesInMarkdown('docs/api.md', documentOf('docs/api.md'), 'sh')
    run('sh', '-c', makeLog.code)
    const [{ code }] = examplesInMarkdown('docs/api.md', documentOf('docs/api.md'), 'cts')
    writeFileSync(join(folder.path, 'common.cts'), code)
  }, 120_000)

  it('has no scripts, no sources and no maps', () => {
    const installed = join(folder.path, 'node_modules/pith')
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(manifest.scripts).toBeUndefined()
    expect(files.filter((name) => /(?<!\.d)\.ts$|\.map$/.test(name))).toEqual([])
    expect(readdirSync(join(folder.path, 'node_modules')).sort()).toEqual([
      '.bin',
      '.package-lock.json',
      '@types',
      'pith',
      'undici-types',
    ])
  })

  it.each(modes)('compiles and runs the examples of the documents with strict types, as %s', (mode) => {
    expect(compiled(mode, ['example-*.ts'], ['node'])).toEqual({ status: 0, said: '' })
    const scripts = readdirSync(join(folder.path, `out-${mode}`)).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(4)
    for (const script of scripts) {
      expect({ script, ...run(process.execPath, `out-${mode}/${script}`) }).toEqual({
        script,
        status: 0,
        said: '',
      })
    }
  })

  it.each(modes.filter((mode) => mode !== 'bundler'))(
    'has a way for CommonJS that compiles, as %s',
    (mode) => {
      expect(compiled(mode, ['common.cts'])).toEqual({ status: 0, said: '' })
      writeFileSync(
        join(folder.path, 'main.cjs'),
        `require('./out-${mode}/common.cjs').cut('a\\n'.repeat(99)).then(({ totalLines }) => console.log(totalLines))`,
      )
      expect(run(process.execPath, 'main.cjs')).toEqual({ status: 0, said: '99\n' })
    },
  )

  it('is loaded by `require` too', () => {
    const script = "console.log(require('pith').truncate('a\\n').text)"
    expect(run(process.execPath, '-e', script)).toEqual({ status: 0, said: 'a\n\n' })
  })

  it('runs where its folder is copied to, and cannot be written to', () => {
    cpSync(join(folder.path, 'node_modules/pith'), join(folder.path, 'copy'), { recursive: true })
    run('chmod', '-R', 'a-w', 'copy')
    const { status, said } = run(process.execPath, 'copy/dist/cli/main.js', '--version')
    run('chmod', '-R', 'u+w', 'copy')
    expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})
