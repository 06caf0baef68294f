// Writes the manifests by which agents and registries find pith, from package.json:
//
//   build/manifests/claude/         a plugin of Claude Code, and a marketplace that lists it
//   build/manifests/agent-plugin/   the same server for any client of Agent Plugins 1.0
//   build/manifests/gemini/         an extension of Gemini CLI
//   build/manifests/server.json     the entry of the MCP registry
//
// They start `pith` by its name, because a manifest cannot know where it is installed. `pith install` writes whole paths.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The content of each manifest, by its path below build/manifests. */
export function manifests({ name, version, description, license, author, keywords, mcpName }) {
  const own = { name, version, description }
  const more = { author: { name: author }, license, keywords }
  const server = { command: name, args: ['mcp'] }
  const hooks = (event, matcher, client, its = {}) => ({
    hooks: {
      [event]: [
        {
          matcher,
          hooks: [
            {
              ...its,
              type: 'command',
              command: `${name} hook ${client}${client === 'gemini' ? ' || true' : ''}`,
            },
          ],
        },
      ],
    },
  })
  return {
    'claude/.claude-plugin/plugin.json': { ...own, ...more, mcpServers: { [name]: server } },
    'claude/.claude-plugin/marketplace.json': {
      name,
      owner: { name: author },
      plugins: [{ name, source: './', description, version }],
    },
    'claude/hooks/hooks.json': hooks('PostToolUse', 'Read|Grep|WebFetch|mcp__.*', 'claude-code'),
    'agent-plugin/plugin.json': {
      $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
      ...own,
      ...more,
    },
    'agent-plugin/mcp.json': {
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: { [name]: { type: 'stdio', ...server } },
    },
    'gemini/gemini-extension.json': { ...own, mcpServers: { [name]: server } },
    'gemini/hooks/hooks.json': hooks('AfterTool', '.*', 'gemini', { name }),
    'server.json': {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: mcpName,
      description,
      version,
      packages: [
        {
          registryType: 'npm',
          identifier: name,
          version,
          runtimeHint: 'npx',
          transport: { type: 'stdio' },
          packageArguments: [{ type: 'positional', value: 'mcp' }],
        },
      ],
    },
  }
}

/** A manifest as its file has it. */
export const written = (content) => `${JSON.stringify(content, null, 2)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parsed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [path, content] of Object.entries(manifests(parsed))) {
    const file = join(root, 'build/manifests', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, written(content))
  }
}
