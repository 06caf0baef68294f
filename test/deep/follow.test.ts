import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const ID = /pith show ([0-9a-f]{16})/

describe('an output of a command that is running', { concurrent: true }, () => {
  const box = useCommand({ alone: true })

  /** Runs a line, in which GO is a file that it can wait for, and gives the id by which it is followed. */
  const running = async (
    name: string,
    line: string,
    words = [process.execPath, distFile('cli/main.js'), 'run', '--'],
  ) => {
    const go = join(box.folder, name)
    const env = { ...process.env, PITH_ARTIFACTS: join(box.folder, 'artifacts'), PITH_EVENTS: '0' }
    // A test that fails removes the folder, and leaves no process behind.
    const command = line.replaceAll('GO', go).replaceAll('ALIVE', box.folder)
    const argv = words.at(-1) === '--' ? [...words, 'sh', '-c', command] : [...words, command]
    const child = spawn(argv[0], argv.slice(1), {
      env: { ...env, CLAUDECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let all = ''
    child.stdout.on('data', (bytes) => (all += bytes))
    child.stderr.on('data', (bytes) => (all += bytes))
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    while (!ID.test(all) && child.exitCode === null) await sleep(20)
    const id = ID.exec(all)?.[1] ?? ''
    return { id, child, ended, go: () => writeFileSync(go, ''), all: () => all }
  }

  const untilGo = 'until [ -e GO ] || [ ! -e ALIVE ]; do sleep 0.05; done'

  it('is shown to its end, and the next calls show what is new', async () => {
    const { id, ended, go, all } = await running(
      'run',
      `seq 1 5; ${untilGo}; seq 6 9; echo "error: boom"; exit 3`,
    )
    expect(all()).toBe(`pith: The command goes on: pith show ${id} --follow\n`)
    const first = await box.pith(['show', id, '--since', '+0'])
    expect(first.stdout.toString()).toBe(
      `1\n2\n3\n4\n5\n[It goes on. What is new later: pith show ${id} --since +10]\n`,
    )
    const late = await box.pith(['show', id, '--follow', '--timeout', '0.3', '--since', '+10'])
    expect(late).toMatchObject({ status: 124 })
    expect(late.stdout.toString()).toBe(`[It goes on. What is new later: pith show ${id} --since +10]\n`)
    const [waiting, following] = [
      ['--wait', '^ERROR', '-i'],
      ['--follow', '--since', '+10'],
    ].map((words) => box.pith(['show', id, ...words]))
    await sleep(300)
    go()
    expect((await waiting).stdout.toString()).toMatch(
      /^7-7\n8-8\n9-9\n10:error: boom\n\[A line has matched\./,
    )
    expect((await following).stdout.toString()).toMatch(
      /^6\n7\n8\n9\nerror: boom\n\[Exit code 3\. Full output: pith show [0-9a-f]{16}\]\n$/,
    )
    expect(await ended).toBe(3)
    expect(all()).toMatch(/\n\[Exit code 3\.\]\n$/)
    expect((await box.pith(['show', id, '--lines', '9-'])).stdout.toString()).toBe('9\nerror: boom\n')
  })

  /** Whether a process has the file of a run open. */
  const reads = (pid: number | undefined, id: string) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => nameOf(`/proc/${pid}/fd/${fd}`).endsWith(`${id}.part`))
  const nameOf = (path: string): string => {
    try {
      return readlinkSync(path)
    } catch {
      return ''
    }
  }

  it.runIf(process.platform === 'linux')('prints what has come when it is told to stop', async () => {
    const { id, ended, go } = await running('stop', `echo one; ${untilGo}`)
    const { status, stdout } = await box.pith(['show', id, '--follow'], {
      whileRunning: async (child) => {
        while (!reads(child.pid, id)) await sleep(20)
        child.kill('SIGTERM')
      },
    })
    expect(stdout.toString()).toBe(`one\n[It goes on. What is new later: pith show ${id} --since +4]\n`)
    expect(status).toBe(143)
    go()
    await ended
  })

  it('is read up to where it was when pith itself was killed', async () => {
    const { id, child, ended } = await running(
      'killed',
      `echo one; until [ -e GO ] || [ ! -e ALIVE ]; do sleep 0.05; done`,
    )
    const following = box.pith(['show', id, '--follow'])
    await sleep(500)
    child.kill('SIGKILL')
    writeFileSync(join(box.folder, 'killed'), '')
    await ended
    const { status, stdout } = await following
    expect(stdout.toString()).toBe('one\n[What has kept this output is gone, and its rest is lost.]\n')
    expect(status).toBe(1)
  })

  it('is named in a log of which something is left out', async () => {
    const shell = [distFile('shell/prefix')]
    const line = `eval 'seq 1 20000; ${untilGo}; echo end' < /dev/null; pwd -P >| ${join(box.folder, 'where')}`
    const { id, ended, go, all } = await running('watched', line, shell)
    expect(all()).toContain(`\n[So far: pith show ${id}]\n`)
    while (!all().includes('\n20000\n')) await sleep(20)
    const page = await box.pith(['show', id, '--lines', '700-701'])
    expect(page.stdout.toString()).toBe('700\n701\n')
    const following = box.pith(['show', id, '--follow', '--since', '+108894'])
    await sleep(300)
    go()
    await ended
    expect((await following).stdout.toString()).toMatch(
      /^end\n\[Exit code 0\. Full output: pith show \w+\]\n$/,
    )
    expect(existsSync(join(box.folder, 'where'))).toBe(true)
  })

  it('loses and repeats nothing from mark to mark while it drips', async () => {
    const line = 'for i in $(seq 1 600); do printf "%s " $i; [ $((i % 7)) = 0 ] && echo; sleep 0.013; done'
    const { id, ended } = await running('drips', line)
    let all = ''
    let since = 0
    for (let isEnd = false; !isEnd; ) {
      const { stdout } = await box.pith(['show', id, '--since', `+${since}`, '--json'])
      const { text, mark, why } = JSON.parse(stdout.toString())
      const news = text.slice(0, text.lastIndexOf('[', text.length - 2))
      all += Buffer.byteLength(news) > mark - since ? news.slice(0, -1) : news
      since = mark
      isEnd = why === 'ended'
    }
    expect(await ended).toBe(0)
    const words = Array.from({ length: 600 }, (_, i) => `${i + 1} ${(i + 1) % 7 === 0 ? '\n' : ''}`)
    expect(all.replaceAll(' \n', '\n').trimEnd()).toBe(words.join('').replaceAll(' \n', '\n').trimEnd())
  })
})
