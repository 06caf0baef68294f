import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { linesOf, seq, useCommand } from '../support/command.ts'

describe.runIf(inject('backend') === 'wasm')('the configuration', { concurrent: true }, () => {
  const box = useCommand()
  const input = seq(1, 5000)
  let made = 0

  /** A project with a file, and a user's file beside it. */
  function project(content: unknown, user: unknown = {}) {
    const home = join(box.folder, String(made++))
    const cwd = join(home, 'project', 'deep', 'down')
    mkdirSync(cwd, { recursive: true })
    mkdirSync(join(home, 'config', 'pith'), { recursive: true })
    const path = join(home, 'project', 'pith.config.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    writeFileSync(join(home, 'config', 'pith', 'pith.config.json'), JSON.stringify(user))
    return { cwd, path, home, env: { XDG_CONFIG_HOME: join(home, 'config') } }
  }
  const linesShown = async (place: ReturnType<typeof project>, words: string[] = [], env = {}) => {
    const { stdout, stderr } = await box.pith(words, { input, cwd: place.cwd, env: { ...place.env, ...env } })
    expect(stderr).toBe('')
    return stdout.toString().split('\n').length
  }

  beforeAll(() => {
    chmodSync(box.folder, 0o700)
  })

  it('is taken from the option, the environment, the project, the user, in this order', async () => {
    const place = project({ maxLines: 30 }, { maxLines: 40 })
    const env = { PITH_MAX_LINES: '20' }
    expect(await linesShown(place, ['--max-lines', '10'], env)).toBe(10)
    expect(await linesShown(place, [], env)).toBe(20)
    expect(await linesShown(place)).toBe(30)
    expect(await linesShown(project({}, { maxLines: 40 }))).toBe(40)
    expect(await linesShown(project({}))).toBe(2000)
  })

  it('may be of one tool, which goes before what is said of all in the same place', async () => {
    const place = project({ maxLines: 30, tools: { web: { maxLines: 12 } } })
    expect(await linesShown(place, ['--tool', 'web'])).toBe(12)
    expect(await linesShown(place, ['--tool', 'bash'])).toBe(30)
    expect(await linesShown(place, ['--tool', 'web'], { PITH_MAX_LINES: '20' })).toBe(20)
    expect(await linesShown(place, ['--tool', 'bash'], { PITH_BASH_MAX_LINES: '9' })).toBe(9)
    const run = await box.pith(['run', '-q', '--', 'seq', '1', '5000'], {
      cwd: place.cwd,
      env: { ...place.env, PITH_BASH_MAX_LINES: '9' },
    })
    expect(run.stdout.toString().split('\n')).toHaveLength(9)
  })

  it('says where artifacts and events are, from the folder of the file', async () => {
    const place = project({ store: { directory: 'kept' }, events: { directory: 'told' } })
    const env = { ...place.env, PITH_ARTIFACTS: '' }
    await box.pith([], { input, cwd: place.cwd, env })
    expect(existsSync(join(place.home, 'project', 'kept'))).toBe(true)
    expect(existsSync(join(place.home, 'project', 'told'))).toBe(true)
    const { stdout } = await box.pith(['events', '--json'], { cwd: place.cwd, env })
    expect(linesOf(stdout.toString())).toHaveLength(1)
  })

  it('turns events off', async () => {
    const place = project({ events: { enabled: false, directory: 'told' } })
    await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect(existsSync(join(place.home, 'project', 'told'))).toBe(false)
  })

  it('says what a context holds, unless a model does', async () => {
    const place = project({ budget: { contextTokens: 5000 } })
    const total = async (words: string[], env = {}) => {
      const all = ['budget', '--add', 'a=1', '--json', ...words]
      const { stdout } = await box.pith(all, { cwd: place.cwd, env: { ...place.env, ...env } })
      return JSON.parse(stdout.toString()).contextTokens ?? JSON.parse(stdout.toString()).usage?.contextTokens
    }
    expect(await total([])).toBe(5000)
    expect(await total([], { PITH_CONTEXT_TOKENS: '7000' })).toBe(7000)
    expect(await total(['--context', '9000'])).toBe(9000)
    expect(await total(['--model', 'gpt-5'])).toBeGreaterThan(100_000)
  })

  it('leaves raw bytes and other systems as they are', async () => {
    const place = project({ maxBytes: 50, maxLines: 3 })
    expect(await linesShown(place, ['--profile', 'pi'])).toBeGreaterThan(3)
    const { stdout } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    const [, id] = /pith show (\w+)/.exec(stdout.toString()) ?? []
    if (id === undefined) return
    const shown = await box.pith(['show', id], { cwd: place.cwd, env: place.env })
    expect(shown.stdout.toString()).toBe(input)
  })

  it('signs notices with a key that is never printed', async () => {
    const place = project({}, { notice: { key: 'hush-hush' } })
    const { stdout } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect(linesOf(`${stdout}\n`).at(-1)).toMatch(/[0-9a-f]{8,}\]$/)
    const printed = await box.pith(['--print-config'], { cwd: place.cwd, env: place.env })
    expect(printed.stdout.toString()).toMatch(/^notice\.key +\(hidden\) +\/.*pith\.config\.json$/m)
    expect(printed.stdout.toString()).not.toContain('hush')
  })

  it('is printed with who says so', async () => {
    const place = project({ maxLines: 30, store: { ttlHours: 5 } }, { keep: 'tail' })
    const { stdout } = await box.pith(['--print-config', '--json'], {
      cwd: place.cwd,
      env: { ...place.env, PITH_READ_MAX_BYTES: '900' },
    })
    const rows = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(rows).toContainEqual({ key: 'maxLines', value: 30, from: place.path })
    expect(rows).toContainEqual({ key: 'maxBytes', value: 30_720, from: 'default' })
    expect(rows).toContainEqual({ key: 'store.ttlHours', value: 5, from: place.path })
    expect(rows).toContainEqual({ key: 'tools.read.maxBytes', value: 900, from: 'PITH_READ_MAX_BYTES' })
    expect(rows.find(({ key }) => key === 'keep').from).toMatch(/config\/pith\/pith\.config\.json$/)
  })

  it.each([
    ['{', ' is not JSON.'],
    [[], ': expected the whole to be an object, got [].'],
    [{ maxLine: 3 }, ': there is no setting `maxLine`.'],
    [{ tools: { cat: { maxLines: 3 } } }, ': there is no setting `tools.cat`.'],
    [{ tools: { read: { backend: 'js' } } }, ': there is no setting `tools.read.backend`.'],
    [{ maxLines: -1 }, ': expected `maxLines` to be a whole number from 0, or "Infinity", got -1.'],
    [{ keep: 'middle' }, ': expected `keep` to be one of head, tail, ends, got "middle".'],
    [{ store: 3 }, ': expected `store` to be an object, got 3.'],
    [
      { events: { enabled: 'yes' } },
      ': expected `events.enabled` to be true or false (1 or 0 in a variable), got "yes".',
    ],
    [
      { notice: { key: 'x' } },
      ": `notice.key` belongs in PITH_NOTICE_KEY or in the user's own file, not in a project's.",
    ],
  ])('refuses %j with the file and the key', async (content, sentence) => {
    const place = project(content)
    const { status, stderr } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: ${place.path}${sentence}\n` })
  })

  it('refuses a variable by its name', async () => {
    const { status, stderr } = await box.pith([], { input, env: { PITH_MAX_LINES: 'many' } })
    const sentence = 'expected `PITH_MAX_LINES` to be a whole number from 0, or "Infinity", got "many".'
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: In the environment: ${sentence}\n` })
  })

  it('is not taken from a file that others may have written', async () => {
    const place = project({ maxLines: 5 })
    chmodSync(place.path, 0o666)
    const { stdout, stderr } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect(stdout.toString().split('\n')).toHaveLength(2000)
    expect(stderr).toMatch(/pith\.config\.json is not used: /)
  })
})
