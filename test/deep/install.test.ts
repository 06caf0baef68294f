import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filesIn, homeEnvironment, writeIn } from '../support/agent-home.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { jsonText, tomlText } from '../support/settings-texts.ts'

describe('pith install and uninstall', () => {
  const box = useCommand()
  const inHome = () => {
    const home = mkdtempSync(join(box.folder, 'home-'))
    const env = homeEnvironment(home)
    const run = (...words: string[]) => box.pith(words, { env })
    const write = (name: string, content: string) => writeIn(home, name, content)
    const files = () => filesIn(home)
    return { env, run, write, files }
  }

  it('restore any JSON file byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, fc.boolean(), async (text, hasBom) => {
        const { run, write, files } = inHome()
        write('.gemini/settings.json', (hasBom ? '\ufeff' : '') + text)
        write('.claude/settings.json', text)
        const before = files()
        // A form that pith cannot add to is refused, and the file stays as well.
        await run('install', 'claude-code', 'gemini', '--yes')
        await run('install', 'mcp', 'gemini', '--yes')
        const once = files()
        await run('install', 'mcp', 'gemini', '--yes')
        expect(files()).toEqual(once)
        expect((await run('uninstall', 'claude-code', 'gemini', '--yes')).status).toBe(0)
        expect(files()).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })

  it('restore any TOML file byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(tomlText, async (text) => {
        const { run, write } = inHome()
        const file = write('.codex/config.toml', text)
        await run('install', 'mcp', 'codex', '--yes')
        expect(readFileSync(file, 'utf8') === text).toBe(!text.includes('command'))
        await run('uninstall', 'codex', '--yes')
        expect(readFileSync(file, 'utf8')).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('leave a whole file, at whatever call to the file system they are killed', async () => {
    const { env, write, run } = inHome()
    const text = `{\n  "a": "${'x'.repeat(1_000_000)}"\n}\n`
    const file = write('.claude/settings.json', text)
    const killer = join(box.folder, 'killer.cjs')
    writeFileSync(killer, KILLER)
    await run('install', 'claude-code', '--yes')
    const added = readFileSync(file, 'utf8')
    expect(added).not.toBe(text)
    await run('uninstall', 'claude-code', '--yes')
    const seen = { install: new Set<string>(), uninstall: new Set<string>() }
    for (const verb of ['install', 'uninstall'] as const) {
      for (let call = 1, status: number | null = null; status === null; call++) {
        const options = { NODE_OPTIONS: `--require ${killer}`, KILL_AT: `${call}` }
        const words = [distFile('cli/main.js'), verb, 'claude-code', '--yes']
        ;({ status } = await box.node(words, { env: { ...env, ...options } }))
        const found = readFileSync(file, 'utf8')
        expect(found === text || found === added).toBe(true)
        seen[verb].add(found)
      }
    }
    expect([seen.install.size, seen.uninstall.size]).toEqual([2, 2])
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

/** Ends its process at one of the calls that change files, in the middle of a write. */
const KILLER = `
const fs = require('node:fs')
let left = Number(process.env.KILL_AT)
for (const name of ['openSync', 'writeFileSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync',
  'rmdirSync', 'mkdirSync', 'chmodSync', 'chownSync', 'copyFileSync']) {
  const call = fs[name]
  fs[name] = (...words) => {
    if (--left === 0) {
      if (name === 'writeFileSync') call(words[0], words[1].slice(0, words[1].length / 2), words[2])
      process.kill(process.pid, 'SIGKILL')
    }
    return call(...words)
  }
}
require('node:module').syncBuiltinESMExports()
`
