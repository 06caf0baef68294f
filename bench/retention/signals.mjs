// LogDx-CI: the critical signals that pith keeps, beside methods of its leaderboard, at equal bytes.
import { cutByPith } from './contenders.mjs'
import { signalsKept } from './logdx.mjs'
import { logdxMethods } from './logdx-methods.mjs'

const SIGNAL_BYTES = [1024, 2000, 4096, 8000, 16_384]

/**
 * For each way to cut and each of `SIGNAL_BYTES`, the share of critical signals that are kept as they stand, and without
 * the time stamps and colours in caret notation that folding leaves out.
 *
 * @returns {{ name: string, shares: { verbatim: number, plain: number }[] }[]}
 */
export function signalTable(truncate, cases) {
  const pith = (fold) => (bytes, maxBytes) => cutByPith(truncate, bytes, maxBytes, { fold }).text
  const cuts = { pith: pith(false), 'pith, folded': pith(true), ...logdxMethods }
  return Object.entries(cuts).map(([name, cut]) => ({
    name,
    shares: SIGNAL_BYTES.map((maxBytes) => {
      const texts = new Map(cases.map(({ bytes }) => [bytes, cut(bytes, maxBytes)]))
      const kept = (how) => signalsKept(cases, (bytes) => texts.get(bytes), how)
      return { verbatim: kept({ prefixes: true }), plain: kept({ prefixes: false }) }
    }),
  }))
}

const percent = (share) => (100 * share).toFixed(1)

export const signalRows = (table, cases) => [
  [
    `${cases} cases: critical signals kept, % verbatim/without time stamps`,
    ...SIGNAL_BYTES.map((bytes) => `${bytes} B`),
  ],
  ...table.map(({ name, shares }) => [
    name,
    ...shares.map(({ verbatim, plain }) => `${percent(verbatim)}/${percent(plain)}`),
  ]),
]
