import { describe, expect, it } from 'vitest'
import { digits } from '../../bench/report.mjs'
import { quantile, ratiosTo, summary, wilson } from '../../bench/statistics.mjs'

const row = (name: string, role: string, median: number) => {
  const rounds = [median * 2, median, median / 2]
  return { name, role, ms: summary(rounds), rounds }
}
const rows = [row('pith', 'wasm', 2), row('js', 'js', 8), row('split', 'rival', 10), row('loop', 'rival', 6)]

describe('the benchmark’s figures', () => {
  it('are the middle of the rounds, or the mean of the middle two, whatever their order', () => {
    expect(summary([10, 9, 100])).toEqual({ median: 10, min: 9, max: 100 })
    expect(summary([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 })
  })

  it('have the percentile that so great a share does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect([0, 0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 99, 100])
  })

  it('say how many times as fast ours is, in the same round', () => {
    expect(ratiosTo(rows[0], rows)).toEqual({ js: 4, split: 5, loop: 3 })
    const busyOnce = { ...rows[2], rounds: [40, 10, 500] }
    expect(ratiosTo(rows[0], [rows[0], busyOnce])).toEqual({ split: 10 })
  })

  it('have Wilson’s interval, which stays within 0 and 1 and is narrower for more trials', () => {
    const interval = (hits: number, trials: number) =>
      wilson(hits, trials).map((share: number) => share.toFixed(3))
    expect(interval(15, 20)).toEqual(['0.531', '0.888'])
    expect(interval(150, 200)).toEqual(['0.686', '0.805'])
    expect(interval(0, 20)).toEqual(['0.000', '0.161'])
    expect(interval(20, 20)).toEqual(['0.839', '1.000'])
  })

  it('have three digits that count', () => {
    expect([1234.5, 12.34, 1.234, 0.1234, 0.01234, 0].map(digits)).toEqual([
      '1235',
      '12.3',
      '1.23',
      '0.12',
      '0.012',
      '0.00',
    ])
  })
})
