import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drivenClients } from '../../src/install/clients.ts'
import { launchIn } from '../../src/install/launch.ts'
import { root } from '../support/built.ts'

interface Maker {
  manifests(parsed: object): Record<string, Record<string, unknown>>
  written(content: object): string
}
const { manifests, written }: Maker = await import(
  /* @vite-ignore */ new URL('../../build/manifests.mjs', import.meta.url).href
)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const made = manifests(own)
const folder = join(root, 'build/manifests')

const TEXT = expect.stringMatching(/\S/)
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const VERSION = expect.stringMatching(/^\d+\.\d+\.\d+$/)
const server = { command: 'pith', args: ['mcp'] }
const author = { name: TEXT }
const about = { name: expect.stringMatching(NAME), version: VERSION, description: TEXT }
const more = { author, license: TEXT, keywords: expect.arrayContaining([TEXT]) }

describe('the manifests', () => {
  it('are what `node build/manifests.mjs` writes, and no more', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    )
    expect(files.sort()).toEqual(Object.keys(made).sort())
    for (const [path, content] of Object.entries(made)) {
      expect(readFileSync(join(folder, path), 'utf8')).toBe(written(content))
    }
  })

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

  it('have the hooks that `pith install` writes, with the command by its name', () => {
    const launch = launchIn('/dist')
    for (const [path, name] of [
      ['claude/hooks/hooks.json', 'claude-code'],
      ['gemini/hooks/hooks.json', 'gemini'],
    ]) {
      const { settings = [] } = drivenClients.find((one) => one.name === name)?.addition?.(launch, []) ?? {}
      const [{ path: at, item } = { path: [], item: undefined }] = settings.filter(
        ({ kind }) => kind === 'hook',
      )
      const text = JSON.stringify(item).replace(`${launch.command.join(' ')} hook`, 'pith hook')
      expect(made[path]).toEqual({ hooks: { [at[1]]: [JSON.parse(text)] } })
    }
  })
})
