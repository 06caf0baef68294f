import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs calls of the command in one process, `warm-process.mjs`. A call costs a tenth of a separate process. Scripts of
 * the suites, and calls with `alone`, have separate processes.
 */

export interface WarmCall {
  main: string
  words: readonly string[]
  input: string | Uint8Array
  env: Record<string, string | undefined>
  cwd: string
}

interface Outcome {
  status: number
  stdout: Buffer
  stderr: string
}

const LONGEST_CALL_MS = 100_000

let warm: ChildProcess | undefined
let hung: NodeJS.Timeout | undefined
let asked = 0
const waiting = new Map<number, (outcome: Outcome | Error) => void>()

export async function runWarm(call: WarmCall): Promise<Outcome> {
  warm ??= start()
  const id = asked++
  const input = Buffer.from(call.input)
  const answer = new Promise<Outcome | Error>((resolve) => waiting.set(id, resolve))
  warm.ref()
  warm.send({ ...call, id, input })
  if (waiting.size === 1) expectAnswer()
  const outcome = await answer
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** Starts the time-out of the next call. Calls run one after another, so it begins when the previous one answers. */
function expectAnswer(): void {
  clearTimeout(hung)
  hung = setTimeout(() => warm?.kill('SIGKILL'), LONGEST_CALL_MS)
}

function start(): ChildProcess {
  const child = fork(fileURLToPath(new URL('warm-process.mjs', import.meta.url)), {
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('message', ({ id, failure, ...outcome }: Outcome & { id: number; failure?: string }) => {
    const settle = waiting.get(id)
    waiting.delete(id)
    clearTimeout(hung)
    if (waiting.size > 0) expectAnswer()
    else child.unref()
    settle?.(failure === undefined ? { ...outcome, stdout: Buffer.from(outcome.stdout) } : new Error(failure))
  })
  child.on('close', (status, signal) => {
    clearTimeout(hung)
    warm = undefined
    for (const settle of waiting.values())
      settle(new Error(`The command ended its process: ${signal ?? status}.`))
    waiting.clear()
  })
  return child
}
