import { configured } from '../settings/config.ts'
import type { Host } from './agent-limit.ts'
import { type Fields, isFields } from './event.ts'
import { entriesWith } from './transcript.ts'

// The calls that an agent makes side by side share a limit, if `maxTurnBytes` sets one. Each call has a hook in a process
// of its own. The agent writes all calls into its transcript before it runs the first one, so a hook can count them. Each
// takes an equal share.

/** The least share: an error with its notice has room in it. */
const LEAST_BYTES = 1024

/** The most bytes that the result of a call may have in its turn. Infinity for a call that is alone. */
export function shareOfTurn(host: Host, { transcript_path: path, tool_use_id: id }: Fields): number {
  const most = configured('maxTurnBytes')?.value
  const count = Object.hasOwn(counters, host) ? counters[host] : undefined
  if (typeof most !== 'number' || most === Infinity || !count) return Infinity
  if (typeof path !== 'string' || typeof id !== 'string') return Infinity
  try {
    const calls = count(path, id)
    return calls > 1 ? Math.max(LEAST_BYTES, Math.floor(most / calls)) : Infinity
  } catch {
    // A transcript that cannot be read tells of no other calls.
    return Infinity
  }
}

/** How many calls the model made together with one, by what the agent writes of them. */
const counters: Partial<Record<Host, (path: string, id: string) => number>> = {
  'claude-code': callsOfMessage,
  codex: callsInRow,
}

/** Claude Code writes a line for each block of a message. */
function callsOfMessage(path: string, id: string): number {
  const calls = entriesWith(path, '"tool_use"').flatMap(({ message }) => {
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
function callsInRow(path: string, id: string): number {
  const items = entriesWith(path, '"payload"').flatMap(({ payload }) => (isFields(payload) ? [payload] : []))
  const isCall = (item: Fields | undefined) => item?.type === 'function_call'
  const own = items.findLastIndex((item) => isCall(item) && item.call_id === id)
  if (own < 0) return 1
  let first = own
  let last = own
  while (isCall(items[first - 1])) first--
  while (isCall(items[last + 1])) last++
  return last - first + 1
}
