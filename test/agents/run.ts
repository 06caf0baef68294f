import { type ChildProcess, spawn } from 'node:child_process'
import type { World } from './world.ts'

/** A client that is slow is waited for. This ends one that hangs. */
const LONGEST_RUN_MS = 400_000
/** How long what a program has written may take to arrive, when a process that it left behind holds its output open. */
const LONGEST_DRAIN_MS = 10_000

/** How a program ended. */
export interface Ended {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  isLate: boolean
}

export interface RunOptions {
  env?: Record<string, string>
  /** Called as soon as the program runs; its standard input is open then. */
  whileRunning?: (child: ChildProcess) => Promise<void>
  longestMs?: number
}

/** Runs a program in the world's project, in a process group of its own, which is killed when it takes too long. */
export async function run(world: World, words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env, whileRunning, longestMs = LONGEST_RUN_MS } = options
  const [file, ...rest] = words
  const child = spawn(file, rest, {
    cwd: world.project,
    env: { ...world.env, ...env },
    stdio: [whileRunning ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, longestMs)
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text))
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status, signal) => {
      const end = () => resolve({ status, signal, ...texts, isLate })
      child.once('close', end)
      setTimeout(end, LONGEST_DRAIN_MS).unref()
    })
  })
  try {
    await whileRunning?.(child)
    return await ended
  } finally {
    clearTimeout(timer)
  }
}
