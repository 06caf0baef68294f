import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drivenClients } from '../../src/agents/install/clients.ts'
import { launchIn } from '../../src/agents/install/launch.ts'
import { root } from '../support/built.ts'

interface Maker {
  manifests(parsed: object, packageName: string): Record<string, Record<string, unknown>>
}
const { manifests }: Maker = await import(
  /* @vite-ignore */ new URL('../../build/manifests.mjs', import.meta.url).href
)
const { icon }: { icon(): Buffer } = await import(
  /* @vite-ignore */ new URL('../../build/icon.mjs', import.meta.url).href
)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const made = manifests(own, '@you/pith')

const TEXT = expect.stringMatching(/\S/)
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const VERSION = expect.stringMatching(/^\d+\.\d+\.\d+$/)
const serverIn = (folder: string) => ({ command: 'node', args: [`\${${folder}}/dist/cli/main.js`, 'mcp'] })
const author = { name: TEXT }
const about = { name: expect.stringMatching(NAME), version: VERSION, description: TEXT }
const more = { author, license: TEXT, keywords: expect.arrayContaining([TEXT]) }

describe('the manifests', () => {
  // The fields that each client knows. An unknown one is refused by some and ignored by others.
  it.each<[string, object]>([
    [
      'claude/.claude-plugin/plugin.json',
      { ...about, ...more, network: { hosts: [] }, mcpServers: { pith: serverIn('CLAUDE_PLUGIN_ROOT') } },
    ],
    [
      'claude/.claude-plugin/marketplace.json',
      {
        name: expect.stringMatching(NAME),
        description: TEXT,
        owner: author,
        plugins: [{ ...about, source: './' }],
      },
    ],
    [
      'agent-plugin/plugin.json',
      { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', ...about, ...more },
    ],
    [
      'agent-plugin/mcp.json',
      {
        $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
        mcpServers: { pith: { type: 'stdio', ...serverIn('PLUGIN_ROOT') } },
      },
    ],
    ['gemini/gemini-extension.json', { ...about, mcpServers: { pith: serverIn('extensionPath') } }],
    // What the registry's schema says of the fields that are in it.
    [
      'server.json',
      {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
        name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
        description: expect.stringMatching(/^.{1,100}$/),
        version: VERSION,
        packages: [
          {
            registryType: 'npm',
            identifier: '@you/pith',
            version: own.version,
            runtimeHint: 'npx',
            transport: { type: 'stdio' },
            packageArguments: [{ type: 'positional', value: 'mcp' }],
          },
        ],
      },
    ],
  ])('have in %s the fields that its readers know', (path, expected) => {
    expect(made[path]).toEqual(expected)
  })

  it('name the MCP server as package.json does, because the registry compares them', () => {
    expect(own.mcpName).toBe(made['server.json'].name)
  })

  it.each([
    ['claude/hooks/hooks.json', 'claude-code'],
    ['gemini/hooks/hooks.json', 'gemini'],
    ['codex/pith/hooks/hooks.json', 'codex'],
  ])(
    'have in %s the hook that `pith install` writes, from the folder that the client names',
    (path, name) => {
      const launch = launchIn('/opt/pith/dist', '/usr/bin/node')
      const { settings = [] } = drivenClients.find((one) => one.name === name)?.addition?.(launch, []) ?? {}
      const [{ path: at, item } = { path: [], item: undefined }] = settings.filter(
        ({ kind }) => kind === 'hook',
      )
      const written = JSON.stringify({ hooks: { [at[1]]: [item] } })
      const command = /"(?:\/usr\/bin\/)?node \S+ hook/
      expect(JSON.parse(JSON.stringify(made[path]).replace(command, '"hook'))).toEqual(
        JSON.parse(written.replace(command, '"hook')),
      )
    },
  )

  it('have an icon that is a square picture', () => {
    const bytes = icon()
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([512, 512])
  })
})
