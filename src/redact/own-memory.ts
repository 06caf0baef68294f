import type { Redactor } from './redactor.ts'

/** The same redactor with a memory of its own, so that a key that begins in one stream does not end in another. */
export function withOwnMemory(redactor: Redactor): Redactor {
  const { state } = redactor
  if (state === undefined) return redactor
  let recall = state.save()
  const apart = <Result>(ask: () => Result): Result => {
    const recallOther = state.save()
    recall()
    try {
      return ask()
    } finally {
      recall = state.save()
      recallOther()
    }
  }
  return Object.assign((text: string) => apart(() => redactor(text)), {
    nextChange: (lines: Uint8Array, from: number) => apart(() => redactor.nextChange?.(lines, from) ?? from),
    state: {
      save: () => {
        const saved = recall
        return () => {
          recall = saved
        }
      },
      openUnits: () => apart(() => state.openUnits()),
    },
  })
}
