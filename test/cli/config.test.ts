// @deep

import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { allSettings } from '../../src/cli/settings/settings.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import { linesOf, seq, useCommand } from '../support/command.ts'
import { type Project, projectsIn } from '../support/project.ts'

describe('the configuration', { concurrent: true }, () => {
  const box = useCommand()
  const input = seq(1, 5000)
  const project = projectsIn(box)
  const linesShown = async (place: Project, words: string[] = [], env = {}, given = input) => {
    const all = { input: given, cwd: place.cwd, env: { ...place.env, ...env } }
    const { stdout, stderr } = await box.pith(words, all)
    expect(stderr).toBe('')
    return linesOf(stdout.toString()).length
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
    expect(await linesShown(project({}, {}))).toBe(2000)
  })

  it('may be of one tool, which goes before what is said of all in the same place', async () => {
    const place = project({ maxLines: 30, tools: { web: { maxLines: 22 }, bash: { maxLines: 29 } } })
    expect(await linesShown(place, ['--tool', 'web'])).toBe(22)
    expect(await linesShown(place, ['--tool', 'read'])).toBe(30)
    expect(await linesShown(place, ['--tool', 'web'], { PITH_MAX_LINES: '20' })).toBe(20)
    const run = await box.pith(['run', '-q', '--', 'seq', '1', '5000'], place)
    expect(linesOf(run.stdout.toString())).toHaveLength(29)
  })

  it('says where artifacts and events are, from the folder of the file', async () => {
    const place = project({}, { store: { directory: 'kept' }, events: { directory: 'told' } })
    const env = { ...place.env, PITH_ARTIFACTS: '' }
    await box.pith([], { input, cwd: place.cwd, env })
    expect(existsSync(join(place.home, 'config/pith/kept'))).toBe(true)
    expect(existsSync(join(place.home, 'config/pith/told'))).toBe(true)
    const { stdout } = await box.pith(['events', '--json'], { cwd: place.cwd, env })
    expect(linesOf(stdout.toString())).toHaveLength(1)
  })

  it('turns folding off, for all tools or for one', async () => {
    const given = 'go on\n'.repeat(2500)
    const place = project({}, { fold: false, tools: { web: { fold: true } } })
    expect(await linesShown(project({}), [], {}, given)).toBe(3)
    expect(await linesShown(place, [], {}, given)).toBe(2000)
    expect(await linesShown(place, ['--tool', 'web'], {}, given)).toBe(3)
    expect(await linesShown(place, [], { PITH_FOLD: '1' }, given)).toBe(3)
  })

  it('turns events off', async () => {
    const place = project({}, { events: { enabled: false, directory: 'told' } })
    await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect(existsSync(join(place.home, 'config/pith/told'))).toBe(false)
  })

  it('leaves raw bytes and other systems as they are', async () => {
    const place = project({}, { maxBytes: 500, maxLines: 3 })
    expect(await linesShown(place, ['--profile', 'pi'])).toBeGreaterThan(3)
    const { stdout } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    const [, id = ''] = /pith show (\w+)/.exec(stdout.toString()) ?? []
    const shown = await box.pith(['show', id, '--all'], { cwd: place.cwd, env: place.env })
    expect(shown.stdout.toString()).toBe(input)
  })

  it('signs notices with a key that is never printed', async () => {
    const place = project({}, { notice: { key: 'hush-hush' } })
    const { stdout } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect(linesOf(stdout.toString()).at(-1)).toMatch(/[0-9a-f]{8,}\]$/)
    const printed = await box.pith(['--print-config'], { cwd: place.cwd, env: place.env })
    expect(printed.stdout.toString()).toMatch(/^notice\.key +\(hidden\) +\/.*pith\.config\.json$/m)
    expect(printed.stdout.toString()).not.toContain('hush')
  })

  it('is printed with who says so', async () => {
    const ofUser = { keep: 'tail', tools: { read: { maxBytes: 900 } } }
    const place = project({ maxLines: 30, store: { maxArtifactBytes: 5e6 } }, ofUser)
    const { stdout } = await box.pith(['--print-config', '--json'], {
      cwd: place.cwd,
      env: { ...place.env, PITH_MAX_TOKENS: '9000' },
    })
    const rows = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(rows).toContainEqual({ key: 'maxLines', value: 30, from: place.path })
    expect(rows).toContainEqual({ key: 'maxBytes', value: 30_720, from: 'default' })
    expect(rows).toContainEqual({ key: 'store.maxArtifactBytes', value: 5e6, from: place.path })
    expect(rows).toContainEqual({ key: 'maxTokens', value: 9000, from: 'PITH_MAX_TOKENS' })
    const from = expect.stringMatching(/config\/pith\/pith\.config\.json$/)
    expect(rows).toContainEqual({ key: 'keep', value: 'tail', from })
    expect(rows).toContainEqual({ key: 'tools.read.maxBytes', value: 900, from })
  })

  it('is printed with what holds where nobody says anything, as it is then', async () => {
    const place = project({})
    const env = { ...place.env, XDG_STATE_HOME: place.home, PITH_ARTIFACTS: '' }
    const { stdout } = await box.pith(['--print-config', '--json'], { cwd: place.cwd, env })
    const rows = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(rows.every(({ from }) => from === 'default')).toBe(true)
    const printed = (wanted: string) => rows.find(({ key }) => key === wanted)?.value
    expect(printed('store.directory')).toBe(join(place.home, 'pith/artifacts'))
    expect(printed('events.directory')).toBe(join(place.home, 'pith/events'))
    expect(['tokenizer', 'notice.key', 'store.keepFreeBytes'].map(printed)).toEqual([null, null, null])
    for (const [tool, line] of Object.entries({ find: 'a', ls: 'a', grep: 'a:1:b' })) {
      const shown = await linesShown(place, ['--tool', tool], env, `${line}\n`.repeat(1500))
      expect(printed(`tools.${tool}.limit`), tool).toBe(shown - 1)
    }
    const wide = await box.pith(['--tool', 'grep'], { input: `a:1:${'b'.repeat(900)}\n`, ...place })
    expect(wide.stdout.toString().split('\n')[0]).toHaveLength(printed('tools.grep.maxLineLength'))
  })

  it('is printed with the order of those who may say it', async () => {
    const place = project({})
    const { stdout, stderr } = await box.pith(['--print-config'], { cwd: place.cwd, env: place.env })
    const user = join(place.home, 'config/pith/pith.config.json')
    expect(stderr).toBe(
      `pith: An option, then the environment, then the project's ${place.path}, then the user's ${user}, ` +
        'then the default. Within one file, a setting for a tool goes before the setting for all tools.\n' +
        'pith: A project\'s file can only lower limits, set `keep` to "ends", say what a command is for, and turn `redact` on.\n',
    )
    expect(stdout.toString()).toMatch(/^store\.keepFreeBytes +1 GiB, or a tenth of .* +default$/m)
    const without = await box.pith(['--print-config'], { cwd: '/', env: { XDG_CONFIG_HOME: '/nowhere' } })
    expect(without.stderr).toContain("then the user's /nowhere/pith/pith.config.json (not there), then")
  })

  it('takes each setting from a file, and from a variable', async () => {
    const samples = [7, 4097, 0.5, 'tail', 'run', 'js', 'mcp', true, 1]
    const content: Record<string, unknown> = {}
    const env: Record<string, string> = {}
    const expected = allSettings.map(({ key, variable, kind, isPath, isSecret }) => {
      const value = isPath ? '/some/where' : samples.find((one) => kind.parse(one) !== undefined)
      const names = key.split('.')
      const group = names.slice(0, -1).reduce((inner, name) => {
        inner[name] ??= {}
        return inner[name] as Record<string, unknown>
      }, content)
      group[names.at(-1) ?? ''] = value
      if (variable !== '') env[variable] = value === true ? '1' : String(value)
      return { key, value: isSecret ? '(hidden)' : value, variable }
    })
    const place = project({}, content)
    const printed = async (more: Record<string, string>) => {
      const own = { ...place.env, PITH_ARTIFACTS: '', ...more }
      const { stdout, stderr } = await box.pith(['--print-config', '--json'], { cwd: place.cwd, env: own })
      expect(stderr).toBe('')
      return linesOf(stdout.toString()).map((line) => JSON.parse(line))
    }
    const from = join(place.home, 'config/pith/pith.config.json')
    expect(await printed({})).toEqual(expected.map(({ key, value }) => ({ key, value, from })))
    expect(await printed(env)).toEqual(
      expected.map(({ key, value, variable }) => ({ key, value, from: variable || from })),
    )
  })

  it('signs with a key from a variable, in every command that writes a notice', async () => {
    const file = join(box.folder, 'numbers')
    writeFileSync(file, input)
    const env = { PITH_NOTICE_KEY: 'hush-hush', PITH_MAX_LINES: '20' }
    for (const words of [
      [],
      ['--tool', 'bash'],
      ['--tool', 'read'],
      ['read', file],
      ['run', '--', 'cat', file],
    ]) {
      const { stdout } = await box.pith(words, { input, env })
      expect(verifyNotice(stdout.toString(), 'hush-hush'), words.join(' ')).toBe(true)
      expect(verifyNotice(stdout.toString(), 'another')).toBe(false)
    }
  })

  it('signs with a nonce from a variable, and needs a key for that', async () => {
    const env = { PITH_NOTICE_KEY: 'hush-hush', PITH_NOTICE_NONCE: 'now', PITH_MAX_LINES: '20' }
    const { stdout } = await box.pith([], { input, env })
    expect(verifyNotice(stdout.toString(), 'hush-hush', { nonce: 'now' })).toBe(true)
    expect(verifyNotice(stdout.toString(), 'hush-hush')).toBe(false)
    const unsigned = await box.pith([], { input, env: { ...env, PITH_NOTICE_KEY: '' } })
    expect(unsigned.status).toBe(2)
    expect(unsigned.stderr).toContain('Expected `notice.nonce` to come with `notice.key`')
  })

  it('does not pass the key and the nonce on to a command', async () => {
    const env = { PITH_NOTICE_KEY: 'hush-hush', PITH_NOTICE_NONCE: 'now', PITH_MAX_LINES: '20' }
    const { stdout } = await box.pith(['run', '-q', '--', 'env'], { env: { ...env, PITH_MAX_LINES: '2000' } })
    expect(stdout.toString()).toContain('PITH_MAX_LINES=2000\n')
    expect(stdout.toString()).not.toMatch(/PITH_NOTICE|hush-hush/)
  })

  it.each([
    ['maxArtifactBytes', 'MAX_ARTIFACT_BYTES', 9000, 'an artifact may have 9000 bytes'],
    ['maxSessionBytes', 'MAX_SESSION_BYTES', 9000, 'the artifacts of a session may have 9000 bytes'],
    ['maxTotalBytes', 'MAX_TOTAL_BYTES', 9000, 'all artifacts together may have 9000 bytes'],
    ['keepFreeBytes', 'KEEP_FREE_BYTES', 2 ** 52, '4503599627370496 bytes of the disk have to stay free'],
  ])('keeps the store within %s', async (key, variable, value, reason) => {
    const inFile = project({}, { store: { [key]: value, directory: 'kept' } })
    const inVariable = project({}, { store: { directory: 'kept' } })
    for (const [place, more] of [
      [inFile, {}],
      [inVariable, { [`PITH_${variable}`]: String(value) }],
    ] as const) {
      const env = { ...place.env, PITH_ARTIFACTS: '', ...more }
      const { status, stderr } = await box.pith([], { input, cwd: place.cwd, env })
      expect(status).toBe(0)
      expect(stderr).toContain(reason)
    }
  })

  it('removes artifacts that are older than ttlHours says', async () => {
    const place = project({}, { store: { ttlHours: 0, directory: 'kept' } })
    const env = { ...place.env, PITH_ARTIFACTS: '' }
    // Nothing of a process that still runs is removed.
    await box.pith([], { input, cwd: place.cwd, env, alone: true })
    const removed = async (more = {}) => {
      const all = { cwd: place.cwd, env: { ...env, ...more } }
      return JSON.parse((await box.pith(['gc', '--dry-run', '--json'], all)).stdout.toString()).removed
    }
    expect(await removed()).toMatchObject([{ reason: 'expired' }])
    expect(await removed({ PITH_TTL_HOURS: '1' })).toEqual([])
  })

  it('gives the limit of a list, of single tools only', async () => {
    const place = project({ tools: { find: { limit: 32 }, read: { limit: 23 } } })
    expect(await linesShown(place, ['--tool', 'find'])).toBe(33)
    expect(await linesShown(place, ['--tool', 'find', '--limit', '5'])).toBe(6)
    expect(await linesShown(place, ['--tool', 'read'])).toBe(24)
  })

  it('hides secrets by another system too', async () => {
    const secret = `AKIA${'Q7'.repeat(8)}`
    const place = project({ redact: true })
    const { stdout } = await box.pith(['--profile', 'pi'], { input: secret, cwd: place.cwd, env: place.env })
    expect(stdout.toString()).toBe('[redacted aws-access-key]')
  })

  it.each([
    ['{', ' is not valid JSON.'],
    [[], ': expected the whole to be an object, got [].'],
    [{ maxLine: 3 }, ': there is no setting `maxLine`. Did you mean `maxLines`?'],
    [{ store: { directry: 'a' } }, ': there is no setting `store.directry`. Did you mean `store.directory`?'],
    [{ tools: { cat: { maxLines: 3 } } }, ': there is no setting `tools.cat`.'],
    [{ tools: { read: { redact: true } } }, ': there is no setting `tools.read.redact`.'],
    [{ tools: { read: { keep: 'tail' } } }, ': there is no setting `tools.read.keep`.'],
    [{ limit: 3 }, ': there is no setting `limit`.'],
    [{ maxLines: -1 }, ': expected `maxLines` to be a whole number from 0, or "Infinity", got -1.'],
    [{ keep: 'middle' }, ': expected `keep` to be one of head, tail, ends, got "middle".'],
    [{ store: 3 }, ': expected `store` to be an object, got 3.'],
    [{ fold: 'yes' }, ': expected `fold` to be true or false (1 or 0 in a variable), got "yes".'],
    [{ '\u001b[2J\u009b1m\u202ex': 1 }, ': there is no setting `^[[2J<U+009B>1m<U+202E>x`.'],
    [{ tools: { '\u001bc': 1 } }, ': there is no setting `tools.^[c`.'],
  ])('refuses %j with the file and the key', async (content, sentence) => {
    const place = project({}, content)
    const { status, stderr } = await box.pith([], { input, cwd: place.cwd, env: place.env })
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: ${place.own}${sentence}\n` })
  })

  it.each(['', 'relative'])('names no place in the working directory where HOME is %j', async (HOME) => {
    const env = { HOME, PITH_ARTIFACTS: '', XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' }
    const { stdout, stderr } = await box.pith(['--print-config', '--json'], { env })
    const rows = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    const folders = rows.filter(({ key }) => key.endsWith('.directory')).map(({ value }) => value)
    expect(folders).toHaveLength(2)
    for (const folder of folders) expect(folder ?? '/').toMatch(/^\//)
    expect(stderr).toBe('')
  })

  it('may have a byte order mark', async () => {
    expect(await linesShown(project('\ufeff{"maxLines":22}'))).toBe(22)
  })

  it('refuses a variable by its name', async () => {
    const { status, stderr } = await box.pith([], { input, env: { PITH_MAX_LINES: 'many' } })
    const sentence = 'expected `PITH_MAX_LINES` to be a whole number from 0, or "Infinity", got "many".'
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: In the environment: ${sentence}\n` })
  })
})
