import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { front, useShell } from '../support/shell.ts'
import { turningOff } from '../support/turning-off.ts'

const LIMIT = 8192
const ANSWER_BYTES = 30_000
const log =
  'for i in $(seq 1 4000); do echo "step $i of the build"; [ $i = 2000 ] && echo "error: cannot find module foo"; done'

const show = (id: string, folder: string, ...words: string[]) =>
  spawnSync(process.execPath, [distFile('cli/main.js'), 'show', id, ...words], {
    env: { ...process.env, PITH_ARTIFACTS: join(folder, 'artifacts') },
    maxBuffer: 2 ** 28,
  }).stdout

const idIn = (text: string): string => /pith show ([0-9a-f]{16})/.exec(text)?.[1] ?? ''
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    // A busy machine takes long to start a process.
    if (tries > 2400) throw new Error('It did not come.')
    await sleep(25)
  }
}

/** Processes whose command line holds a word. */
const processesWith = (word: string): string =>
  spawnSync('/bin/sh', [
    '-c',
    `ps -eo pid,args | grep -F -- "${word}" | grep -v grep || true`,
  ]).stdout.toString()

describe('output that does not fit', () => {
  const box = useShell({ PITH_FOR: 'run' })

  it('keeps the error from the middle, the exit status and every byte', async () => {
    const bare = await box.bash(`${log}; exit 3`)
    const { stdout, stderr, status } = await box.pith(`${log}; exit 3`)
    const text = stdout.toString()
    expect(status).toBe(3)
    expect(stderr.toString()).toBe('')
    expect(stdout.length).toBeLessThanOrEqual(LIMIT)
    expect(text).toContain('error: cannot find module foo')
    expect(text).toContain('Exit code 3.')
    expect(sha(show(idIn(text), box.folder, '--all'))).toBe(sha(bare.stdout))
  })

  it('is cut by its kind, as the command tells it, when it comes in one go', async () => {
    const items = Array.from({ length: 3000 }, (_, id) => ({ id, name: `user ${id}`, tags: ['a', 'b'] }))
    writeFileSync(join(box.folder, 'users.json'), JSON.stringify(items))
    const line = "source /dev/null && eval 'cat ../users.json | cat' < /dev/null && pwd -P >| saved"
    const text = (await box.pith(line)).stdout.toString()
    const kept = JSON.parse(text.slice(0, text.lastIndexOf('\n['))) as unknown[]
    expect(kept[0]).toEqual(items[0])
    expect(kept.at(-1)).toEqual(items.at(-1))
  })

  it('shows no byte twice and marks every gap, in lines of the whole output', async () => {
    const line = 'for i in $(seq 1 3000); do echo "$i $(( (i * 7919) % 99991 )) words"; done'
    const whole = (await box.bash(line)).stdout.toString().split('\n')
    const shown = (await box.pith(line)).stdout.toString().split('\n')
    let next = 1
    // The notice and the end of its line.
    for (const row of shown.slice(0, -2)) {
      const gap = /^\[\.\.\.(\d+)(?:-(\d+))?(?:: | like )/.exec(row)
      if (gap) {
        expect(Number(gap[1])).toBeLessThanOrEqual(next)
        next = Number(gap[2] ?? gap[1]) + 1
      } else if (row === whole[next - 1]) next++
      // The line that the reader has seen in part is the first of its gap.
      else expect(whole[next - 1].startsWith(row)).toBe(true)
    }
    expect(next).toBe(3001)
  })

  it('begins with the first lines after a second, however much came in one go', async () => {
    for (const count of [30_000, 1_000_000]) {
      const seenAll = join(box.folder, `seen-${count}`)
      const script = `seq 1 ${count}; until [ -e ${seenAll} ]; do sleep 0.05; done; exit 3`
      const { stdout, status } = await box.pith(script, {
        whileRunning: async (child, seen) => {
          await until(() => seen().length > 500)
          expect(child.exitCode).toBe(null)
          writeFileSync(seenAll, '')
        },
      })
      expect(stdout.toString()).toMatch(/^1\n2\n3\n/)
      expect(stdout.toString()).toMatch(new RegExp(`\n${count}\n.*Exit code 3\\..*\\]\n$`))
      expect(stdout.length).toBeLessThanOrEqual(LIMIT)
      expect(status).toBe(3)
    }
  })

  it.each([1000, 2000, 20_000, 60_000])('keeps to a limit of %i bytes', async (limit) => {
    const { stdout } = await box.pith(log, { env: { PITH_MAX_BYTES: `${limit}` } })
    expect(stdout.length).toBeLessThanOrEqual(limit)
    expect(stdout.toString()).toContain('error: cannot find module foo')
  })

  it.each([20_000, 60_000])('passes what fits %i bytes as it is, on both streams', async (limit) => {
    const line = `head -c ${limit - 2000} /dev/urandom > r; cat r; head -c 1900 r >&2; sha256sum < r > sum; cat sum >&2`
    const { stdout, stderr } = await box.pith(line, { env: { PITH_MAX_BYTES: `${limit}` } })
    expect(stdout.length).toBe(limit - 2000)
    expect(stderr.toString('latin1', 1900, 1964)).toBe(sha(stdout))
  })

  it('merges both streams when they do not fit, and keeps the error', async () => {
    const { stdout, status } = await box.pith(`(${log}) >&2; seq 1 20000; exit 1`)
    expect(stdout.toString()).toContain('error: cannot find module foo')
    expect(status).toBe(1)
  })

  it('says of a binary output only what it is', async () => {
    const { stdout } = await box.pith('head -c 100000 /dev/urandom')
    expect(stdout.length).toBeLessThanOrEqual(LIMIT)
    expect(idIn(stdout.toString('latin1'))).not.toBe('')
  })

  it('takes 100 MB', async () => {
    const { stdout, status } = await box.pith(
      'yes 0123456789abcdef | head -c 100000000; echo; echo "error: at the end"',
    )
    expect(status).toBe(0)
    expect(stdout.length).toBeLessThanOrEqual(LIMIT)
    expect(stdout.toString()).toContain('error: at the end')
  })

  it('does not cut the output of pith inside it again', async () => {
    const first = (await box.pith(log)).stdout.toString()
    const pith = `"${process.execPath}" "${distFile('cli/main.js')}"`
    const page = `${pith} show ${idIn(first)} --lines 1-900`
    const { stdout } = await box.pith(page)
    expect(stdout.length).toBeGreaterThan(LIMIT)
    expect(stdout.toString()).toBe((await box.bash(page)).stdout.toString())
    const piped = await box.pith(`${page} | cat`)
    expect(piped.stdout.length).toBeLessThanOrEqual(LIMIT)
  })
})

describe('while the command runs', () => {
  const box = useShell({ PITH_FOR: 'run' })

  it('shows the first lines at once', async () => {
    let isRunning = false
    await box.pith('echo "READY on :3000"; sleep 30 & echo $! > pid; wait', {
      whileRunning: async (child, seen) => {
        await until(() => seen().includes('READY on :3000'))
        isRunning = child.exitCode === null
        process.kill(-(child.pid ?? 0), 'SIGTERM')
      },
    })
    expect(isRunning).toBe(true)
  })

  it('shows a prompt without a line end after an idle second', async () => {
    const { stdout } = await box.pith('seq 1 400; printf "Name? "; sleep 30', {
      whileRunning: async (child, seen) => {
        await until(() => seen().endsWith('Name? '))
        process.kill(-(child.pid ?? 0), 'SIGTERM')
      },
    })
    expect(stdout.toString().endsWith('400\nName? ')).toBe(true)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s ends the command, and shows what came',
    async (signal) => {
      const { stdout, status } = await box.pith('seq 1 30000; sleep 40.5; echo never', {
        whileRunning: async (child, seen) => {
          await until(() => seen().length > 500)
          await sleep(400)
          // bash ends on SIGINT only together with the program that it waits for.
          if (signal === 'SIGINT') process.kill(-(child.pid ?? 0), signal)
          else child.kill(signal)
        },
      })
      expect(stdout.length).toBeGreaterThan(1024)
      expect(stdout.toString()).toMatch(/pith show [0-9a-f]{16}/)
      expect(status).toBe({ SIGTERM: 143, SIGINT: 130, SIGHUP: 129 }[signal])
    },
  )

  it('a time-out that ends the group loses nothing', async () => {
    const { stdout, status } = await box.pith('seq 1 1500; sleep 40.5', {
      whileRunning: async (child, seen) => {
        await until(() => seen().length > 500)
        process.kill(-(child.pid ?? 0), 'SIGTERM')
      },
    })
    expect(status).toBe(143)
    expect(stdout.toString()).toBe((await box.bash('seq 1 1500')).stdout.toString())
  })

  it('the command can end by itself after a signal', async () => {
    const { stdout, status } = await box.pith(
      'trap "echo stopping; exit 9" TERM; echo up; while :; do sleep 0.1; done',
      {
        whileRunning: async (child, seen) => {
          await until(() => seen().includes('up'))
          child.kill('SIGTERM')
        },
      },
    )
    expect([stdout.toString(), status]).toEqual(['up\nstopping\n', 9])
  })

  it('does not wait for a background job, which goes on', async () => {
    const mark = `31.${process.pid}`
    for (const output of ['echo up', 'seq 1 9000']) {
      const started = await box.pith(
        `${output}; (sleep ${mark}; echo still >> later) & (sleep 0.5; echo talks; echo talked > talked) & echo begun`,
      )
      expect(started.stdout.length).toBeGreaterThan(2)
      expect(processesWith(`sleep ${mark}`)).not.toBe('')
      spawnSync('/bin/sh', [
        '-c',
        `ps -eo pid,args | awk '$2 == "sleep" && $3 == "${mark}" { print $1 }' | xargs kill`,
      ])
    }
  })

  it('a command that goes on learns that nobody reads what it prints', async () => {
    const { stdout } = await box.run(
      '/bin/bash',
      `"${front()}" -c 'while :; do echo tick; sleep 0.2; done' | head -n 1; echo "\${PIPESTATUS[0]}"`,
    )
    expect(stdout.toString()).toBe('tick\n141\n')
  })

  it('ends when nobody reads what the command prints', async () => {
    const { status } = await box.run(
      '/bin/bash',
      `"${front()}" -c 'seq 1 100000' | head -n 1; echo "\${PIPESTATUS[0]}"`,
    )
    expect(status).toBe(0)
  })
})

describe('at the edge', () => {
  const box = useShell({ PITH_FOR: 'run' })

  it('works without a folder for temporary files', async () => {
    const { stdout, status } = await box.pith('echo hi; exit 2', { env: { TMPDIR: '/does/not/exist' } })
    expect([stdout.toString(), status]).toEqual(['hi\n', 2])
  })

  it('obeys a configuration file', async () => {
    const write = `echo '{"maxLines": 20}' > pith.config.json; chmod 600 pith.config.json`
    const { stdout } = await box.run('/bin/bash', `${write}; "${front()}" -c 'seq 1 300'`)
    expect(stdout.toString().trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  })

  it('works with few files', async () => {
    for (const files of [16, 24, 40]) {
      const { stdout } = await box.run('/bin/bash', `ulimit -n ${files}; "${front()}" -c 'echo hi'`)
      expect(stdout.toString()).toBe('hi\n')
    }
  })

  it('passes the output on where `dd` tells no bytes, as that of busybox may', async () => {
    const folder = mkdtempSync(join(box.folder, 'busybox-'))
    const program = join(folder, 'cat')
    const cases =
      '*/dd) /bin/dd "$@" 2>/dev/null; printf "0+1 records in\\n0+1 records out\\n" >&2;; *) exec /bin/cat "$@"'
    writeFileSync(program, `#!/bin/sh\ncase $0 in ${cases};; esac\n`, { mode: 0o755 })
    linkSync(program, join(folder, 'dd'))
    const PATH = `${folder}:${process.env.PATH}`
    const { stdout, status } = await box.pith('seq 1 4000; exit 3', { env: { PATH } })
    expect([stdout.length, status]).toEqual([18_893, 3])
  })

  it('works through symbolic links and paths with blanks', async () => {
    const folder = mkdtempSync(join(box.folder, 'with blanks '))
    mkdirSync(join(folder, 'bin'))
    symlinkSync(front(), join(folder, 'bin', 'my pith'))
    symlinkSync('my pith', join(folder, 'bin', 'bash'))
    const { stdout } = await box.run(join(folder, 'bin', 'bash'), log, {
      env: { SHELL: join(folder, 'bin', 'bash'), TMPDIR: folder },
    })
    expect(stdout.toString()).toContain('error: cannot find module foo')
    expect(readdirSync(folder)).toEqual(['bin'])
  })

  it('leaves no process and no file', async () => {
    const folder = mkdtempSync(join(box.folder, 'left-'))
    for (const line of ['echo hi', 'seq 1 1000; sleep 0.2', 'seq 1 9000', 'exit 3'])
      await box.pith(line, { env: { TMPDIR: folder, MARK: folder } })
    expect(readdirSync(folder)).toEqual([])
    await until(() => processesWith(folder) === '')
  })

  it('tells programs the name of the real shell', async () => {
    const { stdout } = await box.pith('echo $SHELL', { env: { SHELL: front() } })
    expect(stdout.toString()).toBe('/bin/bash\n')
  })

  it('takes the shell that is asked for', async () => {
    const { stdout } = await box.pith('echo $0', { env: { PITH_SHELL: '/bin/sh' } })
    expect(stdout.toString()).toBe('/bin/sh\n')
  })

  it.each([
    ['PITH=0 in the environment', 'seq 1 9000', { PITH: '0' }],
    ['exec', 'exec seq 1 9000', {}],
  ])('leaves alone: %s', async (_, line, env: Record<string, string>) => {
    expect((await box.pith(line, { env })).stdout.length).toBe(43_893)
  })

  it.each(turningOff)('leaves alone: %s', async (line) => {
    const own = line.replace('make', 'seq 1 9000')
    const inClaudeCode = `eval '${own}' < /dev/null && pwd -P >| where`
    for (const all of [own, inClaudeCode]) expect((await box.pith(all)).stdout.length).toBe(43_893)
  })

  it('does not take the end of another name for PITH=0', async () => {
    expect((await box.pith('NO_PITH=0 seq 1 9000')).stdout.length).toBeLessThanOrEqual(LIMIT)
  })

  const prefixed = (line: string) => spawnSync(distFile('shell/prefix'), [line], { cwd: box.folder })

  it('cuts the call of a tool of Claude Code, which names it as a prefix', () => {
    const line = "source /dev/null && eval 'cd / && seq 1 9000' < /dev/null && pwd -P >| where; cat where >&2"
    const { stdout, stderr } = prefixed(line)
    expect(stdout.length).toBeLessThanOrEqual(ANSWER_BYTES)
    expect(stdout.toString()).toMatch(/pith show \w{16}/)
    expect(stdout.length + stderr.length).toBeGreaterThan(1000)
  })

  it('leaves alone what else Claude Code starts by its prefix: hooks, and servers', () => {
    expect(prefixed('seq 1 9000').stdout.length).toBe(43_893)
    expect(prefixed('exit 5').status).toBe(5)
  })

  it('is what `pith -c` runs', async () => {
    const words = [distFile('cli/main.js'), '-c', 'echo hi; exit 6']
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect([stdout, status]).toEqual(['hi\n', 6])
  })
})
