// @deep

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

describe('pith doctor', () => {
  const box = useCommand()
  let home = ''
  beforeEach(() => {
    home = mkdtempSync(join(box.folder, 'home-'))
    mkdirSync(join(home, 'path'))
    symlinkSync(distFile('cli/main.js'), join(home, 'path/pith'))
  })
  const run = async (...words: string[]) => {
    const env = {
      HOME: home,
      XDG_CONFIG_HOME: '',
      PATH: `${join(home, 'path')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      PITH_EVENTS_DIRECTORY: join(home, 'events'),
    }
    const { status, stdout, stderr } = await box.pith(words, { env, cwd: home })
    return { status, stdout: stdout.toString(), stderr }
  }
  const write = (name: string, content: string, mode = 0o600): string => {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }
  /** Sets a shell script as the shell of pi. */
  const useShell = (script: string): void => {
    const shell = write('pith/dist/shell/pith', `#!/bin/sh\n${script}\n`, 0o700)
    write('.pi/agent/settings.json', JSON.stringify({ shellPath: shell }))
  }
  const pith = `'${process.execPath}' '${distFile('cli/main.js')}'`

  it('says that nothing is installed', async () => {
    const { status, stdout, stderr } = await run('doctor')
    expect(stderr).toBe('pith: pith is not installed in any client here. Run `pith install` to add it.\n')
    expect(stdout).toMatch(/^client +part +state +output +shown +file\nthis week +0 of 0 calls cut/)
    expect(status).toBe(0)
  })

  it('finds that a shell works: the error and the status are kept, and the output can be shown', async () => {
    useShell(`exec ${pith} run -q --max-bytes 8192 -- /bin/sh "$@"`)
    const { status, stdout, stderr } = await run('doctor')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^pi +shell +works +20\d KB +[\d.]+ K?B +\S+\.pi\/agent\/settings\.json$/m)
  })

  it.each([
    [
      'hides the status',
      `${pith} run -q --max-bytes 8192 -- /bin/sh "$@"; exit 0`,
      'a command that exits with 3 came back with 0',
    ],
    ['cuts nothing', 'exec /bin/sh "$@"', 'the large output was not cut'],
    ['loses the error', 'echo "Compiling"; exit 3', 'the error in the middle is missing'],
    [
      'keeps no output',
      `exec ${pith} run -q --max-bytes 8192 --no-artifact -- /bin/sh "$@"`,
      'the full output was not kept',
    ],
    ['cannot be started', 'echo "no node" >&2; exit 127', 'came back with 127 (no node)'],
  ])('finds that a shell %s', async (_, script, why) => {
    useShell(script)
    const { status, stdout, stderr } = await run('doctor')
    expect(stderr).toContain(why)
    expect(stderr).toContain('Run `pith install pi` to write the settings again, or `pith uninstall pi`')
    expect(stdout).toMatch(/^pi +shell +broken /m)
    expect(status).toBe(1)
  })

  it('finds a shell that is gone, a hook that fails and a file that is broken', async () => {
    write('.pi/agent/settings.json', '{"shellPath": "/gone/pith/dist/shell/pith"}')
    write(
      '.claude/settings.json',
      JSON.stringify({
        hooks: {
          PostToolUse: [
            { matcher: '*', hooks: [{ type: 'command', command: '/gone/pith hook claude-code' }] },
          ],
        },
      }),
    )
    write('.gemini/settings.json', '{')
    const { status, stderr } = await run('doctor')
    expect(status).toBe(1)
    expect(stderr).toContain('pi: the shell in')
    expect(stderr).toContain('ENOENT')
    expect(stderr).toContain('Claude Code: the hook in')
    expect(stderr).toContain('the hook ended with status 127')
    expect(stderr).toContain('Gemini CLI: line 1 is not valid JSON. Repair the file')
  })

  it('finds that the shells, the hooks and the plugins work', async () => {
    await run('install', 'claude-code', 'opencode', 'pi', 'gemini', 'codex', '--yes')
    const { stdout } = await run('doctor', '--json')
    const rows: { client: string; part: string; state: string }[] = JSON.parse(stdout).installed
    expect(rows.map(({ client, part, state }) => [client, part, state])).toEqual([
      ['Claude Code', 'shell', 'works'],
      ['Claude Code', 'hook', 'works'],
      ['opencode', 'plugin', 'works'],
      ['pi', 'plugin', 'works'],
      ['Gemini CLI', 'hook', 'works'],
      ['Codex CLI', 'hook', 'works'],
    ])
  })

  it('finds that a notice is no call where pith is not on the PATH', async () => {
    rmSync(join(home, 'path/pith'))
    const { stderr } = await run('install', 'claude-code', 'gemini', '--yes')
    expect(stderr).toContain('`pith` is not on the PATH')
    const found = await run('doctor', '--json')
    const rows: { client: string; part: string; state: string }[] = JSON.parse(found.stdout).installed
    expect(rows.map(({ client, part, state }) => [client, part, state])).toEqual([
      ['Claude Code', 'shell', 'works'],
      ['Claude Code', 'hook', 'broken'],
      ['Gemini CLI', 'hook', 'broken'],
    ])
    expect(found.stderr).toContain('of a notice does not run')
    expect(found.stderr).toContain('put pith on the PATH: ln -s ')
  })

  it('names what it leaves alone because nobody knows whether a model reads it', async () => {
    const strange = { command: 7, args: ['serve'] }
    write('.cursor/mcp.json', JSON.stringify({ mcpServers: { plain: { command: 'true' }, strange } }))
    await run('install', 'pi', '--yes')
    const { status, stderr } = await run('doctor')
    expect(stderr.split('\n').sort().slice(1)).toEqual([
      `pith: Cursor: pith leaves the MCP server "strange" in ${home}/.cursor/mcp.json alone, because its form is unknown. If a model reads its results, put \`pith mcp wrap --\` in front of its command.`,
      'pith: pi: pith leaves the shell alone, because the version of pi is unknown. Put `pi` on the PATH, then run `pith install pi`.',
    ])
    expect(status).toBe(0)
    write('bin/pi', '#!/bin/sh\necho 1.6.0\n', 0o700)
    const { stdout } = await run('doctor', '--json')
    expect(JSON.parse(stdout).leftAlone.map(({ client }: { client: string }) => client)).toEqual([
      'pi',
      'Cursor',
    ])
  })

  it('finds that a proxy works, without starting the server behind it', async () => {
    const server = { command: 'touch', args: [join(home, 'started')] }
    write('.cursor/mcp.json', JSON.stringify({ mcpServers: { a: server, b: server } }))
    await run('install', 'mcp', 'cursor', '--yes')
    const { status, stdout, stderr } = await run('doctor')
    expect(stdout).toMatch(/^Cursor +2 MCP servers +works +20\d KB /m)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(existsSync(join(home, 'started'))).toBe(false)
  })

  it('finds that a proxy cuts nothing', async () => {
    const args = [distFile('cli/main.js'), 'mcp', 'wrap', '--', 'touch', join(home, 'started')]
    const proxy = write(
      'pith/dist/cli/main.js',
      `const words = process.argv.slice(5)
require('node:child_process').spawn(words[0], words.slice(1), { stdio: 'inherit' })`,
    )
    write(
      '.cursor/mcp.json',
      JSON.stringify({ mcpServers: { a: { command: process.execPath, args: [proxy, ...args.slice(1)] } } }),
    )
    const { status, stdout, stderr } = await run('doctor')
    expect(stdout).toMatch(/^Cursor +1 MCP server +broken /m)
    expect(stderr).toContain('the large output was not cut. Run `pith install mcp cursor`')
    expect(status).toBe(1)
  })

  it('shows what was saved in the last seven days, without its own calls', async () => {
    await run('run', '-q', '--', 'seq', '20000')
    await run('run', '-q', '--', 'true')
    useShell(`exec ${pith} run -q --max-bytes 8192 -- /bin/sh "$@"`)
    const { stdout } = await run('doctor', '--json')
    const { installed, savedThisWeek } = JSON.parse(stdout)
    expect(installed).toEqual([
      expect.objectContaining({
        client: 'pi',
        part: 'shell',
        state: 'works',
        shownBytes: expect.any(Number),
      }),
    ])
    expect(savedThisWeek).toMatchObject({ calls: 2, truncated: 1, totalBytes: 108894 })
    // An agent alone would have shown 30,000 bytes.
    expect(savedThisWeek.savedBytes).toBeGreaterThan(15_000)
    expect(savedThisWeek.savedBytes).toBeLessThan(30_000)
  })

  it('takes off what was fetched later, and names what is not worth it', async () => {
    const savings = async () => JSON.parse((await run('doctor', '--json')).stdout).savedThisWeek
    const { stdout: shown } = await run('run', '-q', '--', 'seq', '20000')
    const [, id = ''] = /pith show (\w+)/.exec(shown) ?? []
    const before = await savings()
    const { stdout: fetched } = await run('show', id, '--lines', '5000-6000')
    const after = await savings()
    expect(before).toMatchObject({ linked: 1, recalled: 0, fetchedBytes: 0, notWorthIt: [] })
    expect(after).toMatchObject({ linked: 1, recalled: 1, notWorthIt: [] })
    expect(after.fetchedBytes).toBeGreaterThan(0.9 * Buffer.byteLength(fetched))
    expect(after.savedBytes).toBe(before.savedBytes - after.fetchedBytes)
    expect(after.ownMs).toEqual(expect.any(Number))
    for (let times = 0; times < 5; times++) {
      await run('run', '-q', '--', 'seq', '20000')
      await run('show', id, '--lines', '3000-9000', '--max-bytes', '30000', '--max-lines', '9000')
    }
    const { stdout, stderr } = await run('doctor')
    expect(stderr).toContain('Cutting bash seq saved no tokens this week: see `pith events --recall`.')
    expect(stdout).toMatch(/^what it cost +6 of 6 cuts asked for again +[\d.]+ s of pith +\d+ KB$/m)
    expect((await run('events', '--recall')).stdout).toMatch(/^bash +seq .* no$/m)
  })
})
