import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { fileToAppear, isAlive, linesOf, useCommand } from '../support/command.ts'

const onLinux = process.platform === 'linux'
/** What takes more than five seconds on a busy machine is named, so that it can be followed. */
const PERHAPS_FOLLOWED = /^(?:pith: The command goes on: pith show [0-9a-f]{16} --follow\n)?$/

describe.runIf(process.platform !== 'win32')('pith run', { concurrent: true }, () => {
  const box = useCommand({ alone: inject('thorough') })
  const run = (script: string, words: string[] = []) => box.pith(['run', ...words, '--', 'sh', '-c', script])
  const textOf = (stdout: Buffer) => stdout.toString()

  describe('exits with the status', () => {
    it.each([
      ['0 of a command that succeeds', 'echo fine', 0, 'fine\n'],
      ['of a command that fails', 'echo bad; exit 3', 3, 'bad\n[Exit code 3.]\n'],
      ['of a command that fails without output', 'exit 255', 255, '[Exit code 255.]\n'],
      ['128+n of a killed command', 'echo x; kill -9 $$', 137, 'x\n[Killed by SIGKILL.]\n'],
      ['128+n of a terminated command', 'kill -TERM $$', 143, '[Killed by SIGTERM.]\n'],
    ])('%s, and says it once', async (_, script, status, text) => {
      const { stdout, stderr, ...ran } = await run(script)
      expect({ status: ran.status, text: textOf(stdout), stderr }).toEqual({ status, text, stderr: '' })
    })

    it('on a line of its own where both outputs go to one pipe', async () => {
      const { stdout } = await box.sh(`pith run -- sh -c 'echo bad; exit 3' 2>&1`)
      expect(linesOf(textOf(stdout))).toEqual(['bad', '[Exit code 3.]'])
    })

    it('125 of a call without a command, and leaves no pipe', async () => {
      const script = 'mkdir pipes; TMPDIR=$PWD/pipes pith run --json; echo $?; ls pipes'
      expect(textOf((await box.sh(script)).stdout)).toBe('125\n')
    })

    it('124 of a time-out', async () => {
      const { status, stdout, stderr } = await run('echo begun; sleep 300', ['--timeout', '1'])
      expect({ status, text: textOf(stdout) }).toEqual({
        status: 124,
        text: 'begun\n[Timed out after 1 s.]\n',
      })
      expect(stderr).toBe('')
    })

    it.each([
      ['125 of a missing command', ['run'], 125, 'Expected a command after `pith run --`, got none.'],
      ['125 of an unknown option', ['run', '--bogus', '--', 'true'], 125, "Unknown option '--bogus'."],
      [
        '125 of a time-out of nothing',
        ['run', '--timeout', '0', '--', 'true'],
        125,
        'Expected --timeout to be a number of seconds above 0, got 0.',
      ],
      [
        '127 of a name that nothing has',
        ['run', '--', 'no-such-command'],
        127,
        'The command "no-such-command" was not found.',
      ],
      [
        '127 of a line for a shell',
        ['run', '--', 'npm test | tail -5'],
        127,
        'The command "npm test | tail -5" was not found. This is a command line: use pith -c \'npm test | tail -5\'.',
      ],
      [
        '127 of a builtin of shells',
        ['run', '--', 'cd', '/no such', '-P'],
        127,
        'The command "cd" was not found. This is a command line: use pith -c \'cd "/no such" -P\'.',
      ],
      [
        '126 of a file that may not be executed',
        ['run', '--', './plain'],
        126,
        'The command "./plain" is not executable.',
      ],
    ])('%s', async (_, words, status, sentence) => {
      writeFileSync(join(box.folder, 'plain'), 'echo ran\n', { mode: 0o644 })
      const ran = await box.pith(words)
      expect({ ...ran, stdout: textOf(ran.stdout) }).toEqual({
        status,
        stdout: '',
        stderr: `pith: ${sentence}\n`,
      })
    })
  })

  describe('shows the output', () => {
    it('with the exit code first in the notice of a long failing output', async () => {
      const { status, stdout } = await run('seq 1 5000; exit 4')
      expect(textOf(stdout)).toMatch(
        /\n5000\n\[Exit code 4\. More: pith show \w+ --lines \d+-\d+, or --grep RE\]\n$/,
      )
      expect(status).toBe(4)
    })

    it.runIf(process.platform === 'linux')('once where pith run runs pith run', async () => {
      const script = '$NODE $PITH run -q -- $NODE $PITH run -- seq 1 100000'
      const once = textOf((await box.sh('pith run -q -- seq 1 100000')).stdout)
      expect(textOf((await box.sh(script)).stdout)).toBe(once)
    })

    it('without an exit code for a long output of a command that succeeds', async () => {
      expect(textOf((await run('seq 1 5000')).stdout)).toMatch(/\n5000\n\[More: /)
    })

    it('with the line end that a failing output lacks', async () => {
      expect(textOf((await run('printf half; exit 1')).stdout)).toBe('half\n[Exit code 1.]\n')
    })

    it('of a command that is given the standard input', async () => {
      const { stdout } = await box.pith(['run', '--', 'cat'], { input: 'typed\n', alone: true })
      expect(textOf(stdout)).toBe('typed\n')
    })

    it.each([
      ['after --', ['--max-lines', '9', '--', 'echo', '--json', '--', '-q'], '--json -- -q\n'],
      ['after its name', ['-q', 'echo', '--json', '--', '-x'], '--json -- -x\n'],
    ])('of a command that has options of its own, %s', async (_, words, text) => {
      const { stdout } = await box.pith(['run', ...words])
      expect(textOf(stdout)).toBe(text)
    })

    it('without waiting for a process that is left behind with the pipe', async () => {
      const { status, stdout, stderr } = await run('sleep 300 & echo $!')
      const pid = Number(textOf(stdout))
      expect(isAlive(pid)).toBe(true)
      process.kill(pid)
      expect(status).toBe(0)
      expect(linesOf(stderr)[0]).toMatch(
        /^pith: A process that the command left behind still holds its output/,
      )
    })
  })

  describe('tells the duration', () => {
    it('on standard error where the text has no room for the way to the rest, never in the text', async () => {
      const { stdout, stderr } = await run('seq 1 5000; exit 1', ['--max-bytes', '30'])
      const summary = /^pith: Exit code 1 after \d+\.\d s\. Full output: pith show [0-9a-f]{16}$/
      expect(linesOf(stderr)).toEqual([expect.stringMatching(summary)])
      expect((await run('seq 1 5000; exit 1')).stderr).toBe('')
      expect(textOf(stdout)).not.toMatch(/after|duration|\d s\b/)
    })

    it('in the details of --json, outside the text', async () => {
      const { status, stdout } = await run('echo a; exit 2', ['--json'])
      const { text, notice, details } = JSON.parse(textOf(stdout))
      expect({ status, text, notice }).toEqual({
        status: 2,
        text: 'a\n[Exit code 2.]',
        notice: '[Exit code 2.]',
      })
      expect(details).toEqual({ exitCode: 2, durationMs: expect.any(Number), heldPipe: false })
    })

    it('not with --quiet', async () => {
      expect(await run('exit 1', ['--quiet'])).toMatchObject({ status: 1, stderr: '' })
    })
  })

  /** A shell with a child, and a grandchild in a session of its own; their numbers are its output. */
  const tree = `sleep 300 & a=$!; ${onLinux ? 'setsid sleep 300' : 'sleep 300'} & echo $$ $a $!; echo > "$FOLDER/READY"; wait`
  const pidsOf = (stdout: Buffer) => textOf(stdout).split('\n')[0].split(' ').map(Number)

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('on %s ends the tree, shows the output so far and exits with %d', async (signal, status) => {
    const ready = `ready-${signal}`
    const ran = await box.pith(['run', '--', 'sh', '-c', tree.replace('READY', ready)], {
      whileRunning: async (child) => {
        await fileToAppear(join(box.folder, ready))
        child.kill(signal)
      },
    })
    const pids = pidsOf(ran.stdout)
    expect(pids).toHaveLength(3)
    expect(pids.filter(isAlive)).toEqual([])
    expect(textOf(ran.stdout)).toBe(`${pids.join(' ')}\n[Killed by ${signal}.]\n`)
    expect(ran.status).toBe(status)
    expect(ran.stderr).toMatch(PERHAPS_FOLLOWED)
  })

  it.each([
    ['SIGINT', 'once', []],
    [
      'SIGTERM',
      'once, through a run inside it',
      [process.execPath, distFile('cli/main.js'), 'run', '-q', '--'],
    ],
  ] as const)(
    'passes %s on %s, and shows the last words and the status of the command',
    async (name, _, inner) => {
      const ready = `listens-${name}-${inner.length}`
      const script = `
          for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {
            console.log(name)
            setTimeout(() => { console.log('last words'); process.exit(2) }, 200)
          })
          setTimeout(() => {}, 20_000)
          require('node:fs').writeFileSync(${JSON.stringify(ready)}, '')`
      const ran = await box.pith(['run', '--', ...inner, process.execPath, '-e', script], {
        whileRunning: async (child) => {
          await fileToAppear(join(box.folder, ready))
          child.kill(name)
        },
      })
      expect(textOf(ran.stdout)).toMatch(
        new RegExp(`^${name}\nlast words\n(\\[Interrupted by ${name}\\. Exit code 2\\.\\]\n?)+$`),
      )
      expect(ran.status).toBe(2)
      expect(ran.stderr).toMatch(PERHAPS_FOLLOWED)
    },
  )

  it('keeps the key of notices, which is only for pith, from the command', async () => {
    const env = { PITH_NOTICE_KEY: 'a-key-of-twenty-letters', OTHER: 'other' }
    const script = 'echo "key:$PITH_NOTICE_KEY $OTHER"; seq 1 5000'
    const { stdout } = await box.pith(['run', '--', 'sh', '-c', script], { env })
    expect(textOf(stdout)).toMatch(/^key: other\n1\n[\s\S]* MAC [0-9a-f]{16}\]\n$/)
  })

  it.runIf(onLinux && process.getuid?.() === 0)('tells which processes could not be ended', async () => {
    const script = `setpriv --reuid 1234 --clear-groups sh -c 'echo $$; exec sleep 300 >&- 2>&-' & wait`
    // Gives up the right to end the processes of others once one of them runs.
    const source = `
        import { runCommand } from ${JSON.stringify(distFile('node/index.js'))}
        const script = ${JSON.stringify(script)}
        const controller = new AbortController()
        const onOutput = () => { process.seteuid(65534); controller.abort() }
        const options = { signal: controller.signal, killGraceMs: 100, store: false, onOutput }
        console.log(JSON.stringify((await runCommand('sh', ['-c', script], options)).details))`
    const { stdout } = await box.node(['--input-type=module', '-e', source])
    const { survivors, truncation } = JSON.parse(textOf(stdout))
    process.kill(survivors[0], 'SIGKILL')
    expect(truncation.text).toBe(`${survivors[0]}\n[Killed by SIGTERM.]`)
    expect(truncation.notes).toEqual([
      `A process that the command started could not be ended: ${survivors[0]}.`,
    ])
  })

  it('keeps the end of a file whose last lines were asked for, and the beginning of any other', async () => {
    const file = join(box.folder, 'long.txt')
    writeFileSync(file, Array.from({ length: 3000 }, (_, at) => `the words of row ${at}`).join('\n'))
    const [end, begin] = [`tail -n 2000 ${file}`, `cat ${file}`].map((line) => run(`${line}; true`))
    expect(textOf((await end).stdout)).toMatch(/^the words of row [\s\S]*the words of row 2999\n\[/)
    expect(textOf((await begin).stdout)).toMatch(/^the words of row 0\n[\s\S]*\[/)
  })
})
