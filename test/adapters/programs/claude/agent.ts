import { createSdkMcpServer, type Options, tool } from '@anthropic-ai/claude-agent-sdk'
import { log } from '../log.ts'

const { CLAUDE_PROGRAM = '', FOLDER = '', MODEL_URL = '' } = process.env

const server = createSdkMcpServer({
  name: 'large',
  tools: [tool('build', 'Builds', {}, async () => ({ content: [{ type: 'text', text: log }] }))],
})

/** Claude Code with a scripted model, in a home of its own. */
export const options: Options = {
  pathToClaudeCodeExecutable: CLAUDE_PROGRAM,
  cwd: FOLDER,
  model: 'claude-sonnet-4-5',
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  mcpServers: { large: server },
  agents: { builder: { description: 'Builds', prompt: 'You build.' } },
  env: {
    PATH: process.env.PATH,
    HOME: FOLDER,
    TMPDIR: FOLDER,
    SHELL: '/bin/bash',
    ANTHROPIC_BASE_URL: MODEL_URL,
    ANTHROPIC_API_KEY: 'dummy',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Otherwise the model has to search for tools of servers before it can call them.
    ENABLE_TOOL_SEARCH: 'false',
    // It refuses to skip permissions for root outside a sandbox.
    IS_SANDBOX: '1',
  },
}
