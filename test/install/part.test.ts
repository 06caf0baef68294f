// @deep

import fc from 'fast-check'
import { type ParseError, parse } from 'jsonc-parser'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { describe, expect, it } from 'vitest'
import { allClients, drivenClients } from '../../src/agents/install/clients.ts'
import { launchIn } from '../../src/agents/install/launch.ts'
import { serversPart } from '../../src/agents/install/servers-part.ts'
import { type SettingsPart, settingsPart } from '../../src/agents/install/settings-part.ts'
import { jsonText, tomlText } from '../support/settings-texts.ts'

const launch = launchIn('/opt/my tools/pith/dist', '/usr/bin/node')
const moved = launchIn('/home/me/pith/dist', '/opt/node')
const numRuns = 40

/** The version of each client in which pith adds the most. */
const versions: Record<string, number[]> = { opencode: [1, 18], pi: [0, 74] }
const settingsOf = (name: string, its = launch): SettingsPart =>
  settingsPart(
    drivenClients.find((client) => client.name === name)?.addition?.(its, versions[name])?.settings ?? [],
  )
const json: [string, SettingsPart][] = [
  ...['claude-code', 'opencode', 'pi', 'gemini'].map((name): [string, SettingsPart] => [
    name,
    settingsOf(name),
  ]),
  ['mcp', serversPart({ format: 'json', paths: [['mcpServers']] }, launch.command)],
]
const toml = serversPart({ format: 'toml', table: 'mcp_servers' }, launch.command)

/** The data of a text that is valid. */
function dataOf(text: string): Record<string, unknown> {
  const errors: ParseError[] = []
  const data = parse(text, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return data
}
const tomlData = (text: string) => getStaticTOMLValue(parseTOML(text, { tomlVersion: '1.0' }))

/** Texts for which a part does not refuse, because what it needs is there in another form. */
function fits(part: SettingsPart, text: string): boolean {
  try {
    part.apply(text)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^PITH_(INVALID_INPUT|CONFLICT)$/) })
    return false
  }
}

describe.each(json)('what pith adds for %s', (name, part) => {
  const anyText: (is: boolean) => void = fc.pre
  it('is removed again, and everything else stays as it was', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        anyText(fits(part, text))
        const added = part.apply(text)
        expect(dataOf(part.remove(added, text))).toEqual(dataOf(text))
        expect(withoutBlanks(part.remove(added, text))).toBe(withoutBlanks(text))
      }),
      { numRuns },
    )
  })

  it('is added once, whatever is done twice', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        anyText(fits(part, text))
        const added = part.apply(text)
        expect(part.apply(added)).toBe(added)
      }),
      { numRuns },
    )
  })

  it('leaves every sign of the file in its order, and its line ends', () => {
    if (name === 'mcp') return
    fc.assert(
      fc.property(jsonText, (text) => {
        anyText(fits(part, text))
        const added = part.apply(text)
        expect(isWithin(withoutBlanks(text), withoutBlanks(added))).toBe(true)
        if (/\n/.test(text)) expect(new Set(added.match(/\r?\n/g))).toEqual(new Set(text.match(/\r?\n/g)))
      }),
      { numRuns },
    )
  })
})

/** Whether all signs of a text are in another one, in this order. */
function isWithin(text: string, whole: string): boolean {
  let at = 0
  for (const sign of whole) if (text.startsWith(sign, at)) at += sign.length
  return at === text.length
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '')

describe('pith in front of servers of a TOML file', () => {
  it('is removed again, and everything else stays as it was', () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        const added = toml.apply(text)
        expect(toml.apply(added)).toBe(added)
        const { mcp_servers: _, ...others } = tomlData(added)
        const { mcp_servers: __, ...before } = tomlData(text)
        expect(others).toEqual(before)
        const removed = toml.remove(added, text)
        expect(withoutEmptyArgs(tomlData(removed))).toEqual(withoutEmptyArgs(tomlData(text)))
      }),
      { numRuns },
    )
  })

  it('starts the same program with the same arguments', () => {
    const text = '[mcp_servers.a]\ncommand = "npx" # why\nargs = [\n  "-y", # yes\n  "server",\n]\n'
    expect(toml.apply(text)).toBe(
      '[mcp_servers.a]\ncommand = "/usr/bin/node" # why\nargs = [\n  "/opt/my tools/pith/dist/cli/main.js", "mcp", "wrap", "--", "npx", "-y", # yes\n  "server",\n]\n',
    )
    expect(toml.remove(toml.apply(text), text)).toBe(text)
  })

  it.each([
    [
      'command = "a"\n',
      'args = ["/opt/my tools/pith/dist/cli/main.js", "mcp", "wrap", "--", "a"]\ncommand = "/usr/bin/node"\n',
    ],
    ['url = "https://example.test"\n', 'url = "https://example.test"\n'],
    ['command = "a"\nargs = [1]\n', 'command = "a"\nargs = [1]\n'],
  ])('leaves a server that it does not understand: %j', (text, expected) => {
    expect(toml.apply(`[mcp_servers.a]\n${text}`)).toBe(`[mcp_servers.a]\n${expected}`)
  })
})

/** A TOML file keeps the empty list that pith needed. */
const withoutEmptyArgs = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value) =>
    key === 'args' && Array.isArray(value) && value.length === 0 ? undefined : value,
  )

