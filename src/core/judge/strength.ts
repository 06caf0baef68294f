import type { Evidence } from './evidence.ts'
import { type EvidenceKind, evidenceKinds, kindBit } from './rule.ts'

/** What is known of a statement besides its own line when the line comes. */
export interface StatementFacts {
  /** How many different statements of the same coarse shape came before. */
  alikeBefore: number
  /** True shortly after an error line about a test. */
  isAfterTest: boolean
  /** True for the first error line of one of its telling kinds. */
  isFirstOfKind: boolean
  /** True for the first error line of all. */
  isFirst: boolean
}

/**
 * What makes a statement likely to be the cause, in natural logarithms of its odds. Learned from labelled logs.
 */
const STRENGTH = {
  /** For the logarithm of the score, which is 10 for a plain error. */
  score: 3.4,
  /** For each doubling of the number of like statements before. */
  alikeBefore: -0.61,
  isAfterTest: 0.58,
  isFirstOfKind: 0.45,
  isFirst: -0.39,
  kinds: {
    exception: 0.87,
    pair: 0.84,
    unresolved: 0.45,
    crash: 0.39,
    lint: 0.39,
    words: 0.38,
    level: 0.37,
    compiler: 0.12,
    diff: -0.22,
    summary: -0.29,
    exit: -0.39,
    cause: -0.4,
    test: -0.62,
  } satisfies Partial<Record<EvidenceKind, number>>,
}

/** By bit number of a kind. */
const ofKind = evidenceKinds.map(
  (kind): number => (STRENGTH.kinds as Partial<Record<EvidenceKind, number>>)[kind] ?? 0,
)

const COMMON_KINDS = kindBit('level') | kindBit('words')
/** Kinds whose first line is likely to matter. */
export const TELLING_KINDS = 0xffff & ~COMMON_KINDS

const PLAIN_SCORE = 10

/** How likely a statement is to be the cause, compared with the others of its log. Any finite number. */
export function strengthOf(
  { score, kinds }: Pick<Evidence, 'score' | 'kinds'>,
  facts: StatementFacts,
): number {
  let strength = STRENGTH.score * Math.log(score / PLAIN_SCORE)
  for (let bit = 0; bit < ofKind.length; bit++) if ((kinds & (1 << bit)) !== 0) strength += ofKind[bit]
  strength += STRENGTH.alikeBefore * Math.log2(1 + facts.alikeBefore)
  if (facts.isAfterTest) strength += STRENGTH.isAfterTest
  if (facts.isFirstOfKind) strength += STRENGTH.isFirstOfKind
  if (facts.isFirst) strength += STRENGTH.isFirst
  return strength
}
