import { type Client, installed } from './client.ts'

const program = installed('codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex')

/** Codex CLI. */
export const codexCli: Client = {
  name: 'Codex CLI',
  agent: 'codex',
  shellBy: 'nothing',
  program,
  setUp(world, modelUrl) {
    const text = (value: string) => JSON.stringify(value)
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
    words: [program, 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'go'],
    env: { SCRIPTED_KEY: 'dummy' },
  }),
  tools: {
    server: (tool, args) => ({ tool: `mcp__large/${tool}`, args }),
  },
  lateCommands: 'running',
  keepsDirectory: false,
  settled: (text) => text.replaceAll(/Wall time: [\d.]+ seconds/g, 'Wall time: N seconds'),
  framed: (output) => output,
}
