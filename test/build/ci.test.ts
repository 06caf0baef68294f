// @deep

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'

const files = {
  'passes.test.mjs': `it('passes', () => {}); it('is left out', ({ skip }) => skip('no package'))`,
  // Each run leaves a file, so that the next one passes.
  'flaky.test.mjs': `it('fails at first', () => expect(seen('flaky')).toBe(true)); it('passes', () => {})`,
  'fails.test.mjs': `it('is wrong', () => expect(1).toBe(2)); it('passes', () => {})`,
  'breaks.test.mjs': `throw new Error('does not load')`,
  'loads-late.test.mjs': `if (!seen('load')) throw new Error('did not load'); it('passes', () => {})`,
  'rejects.test.mjs': `it('passes', async () => { if (!seen('reject')) Promise.reject(new Error('nobody waits')); await tick() })`,
  // Vitest's main process is the parent of the workers.
  'crashes.test.mjs': `it('passes', async () => { if (!seen('crash')) process.kill(process.ppid, 'SIGKILL'); await tick() })`,
  'crashes-again.test.mjs': `it('passes', () => { process.kill(process.ppid, 'SIGKILL'); return new Promise(() => {}) })`,
  // Its limit is over when `timeout` gets this signal.
  'hangs.test.mjs': `it('hangs', () => { process.kill(timeout(process.ppid), 'SIGALRM'); return new Promise(() => {}) })`,
}
const HEAD = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
const seen = (name) => existsSync(name) || (writeFileSync(name, ''), false)
const tick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
function timeout(pid) {
  const [, name, parent] = /\\((.*)\\) \\S (\\d+)/.exec(readFileSync('/proc/' + pid + '/stat', 'utf8'))
  return name === 'timeout' ? pid : timeout(parent)
}
`

/** No run takes so long. */
const LIMIT_S = '600'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Runs a suite of these files as the CI does, and returns what it reports. */
async function runOf(names: (keyof typeof files)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-ci-'))
  folders.push(folder)
  const reports = join(folder, 'reports')
  mkdirSync(reports)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of names) writeFileSync(join(folder, name), HEAD + files[name])
  writeFileSync(join(folder, 'package.json'), '{"type":"module","scripts":{"t":"vitest run"}}')
  const test =
    "{ name: 'two words', include: ['*.test.mjs'], testTimeout: 0, maxWorkers: 1, sequence: { sequencer: Sorted } }"
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { BaseSequencer } from 'vitest/node'
class Sorted extends BaseSequencer { sort(files) { return files.sort((a, b) => a.moduleId < b.moduleId ? -1 : 1) } }
export default { test: { projects: [{ test: ${test} }] } }`,
  )
  const run = (file: string, words: string[]) =>
    new Promise<{ status: unknown; stdout: string }>((resolve) => {
      const env = { ...process.env, reports, NO_COLOR: '1' }
      execFile(file, words, { cwd: folder, env }, (error, stdout) =>
        resolve({ status: error?.code ?? 0, stdout }),
      )
    })
  await run(join(root, '.ci/suite'), ['t', 't', LIMIT_S])
  writeFileSync(join(reports, 'times'), '7 1 t\n3 0 npm run check\n')
  const { status, stdout } = await run(process.execPath, [join(root, '.ci/report.mjs'), reports, 't'])
  const lines = stdout.trimEnd().split('\n')
  const told = lines.filter((line) => /^(failed|flaky|skipped): /.test(line))
  return { status, lines, told, last: lines.at(-1), repeated: existsSync(join(reports, 't.again.jsonl')) }
}

describe('a run of the CI', () => {
  it('passes where files pass alone, and names them', async () => {
    const { status, told, last, lines } = await runOf([
      'passes.test.mjs',
      'flaky.test.mjs',
      'loads-late.test.mjs',
      'rejects.test.mjs',
    ])
    expect(told).toEqual([
      'flaky: flaky.test.mjs (two words): fails at first',
      'flaky: loads-late.test.mjs (two words): Error: did not load',
      'skipped: passes.test.mjs: is left out: no package',
      'flaky: rejects.test.mjs (two words): Error: nobody waits',
    ])
    expect({ status, last }).toEqual({ status: 0, last: '5 passed, 0 failed' })
    expect(lines).toContain('     7 s  t')
    expect(lines.filter((line) => /^ +\d+\.\d s {2}\S+\.mjs \(two words\)$/.test(line))).toHaveLength(4)
  })

  it('runs nothing again where all pass', async () => {
    const { last, repeated } = await runOf(['passes.test.mjs'])
    expect({ last, repeated }).toEqual({ last: '1 passed, 0 failed', repeated: false })
  })

  it('fails where a file fails twice', async () => {
    const { status, told, last } = await runOf(['breaks.test.mjs', 'fails.test.mjs', 'passes.test.mjs'])
    expect(told).toEqual([
      'failed: breaks.test.mjs (two words): Error: does not load',
      'failed: fails.test.mjs (two words): is wrong',
      'skipped: passes.test.mjs: is left out: no package',
    ])
    expect({ status, last }).toEqual({ status: 1, last: '2 passed, 2 failed' })
  })

  it('runs each file again that a crash of the runner left without a result', async () => {
    const { status, told, last } = await runOf(['crashes.test.mjs', 'passes.test.mjs'])
    expect(told).toEqual([
      'flaky: crashes.test.mjs (two words): no result, because the runner crashed',
      'skipped: passes.test.mjs: is left out: no package',
      'flaky: passes.test.mjs (two words): no result, because the runner crashed',
    ])
    expect({ status, last }).toEqual({ status: 0, last: '2 passed, 0 failed' })
  })

  it('fails where the runner crashes again, or never runs a test', async () => {
    const again = await runOf(['crashes-again.test.mjs'])
    expect(again.told).toEqual(['failed: crashes-again.test.mjs (two words): no result'])
    expect(again.last).toBe('0 passed, 1 failed')
    const { told, last } = await runOf([])
    expect(told).toEqual(['failed: the suites of t: status 1'])
    expect(last).toBe('0 passed, 1 failed')
  })

  it('names the file that ran when the limit was over', async () => {
    const { status, told, last } = await runOf(['hangs.test.mjs', 'passes.test.mjs'])
    expect(told).toEqual([
      'failed: the suites of t were ended by their limit, while running: hangs.test.mjs (two words)',
    ])
    expect({ status, last }).toEqual({ status: 1, last: '0 passed, 1 failed' })
  })
})
