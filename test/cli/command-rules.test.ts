// @deep

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { linesOf, useCommand } from '../support/command.ts'
import { type Project, projectsIn } from '../support/project.ts'

const LOG = 'seq -f "%040.0f" 1 1000; echo "error: no such file"; seq -f "%040.0f" 1 900'

describe('rules for commands in the configuration', { concurrent: true }, () => {
  const box = useCommand()
  const project = projectsIn(box)
  const tool = () => join(box.folder, 'my-tool')

  beforeAll(() => {
    chmodSync(box.folder, 0o700)
    writeFileSync(tool(), `#!/bin/sh\n${LOG}; exit 3\n`, { mode: 0o755 })
  })

  const run = ({ cwd, env }: Project, words: string[] = [], more = {}) =>
    box.pith(['run', '-q', ...words, '--', tool(), 'all'], { cwd, env: { ...env, ...more } })
  const explained = async ({ cwd, env }: Project, words: string[], more = {}) => {
    const { stdout, stderr } = await box.pith(['explain', '--json', '--', ...words], {
      cwd,
      env: { ...env, ...more },
    })
    return { ...JSON.parse(stdout.toString()), stderr }
  }

  it('say what it is for, and how much of it is shown', async () => {
    const place = project({}, { commands: { 'my-tool all': { for: 'query', maxBytes: 20_000 } } })
    const { stdout, status } = await run(place)
    expect(status).toBe(3)
    expect(stdout.length).toBeGreaterThan(18_000)
    expect(stdout.length).toBeLessThanOrEqual(20_000)
    expect((await run(place, ['--for', 'run'])).stdout.length).toBeLessThan(4000)
    expect((await run(place, ['--max-bytes', '5000'])).stdout.length).toBeLessThanOrEqual(5000)
    expect((await run(place, [], { PITH_MAX_BYTES: '6000' })).stdout.length).toBeLessThanOrEqual(6000)
  })

  it('pass the bytes of a raw command, in the shell too', async () => {
    const place = project({}, { maxBytes: 4000, commands: { 'my-tool': { raw: true } } })
    const bytes = await box.sh(`{ ${LOG}; printf '\\377\\0'; }`)
    writeFileSync(join(box.folder, 'bytes'), bytes.stdout)
    writeFileSync(join(place.cwd, 'my-tool'), `#!/bin/sh\ncat ${join(box.folder, 'bytes')}; exit 3\n`, {
      mode: 0o755,
    })
    const own = await box.sh('pith run -q -- ./my-tool', { cwd: place.cwd, env: place.env })
    expect([own.status, own.stdout.equals(bytes.stdout)]).toEqual([3, true])
    const shell = await box.sh('"$FRONT" -c "./my-tool"', {
      cwd: place.cwd,
      env: { ...place.env, FRONT: distFile('shell/pith'), SHELL: '/bin/bash' },
    })
    expect([shell.status, shell.stdout.equals(bytes.stdout)]).toEqual([3, true])
  })

  it('of the most words go before those of fewer, and options may stand between the words', async () => {
    const commands = { terraform: { for: 'run' }, 'terraform plan': { for: 'query' } }
    const place = project({}, { commands })
    expect(await explained(place, ['terraform', '-chdir=x', 'plan'])).toMatchObject({
      for: 'query',
      rule: 'terraform plan',
    })
    expect(await explained(place, ['terraform', 'validate'])).toMatchObject({ for: 'run', rule: 'terraform' })
    expect(await explained(place, ['terraforms'])).not.toHaveProperty('rule')
    expect(await explained(place, ['terraform', 'plan'], { PITH_FOR: 'log' })).toMatchObject({ for: 'log' })
    const general = project({}, { for: 'read', commands })
    expect(await explained(general, ['terraform', 'plan'])).toMatchObject({ for: 'query' })
    expect(await explained(general, ['make'])).toMatchObject({ for: 'read' })
  })

  it('of a project name a class and lower a limit, but neither raise it nor show all', async () => {
    const rule = { for: 'query', maxBytes: 90_000, raw: true }
    const place = project({ commands: { 'my-tool': rule, make: { maxBytes: 10 } } })
    const { stderr, ...told } = await explained(place, ['my-tool'])
    expect(told).toMatchObject({ for: 'query', runBytes: 30_720, agentBytes: 30_000 })
    expect(stderr).toContain("`commands.my-tool.raw` belongs in the user's own file")
    expect(await explained(place, ['make'])).toMatchObject({ for: 'run', runBytes: 2048, agentBytes: 2048 })
  })

  it('with an unknown class are told with the nearest name, and the output is shown', async () => {
    const place = project({}, { commands: { 'my-tool': { for: 'querry', colour: 1 } } })
    const { stdout, stderr, status } = await run(place)
    expect([status, stdout.length > 25_000]).toEqual([3, true])
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(
        /^pith: .*`commands\.my-tool\.for` to be one of read, query, log, run, unknown, got "querry"\. Did you mean "query"\?$/,
      ),
      expect.stringMatching(/^pith: .*there is no setting `commands\.my-tool\.colour`\.$/),
    ])
    expect(await explained(place, ['my-tool'])).toMatchObject({ for: 'unknown' })
  })

  it('are printed with who says so', async () => {
    const place = project({ commands: { 'a.sh b': { for: 'log' } } })
    const { stdout } = await box.pith(['--print-config', '--json'], { cwd: place.cwd, env: place.env })
    expect(linesOf(stdout.toString()).map((line) => JSON.parse(line))).toContainEqual({
      key: 'commands.a.sh b.for',
      value: 'log',
      from: place.path,
    })
  })
})
