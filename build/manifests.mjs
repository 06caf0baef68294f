// Writes the manifests by which agents and registries find pith, from package.json:
//
//   build/out/manifests/claude/         a plugin of Claude Code, and a marketplace that lists it
//   build/out/manifests/agent-plugin/   the same server for any client of Agent Plugins 1.0
//   build/out/manifests/gemini/         an extension of Gemini CLI
//   build/out/manifests/server.json     the entry of the MCP registry, for the day on which the package is published
//
// They start the pith of this checkout by whole paths, as `pith install` does: another program may be called `pith`.
// Clients copy a plugin into a folder of their own, so their variables for its folder (`${CLAUDE_PLUGIN_ROOT}`,
// `${extensionPath}`) do not lead to the checkout.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The content of each manifest, by its path below build/out/manifests. `launch` is Node and the command, by their paths. */
export function manifests({ name, version, description, license, author, keywords, mcpName }, launch) {
  const own = { name, version, description }
  const more = { author: { name: author }, license, keywords }
  const server = { command: launch[0], args: [...launch.slice(1), 'mcp'] }
  const command = launch.map(quoted).join(' ')
  const hooks = (event, matcher, client, its = {}) => ({
    hooks: {
      [event]: [
        {
          matcher,
          hooks: [
            {
              ...its,
              type: 'command',
              command: `${command} hook ${client}${client === 'gemini' ? ' || true' : ''}`,
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

/** A word as a POSIX shell reads it. */
const quoted = (word) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parsed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const launch = [process.execPath, join(root, 'dist/cli/main.js')]
  for (const [path, content] of Object.entries(manifests(parsed, launch))) {
    const file = join(root, 'build/out/manifests', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
  }
}
