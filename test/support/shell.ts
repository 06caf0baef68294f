import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { build, distFile } from './built.ts'

/** Runs command lines in the built shell for agents, and in bash, in folders of their own. */

export interface ShellRun {
  status: number | null
  signal: string | null
  stdout: Buffer
  stderr: Buffer
}

export interface ShellOptions {
  input?: string
  env?: Record<string, string | undefined>
  /** Words before the command line. */
  flags?: string[]
  /** Words after it. */
  operands?: string[]
  whileRunning?: (child: ChildProcess, seen: () => string) => Promise<void>
}

const LONGEST_RUN_MS = 60_000

export const front = (): string => distFile('shell/pith')

/** The folder of a test file, and runners in it. `own` are variables of all of them. */
export function useShell(own: Record<string, string> = {}) {
  let folder = ''
  beforeAll(() => {
    build()
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (shell: string, line: string, options: ShellOptions = {}): Promise<ShellRun> => {
    const { flags = ['-c'], operands = [], input = '', env, whileRunning } = options
    const cwd = mkdtempSync(join(folder, 'run-'))
    const child = spawn(shell, [...flags, line, ...operands], {
      cwd,
      env: {
        ...process.env,
        SHELL: '/bin/bash',
        PITH_ARTIFACTS: join(folder, 'artifacts'),
        PITH_EVENTS: '0',
        HOME: folder,
        ...own,
        ...env,
      },
      detached: true,
    })
    const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
    child.stdout.on('data', (bytes: Buffer) => pieces.stdout.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => pieces.stderr.push(bytes))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LONGEST_RUN_MS)
    const all = () => ({ stdout: Buffer.concat(pieces.stdout), stderr: Buffer.concat(pieces.stderr) })
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (status, signal) => {
        clearTimeout(timer)
        resolve({ status, signal, ...all() })
      })
      whileRunning?.(child, () => Buffer.concat([...pieces.stdout, ...pieces.stderr]).toString()).catch(
        reject,
      )
    })
  }
  return {
    get folder() {
      return folder
    },
    pith: (line: string, options?: ShellOptions) => run(front(), line, options),
    bash: (line: string, options?: ShellOptions) => run('/bin/bash', line, options),
    run,
  }
}
