import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { front, useShell } from '../support/shell.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Runs the shell from bash, which prepares what Node cannot: closed streams, full disks, odd names. */
const startedBy =
  (box: ReturnType<typeof useShell>) =>
  (line: string, env: Record<string, string> = {}) =>
    box.run('/bin/bash', line, { env: { PITH_FRONT: front(), ...env } })

describe('what the shell is started with', { concurrent: true }, () => {
  const box = useShell({ PITH_FOR: 'run' })
  const from = startedBy(box)

  it.each(['<&-', '>&-', '2>&-', '<&- >&- 2>&-'])('a closed stream stays closed: %s', async (closed) => {
    const line = `echo out; cat >&2; exit 3`
    const bare = await from(`bash -c '${line}' ${closed}; echo "$?" >status; cat status`)
    const own = await from(`"$PITH_FRONT" -c '${line}' ${closed}; echo "$?" >status; cat status`)
    expect(own.stdout.toString()).toBe(bare.stdout.toString())
  })

  it('runs the command in a folder that was removed', async () => {
    const { stdout } = await from(
      `mkdir gone; cd gone; rmdir ../gone; PWD=gone "$PITH_FRONT" -c 'echo hi; exit 3'; echo "$?"`,
    )
    expect(stdout.toString()).toBe('hi\n3\n')
  })

  it('takes a limit that begins with zeros', async () => {
    const { stdout, status } = await box.pith('echo hi; exit 3', { env: { PITH_MAX_BYTES: '08' } })
    expect([stdout.toString(), status]).toEqual(['hi\n', 3])
  })

  it.each(['1', '0'])('keeps variables that no shell can name, with PITH=%s', async (PITH) => {
    const odd = { 'BASH_FUNC_greet%%': '() { echo hello;\n}', 'a.b': 'one\ntwo', '1st': 'x=y' }
    const line = `greet; env | grep -A1 '^a.b'; env | grep ^1st; exit 3`
    const { stdout, status } = await box.pith(line, { env: { ...odd, PITH } })
    expect(stdout.toString()).toContain('hello\n')
    expect(stdout.toString()).toContain('a.b=one\ntwo\n')
    expect(stdout.toString()).toContain('1st=x=y\n')
    expect(status).toBe(3)
  })

  it('a real shell that is missing is an error', async () => {
    const { status } = await box.pith('exit 3', { env: { PITH_SHELL: '/does/not/exist', 'a.b': '1' } })
    expect(status).toBe(127)
  })

  it('keeps files that other programs have under its names', async () => {
    const folder = join(box.folder, 'shared')
    mkdirSync(folder)
    const taken = '"$TMPDIR/pith-$$.o"'
    const { stdout } = await from(
      `echo mine >${taken}; bash -c 'exec "$PITH_FRONT" -c "seq 1 3"'; cat ${taken}`,
      {
        TMPDIR: folder,
      },
    )
    expect(stdout.toString()).toBe('1\n2\n3\nmine\n')
    const same = await from(`echo mine >${taken}; exec "$PITH_FRONT" -c 'cat "$TMPDIR"/*.o'`, {
      TMPDIR: folder,
    })
    expect(same.stdout.toString()).toContain('mine\n')
  })
})

describe('when it goes wrong while Node cuts the output', { concurrent: true }, () => {
  const box = useShell({ PITH_FOR: 'run' })
  const from = startedBy(box)
  const killNode = 'pkill -9 -f "shell-res[t] .*pith-$PPID "; sleep 0.3'

  it('a full disk does not change the exit status, and nothing hangs', async () => {
    const { stdout, stderr } = await from(`"$PITH_FRONT" -c 'seq 1 10000; exit 3' >/dev/full; echo "$?"`)
    expect(stdout.toString()).toBe('3\n')
    expect(stderr.toString()).toMatch(/^pith: Standard output could not be written: No space left.*\n$/)
  })

  it('shows both ends when Node is killed after it has read the first part', async () => {
    const { stdout, status } = await box.pith(`seq 1 3000; sleep 1; ${killNode}; seq 5001 8000; exit 3`)
    expect(status).toBe(3)
    expect(stdout.toString()).toMatch(
      /^1\n2\n[\d\n]*\n\[pith failed \(status 137\)\. .* of 28,893 shown\.\]\n[\d\n]*\n7999\n8000\n$/,
    )
  })

  it('a background job goes on, and a file gets what it prints later', async () => {
    const job = '(until [ -e go ]; do sleep 0.05; done; echo later; sleep 0.5; echo again; echo problem >&2)'
    const { stdout } = await from(
      `"$PITH_FRONT" -c '${job} & seq 1 5000' >out 2>err; touch go; until [ -s err ]; do sleep 0.1; done; tail -n 3 out; cat err`,
    )
    expect(stdout.toString()).toMatch(/\]\nlater\nagain\nproblem\n$/)
  })

  it('a background job goes on when a pipe was read', async () => {
    const job = '(until [ -e go ]; do sleep 0.05; done; seq 1 9; seq 1 9; echo ended >job)'
    const { stdout } = await from(
      `"$PITH_FRONT" -c '${job} & seq 1 5000' 2>&1 | tail -n 1; touch go; until [ -s job ]; do sleep 0.1; done; cat job`,
    )
    expect(stdout.toString()).toMatch(/\]\nended\n$/)
  })
})

