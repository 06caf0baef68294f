// @deep

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { filesIn, homeEnvironment, writeIn } from '../support/agent-home.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { PseudoTerminal } from '../support/pseudo-terminal.ts'

describe('pith install', () => {
  const box = useCommand()
  let home = ''
  beforeEach(() => {
    home = mkdtempSync(join(box.folder, 'home-'))
  })
  const envOf = (more = {}) => ({ ...homeEnvironment(home), ...more })
  const run = async (...words: string[]) => {
    const { status, stdout, stderr } = await box.pith(words, { env: envOf() })
    return { status, stdout: stdout.toString(), stderr }
  }
  const write = (name: string, content: string | Buffer) => writeIn(home, name, content)
  const files = () => filesIn(home)
  const claude = '.claude/settings.json'
  const mine = '{\r\n\t// mine\r\n\t"permissions": {"allow": ["Bash(ls)"]}, // few\r\n\t"model": "opus"\r\n}'

  it.each([
    ['claude-code', claude, ['env', 'CLAUDE_CODE_SHELL_PREFIX'], distFile('shell/prefix')],
    ['pi', '.pi/agent/settings.json', ['extensions', '0'], distFile('plugins/pi.js')],
    [
      'opencode',
      '.config/opencode/opencode.json',
      ['plugin', '0'],
      `file://${distFile('plugins/opencode.js')}`,
    ],
    [
      'gemini',
      '.gemini/settings.json',
      ['hooks', 'AfterTool', '0', 'hooks', '0', 'command'],
      `${process.execPath} ${distFile('cli/main.js')} hook gemini || true`,
    ],
  ])('sets %s up in %s, and uninstall leaves nothing behind', async (name, file, path, expected) => {
    const { status, stdout, stderr } = await run('install', name, '--yes')
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining(`pith was added to ${join(home, file)}.`),
    })
    expect(stdout).toContain(`--- /dev/null\n+++ ${join(home, file)}\n`)
    // What the model may be told of the notices.
    expect(stdout.split('\n').slice(-4, -1)).toEqual(
      expect.arrayContaining([expect.stringContaining('pith show ID')]),
    )
    const found = path.reduce<unknown>(
      (at, key) => (at as Record<string, unknown>)[key],
      JSON.parse(readFileSync(join(home, file), 'utf8')),
    )
    expect(found).toBe(expected)
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600)
    expect((await run('uninstall', name, '--yes')).status).toBe(0)
    expect(files()).toEqual({})
    expect(readdirSync(home)).toEqual(['.local'])
  })

  it('leaves results of Gemini CLI as they are when Node is gone', async () => {
    await run('install', 'gemini', '--yes')
    const { hooks } = JSON.parse(readFileSync(join(home, '.gemini/settings.json'), 'utf8'))
    const command = hooks.AfterTool[0].hooks[0].command.replace(process.execPath, '/gone/node')
    const { status, stdout } = spawnSync('/bin/sh', ['-c', command])
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: '' })
    await run('uninstall', 'gemini', '--yes')
  })

  it('changes nothing without a terminal and without --yes, and says so', async () => {
    write(claude, mine)
    const before = files()
    const { status, stdout, stderr } = await run('install', 'claude-code')
    expect(stdout).toContain('+\t\t"CLAUDE_CODE_SHELL_PREFIX"')
    expect(stderr).toContain('Nothing was changed, because there is no terminal to ask on. Add --yes')
    expect(status).toBe(1)
    expect(files()).toEqual(before)
  })

  it('asks on a terminal', async () => {
    write(claude, mine)
    const command = `${process.execPath} ${distFile('cli/main.js')} install claude-code`
    for (const [answer, isChanged] of [
      ['\r', false],
      ['no\r', false],
      ['y\r', true],
    ] as const) {
      const terminal = new PseudoTerminal(command, { env: { ...process.env, ...envOf() }, cwd: home })
      await terminal.shows('[y/N]')
      terminal.type(answer)
      expect(await terminal.ended()).toBe(0)
      expect(readFileSync(join(home, claude), 'utf8') !== mine).toBe(isChanged)
    }
  })

  it('wraps the servers of other clients, and uninstall restores them as well', async () => {
    const text = '{"mcpServers": {"a": {"command": "npx", "args": ["b"]}}}'
    const file = write('.cursor/mcp.json', text)
    await run('install', 'mcp', '--yes')
    expect(readFileSync(file, 'utf8')).toContain('"mcp", "wrap", "--", "npx", "b"')
    expect((await run('uninstall', '--yes')).status).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('removes one of two parts and keeps the other', async () => {
    const text = '{"mcpServers": {"a": {"command": "npx", "args": ["b"]}}} // end\n'
    const file = write('.gemini/settings.json', text)
    await run('install', 'gemini', '--yes')
    const onlyHook = readFileSync(file, 'utf8')
    await run('install', 'mcp', 'gemini', '--yes')
    expect(readFileSync(file, 'utf8')).toContain('"wrap"')
    await run('uninstall', 'mcp', 'gemini', '--yes')
    expect(readFileSync(file, 'utf8')).toBe(onlyHook)
    await run('uninstall', 'gemini', '--yes')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('removes only what it added from a file that was edited since', async () => {
    const file = write(claude, mine)
    await run('install', 'claude-code', '--yes')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"opus"', '"haiku" /* new */'))
    await run('uninstall', '--yes')
    expect(readFileSync(file, 'utf8')).toBe(mine.replace('"opus"', '"haiku" /* new */'))
  })

  it('forgets a file from which its settings were removed by hand', async () => {
    const file = write(claude, mine)
    await run('install', 'claude-code', '--yes')
    writeFileSync(file, '{}')
    const { status, stderr } = await run('uninstall', '--yes')
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'pith: pith is in none of these settings. Nothing was changed.\n',
    })
    expect(readdirSync(join(home, '.local/state/pith/install'))).toEqual([])
  })

  it('does not bring back what was edited between two installs', async () => {
    const file = write('.gemini/settings.json', '{\n  "a": 1,\n  "mcpServers": {"s": {"command": "x"}}\n}\n')
    await run('install', 'gemini', '--yes')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"a": 1', '"a": 2'))
    await run('install', 'mcp', 'gemini', '--yes')
    await run('uninstall', 'gemini', '--yes')
    expect(readFileSync(file, 'utf8')).toBe('{\n  "a": 2,\n  "mcpServers": {"s": {"command": "x"}}\n}\n')
  })

  it('works without its own record', async () => {
    const file = write(claude, mine)
    await run('install', 'claude-code', '--yes')
    const { XDG_STATE_HOME: _, ...env } = envOf()
    await box.pith(['uninstall', 'claude-code', '--yes'], {
      env: { ...env, XDG_STATE_HOME: join(home, 'other') },
    })
    expect(readFileSync(file, 'utf8')).toBe(mine)
  })

  it('keeps the mode, the link and the target of a file behind a symbolic link', async () => {
    const target = write('dotfiles/claude.json', mine)
    chmodSync(target, 0o640)
    mkdirSync(join(home, '.claude'))
    symlinkSync('../dotfiles/claude.json', join(home, claude))
    await run('install', 'claude-code', '--yes')
    expect(readlinkSync(join(home, claude))).toBe('../dotfiles/claude.json')
    expect(readFileSync(target, 'utf8')).toContain('CLAUDE_CODE_SHELL_PREFIX')
    expect(statSync(target).mode & 0o777).toBe(0o640)
    await run('uninstall', 'claude-code', '--yes')
    expect(readFileSync(target, 'utf8')).toBe(mine)
    expect(statSync(target).mode & 0o777).toBe(0o640)
  })

  it('leaves a file that was changed while it asked', async () => {
    const file = write(claude, mine)
    const command = `${process.execPath} ${distFile('cli/main.js')} install claude-code`
    const terminal = new PseudoTerminal(command, { env: { ...process.env, ...envOf() }, cwd: home })
    await terminal.shows('[y/N]')
    writeFileSync(file, `${mine}\n`)
    terminal.type('y\r')
    expect(await terminal.ended()).toBe(2)
    expect(terminal.screen).toContain('was changed by another program in the meantime')
    expect(readFileSync(file, 'utf8')).toBe(`${mine}\n`)
    expect(readdirSync(dirname(file))).toEqual(['settings.json'])
  })

  it.each<[string, () => void, string]>([
    ['broken', () => write(claude, '{"a": '), 'line 1 is not valid JSON. pith leaves the file as it is.'],
    ['not UTF-8', () => write(claude, Buffer.from([0x7b, 0xff, 0x7d])), 'is not UTF-8'],
    ['read-only', () => chmodSync(write(claude, '{}'), 0o444), 'is read-only'],
    ['a folder', () => mkdirSync(join(home, claude), { recursive: true }), 'is not a regular file'],
    ['a hard link', () => linkSync(write(claude, '{}'), join(home, 'other')), 'has 2 hard links'],
    [
      'a link that leads nowhere',
      () => {
        mkdirSync(join(home, '.claude'))
        symlinkSync('gone.json', join(home, claude))
      },
      'is a symbolic link to gone.json, which does not exist',
    ],
    [
      'set by others',
      () => write(claude, '{"env": {"CLAUDE_CODE_SHELL_PREFIX": "jail"}}'),
      'is already set to "jail"',
    ],
  ])('leaves a file that is %s, and says why', async (_, prepare, why) => {
    prepare()
    const before = files()
    const { status, stderr } = await run('install', 'claude-code', 'pi', '--yes')
    expect(stderr).toContain(why)
    expect(status).toBe(2)
    const { '.pi/agent/settings.json': other, ...after } = files()
    // The other client is set up nevertheless.
    expect(other).toContain('extensions')
    expect(Object.keys(after).filter((name) => name.includes('.tmp'))).toEqual([])
    for (const [name, bytes] of Object.entries(before)) expect(after[name]).toBe(bytes)
  })

  it('removes what a killed pith left, and no file of others', async () => {
    const old = write('.claude/.0123456789abcdef.pith.tmp', '{')
    const recent = write('.claude/.fedcba9876543210.pith.tmp', '{')
    const other = write('.claude/mine.pith.tmp', '{')
    for (const file of [old, other]) utimesSync(file, 1, 1)
    await run('install', 'claude-code', '--yes')
    expect([old, recent, other].map(existsSync)).toEqual([false, true, true])
  })

  it('does nothing when no backup can be kept', async () => {
    const file = write(claude, mine)
    write('.local/state', 'a file where a folder should be')
    const { status, stderr } = await run('install', 'claude-code', '--yes')
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('No backup of') })
    expect(readFileSync(file, 'utf8')).toBe(mine)
  })

  it('without a name sets up the clients that are there', async () => {
    expect((await run('install', '--yes')).stderr).toContain(
      'None of Claude Code, opencode, pi, Gemini CLI, Codex CLI was found here.',
    )
    mkdirSync(join(home, '.pi/agent'), { recursive: true })
    mkdirSync(join(home, '.gemini'))
    await run('install', '--yes')
    expect(
      Object.keys(files())
        .filter((name) => !name.startsWith('.local'))
        .sort(),
    ).toEqual(['.gemini/settings.json', '.pi/agent/settings.json'])
    await run('uninstall', '--yes')
    expect(files()).toEqual({})
  })

  it('with --project writes into the project, and into the file that is not shared', async () => {
    const project = join(home, 'project')
    mkdirSync(project)
    const { status } = await box.pith(['install', 'claude-code', '--project', '--yes'], {
      env: envOf(),
      cwd: project,
    })
    expect(status).toBe(0)
    expect(readdirSync(join(project, '.claude'))).toEqual(['settings.local.json'])
    expect(existsSync(join(home, '.claude'))).toBe(false)
    expect((await run('uninstall', '--yes')).stderr).toContain(
      `pith is still in ${project}/.claude/settings.local.json`,
    )
    await box.pith(['uninstall', '--yes'], { env: envOf(), cwd: project })
    expect(readdirSync(project)).toEqual([])
  })

  it('sets the shell of opencode where its version has the setting', async () => {
    const program = write('bin/opencode', '#!/bin/sh\necho 1.18.33\n')
    chmodSync(program, 0o755)
    const env = envOf({ PATH: `${join(home, 'bin')}:/usr/bin:/bin` })
    await box.pith(['install', 'opencode', '--yes'], { env })
    const file = join(home, '.config/opencode/opencode.json')
    expect(JSON.parse(readFileSync(file, 'utf8')).shell).toBe(distFile('shell/bash'))
    await box.pith(['uninstall', 'opencode', '--yes'], { env })
    writeFileSync(program, '#!/bin/sh\necho 1.14.24\n')
    const { stderr } = await box.pith(['install', 'opencode', '--yes'], { env })
    expect(JSON.parse(readFileSync(file, 'utf8')).shell).toBe(undefined)
    expect(stderr).toContain(`alias opencode='SHELL=${distFile('shell/bash')} opencode'`)
  })

  it('sets the shell of pi only before version 1, whose programs run commands too', async () => {
    const program = write('bin/pi', '#!/bin/sh\necho 0.74.2 >&2\n')
    chmodSync(program, 0o755)
    const env = envOf({ PATH: `${join(home, 'bin')}:/usr/bin:/bin` })
    const settings = () => JSON.parse(readFileSync(join(home, '.pi/agent/settings.json'), 'utf8'))
    const extensions = [distFile('plugins/pi.js')]
    await box.pith(['install', 'pi', '--yes'], { env })
    expect(settings()).toEqual({ shellPath: distFile('shell/pith'), extensions })
    writeFileSync(program, '#!/bin/sh\necho 1.6.0\n')
    const { stderr } = await box.pith(['doctor'], { env })
    expect(stderr).toContain('this version of pi takes no shell. Run `pith install pi`')
    await box.pith(['install', 'pi', '--yes'], { env })
    expect(settings()).toEqual({ extensions })
    await box.pith(['uninstall', 'pi', '--yes'], { env })
    expect(files()).not.toHaveProperty(['.pi/agent/settings.json'])
  })

  it('adds a hook to Codex CLI that allows nothing, and says that it must be trusted', async () => {
    const { stderr } = await run('install', 'codex', '--yes')
    const text = readFileSync(join(home, '.codex/hooks.json'), 'utf8')
    expect(JSON.parse(text).hooks.PostToolUse[0]).toMatchObject({ matcher: 'Bash|mcp__.*' })
    expect(text).not.toMatch(/allow|bypass|trust/)
    expect(stderr).toContain('trust the hook of pith')
    await run('uninstall', 'codex', '--yes')
    expect(files()).toEqual({})
  })

  it('refuses two scopes at once', async () => {
    const { status, stderr } = await run('install', 'pi', '--user', '--project', '--yes')
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'pith: Expected either --user or --project, got both.\n',
    })
    expect(files()).toEqual({})
  })

  it('prints what to paste', async () => {
    const { stdout } = await run('install', '--print', 'claude-code', 'codex')
    expect(stdout).toContain(`${join(home, claude)}:\n{\n  "env": {\n    "CLAUDE_CODE_SHELL_PREFIX"`)
    expect(stdout).toContain(`${join(home, '.codex/hooks.json')}:\n{\n  "hooks": {\n    "PostToolUse"`)
    expect(files()).toEqual({})
    const other = await run('install', 'cursor')
    expect(other.stdout).toContain('"mcpServers": {\n    "NAME": {')
    expect(other.stderr).toContain('pith is not tested with Cursor')
    expect((await run('install', 'claudecode')).stderr).toContain('There is no client "claudecode".')
    expect((await run('uninstall', 'claude-cod')).stderr).toContain('Did you mean claude-code?')
  })
})
