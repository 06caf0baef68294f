import { type Client, installed } from './client.ts'

const program = installed('@google/gemini-cli/bundle/gemini.js')

/** Gemini CLI. */
export const geminiCli: Client = {
  name: 'Gemini CLI',
  agent: 'gemini',
  shellBy: 'hook',
  program,
  setUp(world) {
    world.write('home/.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      mcpServers: { large: { command: process.execPath, args: [world.server], trust: true } },
    })
  },
  launch: (_, modelUrl) => ({
    words: [process.execPath, program, '--yolo', '-m', 'gemini-2.5-flash', '-p', 'go'],
    env: {
      GEMINI_API_KEY: 'dummy',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }),
  tools: {
    shell: (command) => ({ tool: 'run_shell_command', args: { command } }),
    read: (path) => ({ tool: 'read_file', args: { file_path: path } }),
    server: (tool, args) => ({ tool: `mcp_large_${tool}`, args }),
  },
  lateCommands: 'running',
  keepsDirectory: false,
  settled: (text) =>
    text
      .replaceAll(/Group PGID: \d+/g, 'Group PGID: ID')
      .replaceAll(/\bsession-[0-9a-f-]+/g, 'session-ID')
      .replaceAll(/_\d+_\d+\.txt/g, '_ID.txt'),
  framed(output, status) {
    const code = status === 0 ? '' : `Exit Code: ${status}\n`
    const text = output.trimEnd() || '(empty)'
    return `<untrusted_context>\nOutput: ${text}\n${code}Process Group PGID: ID\n</untrusted_context>`
  },
  refuses: /\$\(|<\(/,
  rules: {
    setUp() {},
    words: [
      process.execPath,
      program,
      '--allowed-tools',
      'run_shell_command(touch allowed)',
      '-m',
      'gemini-2.5-flash',
      '-p',
      'go',
    ],
  },
}
