// LogDx-CI: the critical signals that pith keeps, beside the kinds of methods that its leaderboard ranks, at equal bytes.
import { contendersFor, cutByPith } from './contenders.mjs'
import { signalsKept } from './logdx.mjs'

const SIGNAL_BYTES = [1024, 2000, 4096, 8000, 16_384]

/** Methods that reduce a log without a model, by the name of ours that is like them. */
const METHODS = {
  tail: 'tail',
  grep: 'first regex lines',
  'hybrid of grep and tail': 'regex + context + tail',
}

/** @returns {{ name: string, shares: number[] }[]} a share for each of `SIGNAL_BYTES` */
export function signalTable(truncate, cases) {
  const known = contendersFor(truncate)
  const cuts = {
    pith: (bytes, maxBytes) => cutByPith(truncate, bytes, maxBytes, { fold: true }).text,
    'pith, not folded': (bytes, maxBytes) => cutByPith(truncate, bytes, maxBytes).text,
    ...Object.fromEntries(
      Object.entries(METHODS).map(([name, ours]) => [name, known.find((each) => each.name === ours).cut]),
    ),
  }
  return Object.entries(cuts).map(([name, cut]) => ({
    name,
    shares: SIGNAL_BYTES.map((maxBytes) =>
      signalsKept(cases, (bytes) => cut(bytes, maxBytes), { prefixes: false }),
    ),
  }))
}

export const signalRows = (table, cases) => [
  [`LogDx-CI, ${cases} cases: critical signals kept`, ...SIGNAL_BYTES.map((bytes) => `${bytes} B`)],
  ...table.map(({ name, shares }) => [name, ...shares.map((share) => `${(100 * share).toFixed(1)} %`)]),
]
