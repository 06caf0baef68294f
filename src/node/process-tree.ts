import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The variable that marks a command and everything it starts. Nested runs append theirs: `outer,inner`. */
export const MARKER_VARIABLE = 'PITH_RUN_ID'

const POLL_MS = 25
// Each round kills the processes that were started during the previous round.
const KILL_ROUNDS = 8

/**
 * Ends a command's process group and, on Linux, every process that carries its marker. Sends SIGTERM, and SIGKILL after
 * `graceMs`. Settles when no process is left, at most 200 ms after the grace period.
 */
export async function killTree(groupId: number, marker: string, graceMs: number): Promise<void> {
  signalTree(groupId, marker, 'SIGTERM')
  const deadline = performance.now() + graceMs
  while (performance.now() < deadline) {
    if (!treeLives(groupId, marker)) return
    await sleep(Math.min(POLL_MS, graceMs))
  }
  for (let round = 0; round < KILL_ROUNDS; round++) {
    signalTree(groupId, marker, 'SIGKILL')
    await sleep(POLL_MS)
    if (!treeLives(groupId, marker)) return
  }
}

function signalTree(groupId: number, marker: string, signal: NodeJS.Signals): void {
  sendSignal(-groupId, signal)
  for (const pid of liveMembers(groupId, marker)) sendSignal(pid, signal)
}

const treeLives = (groupId: number, marker: string): boolean =>
  process.platform === 'linux' ? liveMembers(groupId, marker).length > 0 : sendSignal(-groupId, 0)

/** True when a process received the signal. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** The processes of a group and those that carry its marker. Only Linux can list them. */
function liveMembers(groupId: number, marker: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isLiveMember(pid, groupId, marker))
}

function isLiveMember(pid: number, groupId: number, marker: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Skips the process name, which is in parentheses and may contain anything.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie counts as dead, because its parent may not reap it for a long time.
    if (state === 'Z' || state === 'X') return false
    // A process that left the group with `setsid` keeps the environment that it was started with.
    return Number(group) === groupId || readFileSync(`/proc/${pid}/environ`).includes(marker)
  } catch {
    // The process has ended, or belongs to another user.
    return false
  }
}
