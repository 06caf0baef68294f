import { interruptClaudeCode } from '../interrupts/claude-code.ts'
import { type Client, installed } from './client.ts'

const program = installed('@anthropic-ai/claude-agent-sdk-linux-x64/claude')

/** Where it keeps the output of a command that it no longer waits for, in a settled text. */
const tasks = '/world/temporary/claude-UID/-world-project/SESSION/tasks'

/** Claude Code, the program inside Anthropic's agent SDK. */
export const claudeCode: Client = {
  name: 'Claude Code',
  agent: 'claude-code',
  shellBy: 'shell',
  program,
  setUp(world) {
    world.write('home/.claude.json', {
      hasCompletedOnboarding: true,
      mcpServers: { large: { type: 'stdio', command: process.execPath, args: [world.server] } },
    })
  },
  launch: (_, modelUrl) => ({
    words: [program, '-p', 'go', '--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions'],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'dummy',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Otherwise the model has to search for tools of MCP servers before it can call them.
      ENABLE_TOOL_SEARCH: 'false',
      // Otherwise the first request comes before a server is there.
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
      // It refuses to skip permissions for root outside a sandbox.
      IS_SANDBOX: '1',
    },
  }),
  tools: {
    shell: (command, { timeoutMs } = {}) => ({
      tool: 'Bash',
      args: { command, description: 'scripted', ...(timeoutMs && { timeout: timeoutMs }) },
    }),
    read: (path) => ({ tool: 'Read', args: { file_path: path } }),
    server: (tool, args) => ({ tool: `mcp__large__${tool}`, args }),
  },
  lateCommands: 'running',
  keepsDirectory: true,
  settled: (text) =>
    text
      .replaceAll(/\n+<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'SESSION')
      .replaceAll(/\bclaude-\d+\/[\w-]+-project\b/g, 'claude-UID/-world-project')
      .replaceAll(/\(ID: \w+\)/g, '(ID: TASK)')
      .replaceAll(/\/\w+\.(output|txt)\b/g, '/TASK.$1'),
  framed(output, status) {
    const text = output.trimEnd()
    if (status !== 0) return `Exit code ${status}${text && `\n${text}`}`
    return text || '(Bash completed with no output)'
  },
  timedOut: (output, timeoutMs) =>
    `${output.trimEnd()}\nCommand did not complete within its ${Math.round(timeoutMs / 1000)}s timeout and was moved to the background (ID: TASK). Output is being written to: ${tasks}/TASK.output. You will be notified when it completes. If it is still running after 10m in the background, it will be stopped and you will be notified. It is running now: do not start a second copy while it runs. If it is no longer needed, stop it with TaskStop. To check interim output, use Read on that file path.`,
  interrupt: interruptClaudeCode,
  interrupted: () =>
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed. Correction to the text above: this call was stopped while running, not refused before it ran. It may have run in part or in full, and its changes may have been written. No permission prompt was involved. Work it started elsewhere (a remote command, a background process) may still be running, so check before starting the same work again. The instruction to stop and wait still stands.",
  rules: {
    setUp(world) {
      world.write('home/.claude/settings.json', {
        permissions: { allow: ['Bash(touch allowed:*)'], deny: ['Bash(touch denied:*)'] },
      })
    },
    words: [program, '-p', 'go', '--model', 'claude-sonnet-4-5'],
  },
}
