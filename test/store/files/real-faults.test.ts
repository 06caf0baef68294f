// @deep

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import { keptRanges } from '../../../src/store/ranges.ts'
import { type RunOptions, seq, useCommand } from '../../support/command.ts'
import { some } from '../../support/some.ts'
import { collect, noise, writeAll } from '../conformance.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

const onLinux = process.platform === 'linux'
const asRoot = process.getuid?.() === 0
const PRLIMIT = '/usr/bin/prlimit'
const SETPRIV = '/usr/bin/setpriv'
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups']

const lines = seq(1, 20_000)
const id = createHash('sha256').update(lines).digest('hex').slice(0, 16)
/** Prints `lines`, and fails. */
const PRINT = 'seq 1 20000; exit 3'
const long = seq(1, 200_000)

/** A folder with a file system of its own, while `act` runs. Skips the test where mounting is not allowed. */
async function onMount(
  test: TestContext,
  folder: string,
  options: string,
  act: (remount: (options: string) => void) => Promise<void>,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const mount = (words: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', words, 'tmpfs', folder], { stdio: 'ignore' })
  try {
    mount(options)
  } catch {
    return test.skip('no right to mount')
  }
  try {
    await act((more) => mount(`remount,${more}`))
  } finally {
    // Lazily: a leaked file must fail the test, not leave the mount behind.
    execFileSync('umount', ['-l', folder])
  }
}

describe.runIf(onLinux)('pith run, whatever fails', { concurrent: true }, () => {
  const box = useCommand({ alone: true })
  let made = 0
  /** A folder for what a run keeps. */
  const place = () => {
    const folder = join(box.folder, String(made++))
    mkdirSync(folder, { mode: 0o700 })
    return folder
  }
  const run = (state: string, options: RunOptions = {}, script = PRINT) =>
    box.pith(['run', '--', 'sh', '-c', script], { ...options, env: envOf(state, options.env) })
  const envOf = (state: string, more: Record<string, string> = {}) => ({
    PITH_ARTIFACTS: '',
    XDG_STATE_HOME: state,
    XDG_CACHE_HOME: state,
    ...more,
  })

  /** Both ends that a notice names are there. */
  async function expectEnds(artifacts: string, id: string, text: string) {
    const store = storeIn(artifacts)
    for (const range of keptRanges(await store.stat(id))) {
      const expected = Buffer.from(text).subarray(range.startByte, range.endByte)
      expect(Buffer.compare(await collect(store.read(id, range)), expected)).toBe(0)
    }
  }

  /** The result is whole, its notice true, and nothing lies there that nobody owns. Gives why not all was kept. */
  async function expectTruth(ran: Awaited<ReturnType<typeof run>>, state: string, text = lines, env = {}) {
    const stdout = ran.stdout.toString()
    expect({ status: ran.status, stderr: ran.stderr }).toMatchObject({ status: 3 })
    const total = text.split('\n').length - 1
    expect(stdout.slice(0, 500)).toBe(text.slice(0, 500))
    expect(stdout).toContain(`\n${total}\n[Exit code 3. `)
    const [, kept] = /\[Exit code 3\. (?:\d+ of \d+ lines\. )?(.*)\]\n$/.exec(stdout) ?? []
    const artifacts = join(state, 'pith', 'artifacts')
    const named = /^More: pith show (\w+) --lines [\d-]+, or --grep RE$/.exec(kept)?.[1]
    const ends = /^First .* KB and last .* KB kept: pith show (\w+)$/.exec(kept)?.[1]
    if (ends !== undefined) await expectEnds(artifacts, ends, text)
    else if (named === undefined) expect(kept).toBe('Not kept.')
    else {
      const shown = await box.pith(['show', named, '--all'], { env: envOf(state, env) })
      expect(Buffer.compare(shown.stdout, Buffer.from(text))).toBe(0)
    }
    const files = kindsIn(artifacts)
    expect(files).toEqual(named === undefined && ends === undefined ? {} : { bin: 1, json: 1 })
    const [, reason] = /^pith: (The full output could not be kept[:,] .*)$/m.exec(ran.stderr) ?? []
    expect(reason?.endsWith(`artifact ${ends}.`) ?? false).toBe(ends !== undefined)
    expect(reason === undefined).toBe(named !== undefined)
    return reason
  }

  it.runIf(asRoot)(
    'returns the result where there are too few inodes, for any number of them',
    async (test) => {
      const reasons: (string | undefined)[] = []
      for (let count = 1; count <= 8; count += 2) {
        const state = place()
        await onMount(test, state, `nr_inodes=${count},mode=700`, async () => {
          reasons.push(await expectTruth(await run(state), state))
        })
      }
      const full = 'The full output could not be kept: the device has no space left.'
      expect(new Set(reasons)).toEqual(new Set([full, undefined]))
    },
  )

  it.runIf(asRoot)('returns the result where the disk is full', async (test) => {
    const state = place()
    await onMount(test, state, 'size=64k,mode=700', async () => {
      const env = { PITH_KEEP_FREE_BYTES: '0' }
      const reason = await expectTruth(await run(state, { env }), state)
      expect(reason).toBe('The full output could not be kept: the device has no space left.')
      writeFileSync(join(state, 'rest'), new Uint8Array(32 * 1024))
    })
  })

  it.runIf(asRoot).for([104, 112, 168, 232, 296, 360])(
    'keeps both ends of the output where the disk has %i KB',
    async (size, test) => {
      const state = place()
      await onMount(test, state, `size=${size}k,mode=700`, async () => {
        const env = { PITH_KEEP_FREE_BYTES: '0' }
        const reason = await expectTruth(await run(state, { env }, 'seq 1 200000; exit 3'), state, long)
        expect(reason).toMatch(
          /because the device has no space left: the first \d+ and the last \d+ of its 1288895 bytes are/,
        )
      })
    },
  )

  it.runIf(asRoot)(
    'returns the result where nothing may be written, and shows what is there',
    async (test) => {
      const state = place()
      await onMount(test, state, 'size=4m,mode=700', async (remount) => {
        // Nothing of a process that still runs is removed below.
        await expectTruth(await run(state, { alone: true }), state)
        remount('ro')
        const ran = await run(state, {}, 'seq 1 20001; exit 3')
        expect(ran.status).toBe(3)
        expect(ran.stdout.toString()).toMatch(/ of 20001 lines\. Not kept\.\]\n$/)
        expect(ran.stderr).toContain('could not be kept: the file system is read-only.')
        const shown = await box.pith(['show', id, '--all'], { env: envOf(state) })
        expect(Buffer.compare(shown.stdout, Buffer.from(lines))).toBe(0)
        const { status, stdout } = await box.pith(['artifacts', '--json'], { env: envOf(state) })
        expect({ status, listed: stdout.toString().split('\n').length - 1 }).toEqual({
          status: 0,
          listed: 1,
        })
        const gc = await box.pith(['gc'], { env: envOf(state, { PITH_TTL_HOURS: '0' }) })
        expect(gc.status).toBe(1)
        expect(gc.stderr).toContain('Not everything could be removed: the file system is read-only.')
      })
    },
  )

  it.runIf(existsSync(PRLIMIT)).each([0, 1, 1000, 4096, lines.length - 1, lines.length, 200_000])(
    'returns the result where a file may have %i bytes',
    async (bytes) => {
      const state = place()
      const words = [`--fsize=${bytes}`, process.execPath, '"$PITH"', 'run', '--', 'sh', '-c', `'${PRINT}'`]
      const ran = await box.sh(`${PRLIMIT} ${words.join(' ')}`, { env: envOf(state) })
      const reason = await expectTruth(ran, state)
      const tooLarge =
        bytes < 100_000
          ? 'The full output could not be kept: it is larger than a file may be.'
          : `The full output could not be kept, because it is larger than a file may be: the first 36864 and the last 36864 of its 108894 bytes are artifact ${id}.`
      expect(reason).toBe(bytes < lines.length ? tooLarge : undefined)
    },
  )

  it.runIf(existsSync(PRLIMIT))(
    'returns the result, or says why there is none, with few descriptors',
    async () => {
      const limited = (limit: number, state: string, words: string) =>
        box.sh(`${PRLIMIT} --nofile=${limit} ${process.execPath} ${words}`, { env: envOf(state) })
      let least = 16
      while ((await limited(least, box.folder, '-e 0')).status !== 0) least++
      const ends: string[] = []
      for (let limit = least; limit < least + 14; limit += 3) {
        const state = place()
        const ran = await limited(limit, state, `"$PITH" run -- sh -c '${PRINT}'`)
        if (ran.status === 3) {
          await expectTruth(ran, state)
          ends.push('run')
          continue
        }
        // Without a descriptor for its output the command is not begun.
        expect([1, 125, 126]).toContain(ran.status)
        expect(ran.stdout.toString()).toBe('')
        expect(ran.stderr).toMatch(/EMFILE|too many open files|Too many files are open/)
        expect(kindsIn(join(state, 'pith', 'artifacts'))).toEqual({})
        ends.push('not begun')
      }
      expect(ends.at(-1)).toBe('run')
      expect(ends.lastIndexOf('not begun')).toBeLessThan(ends.indexOf('run'))
    },
  )

  const places = ['PITH_ARTIFACTS', 'PITH_RUN', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME']
  const otherPlaces = ['PITH_EVENTS_DIRECTORY', 'XDG_CACHE_HOME', 'HOME', 'TMPDIR']
  it.each(some([...places, ...otherPlaces], 8))(
    'returns the result where %s is /dev/full',
    async (variable) => {
      const state = place()
      const ran = await run(state, { env: { [variable]: '/dev/full' } })
      expect(ran.status).toBe(3)
      const isStore = variable === 'PITH_ARTIFACTS' || variable === 'XDG_STATE_HOME'
      expect(ran.stdout.toString()).toMatch(
        isStore ? / Not kept\.\]\n$/ : / pith show \w+ --lines [\d-]+, or --grep RE\]\n$/,
      )
      const page = await box.pith(['read', '/etc/passwd'], {
        env: envOf(state, { [variable]: '/dev/full' }),
      })
      expect({ status: page.status, stderr: page.stderr }).toEqual({ status: 0, stderr: '' })
    },
  )

  it('returns the result where nobody can be told of it, or its events go to /dev/full', async () => {
    const state = place()
    const events = join(state, 'pith', 'events')
    mkdirSync(events, { recursive: true, mode: 0o700 })
    symlinkSync('/dev/full', join(events, 'events.ndjson'))
    const script = `pith run -- sh -c '${PRINT}' 2> /dev/full`
    const ran = await box.sh(script, { env: envOf(state, { PITH_RUN: 'r' }) })
    await expectTruth(ran, state)
  })

  const rests = 'seq 1 200000; cd "$XDG_STATE_HOME"'
  it.each(
    some(
      [
        ['vanishes', 'rm -rf pith/artifacts', 'its file or directory is gone'],
        ['vanishes with all around it', 'rm -rf "$XDG_STATE_HOME"', 'its file or directory is gone'],
        ['loses its files', 'rm -f pith/artifacts/*', 'its file or directory is gone'],
        [
          'turns into a file',
          'rm -rf pith/artifacts; : > pith/artifacts',
          'a part of its path is not a directory',
        ],
        [
          'turns into a link',
          'mkdir victim; rm -rf pith/artifacts; ln -s ../victim pith/artifacts',
          'the artifacts directory is a symbolic link',
        ],
        ['opens to others', 'chmod 777 pith/artifacts', 'others can write to the artifacts directory'],
      ],
      6,
    ),
  )('returns the result where the directory %s meanwhile', async (_, does, reason) => {
    const state = place()
    const ran = await run(state, {}, `${rests}; ${does}; exit 3`)
    expect(ran.status).toBe(3)
    expect(ran.stdout.toString().slice(0, 500)).toBe(long.slice(0, 500))
    expect(ran.stdout.toString()).toMatch(/\n200000\n\[Exit code 3\. .* of 200000 lines\. Not kept\.\]\n$/)
    expect(ran.stderr).toContain(`pith: The full output could not be kept: ${reason}.\n`)
    const found = execFileSync('find', [state, '-type', 'f', '-name', '*-*.*'], { encoding: 'utf8' })
    expect(found.split('\n').filter((path) => /\.(part|bin|lines|claim|gone)$/.test(path))).toEqual([])
    if (existsSync(join(state, 'victim'))) expect(readdirSync(join(state, 'victim'))).toEqual([])
  })

  it('returns the result where the folder for temporary files, and its own, vanish meanwhile', async () => {
    const state = place()
    const [temporary, cwd] = [place(), place()]
    const ran = await run(
      state,
      { env: { TMPDIR: temporary }, cwd },
      `seq 1 10000; rm -rf ${temporary} ${cwd}; seq 10001 20000; exit 3`,
    )
    expect(await expectTruth(ran, state)).toBeUndefined()
  })

  describe.runIf(asRoot && existsSync(SETPRIV))('where another user was first', () => {
    /** A folder that all may write to, where another user did what `plants` says. */
    function shared(plants: string) {
      chmodSync(box.folder, 0o755)
      const state = place()
      const victim = `${state}.victim`
      mkdirSync(victim, { mode: 0o700 })
      writeFileSync(join(victim, 'file'), 'untouched')
      chmodSync(state, 0o1777)
      execFileSync(SETPRIV, [...NOBODY, 'sh', '-c', plants], { cwd: state, env: { victim } })
      return { state, victim }
    }
    const everythingIn = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
        const { uid } = lstatSync(join(folder, name))
        return `${uid} ${name}`
      })

    it.each(
      some(
        [
          ['a link to a folder of ours for all of pith', 'ln -s "$victim" pith'],
          ['a link that leads nowhere', 'ln -s "$victim/nowhere" pith'],
          ['a folder for all of pith', 'mkdir -m 755 pith'],
          ['a folder that all may write to', 'mkdir -m 777 pith'],
          ['a file', ': > pith'],
        ],
        5,
      ),
    )('it follows nothing and makes nothing in the place of %s', async (_, plants) => {
      const { state, victim } = shared(plants)
      const before = everythingIn(state)
      const ran = await run(state)
      expect(ran.status).toBe(3)
      expect(ran.stdout.toString()).toMatch(/ Not kept\.\]\n$/)
      expect(ran.stderr).toMatch(/^pith: The full output could not be kept: /)
      const big = join(victim, 'file')
      truncateSync(big, 17 * 1024 * 1024)
      expect((await box.pith(['read', big, '--max-lines', '5'], { env: envOf(state) })).status).toBe(0)
      expect((await box.pith(['events'], { env: envOf(state) })).stdout.toString()).toBe('')
      expect(everythingIn(state)).toEqual(before)
      expect(readdirSync(victim)).toEqual(['file'])
    })

    it('takes no settings from its link to a file of ours', async () => {
      const { state, victim } = shared('ln -s "$victim/own.json" pith.config.json')
      writeFileSync(join(victim, 'own.json'), '{"maxLines": 3}')
      const ran = await run(state, { cwd: state })
      expect(ran.stdout.toString().split('\n').length).toBeGreaterThan(1000)
      expect(ran.stderr).toContain('pith.config.json is not used: ')
    })
  })
})

describe('a file system without links', () => {
  const box = useFolder()

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'that answers %s keeps artifacts all the same, and one of two equal ones',
    async (code) => {
      const link = async () => {
        throw Object.assign(new Error(code), { code })
      }
      const store = storeIn(box.directory, { fileSystem: { ...nodeFileSystem, link } })
      const bytes = noise(300_000)
      const [first, second] = await Promise.all([writeAll(store, [bytes]), writeAll(store, [bytes])])
      expect(first).toMatchObject({ complete: true })
      expect(second).toEqual(first)
      // Both may have thought that they were first; the one that was not leaves its bytes to the next clean-up.
      await store.gc()
      expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
      const found = await collect(store.read(first.ref?.id ?? '', { startByte: 0, endByte: Infinity }))
      expect(Buffer.compare(found, bytes)).toBe(0)
      await store.delete(first.ref?.id ?? '')
      expect(kindsIn(box.directory)).toEqual({})
    },
  )
})
