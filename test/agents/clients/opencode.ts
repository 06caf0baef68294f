import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { interruptOpencode } from '../interrupts/opencode.ts'
import { type Client, installed } from './client.ts'

const program = installed('opencode-linux-x64-baseline/bin/opencode')

/** opencode. */
export const opencode: Client = {
  name: 'opencode',
  agent: 'opencode',
  shellBy: 'shell',
  program,
  setUp(world, modelUrl) {
    world.write('home/.config/opencode/opencode.json', {
      $schema: 'https://opencode.ai/config.json',
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/model',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Scripted',
          options: { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' },
          models: {
            model: { name: 'model', tool_call: true, limit: { context: 1_000_000, output: 8000 } },
          },
        },
      },
      mcp: { large: { type: 'local', command: [process.execPath, world.server], enabled: true } },
    })
  },
  launch: () => ({
    words: [program, 'run', 'go'],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      // It installs what plugins may need.
      npm_config_offline: 'true',
    },
  }),
  tools: {
    shell: (command, { timeoutMs } = {}) => ({
      tool: 'bash',
      args: { command, description: 'scripted', ...(timeoutMs && { timeout: timeoutMs }) },
    }),
    read: (path) => ({ tool: 'read', args: { filePath: path } }),
    server: (tool, args) => ({ tool: `large_${tool}`, args }),
  },
  lateCommands: 'terminated',
  keepsDirectory: false,
  settled: (text) => text.replaceAll(/\btool_\w+/g, 'tool_ID'),
  // It does not tell the model the status.
  framed: (output) => output || '(no output)',
  timedOut: (output, timeoutMs) =>
    `${output}\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout ${timeoutMs} ms. If this command is expected to take longer and is not waiting for interactive input, retry with a larger timeout value in milliseconds.\n</shell_metadata>`,
  interrupt: interruptOpencode,
  interrupted: (output) => `${output}\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>`,
  rules: {
    setUp(world) {
      const file = join(world.home, '.config/opencode/opencode.json')
      const settings = JSON.parse(readFileSync(file, 'utf8'))
      const bash = { '*': 'allow', 'touch asked*': 'ask', 'touch denied*': 'deny' }
      world.write('home/.config/opencode/opencode.json', { ...settings, permission: { bash } })
    },
    words: [program, 'run', 'go'],
  },
}
