import { type Client, installed } from './client.ts'

const program = installed('codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex')

/** Codex CLI. */
export const codexCli: Client = {
  name: 'Codex CLI',
  agent: 'codex',
  shellBy: 'hook',
  program,
  setUp(world, modelUrl) {
    const text = (value: string) => JSON.stringify(value)
    // Its commands run in a login shell.
    world.write('home/.profile', `export PATH='${world.env.PATH}'\n`)
    world.write(
      'home/.codex/config.toml',
      `model = "gpt-5"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = ${text(`${modelUrl}/v1`)}
env_key = "SCRIPTED_KEY"
wire_api = "responses"

[mcp_servers.large]
command = ${text(process.execPath)}
args = [${text(world.server)}]
required = true
startup_timeout_sec = 60
`,
    )
  },
  launch: () => ({
    words: [
      program,
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      // A user trusts a hook once, in a dialog.
      '--dangerously-bypass-hook-trust',
      'go',
    ],
    env: { SCRIPTED_KEY: 'dummy' },
  }),
  tools: {
    shell: (command, { timeoutMs } = {}) => ({
      tool: 'exec_command',
      args: { cmd: command, yield_time_ms: timeoutMs ?? 30_000 },
    }),
    server: (tool, args) => ({ tool: `mcp__large/${tool}`, args }),
  },
  lateCommands: 'running',
  keepsLarge: false,
  keepsDirectory: false,
  settled: (text) =>
    text
      .replaceAll(/Wall time: [\d.]+ seconds/g, 'Wall time: N seconds')
      .replaceAll(/Chunk ID: \w+/g, 'Chunk ID: ID')
      .replaceAll(/Original token count: \d+/g, 'Original token count: N'),
  framed: (output, status) =>
    `Chunk ID: ID\nWall time: N seconds\nProcess exited with code ${status}\nOriginal token count: N\nOutput:\n${output}`,
}
