// @deep

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allSettings } from '../../src/cli/settings/settings.ts'
import { linesOf, seq, useCommand } from '../support/command.ts'
import { type Project, projectsIn } from '../support/project.ts'
import { some } from '../support/some.ts'

/** An object with a value under a dotted key. */
const nested = (key: string, value: unknown): unknown =>
  key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)

/** Adds the keys of nested objects to another object. */
function merge(into: Record<string, unknown>, from: unknown): void {
  for (const [name, value] of Object.entries(from as object)) {
    into[name] ??= typeof value === 'object' ? {} : value
    if (typeof value === 'object') merge(into[name] as Record<string, unknown>, value)
  }
}

const onUnix = process.platform !== 'win32'

describe("a project's configuration", { concurrent: true }, () => {
  const box = useCommand()
  const project = projectsIn(box)
  const input = seq(1, 5000)

  const inPlace = ({ cwd, env }: Project, more = {}) => ({ cwd, env: { ...env, ...more } })

  /** The value of a setting and who says it, and what the command warns of. */
  const holds = async (key: string, place: Project, more = {}) => {
    const { stdout, stderr } = await box.pith(['--print-config', '--json'], inPlace(place, more))
    const row = linesOf(stdout.toString())
      .map((line) => JSON.parse(line))
      .find((each) => each.key === key)
    const names = { [place.path]: 'project', [place.own]: 'user' }
    return { value: row?.value, from: names[row?.from] ?? row?.from, stderr }
  }
  const warning = (place: Project, words: string) =>
    `pith: ${place.path}: a project's file can only tighten settings. ${words}\n`

  const failing = ['run', '-q', '--', 'sh', '-c', 'seq 1 9000; echo "error: boom"; seq 1 9000; exit 3']

  it.each(
    some(
      [
        { maxBytes: 0 },
        { maxLines: 0 },
        { maxTokens: 0 },
        { maxSerializedBytes: 0 },
        { maxLineLength: 0 },
        { keep: 'head' },
        { keep: 'tail', headRatio: 0 },
        { tools: { bash: { maxBytes: 1, maxLines: 1, maxTokens: 1, keep: 'head' } } },
        { maxBytes: 0, maxLines: 0, maxTokens: 0, maxSerializedBytes: 0, maxLineLength: 0, redact: true },
      ],
      4,
    ),
  )('hides no failure: %j', async (content) => {
    const { status, stdout, stderr } = await box.pith(failing, inPlace(project(content)))
    expect(status).toBe(3)
    expect(stdout.toString()).toContain('error: boom\n')
    expect(stdout.toString()).toMatch(/\n\[Exit code 3\. /)
    expect(stderr).toMatch(
      /^pith: [^\n]*pith\.config\.json: a project's file can only tighten settings\. [^\n]+\n$/,
    )
  })

  it.each(
    some(
      [
        ['maxLines', 'Infinity', 2000],
        ['maxBytes', 2_000_000, 30_720],
        ['tools.bash.maxBytes', 'Infinity', 30_720],
        ['tools.grep.limit', 5000, 100],
        ['tools.grep.maxLineLength', 501, 500],
        ['store.maxArtifactBytes', 'Infinity', 1024 ** 3],
      ],
      3,
    ),
  )('raises no limit: %s', async (key, given, most) => {
    const place = project(nested(key, given))
    const { from, stderr } = await holds(key, place)
    expect(from ?? 'default').toBe('default')
    const got = given === 'Infinity' ? Infinity : given
    expect(stderr).toBe(warning(place, `\`${key}\` can be at most ${most}, got ${got}.`))
  })

  it('floods no context', async () => {
    const place = project({ maxLines: 'Infinity', maxBytes: 'Infinity', tools: { bash: { maxBytes: 2e6 } } })
    const { stdout } = await box.pith(['run', '-q', '--', 'seq', '1', '300000'], inPlace(place))
    expect(stdout.length).toBeLessThanOrEqual(30_720)
    expect(stdout.toString()).toMatch(/\[More: pith show \w+ --lines \d+-\d+, or --grep RE\]\n$/)
  })

  it('lowers limits, also below what the user says of all tools, and never above what he says of one', async () => {
    expect(await holds('maxLines', project({ maxLines: 30 }))).toEqual({
      value: 30,
      from: 'project',
      stderr: '',
    })
    const ofUser = { maxLines: 40, tools: { bash: { maxLines: 25 } } }
    expect(await holds('maxLines', project({ maxLines: 30 }, ofUser))).toMatchObject({ value: 30 })
    const place = project({ maxLines: 30 }, ofUser)
    const shown = async (...words: string[]) =>
      (await box.pith(words, { input, ...inPlace(place) })).stdout.toString().trimEnd().split('\n').length
    expect(await shown('--tool', 'web')).toBe(30)
    expect(await shown('--tool', 'bash')).toBe(25)
    expect(await shown('--max-lines', '60')).toBe(60)
    const low = project({ maxLines: 30 }, { maxLines: 5 })
    expect(await holds('maxLines', low)).toEqual({
      value: 5,
      from: 'user',
      stderr: warning(low, '`maxLines` can be at most 5, got 30.'),
    })
  })

  it('stops at a floor, unless the user is below it', async () => {
    const place = project({ maxLines: 3 })
    expect(await holds('maxLines', place)).toEqual({
      value: 20,
      from: 'project',
      stderr: warning(place, '`maxLines` can be no lower than 20, got 3.'),
    })
    expect(await holds('maxLines', project({ maxLines: 3 }, { maxLines: 7 }))).toMatchObject({ value: 7 })
    expect(await holds('maxLines', place, { PITH_MAX_LINES: '2' })).toMatchObject({ value: 2 })
  })

  it('sets nothing but what tightens', async () => {
    const free = allSettings.filter(({ project }) => project === undefined)
    expect(free.length).toBeGreaterThan(20)
    const content: Record<string, unknown> = {}
    for (const { key, kind } of free) {
      const value = [5000, 0.5, 'other', true, 'js', 'mcp', 'run', 1].find(
        (one) => kind.parse(one) !== undefined,
      )
      merge(content, nested(key, value))
    }
    const place = project(content)
    const env = { ...place.env, PITH_ARTIFACTS: '' }
    const { stdout, stderr } = await box.pith(['--print-config', '--json'], { cwd: place.cwd, env })
    const rows = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(rows.filter(({ from }) => from !== 'default')).toEqual([])
    expect(stderr).toContain(` ${free.length - 3} more settings are not used.\n`)
    const named = await holds('notice.key', project({ notice: { key: 'hush' } }))
    expect(named.stderr).toContain("`notice.key` belongs in PITH_NOTICE_KEY or in the user's own file.")
  })

  it('turns redact on and not off, and turns error lines on and not off', async () => {
    expect(await holds('redact', project({ redact: true }))).toEqual({
      value: true,
      from: 'project',
      stderr: '',
    })
    const off = project({ redact: false }, { redact: true })
    expect(await holds('redact', off)).toEqual({
      value: true,
      from: 'user',
      stderr: warning(off, '`redact` can only be true.'),
    })
    expect(await holds('keep', project({ keep: 'ends' }, { keep: 'head' }))).toMatchObject({ value: 'ends' })
    const head = project({ keep: 'head' })
    expect(await holds('keep', head)).toMatchObject({
      value: 'ends',
      from: 'default',
      stderr: warning(head, '`keep` can only be "ends".'),
    })
  })

  it.each([
    ['{', ' is not used: it is not valid JSON.'],
    [`${'['.repeat(100_000)}`, ' is not used: it is not valid JSON.'],
    [[], ": a project's file can only tighten settings. Expected the whole to be an object, got []."],
    [
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`maxLine${at}`, 1])),
      ' is not used: it has more keys than there are settings.',
    ],
    [
      { ['x'.repeat(9000)]: 1, b: 2, c: 3, d: 4, maxLines: 's'.repeat(9000) },
      `: a project's file can only tighten settings. There is no setting \`${'x'.repeat(39)}…\`. ` +
        'There is no setting `b`. There is no setting `c`. 2 more settings are not used.',
    ],
    [
      { maxLines: `\u001b[2J${'s'.repeat(9000)}`, ['__proto__']: 1, maxByte: 1 },
      ': a project\'s file can only tighten settings. Expected `maxLines` to be a whole number from 0, or "Infinity", ' +
        `got "\\u001b[2J${'s'.repeat(29)}…. There is no setting \`__proto__\`. There is no setting \`maxByte\`. Did you mean \`maxBytes\`?`,
    ],
  ])('stops no command, and warns in one short line: %#', async (content, words) => {
    const place = project(content)
    const { status, stdout, stderr } = await box.pith(['run', '-q', '--', 'echo', 'a'], inPlace(place))
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: 'a\n' })
    expect(stderr).toBe(`pith: ${place.path}${words}\n`)
  })

  describe.runIf(onUnix)('is not taken from a file that somebody else could have written', () => {
    const refused = async (place: Project, why: string) => {
      const { status, stdout, stderr } = await box.pith([], { input, ...inPlace(place) })
      expect({ status, lines: linesOf(stdout.toString()).length }).toEqual({ status: 0, lines: 2000 })
      expect(stderr).toBe(`pith: ${place.path} is not used: ${why}.\n`)
    }

    it.each(some([0o666, 0o660, 0o602], 3))('of mode %o', async (mode) => {
      const place = project({ maxLines: 30 })
      chmodSync(place.path, mode)
      await refused(place, 'others can write to it; run `chmod go-w` on it')
      const own = project({}, { maxLines: 30 })
      chmodSync(own.own, mode)
      await refused({ ...own, path: own.own }, 'others can write to it; run `chmod go-w` on it')
    })

    it('behind a symbolic link', async () => {
      const place = project({ maxLines: 30 })
      renameSync(place.path, `${place.path}.target`)
      symlinkSync(`${place.path}.target`, place.path)
      await refused(place, 'it is a symbolic link')
    })

    it('but is from a link to a file of the user, as settings folders make them, for the user', async () => {
      const place = project({}, { maxLines: 30 })
      renameSync(place.own, join(place.home, 'settings.json'))
      symlinkSync('../../settings.json', place.own)
      const { stdout, stderr } = await box.pith([], { input, ...inPlace(place) })
      expect({ lines: linesOf(stdout.toString()).length, stderr }).toEqual({ lines: 30, stderr: '' })
    })

    it('that is a FIFO, a folder or a socket, and does not wait for it', async () => {
      const place = project({})
      rmSync(place.path)
      execFileSync('mkfifo', [place.path])
      await refused(place, 'it is not a regular file')
      rmSync(place.path)
      mkdirSync(place.path)
      await refused(place, 'it is not a regular file')
      rmSync(place.path, { recursive: true })
      const server = createServer()
      await new Promise<void>((resolve) => server.listen({ path: place.path }, resolve))
      await refused(place, 'it is not a regular file')
      await new Promise((resolve) => server.close(resolve))
    })

    it.runIf(process.getuid?.() === 0)('that belongs to another user', async () => {
      const place = project({ maxLines: 30 })
      execFileSync('chown', ['65534', place.path])
      await refused(place, 'it belongs to another user')
    })
  })
})
