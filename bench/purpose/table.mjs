// The figures as rows of text.
import { grouped } from '../statistics.mjs'
import { SIZES, shareOf } from './score.mjs'

const percent = (share) => `${(100 * share).toFixed(0)} %`
const interval = ([low, high]) => `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)}`

/** Questions that each method answers, by size, with the tokens of its texts. */
export function answerRows(rows, title) {
  const methods = [...new Set(rows.map(({ method }) => method))]
  const cells = (method) =>
    SIZES.map((kib) => {
      const own = rows.filter((row) => row.method === method && row.kib === kib)
      if (own.length === 0) return '–'
      const { share, interval: of95, tokens } = shareOf(own)
      return `${percent(share)} (${interval(of95)}), ${tokens.toFixed(0)} tokens`
    })
  return [
    [title, ...SIZES.map((kib) => `${kib} KiB`)],
    ...methods.map((method) => [method, ...cells(method)]),
  ]
}

/** The methods of the document. Those of hosts are alike, because they cut by lines. */
const DOCUMENTED = ['pith', 'both ends', 'head', 'tail']

/** The shares alone, of a few methods. */
export function documentRows(rows) {
  const named = DOCUMENTED.flatMap((name) => rows.filter(({ method }) => method === name))
  const [head, ...others] = answerRows(named, 'questions answered')
  return [head, ...others.map(([name, ...cells]) => [name, ...cells.map((cell) => cell.split(' (')[0])])]
}

/** The same by group, for a few methods at one size. */
export function groupRows(rows, { kib, by, methods }) {
  const at = rows.filter((row) => row.kib === kib)
  const groups = [...grouped(at, (row) => row[by])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const cell = (own, method) => {
    const { share, asked } = shareOf(own.filter((row) => row.method === method))
    return asked === 0 ? '–' : percent(share)
  }
  return [
    [`${by}, ${kib} KiB`, 'questions', ...methods],
    ...groups.map(([name, own]) => [
      name,
      String(shareOf(own.filter(({ method }) => method === methods[0])).asked),
      ...methods.map((method) => cell(own, method)),
    ]),
  ]
}

/** Hosts with their own limits: what a model gets today. */
export const hostRows = (own) => [
  ['host with its own limit', 'limit', 'answered', 'tokens'],
  ...own.map(({ name, limit, share, interval: of95, tokens }) => [
    name,
    limit,
    `${percent(share)} (${interval(of95)})`,
    tokens.toFixed(0),
  ]),
]

/** What of a limit is used when files are read and something is left out. */
export const fileRows = (files) => [
  [
    'way to read',
    'limit',
    'cuts',
    'share of the limit, median',
    'cuts under 50 % of it',
    'lines against both ends',
    'one in ten below',
  ],
  ...files
    .toSorted((a, b) => a.kib - b.kib)
    .map(({ way, kib, method, cuts, used, low, lines, linesTenth }) => [
      `${way}, ${method}`,
      `${kib} KiB`,
      String(cuts),
      percent(used),
      percent(low.length / cuts),
      `${lines.toFixed(2)}x`,
      `${linesTenth.toFixed(2)}x`,
    ]),
]

/** Questions that a method does not answer although both ends, the head or the tail do: one line each. */
export const lostLines = (lost) =>
  lost.map(
    ({ method, command, kib, purpose, ask, by, shown }) =>
      `${method}, ${kib} KiB, ${purpose}, ${shown} B: \`${command}\`: ${ask} (${by})`,
  )
