import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessTree } from './process-tree.ts'
import type { SignalWitness } from './signal-witness.ts'
import { LAST_REQUEST, SHORT_GRACE_MS, type StopRequest, type StopRequests } from './stop-requests.ts'

const POLL_MS = 25

export interface Ending {
  child: ChildProcess
  tree: ProcessTree
  stop: StopRequests
  witness: SignalWitness | undefined
  /** Overrides the time that the request gives. */
  graceMs: number | undefined
}

/**
 * Ends a command and everything it started.
 *
 * The command gets the signal and time to end by itself. What it leaves behind gets SIGTERM. What is left when the time
 * is over, or after a third request, gets SIGKILL. Settles at most 200 ms later.
 *
 * @returns the processes that could not be ended.
 */
export async function endCommand(first: StopRequest, ending: Ending): Promise<number[]> {
  const { child, tree, stop, graceMs = first.graceMs } = ending
  const comesBefore = async (deadline: number, isDone: () => boolean): Promise<boolean> => {
    while (!isDone()) {
      const request = stop.take()
      if (stop.count >= LAST_REQUEST || performance.now() >= deadline) return false
      if (request) await passOn(request, ending)
      await sleep(Math.min(POLL_MS, graceMs))
    }
    return true
  }
  const deadline = performance.now() + graceMs
  await passOn(first, ending)
  const hasExited = await comesBefore(deadline, () => child.exitCode !== null || child.signalCode !== null)
  if (!hasExited) return tree.kill()
  let restDeadline = deadline
  // Processes that a run inside this one left behind did not get the signal yet.
  if (first.signal === 'SIGTERM') tree.sendInside('SIGTERM')
  else if (tree.lives()) {
    // The background processes of a shell ignore SIGINT.
    tree.send('SIGTERM')
    restDeadline = performance.now() + (ending.graceMs ?? SHORT_GRACE_MS)
  }
  return (await comesBefore(restDeadline, () => !tree.lives())) ? [] : tree.kill()
}

/** A signal that the terminal sent has reached the processes in the group of this one. All others get it from here. */
async function passOn(request: StopRequest, { tree, witness }: Ending): Promise<void> {
  const isSent = request.kind === 'aborted' && request.received && (await witness?.saw(request.signal))
  if (isSent) tree.passOnOutside(request.signal)
  else tree.passOn(request.signal)
}
