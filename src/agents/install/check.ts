// Runs a failing command through what a client is set to use, and looks at what would reach the model.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { failingServer, pluginHosts } from './check-programs.ts'
import type { Launch } from './client.ts'
import { quoted } from './settings.ts'

/** A large output with an error in the middle, kept in a file that a command can print. */
export interface Sample {
  text: string
  file: string
}

const SAMPLE_STATUS = 3
const SAMPLE_ERROR = 'Error: pith doctor looks for this line'
const SAMPLE_LINES = 4250
const LONGEST_CHECK_MS = 30_000
/** A server has this time to end after its input is closed. */
const LONGEST_END_MS = 3000
/** Most of the sample that may reach the model. The limits of agents are far below. */
const MOST_SHOWN_BYTES = 64 * 1024

/** Some 200 KB. */
export const sampleText = (): string =>
  Array.from({ length: SAMPLE_LINES }, (_, at) =>
    at === SAMPLE_LINES / 2 ? `${SAMPLE_ERROR}\n` : `step ${at + 1} copies files and says nothing about it\n`,
  ).join('')

/** What a check found. */
export interface CheckResult {
  /** Bytes that reach the model. Undefined if the check did not come so far. */
  shownBytes?: number
  /** What does not work. Undefined if all does. */
  problem?: string
}

interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

/** A shell: the status and the error of a failing command stay. */
export async function checkShell(
  program: string,
  client: string,
  sample: Sample,
  launch: Launch,
): Promise<CheckResult> {
  const command = `cat '${sample.file}'; exit ${SAMPLE_STATUS}`
  const wordsFor = (line: string): string[] =>
    client === 'claude-code' ? [program, asClaudeCode(line, sample)] : [program, '-c', line]
  const ran = await run(wordsFor(command))
  if (ran.status !== SAMPLE_STATUS) {
    return {
      problem: `a command that exits with ${SAMPLE_STATUS} came back with ${ran.status}${wordsOf(ran)}`,
    }
  }
  return checkText(ran.stdout, sample, launch, wordsFor)
}

/** The line in which Claude Code runs a command of the model. The shell tells by it that this is no hook or server. */
const asClaudeCode = (command: string, { file }: Sample): string =>
  `eval ${quoted(command)} < /dev/null && pwd -P >| ${file}.directory`

/** A hook: a command line that gets an event as JSON and answers with what replaces the output. */
export async function checkHook(
  command: string,
  client: string,
  sample: Sample,
  launch: Launch,
): Promise<CheckResult> {
  const { event, answerOf } = hooks[client] ?? hooks['claude-code']
  const ran = await run(['/bin/sh', '-c', command], JSON.stringify(event(sample.text, sample)))
  if (ran.status !== 0) return { problem: `the hook ended with status ${ran.status}${wordsOf(ran)}` }
  const text = within(() => answerOf(JSON.parse(ran.stdout)))
  if (text === undefined) return { problem: `the hook left the large output as it is${wordsOf(ran)}` }
  return checkText(text, sample, launch)
}

interface HookForm {
  event(text: string, sample: Sample): object
  /** Throws for an answer of another form. */
  answerOf(answer: HookAnswer): unknown
}

interface HookAnswer {
  hookSpecificOutput: { updatedToolOutput: { text: unknown }[] }
  decision: unknown
  reason: unknown
  stopReason: unknown
}

/** The events and answers of hooks, as each client has them. */
const hooks: Record<string, HookForm> = {
  'claude-code': {
    event: (text) => ({
      hook_event_name: 'PostToolUse',
      tool_name: 'mcp__doctor__check',
      tool_input: {},
      tool_response: [{ type: 'text', text }],
    }),
    answerOf: ({ hookSpecificOutput }) => hookSpecificOutput.updatedToolOutput[0].text,
  },
  codex: {
    event: (text, { file }) => {
      const path = `${file}.transcript`
      writeFileSync(path, '{"payload":{"type":"function_call","call_id":"doctor"}}\n')
      return {
        hook_event_name: 'PostToolUse',
        tool_name: 'mcp__doctor__check',
        tool_input: {},
        tool_response: { content: [{ type: 'text', text }] },
        tool_use_id: 'doctor',
        transcript_path: path,
      }
    },
    answerOf: ({ stopReason }) => stopReason,
  },
  gemini: {
    event: (text) => ({
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'doctor' },
      tool_response: { llmContent: text },
    }),
    answerOf: ({ decision, reason }) => (decision === 'deny' ? reason : undefined),
  },
}

/** A plugin: a module that the client loads, and whose listener gets the output. */
export async function checkPlugin(
  file: string,
  client: string,
  sample: Sample,
  launch: Launch,
): Promise<CheckResult> {
  const program = pluginHosts[client]
  const ran = await run([launch.command[0], '--input-type=module', '-e', program, file, sample.file])
  if (ran.status !== 0) return { problem: `the plugin could not be loaded${wordsOf(ran)}` }
  return checkText(ran.stdout, sample, launch)
}

