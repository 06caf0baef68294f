// Weights of literals, learned from lines: `rows` have the score that the rules give a line, and its `hits`: 16 × the
// number of a literal + its context.

/** Contexts of a literal. */
export const CONTEXTS = 16
/** Each round takes the weights of the last one to decide which literal a score tells of. */
const ROUNDS = 8
/** Weights are tenths of the rules' scores. */
const TENTHS = 10
/**
 * A literal counts as seen so often in lines of the plain score before its own lines count. With 2 a rare literal weighs
 * too little: seven decisive strings of 655 were lost.
 */
const PRIOR = 30
const PLAIN_SCORE = 4
const MOST = 255
/** Weights are kept in steps of four, and factors in 64ths. */
const STEP = 4
const FACTOR_ONE = 64

/**
 * The mean score of the lines that each key tells of: those of which it is the strongest literal, and those that score
 * less than it does.
 */
function means(rows, weightOf, keyOf, keys, prior) {
  const sums = new Float64Array(keys)
  const counts = new Float64Array(keys)
  for (const { score, hits } of rows) {
    const strongest = hits.reduce((best, hit) => (weightOf(hit) > weightOf(best) ? hit : best))
    for (const hit of new Set(hits)) {
      if (hit !== strongest && weightOf(hit) <= score) continue
      sums[keyOf(hit)] += score
      counts[keyOf(hit)]++
    }
  }
  return sums.map((sum, key) => (sum + PRIOR * prior(key)) / (counts[key] + PRIOR))
}

const idOf = (hit) => hit >> 4
const contextOf = (hit) => hit & (CONTEXTS - 1)
const tenths = (weight) => Math.max(1, Math.min(MOST, Math.round(TENTHS * weight)))

/** By literal, a weight for each context. */
export function fullWeights(rows, literals) {
  const overall = PLAIN_SCORE
  let weights = new Float64Array(CONTEXTS * literals).fill(overall)
  for (let round = 0; round < ROUNDS; round++) {
    const known = weights
    const weightOf = (hit) => known[hit]
    const own = means(rows, weightOf, idOf, literals, () => overall)
    weights = means(
      rows,
      weightOf,
      (hit) => hit,
      CONTEXTS * literals,
      (hit) => own[idOf(hit)],
    )
  }
  return Array.from({ length: literals }, (_, id) =>
    Uint8Array.from(weights.subarray(CONTEXTS * id, CONTEXTS * (id + 1)), tenths),
  )
}

/** One weight for each literal, and one factor for each context (1 unless `byFactor`). */
export function plainWeights(rows, literals, byFactor) {
  const overall = PLAIN_SCORE
  let own = new Float64Array(literals).fill(overall)
  const factors = new Float64Array(CONTEXTS).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const known = own
    const weightOf = (hit) => known[idOf(hit)] * factors[contextOf(hit)]
    own = means(rows, weightOf, idOf, literals, () => overall)
    if (byFactor) fitFactors(rows, own, factors, weightOf)
  }
  const quads = Array.from(own, (weight) => Math.max(1, Math.round(tenths(weight) / STEP)))
  const sixtyFourths = Array.from(factors, (factor) => Math.round(FACTOR_ONE * factor))
  const tables = quads.map((quad) =>
    Uint8Array.from(sixtyFourths, (factor) => Math.max(1, Math.min(MOST, (STEP * quad * factor) >> 6))),
  )
  return { tables, quads, sixtyFourths }
}

/** The factor of a context: how much lines whose strongest literal is there score, compared with its weight. */
function fitFactors(rows, own, factors, weightOf) {
  const scores = new Float64Array(CONTEXTS)
  const expected = new Float64Array(CONTEXTS)
  for (const { score, hits } of rows) {
    const strongest = hits.reduce((best, hit) => (weightOf(hit) > weightOf(best) ? hit : best))
    scores[contextOf(strongest)] += score
    expected[contextOf(strongest)] += own[idOf(strongest)]
  }
  const prior = 20
  for (let c = 0; c < CONTEXTS; c++) factors[c] = (scores[c] + prior) / (expected[c] + prior)
}
