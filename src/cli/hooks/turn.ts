import { configured } from '../settings/config.ts'
import type { Host } from './agent-limit.ts'
import { type Fields, isFields } from './event.ts'
import { entriesAtEnd } from './transcript.ts'

// The calls that an agent makes side by side share a limit, if `maxTurnBytes` sets one. A hook is a process for one of
// them. The agent has written all of them into its transcript before it runs the first, so each hook takes an equal share.

/** The least share: an error with its notice has room in it. */
const LEAST_BYTES = 1024

/** The most bytes of a call's result beside those of its turn. Infinity for a call that is alone. */
export function shareOfTurn(host: Host, { transcript_path: path, tool_use_id: id }: Fields): number {
  const most = configured('maxTurnBytes')?.value
  const count = Object.hasOwn(counters, host) ? counters[host] : undefined
  if (typeof most !== 'number' || most === Infinity || !count) return Infinity
  if (typeof path !== 'string' || typeof id !== 'string') return Infinity
  const calls = count(entriesOf(path), id)
  return calls > 1 ? Math.max(LEAST_BYTES, Math.floor(most / calls)) : Infinity
}

/** None where the transcript cannot be read. */
function entriesOf(path: string): Fields[] {
  try {
    return entriesAtEnd(path)
  } catch {
    return []
  }
}

/** How many calls the model made together with one, by what the agent writes of them. */
const counters: Partial<Record<Host, (entries: readonly Fields[], id: string) => number>> = {
  'claude-code': callsOfMessage,
  codex: callsInRow,
}

/** Claude Code writes a line for each block of a message. */
function callsOfMessage(entries: readonly Fields[], id: string): number {
  const calls = entries.flatMap(({ message }) => {
    const { id: of, content } = isFields(message) ? message : {}
    return Array.isArray(content)
      ? content
          .filter((block) => isFields(block) && block.type === 'tool_use')
          .map((block) => ({ of, block }))
      : []
  })
  const own = calls.findLast(({ block }) => block.id === id)
  return calls.filter(({ of }) => of === own?.of).length
}

/** Codex writes the calls of a response one behind another. */
function callsInRow(entries: readonly Fields[], id: string): number {
  const items = entries.flatMap(({ payload }) => (isFields(payload) ? [payload] : []))
  const isCall = (item: Fields | undefined) => item?.type === 'function_call'
  const own = items.findLastIndex((item) => isCall(item) && item.call_id === id)
  if (own < 0) return 1
  let first = own
  let last = own
  while (isCall(items[first - 1])) first--
  while (isCall(items[last + 1])) last++
  return last - first + 1
}