/** A proxy in front of a server of MCP. The server is one of pith's own, so no server of the user starts. */
export async function checkProxy(
  launcher: readonly string[],
  sample: Sample,
  launch: Launch,
): Promise<CheckResult> {
  const server = [launch.command[0], '-e', failingServer, sample.file]
  const { answer, stderr } = await callTool([...launcher, ...server])
  const result = answer as { isError?: boolean; content?: { text?: unknown }[] } | undefined
  if (result === undefined)
    return { problem: `the server behind the proxy did not answer${wordsOf({ stderr })}` }
  if (result.isError !== true) return { problem: 'a failed call is no longer marked as failed' }
  return checkText(result.content?.map(({ text }) => text ?? '').join(''), sample, launch)
}

async function callTool(words: readonly string[]): Promise<{ answer: unknown; stderr: string }> {
  const child = start(words)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const answer = await new Promise<unknown>((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', () => resolve(undefined))
    const clientInfo = { name: 'pith doctor', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    send({ id: 1, method: 'initialize', params })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = within(() => JSON.parse(line)) as { id?: number; result?: unknown } | undefined
      if (message?.id === 1) {
        send({ method: 'notifications/initialized' })
        send({ id: 2, method: 'tools/call', params: { name: 'check', arguments: {} } })
      } else if (message?.id === 2) resolve(message.result)
    })
  })
  await endOf(child)
  return { answer, stderr }
}

/** Closes the input of a server, which then ends by itself. A server that goes on is ended. */
async function endOf(child: ReturnType<typeof start>): Promise<void> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  child.stdin.end()
  if (isOver()) return
  const timer = setTimeout(() => child.kill(), LONGEST_END_MS)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
}

/** Whether a text is short, has the error, and leads back to the whole output. */
async function checkText(
  text: unknown,
  sample: Sample,
  { command }: Launch,
  wordsFor = (line: string): string[] => ['/bin/sh', '-c', line],
): Promise<CheckResult> {
  if (typeof text !== 'string') return { problem: 'the answer has no text' }
  const shownBytes = Buffer.byteLength(text)
  if (shownBytes > MOST_SHOWN_BYTES) return { shownBytes, problem: 'the large output was not cut' }
  if (!text.includes(SAMPLE_ERROR)) return { shownBytes, problem: 'the error in the middle is missing' }
  const [, id] = /pith[ _]show\W+(?:"?id"?\W+)?([0-9a-f]{16})\b/.exec(text) ?? []
  if (id === undefined)
    return {
      shownBytes,
      problem: 'the full output was not kept; `pith gc --dry-run` shows what fills the store',
    }
  // A call of an MCP tool is no command.
  const [call] = /(?:npx --offline (?:@[\w.-]+\/)?)?pith show [0-9a-f]{16}/.exec(text) ?? []
  if (call !== undefined) {
    const called = await run(wordsFor(`${call} --lines 1`))
    if (!sample.text.startsWith(called.stdout.split('\n', 1)[0]) || called.status !== 0)
      return {
        shownBytes,
        problem: `\`${call}\` of a notice does not run${wordsOf(called)}; put pith on the PATH: ln -s ${quoted(command[1])} ~/.local/bin/pith`,
      }
  }
  const { stdout } = await run([...command, 'show', id, '--all'])
  return stdout === sample.text
    ? { shownBytes }
    : { shownBytes, problem: `\`pith show ${id} --all\` is not the full output` }
}

/**
 * The environment of a check. Its calls are not recorded. Nothing tells pith that it is turned off, or that it runs
 * inside another pith, as it does when an agent runs `pith doctor`.
 */
function environment(): NodeJS.ProcessEnv {
  const { PITH: _, PITH_COPIER: __, ...env } = process.env
  return { ...env, PITH_EVENTS: '0' }
}

function start([program, ...words]: readonly string[]) {
  const child = spawn(program, words, { env: environment(), stdio: 'pipe' })
  const timer = setTimeout(() => child.kill(), LONGEST_CHECK_MS)
  // Node's own `timeout` goes on when the program could not be started.
  for (const event of ['error', 'close']) child.once(event, () => clearTimeout(timer))
  // A program that reads no input may end before it is written.
  child.stdin.on('error', () => {})
  return child
}

async function run(words: readonly string[], input = ''): Promise<Ran> {
  const child = start(words)
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin.end(input)
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      stderr.push(Buffer.from(error.message))
      resolve(null)
    })
    child.once('close', resolve)
  })
  return { status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }
}

/** The last line that a program said, for a sentence. */
function wordsOf({ stderr }: { stderr: string }): string {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  return last === '' ? '' : ` (${last.slice(0, 200)})`
}

function within<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
