import { type ByteCut, type CutView, cutView, type TextWithCuts, textWithCuts } from './cut-view.ts'
import type { Facts, Region } from './facts.ts'

const LF = 0x0a
const CR = 0x0d

/** The facts of a text whose lines end in LF alone. Undefined when those in memory do. Lines keep their numbers. */
export function withoutReturns(facts: Facts): CutView | undefined {
  return facts.notText ? undefined : cutView(facts, facts.regions.flatMap(returnsBeforeEnds))
}

/** A whole text whose lines end in LF alone. Undefined when they do. */
export function textWithoutReturns(bytes: Uint8Array): TextWithCuts | undefined {
  const cuts = returnsBeforeEnds({ bytes, startByte: 0 })
  return cuts.length === 0 ? undefined : textWithCuts(bytes, cuts)
}

function returnsBeforeEnds({ bytes, startByte }: Pick<Region, 'bytes' | 'startByte'>): ByteCut[] {
  const cuts: ByteCut[] = []
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === LF) cuts.push({ startByte: startByte + at, endByte: startByte + at + 1 })
  }
  return cuts
}
