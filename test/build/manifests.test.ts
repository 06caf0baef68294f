import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drivenClients } from '../../src/agents/install/clients.ts'
import { launchIn } from '../../src/agents/install/launch.ts'
import { root } from '../support/built.ts'

interface Maker {
  manifests(parsed: object, launch: readonly string[]): Record<string, Record<string, unknown>>
}
const { manifests }: Maker = await import(
  /* @vite-ignore */ new URL('../../build/manifests.mjs', import.meta.url).href
)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const launch = launchIn('/opt/my pith/dist', '/usr/bin/node')
const made = manifests(own, launch.command)

const TEXT = expect.stringMatching(/\S/)
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const VERSION = expect.stringMatching(/^\d+\.\d+\.\d+$/)
const server = { command: '/usr/bin/node', args: ['/opt/my pith/dist/cli/main.js', 'mcp'] }
const author = { name: TEXT }
const about = { name: expect.stringMatching(NAME), version: VERSION, description: TEXT }
const more = { author, license: TEXT, keywords: expect.arrayContaining([TEXT]) }

describe('the manifests', () => {
  // The fields that each client knows. An unknown one is refused by some and ignored by others.
  it.each<[string, object]>([
    ['claude/.claude-plugin/plugin.json', { ...about, ...more, mcpServers: { pith: server } }],
    [
      'claude/.claude-plugin/marketplace.json',
      { name: expect.stringMatching(NAME), owner: author, plugins: [{ ...about, source: './' }] },
    ],
    [
      'agent-plugin/plugin.json',
      { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', ...about, ...more },
    ],
    [
      'agent-plugin/mcp.json',
      {
        $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
        mcpServers: { pith: { type: 'stdio', ...server } },
      },
    ],
    ['gemini/gemini-extension.json', { ...about, mcpServers: { pith: server } }],
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
            identifier: own.name,
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

  it('have the hooks that `pith install` writes', () => {
    for (const [path, name] of [
      ['claude/hooks/hooks.json', 'claude-code'],
      ['gemini/hooks/hooks.json', 'gemini'],
    ]) {
      const { settings = [] } = drivenClients.find((one) => one.name === name)?.addition?.(launch, []) ?? {}
      const [{ path: at, item } = { path: [], item: undefined }] = settings.filter(
        ({ kind }) => kind === 'hook',
      )
      expect(made[path]).toEqual({ hooks: { [at[1]]: [item] } })
    }
  })
})
