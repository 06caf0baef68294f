// What the module costs before it scans a byte: the shipped way (a raw instance) against @assemblyscript/loader.
// Cold figures come from fresh processes in turns; this file is also the program that they run.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadLibrary, readModule } from './load.mjs'
import { summary } from './measure.mjs'
import { shuffled } from './random.mjs'

const PROCESSES = 9
const CALLS = 1_000_000

const ways = {
  raw: (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports,
  async loader(bytes) {
    const { instantiateSync } = await import('@assemblyscript/loader')
    return instantiateSync(bytes).exports
  },
  async library() {
    const { truncate } = await loadLibrary()
    return truncate('first\n')
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await timesHere(process.argv[2])))
}

/** Milliseconds: `cold` in a fresh process, `warm` for one more instance; and nanoseconds of a call. */
export function measureStartup(random) {
  const runs = { raw: [], loader: [], library: [] }
  for (let i = 0; i < PROCESSES; i++) {
    for (const way of shuffled(Object.keys(runs), random)) {
      const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), way], {
        encoding: 'utf8',
      })
      runs[way].push(JSON.parse(output))
    }
  }
  const column = (way, key) => summary(runs[way].map((run) => run[key]))
  return Object.keys(runs).map((way) => ({
    way,
    coldMs: column(way, 'coldMs'),
    ...(way === 'library' ? {} : { warmMs: column(way, 'warmMs'), callNs: column(way, 'callNs') }),
  }))
}

async function timesHere(way) {
  const bytes = readModule()
  const start = performance.now()
  const exports = await ways[way](bytes)
  const coldMs = performance.now() - start
  if (way === 'library') return { coldMs }
  const warm = []
  for (let i = 0; i < 20; i++) {
    const again = performance.now()
    await ways[way](bytes)
    warm.push(performance.now() - again)
  }
  return { coldMs, warmMs: summary(warm).median, callNs: callCost(exports) }
}

/** A call that does next to nothing: a cut in ASCII, where it already is. */
function callCost({ floorBoundary, windowAt }) {
  const ptr = windowAt.value
  const rounds = []
  for (let round = 0; round < 5; round++) {
    let sum = 0
    const start = performance.now()
    for (let i = 0; i < CALLS; i++) sum += floorBoundary(ptr, 64, i & 63)
    rounds.push(((performance.now() - start) * 1e6) / CALLS)
    if (sum < 0) throw new Error('Expected offsets from 0.')
  }
  return summary(rounds).median
}
