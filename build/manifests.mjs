// Writes what agents and registries find pith by, from package.json and what build/pack.mjs has staged:
//
//   build/out/plugins/claude/         a plugin of Claude Code, and a marketplace that lists it
//   build/out/plugins/codex/          a marketplace of Codex CLI, with a plugin
//   build/out/plugins/agent-plugin/   the MCP server for any client of Agent Plugins 1.0
//   build/out/plugins/gemini/         an extension of Gemini CLI
//   build/out/plugins/server.json     the entry of the MCP registry
//
// Each folder holds the whole package, because clients copy it. pi and opencode take the package itself.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { icon } from './icon.mjs'
import { pack } from './pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where each folder has the package, and its icon. */
const PACKAGES = {
  claude: '.claude-plugin/icon.png',
  'codex/pith': 'assets/icon.png',
  'agent-plugin': 'assets/icon.png',
  gemini: 'assets/icon.png',
}

/** The content of each manifest, by its path. `packageName` is the name in the registry of npm. */
export function manifests({ version, description, license, author, keywords, mcpName }, packageName) {
  const name = 'pith'
  const own = { name, version, description }
  const more = { author: { name: author }, license, keywords }
  const servers = (folder) => ({
    mcpServers: { [name]: { command: 'node', args: [`${folder}/dist/cli/main.js`, 'mcp'] } },
  })
  const hooks = (event, matcher, folder, client, { after = '', ...its } = {}) => ({
    hooks: {
      [event]: [
        {
          matcher,
          hooks: [
            { ...its, type: 'command', command: `node "${folder}/dist/cli/main.js" hook ${client}${after}` },
          ],
        },
      ],
    },
  })
  const claude = '$' + '{CLAUDE_PLUGIN_ROOT}'
  const codex = '$' + '{PLUGIN_ROOT}'
  const gemini = '$' + '{extensionPath}'
  return {
    // It reaches no host by itself.
    'claude/.claude-plugin/plugin.json': { ...own, ...more, network: { hosts: [] }, ...servers(claude) },
    'claude/.claude-plugin/marketplace.json': {
      name,
      description,
      owner: { name: author },
      plugins: [{ name, source: './', description, version }],
    },
    'claude/hooks/hooks.json': hooks('PostToolUse', 'Read|Grep|WebFetch|mcp__.*', claude, 'claude-code'),
    'codex/.agents/plugins/marketplace.json': {
      name,
      plugins: [
        {
          name,
          source: { source: 'local', path: './pith' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Productivity',
        },
      ],
    },
    'codex/pith/.codex-plugin/plugin.json': {
      ...own,
      ...more,
      hooks: './hooks/hooks.json',
      interface: { displayName: name, shortDescription: description, logo: './assets/icon.png' },
    },
    'codex/pith/hooks/hooks.json': hooks('PostToolUse', 'Bash|mcp__.*', codex, 'codex'),
    'agent-plugin/plugin.json': {
      $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
      ...own,
      ...more,
    },
    'agent-plugin/mcp.json': {
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: { [name]: { type: 'stdio', command: 'node', args: [`${codex}/dist/cli/main.js`, 'mcp'] } },
    },
    'gemini/gemini-extension.json': { ...own, ...servers(gemini) },
    'gemini/hooks/hooks.json': hooks('AfterTool', '.*', gemini, 'gemini', { name, after: ' || true' }),
    'server.json': {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: mcpName,
      description,
      version,
      packages: [
        {
          registryType: 'npm',
          identifier: packageName,
          version,
          runtimeHint: 'npx',
          transport: { type: 'stdio' },
          packageArguments: [{ type: 'positional', value: 'mcp' }],
        },
      ],
    },
  }
}

/** Writes the folders in `out`. */
export function plugins(out = join(root, 'build/out')) {
  const { name } = pack(out)
  const folder = join(out, 'plugins')
  rmSync(folder, { recursive: true, force: true })
  const write = (path, content) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  for (const [path, image] of Object.entries(PACKAGES)) {
    cpSync(join(out, 'package'), join(folder, path), { recursive: true })
    write(join(path, image), icon())
  }
  const parsed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [path, content] of Object.entries(manifests(parsed, name)))
    write(path, `${JSON.stringify(content, null, 2)}\n`)
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${plugins()} is ready.`)
