import { describe, expect, it } from 'vitest'
import { seq, useCommand } from '../support/command.ts'

describe('the command in a notice', () => {
  const box = useCommand()

  it.each([
    ["'pith'", '[More: npx --offline pith show '],
    ['pith run -- ls', '[More: npx --offline pith show '],
    ['vitest run', '[More: pith show '],
    ['pith-other', '[More: pith show '],
  ])('is the one that npx was asked for: %s', async (script, words) => {
    const env = { npm_command: 'exec', npm_lifecycle_event: 'npx', npm_lifecycle_script: script }
    const { stdout } = await box.pith(['--max-lines', '20'], { input: seq(1, 500), env })
    expect(stdout.toString()).toContain(words)
  })

  it('is a call of the MCP tool where the setting says so', async () => {
    const env = { PITH_SURFACE: 'mcp' }
    const { stdout } = await box.pith(['--max-lines', '20'], { input: seq(1, 500), env })
    expect(stdout.toString()).toMatch(/\[More: pith_show \{"id":"[0-9a-f]{16}","lines":"\d+-\d+"\}\]$/m)
  })
})