describe('a part', () => {
  it('stands after the comment of the line before it', () => {
    const text = '{\n    "model": "opus" // the best\n    // none of these\n}'
    expect(settingsOf('pi').apply(text)).toBe(
      '{\n    "model": "opus", // the best\n    "shellPath": "/opt/my tools/pith/dist/shell/pith",\n    "extensions": [\n        "/opt/my tools/pith/dist/plugins/pi.js"\n    ]\n    // none of these\n}',
    )
  })

  it.each(['claude-code', 'opencode', 'pi', 'gemini'])('of %s has no word that allows anything', (name) => {
    expect(settingsOf(name).apply('')).not.toMatch(/allow|approv|trust|permission|yolo|bypass|sandbox/i)
  })

  it('of a pith that was moved is replaced, not added again', () => {
    for (const name of ['claude-code', 'opencode', 'pi', 'gemini']) {
      const old = settingsOf(name).apply('{\n  // mine\n  "a": 1\n}\n')
      const text = settingsOf(name, moved).apply(old)
      expect(text).toBe(settingsOf(name, moved).apply('{\n  // mine\n  "a": 1\n}\n'))
      expect(text).not.toContain('/opt/my tools')
    }
    const before = '{"mcpServers":{"a":{"command":"npx","args":["x"]},"b":{"command":"y"}}}'
    const servers = (its: typeof launch) =>
      serversPart({ format: 'json', paths: [['mcpServers']] }, its.command)
    expect(servers(moved).apply(servers(launch).apply(before))).toBe(servers(moved).apply(before))
  })

  it.each([
    ['{"env": {"CLAUDE_CODE_SHELL_PREFIX": "jail"}}', 'is already set to "jail"'],
    ['{"env": 5}', 'is a number, not an object'],
    ['{"hooks": {"PostToolUse": {}}}', 'is an object, not an array'],
    ['{"env": {}, "env": {}}', 'it has `env` 2 times'],
    ['[]', 'it holds an array, not an object'],
    ['{"a": 1', 'line 1 is not valid JSON'],
    ['{\n"a": 1\n"b": 2}', 'line 3 is not valid JSON'],
  ])('refuses %j, because %s', (text, why) => {
    expect(() => settingsOf('claude-code').apply(text)).toThrow(why)
  })

  it('refuses a file whose values are nested too deeply for its parser', () => {
    const deep = '['.repeat(100_000)
    expect(() => settingsOf('pi').apply(`{"a": ${deep}`)).toThrow('its values are nested too deeply')
    expect(() => toml.apply(`a = ${deep}${']'.repeat(100_000)}`)).toThrow('its values are nested too deeply')
  })

  it('leaves the hooks that people added to its group', () => {
    const part = settingsOf('claude-code')
    const data = dataOf(part.apply('{}')) as { hooks: { PostToolUse: { hooks: unknown[] }[] } }
    data.hooks.PostToolUse[0].hooks.push({ type: 'command', command: 'lint' })
    const edited = JSON.stringify(data, null, 2)
    expect(part.apply(edited)).toBe(edited)
    const left = dataOf(part.remove(edited, '{}'))
    expect(left).toEqual({
      hooks: {
        PostToolUse: [{ matcher: expect.any(String), hooks: [{ type: 'command', command: 'lint' }] }],
      },
    })
  })

  it('wraps the servers of every client in the form that the client reads', () => {
    const place = { home: '/home/me', folder: '/project', env: {}, platform: 'linux' } as const
    const texts: Record<string, string> = {
      mcp: '{"mcp": {"a": {"type": "local", "command": ["npx", "-y", "b"]}}}',
      servers: '{"servers": {"a": {"type": "stdio", "command": "npx", "args": ["-y", "b"]}}}',
      mcpServers: '{"mcpServers": {"a": {"command": "npx", "args": ["-y", "b"]}}}',
    }
    const words = [...launch.command, 'mcp', 'wrap', '--', 'npx', '-y', 'b']
    const files = allClients.flatMap((client) =>
      (['user', 'project'] as const).flatMap((scope) => client.serverFiles({ ...place, scope })),
    )
    expect(files.length).toBeGreaterThan(10)
    for (const { places } of files.filter((file) => file.places.format === 'json')) {
      if (places.format === 'toml') continue
      const key = String(places.paths[0][0])
      const part = serversPart(places, launch.command)
      const data = dataOf(part.apply(texts[key])) as Record<
        string,
        { a: { command: string; args?: string[] } }
      >
      expect([data[key].a.command, ...(data[key].a.args ?? [])].flat()).toEqual(words)
      expect(part.remove(part.apply(texts[key]), texts[key])).toBe(texts[key])
    }
  })

  it('says which servers stay as they are', () => {
    const part = serversPart({ format: 'json', paths: [['mcpServers']] }, launch.command)
    const text =
      '{"mcpServers": {"far": {"url": "https://example.test/mcp", "headers": {}}, "odd": {"command": 5}, "own": {"command": "pith", "args": ["mcp"]}}}'
    expect(part.apply(text)).toBe(text)
    expect(part.remarks(text)).toEqual([
      expect.stringContaining('"far" is left as it is, because it is remote'),
      expect.stringContaining('"odd" is left as it is, because its form is unknown'),
    ])
  })
})
