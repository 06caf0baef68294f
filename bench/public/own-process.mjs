import { spawnSync } from 'node:child_process'
import { headOf } from '../retention/lines.mjs'

/** A rival that takes longer for one log gives nothing. */
const PATIENCE_MS = 20_000

/**
 * A cut that runs this Node with the words for a limit, and gives it the log as standard input: a process for each log,
 * because it may take minutes. One that took too long at one size is not tried at another.
 *
 * @param {(maxBytes: number) => string[]} wordsFor
 */
export function inOwnProcess(wordsFor) {
  const slow = new Set()
  return (bytes, maxBytes) => {
    if (slow.has(bytes)) return undefined
    const { status, stdout } = spawnSync(process.execPath, wordsFor(maxBytes), {
      input: bytes,
      timeout: PATIENCE_MS,
    })
    if (status !== 0) slow.add(bytes)
    return status === 0 ? headOf(stdout, maxBytes) : undefined
  }
}
