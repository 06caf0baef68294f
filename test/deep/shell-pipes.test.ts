import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeCommand } from '../../src/tools/command/judge.ts'
import { distFile } from '../support/built.ts'
import { front, useShell } from '../support/shell.ts'

const box = useShell()

/** What the shell for agents prints on standard output behind what bash prints. Everything else must be the same. */
async function added(line: string, options: Parameters<typeof box.pith>[1] = {}): Promise<string> {
  const bare = await box.bash(line, options)
  const own = await box.pith(line, options)
  const plain = ({ stderr }: typeof bare) => stderr.toString().replaceAll(/^\S*(bash): line/gm, '$1: line')
  expect([own.status, own.signal, plain(own)]).toEqual([bare.status, bare.signal, plain(bare)])
  expect(own.stdout.subarray(0, bare.stdout.length)).toEqual(bare.stdout)
  return own.stdout.subarray(bare.stdout.length).toString()
}

/** A last line without the call for what the earlier stages printed. */
const statusesOf = (text: string): string =>
  text.replace(/ (?:All|\d+ errors?): pith show [0-9a-f]{16}(?: --errors)?\]/, ']').replace(/^\n/, '')

const fails = "sh -c 'echo one; echo two; exit 3'"

describe('a stage that failed behind a pipe', () => {
  it.each([
    [`${fails} | tail -1`, 'sh exited 3; tail 0.'],
    [`${fails} 2>&1 | grep -E "one|two" | head -5`, 'sh exited 3; head 0.'],
    [`cd / && ${fails} |& cut -c 1-2;`, 'sh exited 3; cut 0.'],
    [`set -e; X=1 ${fails} |\n  sed -n '1,5p'\n`, 'sh exited 3; sed 0.'],
    [`echo "a | b" && ${fails} | sort | cat`, 'sh exited 3; cat 0.'],
    ['npm no-such-word /x 2>/dev/null | tail -0', 'npm no-such-word /x exited 1; tail 0.'],
    ["sh -c 'exit 2' | sh -c 'exit 4' | cat", 'sh exited 2, sh exited 4; cat 0.'],
    [`${fails} 2>&1 | tee copy`, 'sh exited 3; tee 0.'],
    [`${fails} | tee copy | tail -1`, 'sh exited 3; tail 0.'],
    ["sh -c 'kill -9 $$' | cat", 'sh exited 137; cat 0.'],
  ])('is told in a last line: %s', async (line, said) => {
    expect(statusesOf(await added(line))).toBe(`[${said}]\n`)
  })

  it.each([
    ['eval QUOTED < /dev/null && pwd -P >| where'],
    ['source /dev/null && eval QUOTED && pwd -P >| where'],
  ])('is told where Claude Code wraps the line: %s', async (form) => {
    for (const quote of [`'"'"'`, "'\\''"]) {
      const line = form.replace('QUOTED', () => `'${`${fails} | tail -1`.replaceAll("'", quote)}'`)
      expect(statusesOf(await added(line))).toBe('[sh exited 3; tail 0.]\n')
      expect((await box.run(distFile('shell/prefix'), line, { flags: [] })).stdout.toString()).toMatch(
        /^two\n\n?\[sh exited 3; tail 0\. All: pith show [0-9a-f]{16}\]\n$/,
      )
    }
  })

  const log = [...Array(3000).keys()].map((at) =>
    at === 99 ? "src/a.c:3:4: error: unknown type name 'foo'" : `step ${at}`,
  )
  const prints = (name: string) => `sh -c 'cat ${name}; exit 2'`

  it('has all that the earlier stages printed in an artifact, with the errors that were cut away', async () => {
    writeFileSync(join(box.folder, 'log'), `${log.join('\n')}\n`)
    const { stdout } = await box.pith(`cd ${box.folder} && ${prints('log')} 2>&1 | grep step | tail -2`)
    expect(stdout.toString()).toMatch(
      /^step 2998\nstep 2999\n\n\[sh exited 2; tail 0\. 1 error: pith show [0-9a-f]{16} --errors\]\n$/,
    )
    const [, id = ''] = /show (\w{16})/.exec(stdout.toString()) ?? []
    const { stdout: all } = await box.run('/bin/sh', `"$NODE" "$PITH" show ${id} --all`, {
      env: { NODE: process.execPath, PITH: distFile('cli/main.js') },
    })
    expect(all.toString()).toBe(`${log.join('\n')}\n`)
  })

  it('has no secret in that artifact', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    writeFileSync(join(box.folder, 'secrets'), `token=${secret}\n${log.join('\n')}\n`)
    const env = { PITH_REDACT: '1', NODE: process.execPath, PITH: distFile('cli/main.js') }
    const { stdout } = await box.pith(`cd ${box.folder} && ${prints('secrets')} | tail -1`, { env })
    const [, id = ''] = /show (\w{16})/.exec(stdout.toString()) ?? []
    const { stdout: all } = await box.run('/bin/sh', `"$NODE" "$PITH" show ${id} --all`, { env })
    expect(all.toString()).toContain('token=[redacted github-token]')
    expect(all.toString()).not.toContain(secret)
  })

  it('is told alone where the rest cannot be kept, and no file is left', async () => {
    const folder = mkdtempSync(join(box.folder, 'left-'))
    for (const env of [{ PITH_NODE: '/bin/false' }, { PITH_ARTIFACTS: '/dev/null/none' }] as Record<
      string,
      string
    >[]) {
      const { stdout } = await box.pith(`${fails} | tail -1`, { env: { TMPDIR: folder, ...env } })
      expect(stdout.toString()).toBe('two\n\n[sh exited 3; tail 0.]\n')
    }
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['BASH_ENV', '/dev/null'],
    ['SHELLOPTS', 'xtrace'],
  ])('is not told where %s may change what bash does', async (name, value) => {
    // What is traced tells the number of a process.
    const options = { env: { [name]: value } }
    const [own, bare] = [
      await box.pith(`${fails} | tail -1`, options),
      await box.bash(`${fails} | tail -1`, options),
    ]
    expect([own.stdout.toString(), own.status]).toEqual([bare.stdout.toString(), bare.status])
  })

  it.each([
    'grep no-such-word /etc/passwd | tail -3',
    'yes | head -1',
    'find / -xdev 2>/dev/null | head -1',
    'cmp /etc/passwd /etc/hostname | cat',
    'true | tail -3',
    `set -o pipefail; ${fails} | tail -1`,
    `${fails} | tail -1; echo end`,
    `${fails} | wc -l`,
    `${fails} | tail -1 && false`,
    `true || ${fails} | tail -1`,
    `! ${fails} | tail -1`,
    `${fails} | tail -1 & wait`,
    `(${fails} | tail -1)`,
    `if true; then ${fails} | tail -1; fi`,
    `trap 'echo bye $?' EXIT; ${fails} | tail -1`,
    `exec 2>&1; ${fails} | tail -1`,
    `${fails} | tail -1 # the end`,
    `set -f; ${fails} | tail -1`,
    `PITH=0 ${fails} | tail -1`,
    `cat <<E | tail -1\n$(false)\nE`,
    `${fails} | tail -1 /etc/hostname`,
    `${fails} | tail -1 ;; true`,
    `${fails} | | tail -1`,
    `${fails} | "tail" -1`,
    `tail() { echo mine; }; ${fails} | tail -1`,
    'echo "$(false | tail -1)"',
    'echo "unended | tail -1',
  ])('is not told where nothing is masked or the line is not certain: %s', async (line) => {
    expect(await added(line)).toBe('')
  })

  it('is not told with PITH=0, and not inside a command that pith runs', async () => {
    const line = `${fails} | tail -1`
    expect(await added(line, { env: { PITH: '0' } })).toBe('')
    const inner = await box.pith(`'${front()}' -c '${line.replaceAll("'", '"')}'; cat /etc/hostname`)
    expect(inner.stdout.toString()).not.toContain('exited')
  })

  it.each([
    ...[
      'grep x y',
      'rg x',
      'cmp a b',
      'diff a b',
      'expr 1',
      'lsof',
      'pgrep x',
      'type x',
      'which x',
      'test -e x',
    ],
    ...['jq -e .a', 'yq -e .a', 'git diff --exit-code', 'git grep x', 'git check-ignore x'],
    ...['npm outdated', 'pnpm ls', 'yarn list', 'pip check', 'kubectl diff -f x', 'systemctl status x'],
    ...[
      'terraform plan -detailed-exitcode',
      'systemctl is-active x',
      'npm test',
      'git push',
      'make',
      'cargo test',
    ],
    ...['timeout 5 grep x y', 'sudo diff a b'],
  ])('counts no status as a failure with which a command answers: %s', async (command) => {
    const { stdout } = await box.run(
      '/bin/sh',
      `. '${distFile('shell/pipes.sh')}'; words_1=$1; name_stage 1; echo "$answers"`,
      {
        operands: ['sh', command],
      },
    )
    const answers = stdout.toString().trim().split('|').filter(Boolean).map(Number)
    expect(answers).toEqual(expect.arrayContaining([...judgeCommand(command).answers]))
    if (judgeCommand(command).answers.length === 0) expect(answers).toEqual([])
  })
})
