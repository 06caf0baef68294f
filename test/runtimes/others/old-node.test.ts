import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { runtimesFolder } from './runtimes.ts'

it.each([
  { words: ['run', '--', 'echo', 'hi'], status: 125 },
  { words: ['hook', 'claude-code'], status: 1 },
  { words: ['install'], status: 1 },
])('a Node that is too old is told by `pith $words.0`', ({ words, status }) => {
  const program = join(runtimesFolder, 'node_modules/old-node/bin/node')
  const main = join(inject('bareProject'), 'node_modules/pith/dist/cli/main.js')
  const ended = spawnSync(program, [main, ...words], { encoding: 'utf8', input: '' })
  expect(ended).toMatchObject({
    status,
    stdout: '',
    stderr: 'pith: Node 16.20.2 is too old. pith needs Node 20.19 or later.\n',
  })
})
