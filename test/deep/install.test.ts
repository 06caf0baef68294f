import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { jsonText, tomlText } from '../support/settings-texts.ts'

describe('pith install and uninstall', () => {
  const box = useCommand()
  const inHome = () => {
    const home = mkdtempSync(join(box.folder, 'home-'))
    const env = {
      HOME: home,
      XDG_STATE_HOME: join(home, '.local/state'),
      XDG_CONFIG_HOME: '',
      PATH: '/usr/bin:/bin',
    }
    const run = (...words: string[]) => box.pith(words, { env })
    const write = (name: string, content: string): string => {
      const path = join(home, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    }
    /** Every file below the home directory with its bytes. */
    const files = (): Record<string, string> =>
      Object.fromEntries(
        readdirSync(home, { recursive: true, encoding: 'utf8' })
          .filter((name) => lstatSync(join(home, name)).isFile())
          .map((name) => [name, readFileSync(join(home, name), 'latin1')]),
      )
    return { run, write, files }
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
      { numRuns: 60 },
    )
  })

  it('restore any TOML file byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(tomlText, async (text) => {
        const { run, write } = inHome()
        const file = write('.codex/config.toml', text)
        await run('install', 'codex', '--yes')
        expect(readFileSync(file, 'utf8') === text).toBe(!text.includes('command'))
        await run('uninstall', 'codex', '--yes')
        expect(readFileSync(file, 'utf8')).toBe(text)
      }),
      { numRuns: 60 },
    )
  })
})
