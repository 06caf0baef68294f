import { interruptPi } from '../interrupts/pi.ts'
import { type Client, installed } from './client.ts'

const program = installed('@earendil-works/pi-coding-agent/dist/cli.js')

/** pi, the coding agent. It has no MCP. */
export const pi: Client = {
  name: 'pi',
  agent: 'pi',
  shellBy: 'shell',
  program,
  setUp(world, modelUrl) {
    const model = {
      id: 'model',
      name: 'model',
      reasoning: false,
      input: ['text'],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 1_000_000,
      maxTokens: 8000,
    }
    world.write('home/.pi/agent/models.json', {
      providers: {
        scripted: {
          baseUrl: `${modelUrl}/v1`,
          apiKey: 'dummy',
          api: 'openai-completions',
          models: [model],
        },
      },
    })
  },
  launch: () => ({
    words: [process.execPath, program, '--provider', 'scripted', '--model', 'model', '-p', 'go'],
    env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' },
  }),
  tools: {
    shell: (command, { timeoutMs } = {}) => ({
      tool: 'bash',
      args: { command, ...(timeoutMs && { timeout: timeoutMs / 1000 }) },
    }),
    read: (path) => ({ tool: 'read', args: { path } }),
  },
  lateCommands: 'killed',
  keepsDirectory: false,
  settled: (text) => text.replaceAll(/\bpi-bash-\w+/g, 'pi-bash-ID'),
  framed: (output, status) =>
    (output || '(no output)') + (status === 0 ? '' : `\n\nCommand exited with code ${status}`),
  timedOut: (output, timeoutMs) => `${output}\n\nCommand timed out after ${timeoutMs / 1000} seconds`,
  interrupt: interruptPi,
  interrupted: (output) => `${output}\n\nCommand aborted`,
}
