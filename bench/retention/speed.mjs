// Times the whole call on all logs as one input, compared with the least that a rival does to look at each line.
import { gc, sink, summary } from '../measure.mjs'
import { cutByPith, errorWords } from './contenders.mjs'
import { KIB } from './score.mjs'

const TOTAL_BYTES = 100_000_000
const ROUNDS = 5
const BUDGET_BYTES = 16 * KIB

/**
 * MB/s (10^6 bytes) of `truncate` and of the rival (decode, split, and a regex per line) on the logs repeated to 100
 * MB: median, minimum and maximum of five rounds in turns, after one that warms up.
 */
export function measureSpeed(truncate, logs) {
  const bytes = repeated(logs, TOTAL_BYTES)
  const contenders = {
    pith: () => cutByPith(truncate, bytes, BUDGET_BYTES).errors.total,
    rival: () => linesThatMatch(bytes),
  }
  const rates = { pith: [], rival: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      gc({ type: 'minor' })
      const start = performance.now()
      sink.value = run()
      const rate = bytes.length / 1000 / (performance.now() - start)
      if (round > 0) rates[name].push(rate)
    }
  }
  const pith = summary(rates.pith)
  const rival = summary(rates.rival)
  return { bytes: bytes.length, pith, rival, ratio: pith.median / rival.median }
}

function linesThatMatch(bytes) {
  let count = 0
  for (const line of bytes.toString().split('\n')) if (errorWords.test(line)) count++
  return count
}

function repeated(logs, size) {
  const whole = Buffer.concat(logs.map(({ bytes }) => bytes))
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += whole.length) whole.copy(bytes, at)
  return bytes
}
