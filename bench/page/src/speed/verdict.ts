import { summary } from '../../../statistics.mjs'
import type { Cell, RaceResult } from './race.ts'
import { sizeName } from './race.ts'

const REFERENCE_BYTES = 1024 * 1024
/** Speeds that differ by less than this factor count as equal. */
const ALIKE = 1.1

/** If half of the cells spread by more than this share of their median, to either side, the machine was busy. */
const UNSTEADY = 0.25

const doing = { count: 'counts lines', errors: 'finds error words', truncate: 'truncates' }

interface Ratio {
  kind: string
  size: number
  ratio: number
}

/** Describes the figures in words. Every ratio is a ratio of medians. */
export function verdictOf(result: RaceResult): string {
  const ours = result.backend === 'wasm' ? 'Wasm' : 'pith’s JS'
  const ratioOf = ({ kind, size, speeds }: Cell): Ratio => ({
    kind,
    size,
    ratio: ownSpeed(result, speeds) / bestRival(result, speeds),
  })
  const sizes = result.sizes.map(ratioOf)
  const sentences = [
    atReference(sizes, ours, result),
    ...crossover(sizes, ours),
    acrossKinds(result.kinds.map(ratioOf)),
  ]
  if (result.backend === 'js')
    sentences.unshift('WebAssembly can’t be compiled on this page, so pith runs as JavaScript.')
  return [...sentences, ...unsteadiness(result)].join(' ')
}

function unsteadiness({ sizes, kinds, backend }: RaceResult): string[] {
  const spreads = [...sizes, ...kinds].map(({ speeds }) => {
    const { min, median, max } = speeds[backend]
    return (max - min) / 2 / median
  })
  const typical = summary(spreads).median
  if (typical <= UNSTEADY) return []
  const percent = Math.round(100 * typical)
  return [
    `But rounds differ by ±${percent} %, so this machine had other things to do: take it as a rough guess.`,
  ]
}

function ownSpeed({ backend }: RaceResult, speeds: Cell['speeds']): number {
  return speeds[backend].median
}

/** The speed of the fastest contender other than pith's current backend. */
function bestRival({ contenders, backend }: RaceResult, speeds: Cell['speeds']): number {
  return Math.max(...contenders.filter(({ name }) => name !== backend).map(({ name }) => speeds[name].median))
}

function atReference(sizes: readonly Ratio[], ours: string, { job, backend }: RaceResult): string {
  const { size, ratio } = sizes.findLast(({ size }) => size <= REFERENCE_BYTES) ?? sizes[0]
  const best = backend === 'wasm' ? 'the best JS' : 'the best other JS'
  return `On this machine ${ours} ${doing[job]} ${compared(ratio)} ${best} at ${sizeName(size)}.`
}

function compared(ratio: number): string {
  if (ratio >= ALIKE) return `${factor(ratio)} times as fast as`
  return ratio > 1 / ALIKE ? 'about as fast as' : `at ${factor(ratio)} times the speed of`
}

const factor = (ratio: number): string => ratio.toFixed(ratio < 1 ? 2 : ratio < 20 ? 1 : 0)

/** Says from which size on pith is always ahead. */
function crossover(sizes: readonly Ratio[], ours: string): string[] {
  const last = sizes.findLastIndex(({ ratio }) => ratio < 1)
  if (last < 0) return ['It is ahead at every size.']
  if (last === sizes.length - 1) return []
  const never = sizes.slice(0, last + 1).every(({ ratio }) => ratio < 1)
  const from = sizeName(sizes[last + 1].size)
  return [never ? `Below ${from} other JS is faster.` : `From ${from} on ${ours} is always ahead.`]
}

function acrossKinds(ratios: readonly Ratio[]): string {
  const sorted = [...ratios].sort((a, b) => a.ratio - b.ratio)
  const [least, most] = [sorted[0], sorted[sorted.length - 1]]
  return `By kind of input, it does from ${factor(least.ratio)} (${least.kind}) to ${factor(most.ratio)} times (${most.kind}) as much in the same time.`
}
