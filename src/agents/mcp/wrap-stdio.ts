import type { Readable, Writable } from 'node:stream'
import type { Context } from './context.ts'
import { linesOf } from './lines.ts'
import { type ClientStreams, delay, Outlet } from './outlet.ts'
import { MessageProxy } from './proxy.ts'
import { exitStatusOf, type ServerProcess, startServer } from './server-process.ts'

const LF = 0x0a
/** Milliseconds that a server's output stays open after the server has ended, for what it left to read. */
const DRAIN_MS = 2000
/** Milliseconds between two looks at whether something is passed on. */
const STEP_MS = 100
/** Milliseconds that a server without requests may take to end, after its client has left. */
const LEAVE_MS = 5000
/** Milliseconds that a server which still answers requests may take to end, after its client has left. */
const BUSY_LEAVE_MS = 60_000
/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_MS = 2000

/**
 * Runs a server and passes messages between it and the client of this process, until the server has ended.
 *
 * @returns the exit status of the server.
 * @throws {PithError} `PITH_NOT_STARTED`
 */
export async function wrapStdio(
  command: string,
  args: readonly string[],
  { input, output }: ClientStreams,
  context: Context,
): Promise<number> {
  const server = await startServer(command, args)
  const proxy = new MessageProxy(context)
  const client = new Outlet(output)
  const signals = passSignals(server)
  const leave = () => endServer(server, proxy, client)
  client.onClosed = leave
  const toServer = passFromClient(input, server, proxy, client).then(leave, leave)
  const passing = { isBusy: false }
  const toClient = passFromServer(server, proxy, client, passing)
  try {
    const end = await server.ended
    await drained(toClient, passing)
    input.destroy()
    await toServer
    return exitStatusOf(end)
  } finally {
    signals.stop()
  }
}

async function passFromClient(
  input: Readable,
  { child }: ServerProcess,
  proxy: MessageProxy,
  client: Outlet,
): Promise<void> {
  const server = new Outlet(child.stdin as Writable)
  try {
    for await (const { kind, bytes } of linesOf(input)) {
      const { forward, answers } =
        kind !== 'piece' ? proxy.fromClient(bytes) : { forward: bytes, answers: [] }
      for (const answer of answers) void answer.then((words) => client.write(words))
      if (forward) await server.write(forward)
    }
  } finally {
    child.stdin.end()
  }
}

async function passFromServer(
  { child }: ServerProcess,
  proxy: MessageProxy,
  client: Outlet,
  passing: { isBusy: boolean },
): Promise<void> {
  let isOpen = false
  for await (const { kind, bytes } of linesOf(child.stdout as Readable)) {
    passing.isBusy = true
    isOpen = kind === 'piece' && bytes.at(-1) !== LF
    const shown = kind === 'piece' ? proxy.partFromServer(bytes, !isOpen) : await proxy.fromServer(bytes)
    await client.write(shown)
    passing.isBusy = false
  }
  if (isOpen) await client.write(proxy.partFromServer(Buffer.alloc(0), true))
}

/** Waits until all is passed on, or the output of a dead server is only held open. A slow client gets its time. */
async function drained(toClient: Promise<void>, passing: { isBusy: boolean }): Promise<void> {
  let isDone = false
  const done = toClient.finally(() => {
    isDone = true
  })
  for (let idleMs = 0; idleMs < DRAIN_MS && !isDone; idleMs = passing.isBusy ? 0 : idleMs + STEP_MS)
    await Promise.race([done, delay(STEP_MS)])
}

/** After the client has left, waits for the server, and ends it if it does not end itself. */
async function endServer(
  { child, ended }: ServerProcess,
  proxy: MessageProxy,
  client: Outlet,
): Promise<void> {
  child.stdin.end()
  const isEnded = () => child.exitCode !== null || child.signalCode !== null
  const begunMs = Date.now()
  const isDue = () => {
    const passedMs = Date.now() - begunMs
    if (client.isClosed || proxy.pending === 0) return passedMs >= LEAVE_MS
    return passedMs >= BUSY_LEAVE_MS
  }
  while (!isEnded() && !isDue()) await Promise.race([ended, delay(250)])
  if (isEnded()) return
  child.kill('SIGTERM')
  await Promise.race([ended, delay(KILL_MS)])
  if (!isEnded()) child.kill('SIGKILL')
}

/** Passes the signals of this process to the server, whose end is then the end of this process. */
function passSignals({ child }: ServerProcess): { stop(): void } {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  const listeners = signals.map((signal) => {
    const listener = () => {
      // A terminal sends Ctrl-C to the server too.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, listener)
    return { signal, listener }
  })
  return {
    stop() {
      for (const { signal, listener } of listeners) process.removeListener(signal, listener)
    },
  }
}
