import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { Ahead, type AheadOf } from '../../src/ahead/ahead.ts'
import { AheadJudge } from '../../src/ahead/line-judge.ts'
import type { AheadThread } from '../../src/ahead/queue.ts'
import { FILLED, FULL, JUDGING, memoryFor, SLOTS, Slots, TAKEN } from '../../src/ahead/slots.ts'
import { judgedRules, preparedFor } from '../../src/collect/signal.ts'
import { SpillingCollector } from '../../src/engine/stream.ts'
import { instantiate } from '../../src/scan/instance.ts'
import { UNKNOWN } from '../../src/signal/memo.ts'
import { cut, evenly, variedLog } from '../support/ahead.ts'
import { log } from '../support/log-inputs.ts'
import { createRandom } from '../support/random.ts'

/** A judging thread that works in this one, when it is told to. */
class SteppedThread implements AheadThread {
  readonly slots: Slots
  isRunning = true
  noted = 0
  readonly #judge: AheadJudge
  #slot = 0

  constructor(slotBytes: number) {
    const kernels = instantiate()
    if (!kernels) throw new Error('Expected WebAssembly.')
    this.slots = new Slots(memoryFor(slotBytes))
    const { patterns } = preparedFor([], 'wasm')
    this.#judge = new AheadJudge(this.slots, kernels, { rules: judgedRules(), patterns })
  }

  end(): void {
    this.isRunning = false
  }

  step(): void {
    const { words } = this.slots
    this.#slot = Math.max(this.#slot, Atomics.load(words, TAKEN))
    if (this.#slot >= Atomics.load(words, FILLED)) return
    const slot = this.#slot++
    this.#judge.judge(slot)
    this.noted += words[this.slots.countAt(slot)]
  }
}

/** Judges ahead from the first byte that leaves memory on, with a thread that does some steps after each write. */
function steppedBy(thread: SteppedThread, steps: () => number): AheadOf {
  return (settings, intake) => {
    const ahead = new Ahead(settings, intake, async () => thread, 0)
    return {
      write(bytes) {
        ahead.write(bytes)
        for (let left = steps(); left > 0; left--) thread.step()
      },
      catchUp: () => ahead.catchUp(),
      end: () => ahead.end(),
      stop: () => ahead.stop(),
    }
  }
}

describe.runIf(inject('backend') === 'wasm')('judging ahead', () => {
  it('changes nothing, whatever the input, the pieces and the pace of the other thread', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(log, { minLength: 3, maxLength: 8 }),
        fc.integer(),
        fc.constantFrom(900, 4096, 20_000),
        fc.constantFrom(400, 3000),
        fc.boolean(),
        async (logs, seed, slotBytes, maxBytes, fold) => {
          const bytes = Buffer.from(logs.join('\n'))
          const random = createRandom(seed)
          const ends = Array.from({ length: random.below(40) }, () => random.below(bytes.length)).sort(
            (a, b) => a - b,
          )
          const thread = new SteppedThread(slotBytes)
          const options = { maxBytes, fold, errors: true }
          const ahead = steppedBy(thread, () => random.below(4))
          const result = await cut(bytes, ends, options, ahead)
          // The other backend has no notes, and a memory of its own.
          expect({ ...result, backend: 'js' }).toEqual(await cut(bytes, [], { ...options, backend: 'js' }))
        },
      ),
      { numRuns: inject('thorough') ? 200 : 6 },
    )
  })

  it('leaves little to judge', async () => {
    const bytes = variedLog(1, 300_000)
    const thread = new SteppedThread(8 * 1024)
    await cut(
      bytes,
      evenly(bytes, 64),
      { maxBytes: 2000 },
      steppedBy(thread, () => 2),
    )
    expect(thread.noted).toBeGreaterThan(1500)
    const { memo } = preparedFor([], 'wasm')
    const last = thread.slots.notes(thread.slots.words[FILLED] - 1)
    expect(memo?.find(last[0], last[1])).not.toBe(UNKNOWN)
  })

  it('goes on alone when the thread stops inside a slot', async () => {
    const bytes = variedLog(2, 150_000)
    const thread = new SteppedThread(8 * 1024)
    let writes = 0
    const stuck = steppedBy(thread, () => {
      if (++writes !== 20) return 1
      const { words } = thread.slots
      for (let slot = 0; slot < SLOTS; slot++) {
        const state = thread.slots.stateAt(slot)
        if (words[state] === FULL) words[state] = JUDGING
      }
      return 0
    })
    const options = { maxBytes: 2000 }
    const result = await cut(bytes, evenly(bytes, 64), options, stuck)
    expect({ ...result, backend: 'js' }).toEqual(await cut(bytes, [], { ...options, backend: 'js' }))
  })

  it('begins once many lines are new', async () => {
    let isStarted = false
    const aheadOf: AheadOf = (settings, intake) =>
      new Ahead(settings, intake, async () => {
        isStarted = true
        return undefined
      })
    const collector = new SpillingCollector({ maxBytes: 1000, backend: 'wasm' }, { aheadOf })
    const repeated = Buffer.from('error: disk 3 failed\n'.repeat(50_000))
    for (let i = 0; i < 12; i++) await collector.write(repeated)
    expect(isStarted).toBe(false)
    const varied = variedLog(4, 5 * 2 ** 20)
    for (const end of evenly(varied, 5)) await collector.write(varied.subarray(end, end + 2 ** 20))
    expect(isStarted).toBe(true)
    await collector.end()
  })

  it('does not begin for patterns of the caller, without errors, and without kernels', async () => {
    const started: string[] = []
    const aheadOf: AheadOf = (settings, intake) =>
      new Ahead(
        settings,
        intake,
        async () => {
          started.push(settings.backend)
          return undefined
        },
        0,
      )
    const bytes = variedLog(3, 100_000)
    for (const options of [
      { errors: { patterns: ['frob'] } },
      { errors: false },
      { backend: 'js' },
    ] as const) {
      const collector = new SpillingCollector({ maxBytes: 1000, ...options }, { aheadOf })
      await collector.write(bytes)
      await collector.write(bytes)
      await collector.end()
    }
    expect(started).toEqual([])
  })
})
