import { type ChildProcess, spawn } from 'node:child_process'
import { PithError } from '../../errors.ts'
import { statusOfSignal } from '../../host/signal-status.ts'

/** How a server ended. */
export interface ServerEnd {
  exitCode: number | null
  signal: NodeJS.Signals | null
}

/** A server as a child process, with its standard error passed on. */
export interface ServerProcess {
  child: ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream }
  ended: Promise<ServerEnd>
}

/** @throws {PithError} `PITH_NOT_STARTED`, with the system's error code as `cause`. */
export async function startServer(command: string, args: readonly string[]): Promise<ServerProcess> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'there is no such command' : cause.message
      const sentence = `The server ${JSON.stringify(command)} could not be started: ${why}.`
      reject(new PithError('PITH_NOT_STARTED', sentence, { cause }))
    })
  })
  const ended = new Promise<ServerEnd>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  return { child, ended }
}

/** The exit status of pith for the end of a server: its own, or 128 and the number of the signal. */
export function exitStatusOf({ exitCode, signal }: ServerEnd): number {
  return exitCode ?? statusOfSignal(signal) ?? 1
}
