import { readSync } from 'node:fs'
import { isOff, isSurelySmall } from './agent-limit.ts'
import { isFields } from './event.ts'

// A hook runs after each call of a tool, and most results are small. For these, nothing else of pith is loaded.

/** The agents that have a hook. */
export const hookedAgents = ['claude-code', 'codex', 'gemini'] as const
export type HookedAgent = (typeof hookedAgents)[number]

/** What standard input gave until it ended, or until it could not be read at once. */
export interface InputSoFar {
  bytes: Buffer
  isWhole: boolean
}

const CHUNK_BYTES = 64 * 1024

/** Reads what an agent says, if the words are `hook AGENT`. Undefined for other words. */
export const hookInput = ([command, agent, ...others]: readonly string[]): InputSoFar | undefined =>
  command === 'hook' && others.length === 0 && hookedAgents.some((name) => name === agent)
    ? readNow()
    : undefined

function readNow(): InputSoFar {
  const chunks: Buffer[] = []
  let isWhole = false
  try {
    while (!isWhole) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const size = readSync(0, chunk)
      chunks.push(chunk.subarray(0, size))
      isWhole = size === 0
    }
  } catch {
    // Whoever reads on waits, or tells what is wrong.
  }
  return { bytes: Buffer.concat(chunks), isWhole }
}

/** Whether an event is complete, and its result stays as it is. */
export function isPassed({ bytes, isWhole }: InputSoFar): boolean {
  if (!isWhole || !(isOff() || isSurelySmall(bytes.length))) return false
  try {
    return isFields(JSON.parse(bytes.toString()))
  } catch {
    return false
  }
}
