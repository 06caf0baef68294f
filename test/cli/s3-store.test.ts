// @deep

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeServer } from '../store/s3/fake-server.ts'
import { linesOf, seq, useCommand } from '../support/command.ts'

const SECRET = 'never-to-be-seen'

describe('the command with a bucket', () => {
  const box = useCommand()
  const server = new FakeServer()
  beforeAll(() => server.start())
  afterAll(() => server.stop())

  /** Another machine: a home of its own, which knows the bucket and has keys. */
  function machine(name: string, more: Record<string, unknown> = {}) {
    const home = join(box.folder, name)
    mkdirSync(join(home, 'config', 'pith'), { recursive: true })
    const s3 = { bucket: 'agents', endpoint: server.endpoint, prefix: 'team' }
    writeFileSync(
      join(home, 'config', 'pith', 'pith.config.json'),
      JSON.stringify({ store: { s3, ...more } }),
    )
    const keys = { AWS_ACCESS_KEY_ID: `id-${SECRET}`, AWS_SECRET_ACCESS_KEY: SECRET }
    // What other commands leave in the folder for temporary files is not this machine's.
    const env = {
      ...{ XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: home, TMPDIR: home, PITH_ARTIFACTS: '' },
      ...keys,
    }
    return (
      words: string[],
      { env: own, ...rest }: { input?: string; cwd?: string; env?: Record<string, string> } = {},
    ) => box.pith(words, { ...rest, env: { ...env, ...own } })
  }

  it('shows on one machine what was left out on another, lists it and collects', async () => {
    const [here, there] = [machine('here'), machine('there')]
    const ran = await here(['run', '-q', '--', 'seq', '1', '50000'])
    const [, id = ''] = /pith show (\w+)/.exec(ran.stdout.toString()) ?? []
    expect(server.keysOf('ids')[0]).toMatch(new RegExp(`^team/ids/${id}`))
    const page = await there(['show', id, '--lines', '30000-30002'])
    expect(page.stdout.toString()).toBe('30000\n30001\n30002\n')
    expect((await there(['show', id, '--grep', '4999[0-3]'])).stdout.toString()).toContain('49993')
    const [listed] = linesOf((await there(['artifacts', '--json'])).stdout.toString())
    expect(JSON.parse(listed)).toMatchObject({ id, lines: 50_000, tool: 'bash', label: 'seq 1 50000' })
    const gc = await there(['gc', '--json'])
    expect(JSON.parse(gc.stdout.toString())).toMatchObject({ removed: [], abandoned: [] })
    const piped = await there([], { input: seq(1, 60_000) })
    const [, other = ''] = /pith show (\w+)/.exec(piped.stdout.toString()) ?? []
    expect((await here(['show', other, '--all'])).stdout.toString()).toBe(seq(1, 60_000))
  })

  it('keeps a result that has no keys, and says what is missing', async () => {
    const env = { AWS_SECRET_ACCESS_KEY: '' }
    const { stdout, stderr, status } = await machine('poor')([], { input: seq(1, 50_000), env })
    expect(status).toBe(0)
    expect(stdout.toString()).toMatch(/^1\n2\n/)
    expect(stdout.toString()).not.toContain('pith show')
    expect(stderr).toContain('expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment')
  })

  it('goes to a directory where one is named', async () => {
    const before = server.keysOf('ids').length
    const directory = join(box.folder, 'artifacts')
    const pith = machine('with directory')
    const { stdout } = await pith(['--artifacts', directory], { input: seq(1, 70_000) })
    const [, id = ''] = /pith show (\w+)/.exec(stdout.toString()) ?? []
    expect((await pith(['show', id, '--lines', '7-7', '--artifacts', directory])).stdout.toString()).toBe(
      '7\n',
    )
    expect((await pith(['show', id, '--lines', '7-7'])).stderr).toContain('There is no artifact')
    await pith([], { input: seq(1, 70_001), env: { PITH_ARTIFACTS: directory } })
    expect(server.keysOf('ids')).toHaveLength(before)
  })

  it('never goes where only a project says', async () => {
    const cwd = join(box.folder, 'project')
    mkdirSync(cwd)
    const s3 = { bucket: 'theirs', endpoint: 'https://elsewhere.example.com' }
    writeFileSync(join(cwd, 'pith.config.json'), JSON.stringify({ store: { s3 } }))
    const { status, stdout, stderr } = await machine('careful')(['artifacts', '--json'], { cwd })
    const { stdout: elsewhere } = await machine('careful')(['artifacts', '--json'])
    expect([status, stdout.toString(), stderr]).toEqual([
      0,
      elsewhere.toString(),
      expect.stringContaining('`store.s3.bucket` belongs in PITH_S3_BUCKET or in'),
    ])
  })

  it('prints the bucket with --print-config, and never a key', async () => {
    const { stdout, stderr } = await machine('open')(['--print-config', '--json'], {
      env: { PITH_S3_REGION: 'eu-north-1', AWS_SESSION_TOKEN: SECRET },
    })
    const rows = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    const said = rows.filter(({ key }) => key.startsWith('store.s3.'))
    expect(said.map(({ key, value }) => [key.slice(9), value])).toEqual([
      ['bucket', 'agents'],
      ['endpoint', server.endpoint],
      ['region', 'eu-north-1'],
      ['prefix', 'team'],
    ])
    expect(stdout.toString() + stderr).not.toContain(SECRET)
  })

  it('prints no limit of files with it, and no password of an endpoint', async () => {
    const env = { PITH_S3_ENDPOINT: `http://user:${SECRET}@127.0.0.1:9?x=${SECRET}` }
    const { stdout } = await machine('with limits', { maxTotalBytes: 5 })(['--print-config'], { env })
    expect(stdout.toString()).not.toContain(SECRET)
    expect(stdout.toString()).toContain('http://(hidden)@127.0.0.1:9?(hidden)')
    for (const name of ['maxSessionBytes', 'maxTotalBytes', 'keepFreeBytes'])
      expect(stdout.toString()).toMatch(new RegExp(`^store\\.${name} +none, not with a bucket `, 'm'))
    expect(stdout.toString()).toMatch(/^store\.ttlHours +none, the bucket's own rule +default$/m)
    const files = await machine('with files')(['--print-config'], {
      env: { PITH_ARTIFACTS: box.folder, PITH_TTL_HOURS: '7' },
    })
    expect(files.stdout.toString()).toMatch(/^store\.maxTotalBytes +\d+ +default$/m)
    expect(files.stdout.toString()).toMatch(/^store\.ttlHours +7 +PITH_TTL_HOURS$/m)
  })

  it('tells of keys and of a place that can not be, by their names', async () => {
    const broken = await machine('broken keys')([], {
      input: seq(1, 50_000),
      env: { AWS_ACCESS_KEY_ID: `${SECRET}\nid` },
    })
    expect(broken.stdout.toString()).toMatch(/^1\n2\n/)
    expect(broken.stderr).toContain('expected `accessKeyId` to be without blanks or line ends')
    expect(broken.stderr).not.toContain(SECRET)
    for (const [env, words] of [
      [{ PITH_S3_ENDPOINT: `http://user:${SECRET}@127.0.0.1:9` }, 'Expected `endpoint` to be'],
    ] as const) {
      const { status, stderr } = await machine('wrong place')([], { input: 'a\n', env })
      expect([status, stderr]).toEqual([2, expect.stringContaining(words)])
      expect(stderr).not.toContain(SECRET)
    }
  })

  it('refuses what names no bucket before anything is read', async () => {
    const { status, stderr } = await machine('wrong')([], { input: 'a\n', env: { PITH_S3_BUCKET: 'a/b' } })
    expect([status, stderr]).toEqual([2, expect.stringContaining('Expected `bucket` to be')])
  })
})
