// Counts every text exactly, and computes an estimator's errors by kind.
import { texts } from './texts.mjs'
import { countClaude, countO200k } from './vocabulary.mjs'

/**
 * @typedef {object} Sample
 * @property {string} kind
 * @property {'natural' | 'dense' | 'hostile'} group
 * @property {boolean} fitted whether the fit sees it
 * @property {boolean} fittedKind whether the fit sees other samples of its kind
 * @property {string} text well formed
 * @property {{ o200k: number, claude: number }} tokens
 */

/** @returns {Promise<Sample[]>} */
export async function countedSamples() {
  const kinds = await texts()
  return kinds.flatMap(({ kind, group, fitted, samples, held }) => {
    const counted = (text, seen) => ({
      kind,
      group,
      fitted: seen,
      fittedKind: fitted,
      text,
      tokens: { o200k: countO200k(text), claude: countClaude(text) },
    })
    return [...samples.map((text) => counted(text, fitted)), ...held.map((text) => counted(text, false))]
  })
}

/**
 * Signed relative error of each kind as a whole. For a fitted kind, only the samples that the fit has not seen count.
 */
export function errorsByKind(samples, encoding, estimate) {
  const kinds = new Map()
  for (const sample of samples) {
    if (sample.fitted) continue
    const sums = kinds.get(sample.kind) ?? { ...sample, truth: 0, estimate: 0 }
    sums.truth += sample.tokens[encoding]
    sums.estimate += estimate(sample.text)
    kinds.set(sample.kind, sums)
  }
  return [...kinds.values()].map(({ kind, group, fittedKind, truth, estimate: estimated }) => {
    return { kind, group, fittedKind, truth, error: estimated / truth - 1 }
  })
}
