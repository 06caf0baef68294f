import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { interruptPi } from '../interrupts/pi.ts'
import type { World } from '../world.ts'
import { type Client, installed } from './client.ts'

const program = installed('@earendil-works/pi-coding-agent/dist/cli.js')

/** `pith install` asks the program on the path for its version. */
function writeProgram(world: World, node: string, file: string): void {
  chmodSync(world.write('bin/pi', `#!/bin/sh\nexec '${node}' '${file}' "$@"\n`), 0o755)
  world.env.PATH = `${join(world.folder, 'bin')}:${world.env.PATH}`
}

/** pi, the coding agent, before version 1. It has no MCP. */
export const pi: Client = {
  name: 'pi',
  agent: 'pi',
  shellBy: 'shell',
  program,
  setUp(world, modelUrl) {
    writeProgram(world, process.execPath, program)
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

const programOf1 = installed('pi-1/dist/cli.js')
const node24 = installed('node-24/bin/node')

/** pi since version 1: its programs call tools too (code mode), and it has MCP. It needs a newer Node than the suites. */
export const pi1: Client = {
  ...pi,
  name: 'pi 1',
  shellBy: 'hook',
  program: programOf1,
  setUp(world, modelUrl) {
    pi.setUp(world, modelUrl)
    writeProgram(world, node24, programOf1)
    const large = { command: process.execPath, args: [world.server], exposure: 'direct' }
    world.write('home/.pi/agent/mcp.json', { mcpServers: { large } })
  },
  launch(world, modelUrl) {
    const { words, env } = pi.launch(world, modelUrl)
    const [, , ...options] = words.slice(0, -2)
    const tools = ['--tools', 'read,bash,codemode,mcp__*']
    return { words: [node24, programOf1, ...options, ...tools, ...words.slice(-2)], env }
  },
}
