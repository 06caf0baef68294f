import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
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
        await run('install', 'codex', '--yes')
        expect(readFileSync(file, 'utf8') === text).toBe(!text.includes('command'))
        await run('uninstall', 'codex', '--yes')
        expect(readFileSync(file, 'utf8')).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('leave a whole file, whenever they are killed', async () => {
    const { env, write, run } = inHome()
    const text = `{\n  "a": "${'x'.repeat(1_000_000)}"\n}\n`
    const file = write('.claude/settings.json', text)
    const begun = performance.now()
    await killedAfter(60_000, [distFile('cli/main.js'), 'install', 'claude-code', '--yes'], env)
    const wholeMs = performance.now() - begun
    const added = readFileSync(file, 'utf8')
    expect(added).not.toBe(text)
    await run('uninstall', 'claude-code', '--yes')
    const seen = new Set<string>()
    for (let share = 0.3; share < 1.5; share += 0.08) {
      for (const verb of ['install', 'uninstall']) {
        await killedAfter(share * wholeMs, [distFile('cli/main.js'), verb, 'claude-code', '--yes'], env)
        const found = readFileSync(file, 'utf8')
        expect(found === text || found === added).toBe(true)
        seen.add(found)
      }
    }
    expect(seen.size).toBe(2)
    await run('uninstall', 'claude-code', '--yes')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

/** Runs Node and kills it after a time, unless it has ended. */
async function killedAfter(delayMs: number, words: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), delayMs)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
}
