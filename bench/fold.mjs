// What folding costs: the same call with `fold: true` and `fold: false`, by turns, on inputs that were never seen before
// and on one that is repeated.
import { generate, hex, MODULES, number, pick, stamp, WORDS, words } from './corpus.mjs'
import { digits } from './report.mjs'
import { summary } from './statistics.mjs'

const KIB = 1024
const MIB = 1024 * KIB
const SIZES = [28 * KIB, 2 * MIB, 64 * MIB]
/** Bytes that one timed step goes through at least. */
const STEP_BYTES = MIB
const LIMITS = { maxBytes: 30_720 }

/** Each function takes the most bytes to return, and what makes one input differ from the next. */
const kinds = {
  'no controls': (maxBytes, seed) => generate(maxBytes, seed, plainLine),
  repetitive: (maxBytes, seed) => generate(maxBytes, seed, repetitiveLine),
  'dense SGR': (maxBytes, seed) => generate(maxBytes, seed, colouredLine),
  'CR progress': (maxBytes, seed) => generate(maxBytes, seed, progressLine),
}

const NOTES =
  'Ratios: the time with `fold: true` to that with `fold: false`. New: each input was never seen before.'

function plainLine(random, line, isError) {
  const what = isError ? `ERROR ${words(random, 3)}` : words(random, 6)
  return `${stamp(line)} ${pick(random, MODULES)} ${what} ${hex(random)}`
}

function repetitiveLine(random, line) {
  if (line % 50 === 0) return `Step ${line / 50}: ${words(random, 4)}`
  return `Downloading package ${line} of 1000000 from the registry, ${number(random, 900)} kB`
}

function colouredLine(random, line) {
  const name = pick(random, WORDS)
  return `\x1b[32m✓\x1b[0m \x1b[1mtest ${name}\x1b[22m \x1b[90m${line} ms\x1b[39m \x1b[2m${words(random, 2)}\x1b[22m`
}

function progressLine(random) {
  const steps = Array.from(
    { length: 100 },
    (_, i) => `\r[${'='.repeat(i / 5).padEnd(20)}] ${i + 1}/100 files`,
  )
  return `${steps.join('')} of ${words(random, 2)}`
}

/** The rows of the table: one for each kind and size. */
export function measureFold(pith, { quick, rounds }) {
  const backends = pith.hasWasm ? ['wasm', 'js'] : ['js']
  const rows = []
  for (const [kind, make] of Object.entries(kinds)) {
    for (const size of quick ? SIZES.slice(0, 2) : SIZES) {
      const cells = backends.flatMap((backend) =>
        measured(pith, backend, make, size, size > 8 * MIB ? 3 : rounds),
      )
      rows.push([kind, size < MIB ? `${size / KIB} KiB` : `${size / MIB} MiB`, ...cells])
    }
  }
  const heads = backends.flatMap((backend) => [`${backend}: new`, 'repeated', 'MB/s'])
  return { columns: ['fold, as a ratio', 'size', ...heads], rows, note: NOTES }
}

function measured(pith, backend, make, size, rounds) {
  const count = Math.max(1, Math.round(STEP_BYTES / size))
  const inputs = (seed) => Array.from({ length: count }, (_, i) => make(size, seed * count + i + 1))
  const time = (list, fold) => {
    const start = performance.now()
    for (const bytes of list) pith.truncate(bytes, { ...LIMITS, backend, fold })
    return performance.now() - start
  }
  const same = inputs(0)
  const repeated = new Array(count).fill(same[0])
  // The first round of all warms up.
  time(same, true)
  time(same, false)
  const fresh = []
  const again = []
  const speeds = []
  for (let round = 0; round < rounds; round++) {
    const [unfolded, folded] = [inputs(2 * round + 1), inputs(2 * round + 2)]
    const off = time(unfolded, false)
    const on = time(folded, true)
    fresh.push(on / off)
    speeds.push((count * size) / 1000 / on)
    again.push(time(repeated, true) / time(repeated, false))
  }
  return [`${digits(median(fresh))}x`, `${digits(median(again))}x`, digits(median(speeds))]
}

const median = (values) => summary(values).median
