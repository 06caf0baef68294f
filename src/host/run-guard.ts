import { type ChildProcess, spawn } from 'node:child_process'
import { MARKER_VARIABLE } from './process-tree.ts'

// Waits for the end of its input, which comes when the process that started it was killed. Then ends the group of the
// command, and on Linux all that has the marker of the command in its environment.
const SCRIPT = `
trap '' TERM INT HUP
read -r word
send() {
  kill -s "$1" -- "-$2" "$2"
  for path in $(grep -lF -- "$3" /proc/[0-9]*/environ); do
    path=\${path%/environ}
    kill -s "$1" "\${path#/proc/}"
  done
}
send TERM "$@"
sleep 0.5 || sleep 1
send KILL "$@"`

/** A command that ends sooner needs no guard, whose start would take as long as that of the command. */
const START_MS = 50

/**
 * Starts a process that ends a command if this process is killed. It has a session of its own, so that what kills the
 * group of this process does not kill it too.
 *
 * @param marker what the environment of the command and of all that it starts contains
 */
export function guardCommand(pid: number, marker: string): { release(): void } {
  let guard: ChildProcess | undefined
  const timer = setTimeout(() => {
    guard = startGuard(pid, marker)
  }, START_MS).unref()
  return {
    // The end of its input would mean that this process was killed.
    release() {
      clearTimeout(timer)
      guard?.kill('SIGKILL')
      guard?.stdin?.destroy()
    },
  }
}

/** Undefined if no process can be started. Then a command outlives a process that is killed, but no other one. */
function startGuard(pid: number, marker: string): ChildProcess | undefined {
  const { [MARKER_VARIABLE]: _, ...env } = process.env
  try {
    const guard = spawn('/bin/sh', ['-c', SCRIPT, 'pith-guard', String(pid), marker], {
      cwd: '/',
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    guard.on('error', () => {})
    guard.stdin?.on('error', () => {})
    guard.unref()
    return guard
  } catch {
    return undefined
  }
}
