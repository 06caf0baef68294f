import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, copyFileSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ERROR, longLog, postToolUse } from '../support/agent-results.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const main = distFile('cli/main.js')
const event = (stdout: string) =>
  postToolUse('Bash', { stdout, stderr: '', interrupted: false }, { command: 'make' })

describe('the input of pith hook', () => {
  const under = useCommand()

  it('loads nothing but the first file for a small event', async () => {
    const alone = join(under.folder, 'main.cjs')
    copyFileSync(main, alone)
    const hook = (input: string) => under.node([alone, 'hook', 'claude-code'], { input })
    expect(await hook(event('all is well'))).toMatchObject({ status: 0, stderr: '' })
    expect((await hook(event(longLog()))).stderr).toContain('quick.js')
    expect((await hook('{"tool_name"')).stderr).toContain('quick.js')
  })

  it('waits for the rest of an event that comes through a pipe which does not block', async () => {
    const pipe = join(under.folder, 'pipe')
    await under.sh('mkfifo "$FOLDER/pipe"')
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const writer = openSync(pipe, 'w')
    const given = Buffer.from(event(longLog()))
    const env = { ...process.env, PITH_ARTIFACTS: join(under.folder, 'artifacts') }
    const child = spawn(process.execPath, [main, 'hook', 'claude-code'], {
      stdio: [reader, 'pipe', 'ignore'],
      env,
    })
    closeSync(reader)
    let answer = ''
    child.stdout?.on('data', (chunk) => {
      answer += chunk
    })
    const closed = once(child, 'close')
    for (let at = 0; at < given.length; at += 4000) {
      writeSync(writer, given.subarray(at, at + 4000))
      await sleep(20)
    }
    closeSync(writer)
    await closed
    expect(JSON.parse(answer).hookSpecificOutput.updatedToolOutput.stdout).toContain(ERROR)
  })
})
