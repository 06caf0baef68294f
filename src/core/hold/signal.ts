import { PithError } from '../../errors.ts'
import type { ErrorPattern, Settings } from '../../settings.ts'
import type { Assessor } from '../judge/evidence.ts'
import { createJudge } from '../judge/judge.ts'
import { selectorFor } from '../scan/select.ts'
import type { SelectSession } from '../scan/selector.ts'
import { signalSet } from '../scan/signal-set.ts'
import type { TokenWeights } from '../scan/token-units.ts'
import { CallerPatterns } from './caller-patterns.ts'
import type { Rules } from './line-judge.ts'

type Backend = Settings['backend']

/** How lines are selected and judged. */
export interface Judging {
  /** @param tokens weights for token units; undefined when tokens are not counted */
  open(tokens: TokenWeights | undefined): SelectSession
  assessor: Assessor
}

let made: Assessor | undefined

/** The rules. They are made when the first line is judged: many outputs have none. */
const judge: Assessor = {
  assess(bytes, start, end) {
    made ??= createJudge()
    return made.assess(bytes, start, end)
  },
}

/** The patterns of the last caller, by their text: most callers pass the same ones again. */
let known: { key: string; patterns: CallerPatterns } | undefined

/**
 * How lines are selected and judged, with the rules and a caller's patterns.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
 */
export function judgingFor(patterns: readonly ErrorPattern[], backend: Backend): Judging {
  const selector = selectorFor(backend)
  const open = (tokens: TokenWeights | undefined) => selector.open({ literals: signalSet(), tokens })
  if (patterns.length === 0) return { open, assessor: judge }
  const own = patternsOf(patterns, judge)
  return { open: (tokens) => own.select(open(tokens)), assessor: own }
}

function patternsOf(patterns: readonly ErrorPattern[], rules: Assessor): CallerPatterns {
  const key = JSON.stringify(patterns)
  if (known?.key !== key) known = { key, patterns: new CallerPatterns(patterns, rules) }
  return known.patterns
}

/** How lines are judged while they are folded. */
export function rulesFor(patterns: readonly ErrorPattern[], backend: Backend): Rules {
  const { assessor } = judgingFor(patterns, backend)
  return { assessor, distinguishesDigits: patterns.some(({ pattern }) => /\d/.test(pattern)) }
}

/**
 * Refuses patterns of a caller before the first byte.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN`
 */
export function refusePatterns({ errors, backend }: Settings): void {
  if (errors === undefined || errors.patterns.length === 0) return
  try {
    judgingFor(errors.patterns, backend)
  } catch (error) {
    if (error instanceof PithError) throw error
    throw new PithError('PITH_INVALID_PATTERN', 'Expected patterns that can be compiled.', { cause: error })
  }
}
