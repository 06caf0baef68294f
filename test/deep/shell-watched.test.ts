import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { distFile, root } from '../support/built.ts'
import { type ShellOptions, useShell } from '../support/shell.ts'

const ERROR = 'error: cannot find value total'
const WINDOW_BYTES = 16 * 1024
const END_BYTES = 6 * 1024

describe('what Claude Code watches', { concurrent: true }, () => {
  const box = useShell({ CLAUDECODE: '1' })
  const watched = (line: string, options: ShellOptions = {}) =>
    box.run(distFile('shell/prefix'), `eval '${line}' < /dev/null; s=$?; pwd -P >| where; (exit $s)`, {
      flags: [],
      ...options,
    })

  it('is an output that fits, as it came', async () => {
    for (const line of ['seq 1 400; (exit 3)', 'printf "no end"; (exit 3)', '(exit 3)']) {
      const [bare, { stdout, status }] = await Promise.all([box.bash(`{ ${line}; } 2>&1`), watched(line)])
      expect([stdout.toString().replace(/\n$/, ''), status]).toEqual([
        bare.stdout.toString().replace(/\n$/, ''),
        3,
      ])
    }
  })

  it('shows lines and errors while the command goes on', async () => {
    const go = join(box.folder, 'go')
    const { stdout, status } = await watched(
      `echo begun; seq 1 20000; echo "${ERROR}"; until [ -e ${go} ]; do sleep 0.05; done; echo more; (exit 3)`,
      {
        whileRunning: async (_, seen) => {
          while (!seen().includes(ERROR)) await sleep(20)
          writeFileSync(go, '')
        },
      },
    )
    const text = stdout.toString()
    expect(text).toMatch(/\nmore\n\[Exit code 3\. Full output: pith show [0-9a-f]{16}\]\n$/)
    expect(text.split(ERROR)).toHaveLength(2)
    expect(status).toBe(3)
  })

  it('stays small when the command floods it', async () => {
    const { stdout, status } = await watched(
      `timeout 2 yes "a line of a flood"; echo "${ERROR}"; timeout 1 yes; echo end; (exit 3)`,
    )
    expect(stdout.length).toBeLessThanOrEqual(WINDOW_BYTES + END_BYTES)
    expect(stdout.toString()).toContain(`${ERROR}\n`)
    expect(stdout.toString()).toMatch(/\nend\n\[Exit code 3\. .*\]\n$/)
    expect(status).toBe(3)
  })

  it('gets all of a line that begins with PITH=0, as it comes and without its secrets', async () => {
    const go = join(box.folder, 'go-whole')
    const { stdout, status } = await watched(
      `PITH=0 seq 1 9000; until [ -e ${go} ]; do sleep 0.05; done; echo token=ghp_${'a1B2'.repeat(9)}; (exit 3)`,
      {
        env: { PITH_REDACT: '1' },
        whileRunning: async (_, seen) => {
          while (!seen().endsWith('\n9000\n')) await sleep(20)
          writeFileSync(go, '')
        },
      },
    )
    const numbers = Array.from({ length: 9000 }, (_, i) => `${i + 1}\n`).join('')
    expect([stdout.toString(), status]).toEqual([`${numbers}token=[redacted github-token]\n`, 3])
  })

  it('hides secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const { stdout } = await watched(`echo token=${secret}; seq 1 9000; echo token=${secret}`, {
      env: { PITH_REDACT: '1' },
    })
    expect(stdout.toString()).toContain('token=[redacted github-token]\n')
    expect(stdout.toString()).not.toContain(secret)
  })

  it('survives the process that cuts', async () => {
    const faults = `--import=${pathToFileURL(join(root, 'test/support/faults.mjs'))}`
    for (const env of [
      { PITH_NODE: '/bin/false' },
      { NODE_OPTIONS: faults, PITH_TEST_FAULT: 'chunk kill' },
      { NODE_OPTIONS: faults, PITH_TEST_FAULT: 'writing throw' },
      { NODE_OPTIONS: faults, PITH_TEST_FAULT: 'written kill' },
    ] as Record<string, string>[]) {
      const { stdout, status } = await watched('seq 1 20000; sleep 0.7; echo end; (exit 3)', { env })
      expect(stdout.toString()).toMatch(/pith failed \(status \d+\)[\s\S]*\n20000\nend\n$/)
      expect(status).toBe(3)
    }
  })

  /** A call whose file Claude Code has, and that goes to the background as soon as its file holds a text. */
  const background = async (name: string, line: string, after: string) => {
    const folder = join(box.folder, name)
    const file = join(folder, `${name}.output`)
    const go = join(folder, 'go')
    mkdirSync(folder)
    const shown = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
    const hook = { tool_name: 'Bash', tool_response: { stdout: '', backgroundTaskId: name } }
    const ran = await box.run(
      '/bin/bash',
      `"$SHELL_PREFIX" "eval '${line.replaceAll('GO', go)}' < /dev/null && pwd -P >| where" >>${file} 2>&1`,
      {
        env: { TMPDIR: folder, SHELL_PREFIX: distFile('shell/prefix') },
        whileRunning: async () => {
          while (!existsSync(`${go}.begun`)) await sleep(20)
          const options = { input: JSON.stringify(hook), env: { ...process.env, TMPDIR: folder } }
          expect(spawnSync(distFile('shell/pith'), ['--background'], options).status).toBe(0)
          while (!shown().includes(after)) await sleep(20)
          writeFileSync(go, '')
        },
      },
    )
    return { text: shown(), status: ran.status, left: readdirSync(folder) }
  }

  it.each([
    ['a few lines', 'echo begun; : >GO.begun; until [ -e GO ]; do sleep 0.05; echo tick; done', 'begun\n'],
    ['few', `seq 1 700; : >GO.begun; sleep 0.5; echo ${ERROR}; until [ -e GO ]; do sleep 0.1; done`, ERROR],
    [
      'many',
      `seq 1 20000; : >GO.begun; sleep 0.5; echo ${ERROR}; until [ -e GO ]; do sleep 0.1; done`,
      ERROR,
    ],
    ['early', `seq 1 700; echo ${ERROR}; : >GO.begun; until [ -e GO ]; do sleep 0.1; done`, ERROR],
  ])('is a file of a call that went to the background: %s', async (name, line, after) => {
    const { text, left } = await background(name.replaceAll(' ', '-'), `${line}; echo end`, after)
    expect(text.split(after)).toHaveLength(2)
    expect(text).toMatch(/^(?:begun|1)\n|^\[\.\.\.1-\d+: /)
    expect(text).toMatch(/\nend\n(?:\[.*\]\n)?$/)
    expect(left.filter((file) => file.endsWith('.watched'))).toEqual([])
  })

  it('is a result in a file of a call that is waited for', async () => {
    const file = join(box.folder, 'out')
    const line = `seq 1 20000; sleep 3; (exit 3); pwd -P >| where`
    await box.run('/bin/bash', `"${distFile('shell/prefix')}" '${line}' >${file}`)
    expect(readFileSync(file).length).toBeLessThanOrEqual(30_000)
  })
})
