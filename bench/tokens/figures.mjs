// Figures for the tables: errors by kind and by row of kinds, and how good estimates are how often. Samples that the
// fit has seen are excluded.
import { familyNames, familyOf } from './families.mjs'
import { errorsByKind } from './judge.mjs'

const GROUPS = ['natural', 'dense', 'hostile']

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {'o200k' | 'claude'} encoding the vocabulary whose counts are the truth
 * @property {(text: string) => { tokens: number, low?: number, high?: number }} estimate
 *
 * @typedef {object} KindRow
 * @property {string} kind
 * @property {'natural' | 'dense' | 'hostile'} group
 * @property {boolean} fittedKind
 * @property {{ o200k: number, claude: number }} tokens true counts
 * @property {Record<string, number>} errors relative error by contender, signed
 * @property {number} samples
 * @property {Record<string, number>} inside by contender with an interval: samples whose count is in the interval
 */

/** @returns {KindRow[]} a row for each kind, in order of the texts */
export function kindRows(samples, contenders) {
  const judged = samples.filter(({ fitted }) => !fitted)
  const rows = new Map()
  for (const { kind, group, fittedKind, tokens } of judged) {
    const row = rows.get(kind) ?? empty(kind, group, fittedKind)
    row.samples++
    row.tokens.o200k += tokens.o200k
    row.tokens.claude += tokens.claude
    rows.set(kind, row)
  }
  for (const { name, encoding, estimate } of contenders) {
    const made = new Map(judged.map(({ text }) => [text, estimate(text)]))
    const errors = errorsByKind(judged, encoding, (text) => made.get(text).tokens)
    for (const { kind, error } of errors) rows.get(kind).errors[name] = error
    if (made.values().next().value?.low === undefined) continue
    for (const { kind, text, tokens } of judged) {
      const { low, high } = made.get(text)
      const { inside } = rows.get(kind)
      inside[name] = (inside[name] ?? 0) + (low <= tokens[encoding] && tokens[encoding] <= high ? 1 : 0)
    }
  }
  return [...rows.values()]
}

function empty(kind, group, fittedKind) {
  return { kind, group, fittedKind, samples: 0, tokens: { o200k: 0, claude: 0 }, errors: {}, inside: {} }
}

/** Rows of kinds. Each row uses its unseen kinds, or the samples held back from fitted kinds if no kind is unseen. */
export function familyRows(rows, contenders) {
  return familyNames.flatMap((family) => {
    const all = rows.filter(({ kind }) => familyOf(kind) === family)
    const unseen = all.filter(({ fittedKind }) => !fittedKind)
    const kinds = unseen.length > 0 ? unseen : all
    if (kinds.length === 0) return []
    return [
      {
        family,
        kinds: kinds.length,
        isUnseen: unseen.length > 0,
        tokens: kinds.reduce((sum, { tokens }) => sum + tokens.o200k, 0),
        errors: Object.fromEntries(
          contenders.map((contender) => [contender.name, errorOfAll(kinds, contender)]),
        ),
        rms: summaryOf(kinds, contenders[0].name).rms,
        worst: worstOf(kinds, contenders[0].name),
      },
    ]
  })
}

function errorOfAll(rows, { name, encoding }) {
  const truth = rows.reduce((sum, { tokens }) => sum + tokens[encoding], 0)
  const estimate = rows.reduce((sum, { tokens, errors }) => sum + tokens[encoding] * (1 + errors[name]), 0)
  return estimate / truth - 1
}

function worstOf(rows, name) {
  const worst = rows.reduce((a, b) => (Math.abs(b.errors[name]) > Math.abs(a.errors[name]) ? b : a))
  return { kind: worst.kind, error: worst.errors[name] }
}

/** How good a contender is on the kinds of each group, separately for fitted and unseen kinds. */
export function summaries(rows, { name }) {
  const parts = GROUPS.flatMap((group) => [true, false].map((fittedKind) => ({ group, fittedKind })))
  return parts.flatMap((part) => {
    const these = rows.filter((row) => row.group === part.group && row.fittedKind === part.fittedKind)
    return these.length === 0 ? [] : [{ ...part, ...summaryOf(these, name) }]
  })
}

/**
 * Summary of some rows: kinds within 10 % and 20 %, kinds more than 25 % too low, and the share of samples in the
 * interval.
 */
export function summaryOf(rows, name) {
  const errors = rows.map((row) => row.errors[name])
  const samples = rows.reduce((sum, row) => sum + row.samples, 0)
  const inside = rows.reduce((sum, row) => sum + (row.inside[name] ?? Number.NaN), 0)
  return {
    kinds: rows.length,
    samples,
    rms: Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length),
    within10: errors.filter((error) => Math.abs(error) <= 0.1).length,
    within20: errors.filter((error) => Math.abs(error) <= 0.2).length,
    tooLow: errors.filter((error) => error < -0.25).length,
    inside: Number.isNaN(inside) ? undefined : inside / samples,
  }
}
