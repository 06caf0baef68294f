// How far an estimator is off by kind of text, on samples that the fit has not seen.
import { percent } from '../report.mjs'
import { grouped } from '../statistics.mjs'

/**
 * @typedef {object} Sample
 * @property {string} kind
 * @property {string} group
 * @property {boolean} fitted whether the fit sees it
 * @property {boolean} fittedKind whether the fit sees other samples of its kind
 * @property {string} text well formed
 * @property {{ o200k: number, claude: number }} tokens
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {'o200k' | 'claude'} encoding the vocabulary whose counts are the truth
 * @property {(text: string) => { tokens: number, low?: number, high?: number }} estimate
 */

/**
 * A row for each kind: the signed relative error of each contender on the kind as a whole, and of a contender with an
 * interval the number of samples whose count is inside.
 */
export function kindRows(samples, contenders) {
  const judged = samples.filter(({ fitted }) => !fitted)
  return [...grouped(judged, ({ kind }) => kind).values()].map((own) => {
    const { kind, group, fittedKind } = own[0]
    const row = { kind, group, fittedKind, samples: own.length, errors: {}, inside: {} }
    for (const { name, encoding, estimate } of contenders) {
      const made = own.map(({ text }) => estimate(text))
      const sum = (numbers) => numbers.reduce((all, each) => all + each, 0)
      const truth = sum(own.map(({ tokens }) => tokens[encoding]))
      row.errors[name] = sum(made.map(({ tokens }) => tokens)) / truth - 1
      if (made[0].low === undefined) continue
      const isInside = ({ low, high }, i) => low <= own[i].tokens[encoding] && own[i].tokens[encoding] <= high
      row.inside[name] = made.filter(isInside).length
    }
    return row
  })
}

/** How good a contender is on the kinds of each group, separately for fitted and unseen kinds. */
export const summaries = (rows, { name }) =>
  [...grouped(rows, ({ group, fittedKind }) => `${group}, ${fittedKind ? 'fitted' : 'unseen'}`)].map(
    ([texts, own]) => ({ texts, ...summaryOf(own, name) }),
  )

/** Kinds within 10 % and 20 %, kinds more than 25 % too low, and the share of samples in the interval. */
function summaryOf(rows, name) {
  const errors = rows.map((row) => row.errors[name])
  const sum = (of) => rows.reduce((all, row) => all + of(row), 0)
  return {
    kinds: rows.length,
    rms: Math.sqrt(errors.reduce((all, error) => all + error ** 2, 0) / errors.length),
    within10: errors.filter((error) => Math.abs(error) <= 0.1).length,
    within20: errors.filter((error) => Math.abs(error) <= 0.2).length,
    tooLow: errors.filter((error) => error < -0.25).length,
    inside:
      rows[0].inside[name] === undefined
        ? undefined
        : sum((row) => row.inside[name]) / sum((row) => row.samples),
  }
}

/** How good each contender is, by group. `all` is a map from its name to its summaries. */
export const summaryTable = (all) => [
  ['', 'texts', 'kinds', 'rms error', 'within 10 %', 'within 20 %', 'over 25 % low', 'in [low, high]'],
  ...[...all].flatMap(([name, list]) =>
    list.map(({ texts, kinds, rms, within10, within20, tooLow, inside }) => [
      name,
      texts,
      String(kinds),
      percent(rms, 1),
      `${within10} of ${kinds}`,
      `${within20} of ${kinds}`,
      String(tooLow),
      inside === undefined ? '–' : percent(inside, 1),
    ]),
  ),
]

/** How good pith is, and the usual estimate beside it, on texts that the fit knows nothing of. */
export function documentTable(all) {
  const [, ...rows] = summaryTable(all)
  const usual = new Map(rows.filter(([name]) => name === 'chars / 4').map(([, texts, , rms]) => [texts, rms]))
  return [
    ['texts', 'kinds', 'rms error', 'within 10 %', 'within 20 %', 'rms error of characters / 4'],
    ...rows
      .filter(([name, texts]) => name === 'pith' && !texts.endsWith(', fitted'))
      .map(([, texts, kinds, rms, within10, within20]) => [
        texts,
        kinds,
        rms,
        within10,
        within20,
        usual.get(texts),
      ]),
  ]
}