describe('the file in which pith says how much it has printed', { concurrent: true }, () => {
  const box = useShell({ PITH_FOR: 'run' })

  it('is not followed as a link, and not believed when somebody else wrote it', async () => {
    const victim = join(box.folder, 'victim')
    writeFileSync(victim, 'precious\n')
    const pith = `"${process.execPath}" "${distFile('cli/main.js')}"`
    await box.pith(`ln -s "${victim}" "$PITH_DECLARED"; ${pith} read "${victim}"`)
    expect(readFileSync(victim, 'utf8')).toBe('precious\n')
    const cut = await box.pith('mkfifo "$PITH_DECLARED"; seq 1 5000')
    expect(cut.stdout.length).toBeLessThanOrEqual(8192)
  })

  it.runIf(isRoot)('is not believed when another user made it', async () => {
    const planted = join(box.folder, 'planted')
    writeFileSync(planted, '99999999\n')
    chownSync(planted, NOBODY, NOBODY)
    const { stdout } = await box.pith(`mv "${planted}" "$PITH_DECLARED"; seq 1 5000`)
    expect(stdout.length).toBeLessThanOrEqual(8192)
  })
})

describe('secrets', { concurrent: true }, () => {
  const box = useShell({ PITH_FOR: 'run' })
  const secret = `ghp_${'a1B2'.repeat(9)}`

  it.each([`echo token=${secret}; exit 3`, `echo ok; echo token=${secret} >&2; exit 3`])(
    'are hidden in an output that fits too: %s',
    async (line) => {
      const { stdout, stderr, status } = await box.pith(line, { env: { PITH_REDACT: '1' } })
      expect(`${stdout}${stderr}`).toContain('token=[redacted github-token]\n')
      expect(`${stdout}${stderr}`).not.toContain(secret)
      expect(status).toBe(3)
    },
  )

  it('are hidden behind PITH=0 in the line, which shows the output whole', async () => {
    const { stdout, status } = await box.pith(`cd / && PITH=0 seq 1 9000; echo token=${secret}; exit 3`, {
      env: { PITH_REDACT: '1', PITH_MAX_LINES: '20' },
    })
    const whole = (await box.bash('seq 1 9000')).stdout.toString()
    expect(stdout.toString()).toBe(`${whole}token=[redacted github-token]\n`)
    expect(status).toBe(3)
  })

  it('do not change an output without any', async () => {
    const { stdout, stderr } = await box.pith('printf "a\\377b"; echo c >&2', { env: { PITH_REDACT: '1' } })
    expect([stdout.toString('latin1'), stderr.toString()]).toEqual(['a\xffb', 'c\n'])
  })

  it('a setting that is wrong is named in one line', async () => {
    const { stdout, stderr, status } = await box.pith('echo hi; exit 3', { env: { PITH_REDACT: 'maybe' } })
    expect([stdout.toString(), status]).toEqual(['hi\n', 3])
    expect(stderr.toString()).toMatch(/^pith: .*PITH_REDACT.*got "maybe"\.\n$/)
  })

  it.each([
    [{ PITH_REDACT: 'maybe' }, 'PITH_REDACT'],
    [{ PITH_REDACT: '1', PITH_MAX_LINES: 'many' }, 'PITH_MAX_LINES'],
    [{ PITH_REDACT: '1', PITH_TOKENIZER: 'none-such' }, 'none-such'],
    [{ PITH_REDACT: '1', PITH_EVENTS: 'perhaps' }, 'PITH_EVENTS'],
  ])('are hidden when a setting is wrong: %j', async (env, named) => {
    for (const line of [`echo token=${secret}`, `seq 1 5000; echo token=${secret}`]) {
      const { stdout, stderr } = await box.pith(line, { env })
      expect(stdout.toString()).toContain('token=[redacted github-token]')
      expect(stdout.toString()).not.toContain(secret)
      expect(stderr.toString()).toContain(named)
    }
  })

  it.each(['{"redact": "yes"}', '{"redact": true, "maxLines": -1}', '{"redact": true,}'])(
    'are hidden when the configuration of the user is wrong: %s',
    async (json) => {
      const home = mkdtempSync(join(tmpdir(), 'pith-test-'))
      mkdirSync(join(home, 'pith'))
      writeFileSync(join(home, 'pith/pith.config.json'), json, { mode: 0o600 })
      const { stdout, stderr } = await box.pith(`echo token=${secret}`, { env: { XDG_CONFIG_HOME: home } })
      rmSync(home, { recursive: true })
      expect(stdout.toString()).toBe('token=[redacted github-token]\n')
      expect(stderr.toString()).toContain('pith.config.json')
    },
  )
})

describe.runIf(isRoot && process.platform === 'linux')(
  'a user with so many pipes that the next ones are small',
  () => {
    const manyPipes = `cd "$(mktemp -d)"; ulimit -n 4096; mkfifo $(seq 1 1100); for i in $(seq 1 1100); do exec {fd}<>"$i"; done; rm $(seq 1 1100)`

    it.each([
      ['seq 1 1800', true],
      ['seq 1 20000', false],
      ['seq 1 1200; sleep 0.2; seq 1 200', true],
    ])('gets what it should of %s', async (line, fits) => {
      const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
      chmodSync(folder, 0o755)
      const shell = join(folder, 'pith')
      copyFileSync(front(), shell)
      const bash = `${manyPipes}; PITH_NODE=/does/not/exist '${shell}' -c '${line}' 2>/dev/null; echo; echo END; ${line}`
      const user = ['--reuid=65534', '--regid=65534', '--clear-groups']
      const { stdout } = spawnSync('setpriv', [...user, 'bash', '-c', bash], { timeout: 30_000 })
      rmSync(folder, { recursive: true })
      const [own, bare] = stdout.toString().split('\nEND\n')
      if (fits) expect(own).toBe(bare)
      else {
        expect(own.slice(0, 1000)).toBe(bare.slice(0, 1000))
        expect(own.slice(-1000)).toBe(bare.slice(-1000))
        expect(own).toContain('\n[pith failed (status 127). First and last bytes of 108,894 shown.]\n')
      }
    })
  },
)
