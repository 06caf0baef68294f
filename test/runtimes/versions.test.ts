// @deep

import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { postToolUse } from '../support/agent-results.ts'
import { root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const DAY_S = 24 * 3600

describe('two versions side by side', () => {
  const box = useCommand({ alone: true })
  const run = (name: string, words: string[], input = '') =>
    box.node([join(box.folder, name, 'dist/cli/main.js'), ...words], { input })
  const linesOf = (first: number) => `${Array.from({ length: 30_000 }, (_, at) => first + at).join('\n')}\n`
  /** Cuts an output, and returns the id of its artifact. */
  const kept = async (name: string, input: string) => {
    const { stdout } = await run(name, ['--max-lines', '5'], input)
    return /pith show (\w{16})/.exec(stdout.toString())?.[1] ?? ''
  }
  const store = () => join(box.folder, 'artifacts')

  beforeAll(() => {
    for (const name of ['this', 'next']) {
      mkdirSync(join(box.folder, name))
      writeFileSync(join(box.folder, name, 'package.json'), '{ "type": "module" }')
      cpSync(join(root, 'dist'), join(box.folder, name, 'dist'), { recursive: true })
    }
    const quick = join(box.folder, 'next/dist/cli/quick.js')
    writeFileSync(quick, readFileSync(quick, 'utf8').replaceAll(version, '99.0.0'))
  })

  it('share one store while both write to it', async () => {
    expect((await run('next', ['--version'])).stdout.toString()).toBe('99.0.0\n')
    const outputs = [1, 2, 2, 3, 3, 4].map(linesOf)
    const ids = await Promise.all(outputs.map((text, at) => kept(at % 2 ? 'next' : 'this', text)))
    expect(new Set(ids).size).toBe(4)
    for (const [at, id] of ids.entries()) {
      for (const name of ['this', 'next']) {
        const { stdout } = await run(name, ['show', id, '--all'])
        expect(stdout.toString()).toBe(outputs[at])
      }
    }
    await run('next', ['gc'])
    expect((await run('this', ['artifacts', '--json'])).stdout.toString().trim().split('\n')).toHaveLength(4)
  })

  it('leave what a newer form of the store holds, and say so', async () => {
    const id = await kept('this', linesOf(70))
    const path = join(store(), `${id}.json`)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2'))
    const yesterday = Date.now() / 1000 - 2 * DAY_S
    for (const name of readdirSync(store())) utimesSync(join(store(), name), yesterday, yesterday)
    const files = readdirSync(store()).filter((name) => name.startsWith(id))
    const { status, stderr } = await run('this', ['show', id])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `pith: A newer pith wrote artifact ${id}. Update this one to read it.\n`,
    })
    expect((await run('this', ['gc'])).status).toBe(0)
    expect(readdirSync(store()).filter((name) => name.startsWith(id))).toEqual(files)
  })

  it.runIf(process.getuid?.() === 0)('run from a folder that nobody may write to', async () => {
    chmodSync(box.folder, 0o755)
    const home = join(box.folder, 'home')
    mkdirSync(home)
    const result = { stdout: linesOf(1), stderr: '', interrupted: false, isImage: false }
    writeFileSync(join(box.folder, 'event.json'), postToolUse('Bash', result, { command: 'make' }))
    const before = readdirSync(join(box.folder, 'this'), { recursive: true })
    // Root may write everywhere.
    const { status, stdout, stderr } = await box.sh(
      `chmod -R a-w,a+rX "$FOLDER/this"; chown 65534 "$FOLDER/home"; chmod a+r "$FOLDER/event.json"
      export HOME="$FOLDER/home" XDG_STATE_HOME= XDG_CACHE_HOME= PITH_ARTIFACTS=
      setpriv --reuid=65534 --clear-groups "$NODE" "$FOLDER/this/dist/cli/main.js" hook claude-code <"$FOLDER/event.json"`,
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout.toString()).hookSpecificOutput.updatedToolOutput.stdout).toMatch(
      /pith show \w{16} --lines/,
    )
    expect(readdirSync(join(box.folder, 'this'), { recursive: true })).toEqual(before)
  })
})
