import type { Cut } from '../fold/prefixes.ts'
import { type CutView, cutView } from './cut-view.ts'
import type { Facts, Region } from './facts.ts'

const LF = 0x0a
const CR = 0x0d

/** The facts of a text whose lines end in LF alone. Undefined when those in memory do. Lines keep their numbers. */
export function withoutReturns(facts: Facts): CutView | undefined {
  return facts.notText ? undefined : cutView(facts, facts.regions.flatMap(returnsBeforeEnds))
}

function returnsBeforeEnds({ bytes, startByte }: Region): Cut[] {
  const cuts: Cut[] = []
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === LF) cuts.push({ startByte: startByte + at, endByte: startByte + at + 1 })
  }
  return cuts
}
