// @deep

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { useFolder } from '../support/large-file.ts'

const folder = useFolder()

it('a build leaves its own types and code, and nothing of earlier ones', () => {
  for (const name of ['assembly', 'src', 'asconfig.json', 'package.json'])
    cpSync(join(root, name), join(folder.path, name), { recursive: true })
  cpSync(join(root, 'build'), join(folder.path, 'build'), {
    recursive: true,
    filter: (path) => path !== join(root, 'build/out'),
  })
  mkdirSync(join(folder.path, 'build/out'))
  for (const name of ['tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder.path, name))
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'dir')
  const names = ['gone.d.ts', 'folder/a/b.d.ts', 'gone.js', 'folder/a/b.js.map', 'chunks/chunk-GONE.js']
  const stale = names.map((name) => join(folder.path, 'dist', name))
  for (const file of stale) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'export {}\n')
  }
  const { status, stderr } = spawnSync(process.execPath, ['build/prepare.mjs', '--force'], {
    cwd: folder.path,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stale.filter((file) => existsSync(file))).toEqual([])
  for (const name of ['index.js', 'index.d.ts', 'cli/main.js', 'node/index.d.ts'])
    expect(readFileSync(join(folder.path, 'dist', name)).length).toBeGreaterThan(0)
}, 120_000)
