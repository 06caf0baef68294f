import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { useFolder } from '../../support/large-file.ts'
import { runtimes } from './runtimes.ts'

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  outputs: Record<string, object>
  runs: { using: string; main: string }
}
/** The programs that GitHub has for actions. */
const programs: Record<string, readonly string[]> = {
  node20: runtimes['Node 20'],
  node24: runtimes['Node 24'],
}

describe('the GitHub Action in the package', () => {
  const box = useFolder()

  /** Runs the action as GitHub documents it: inputs in the environment, outputs and the summary in files. */
  function step(given: Record<string, string>) {
    const folder = mkdtempSync(join(box.path, 'step-'))
    const action = join(inject('bareProject'), 'node_modules/pith/action')
    const { inputs, outputs, runs }: Action = parse(readFileSync(join(action, 'action.yml'), 'utf8'))
    for (const name of Object.keys(given)) expect(inputs).toHaveProperty(name)
    const values = Object.entries(inputs).map(([name, { default: usual = '' }]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      given[name] ?? usual,
    ])
    const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
    for (const path of Object.values(files)) writeFileSync(path, '')
    for (const name of ['temp', 'workspace', 'home']) mkdirSync(join(folder, name))
    const [program] = programs[runs.using]
    const { status, stdout, stderr } = spawnSync(program, [join(action, runs.main)], {
      cwd: join(folder, 'workspace'),
      encoding: 'utf8',
      env: {
        ...Object.fromEntries(values),
        ...files,
        PATH: process.env.PATH,
        HOME: join(folder, 'home'),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: join(folder, 'workspace'),
        RUNNER_TEMP: join(folder, 'temp'),
      },
    })
    const log = stdout + stderr
    if (readFileSync(files.GITHUB_OUTPUT, 'utf8') === '')
      return { status, log, set: {}, whole: '', summary: '' }
    const set = Object.fromEntries(
      readFileSync(files.GITHUB_OUTPUT, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    )
    expect(Object.keys(set).sort()).toEqual(Object.keys(outputs).sort())
    const whole = readFileSync(set.output, 'utf8')
    const summary = readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8')
    return { status, log, set, whole, summary }
  }

  it('shows what a step printed, and keeps all of it', () => {
    const { status, log, set, whole, summary } = step({ run: 'seq 1 100000', 'max-bytes': '2000' })
    expect({ status, code: set['exit-code'] }).toEqual({ status: 0, code: '0' })
    expect(log).toMatch(/^1\n2\n[\s\S]*\n100000\n\[More: /)
    expect(log.length).toBeLessThanOrEqual(2001)
    expect(whole).toBe(`${Array.from({ length: 100_000 }, (_, at) => at + 1).join('\n')}\n`)
    expect(summary).toBe(`### Exit code 0: \`seq 1 100000\`\n\n\`\`\`text\n${log}\`\`\`\n\n`)
  })

  it('keeps the exit code and the error of a step that fails', () => {
    const run = `for i in $(seq 9000); do echo "line $i is fine"; [ $i = 5000 ] && echo 'Error: it broke in \`\`\`'; done\nfalse\necho never`
    const { status, log, set, whole, summary } = step({ run, 'max-bytes': '2000' })
    expect({ status, code: set['exit-code'] }).toEqual({ status: 1, code: '1' })
    expect(log).toMatch(/^Error: it broke in ```$/m)
    expect(whole).toMatch(/line 9000 is fine\n$/)
    expect(summary).toMatch(/^### Exit code 1: `for i in .*`\n\n````text\n[\s\S]*\n````\n\n$/)
  })

  it('says that a command is missing', () => {
    const { status, log, whole, summary } = step({ run: 'no-such-command --now' })
    expect(status).toBe(127)
    for (const text of [log, whole, summary]) expect(text).toContain('no-such-command: command not found')
  })

  it('runs in the folder that it is told, and says when there is none', () => {
    expect(step({ run: 'pwd', 'working-directory': '/usr' }).whole).toBe('/usr\n')
    const { status, log } = step({ run: 'pwd', 'working-directory': '/no/such/folder' })
    expect({ status, log }).toEqual({
      status: 1,
      log: '::error::Expected working-directory to be a folder, got /no/such/folder.\n',
    })
  })

  it('says what is wrong with a limit, and fails', () => {
    const { status, log } = step({ run: 'pwd', 'max-bytes': 'many' })
    expect(status).not.toBe(0)
    expect(log).toContain('many')
  })
})
