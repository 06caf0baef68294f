import { questions } from './questions.mjs'

/** Lists the contenders with limit and work, and the missing ones with the reason. */
export const peerList = (contenders) =>
  contenders
    .map(({ name, version, limit, does, reason }) => {
      const title = version ? `${name} ${version}` : name
      return reason ? `${title}: not here. ${reason}` : `${title} (${limitText(limit)}): ${does}.`
    })
    .join('\n')

const limitText = ({ lines, amount, unit }) =>
  `${lines === Infinity ? '' : `${lines} lines, `}${amount.toLocaleString('en')} ${unit}`

/** A row per contender, a column per question. */
export const answerTable = (answers) => [
  ['', ...questions.map(({ short }) => short)],
  ...answers.map(({ name, answers }) => [name, ...questions.map(({ short }) => word(answers[short]))]),
]

const word = (answer) => (answer === undefined ? 'not told' : answer ? 'yes' : 'no')

/** A row per contender, a column per size, and the ratios below. */
export function timeTable({ form, cells, ratios }) {
  return [
    [form, ...cells.map(({ input }) => input)],
    ...cells[0].rows.map(({ name }) => [
      name,
      ...cells.map(({ rows }) => figure(rows.find((row) => row.name === name).ms)),
    ]),
    ...ratios.map(({ of, to, values }) => [
      `${of.split(',')[0]} : ${to}`,
      ...values.map((value) => `${short(value)}x`),
    ]),
  ]
}

/** Below a thousandth of a millisecond, such as for a substring, the figure would mainly measure the clock. */
function figure({ median, min, max }) {
  if (median < 0.001) return '<0.001'
  return `${short(median)} ±${Math.round((50 * (max - min)) / median)}%`
}

function short(n) {
  if (n >= 100) return n.toFixed(0)
  if (n >= 10) return n.toFixed(1)
  if (n >= 0.1) return n.toFixed(2)
  return n < 0.001 ? '<0.001' : n.toFixed(3)
}
