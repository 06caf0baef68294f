import { instanceOf, type KernelModule } from '../scan/instance.ts'
import { useKeys } from '../scan/keys.ts'
import { AheadJudge, type AheadRules } from './line-judge.ts'
import { FILLED, Slots, TAKEN } from './slots.ts'

/** What a judging thread is given. Plain data, which can be sent to it. */
export interface AheadWork extends AheadRules {
  memory: SharedArrayBuffer
  module: KernelModule
  /** Of the fingerprints of the stream's thread. */
  keys: Uint32Array
}

/** Milliseconds that the thread waits for more bytes before it ends. */
const IDLE_MS = 10_000

/** Judges slots as they are filled. Returns when no more come for a while. */
export function judgeAhead({ memory, module, keys, rules, patterns }: AheadWork): void {
  useKeys(keys)
  const slots = new Slots(memory)
  const { words } = slots
  const judge = new AheadJudge(slots, instanceOf(module), { rules, patterns })
  for (let slot = 0; ; ) {
    const filled = Atomics.load(words, FILLED)
    slot = Math.max(slot, Atomics.load(words, TAKEN))
    if (slot < filled) judge.judge(slot++)
    else if (Atomics.wait(words, FILLED, filled, IDLE_MS) === 'timed-out') return
  }
}
