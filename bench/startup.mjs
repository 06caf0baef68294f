// What pith costs before it does anything: instantiating the module, as shipped (a raw instance) and through
// @assemblyscript/loader, and whole processes compared with an empty one. Cold starts are timed in fresh processes, in
// turns. These processes run this file too.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { libraryPath, readModule } from './load.mjs'
import { shuffled } from './random.mjs'
import { summary } from './statistics.mjs'

const CALLS = 1_000_000

const ways = {
  raw: (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports,
  async loader(bytes) {
    const { instantiateSync } = await import('@assemblyscript/loader')
    return instantiateSync(bytes).exports
  },
}

/** Whole programs. `LOG` is over the limits, so cutting it needs the rules for error lines. */
const programs = {
  'an empty .mjs': '',
  'import pith': "import 'LIBRARY'\n",
  "import + truncate('ok\\n')": "import { truncate } from 'LIBRARY'\ntruncate('ok\\n')\n",
  'import + truncate of a log of 100 kB, cut':
    "import { truncate } from 'LIBRARY'\ntruncate('10:42 worker accepted\\n'.repeat(2500) + 'error: x\\n' + 'ok then\\n'.repeat(5000))\n",
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await timesHere(ways[process.argv[2]])))
}

/** Milliseconds of `coldMs` in a fresh process and of `warmMs` for one more instance, and nanoseconds of a call. */
export function measureInstances(random, processes) {
  const runs = { raw: [], loader: [] }
  for (let i = 0; i < processes; i++) {
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
    warmMs: column(way, 'warmMs'),
    callNs: column(way, 'callNs'),
  }))
}

async function timesHere(instantiate) {
  const bytes = readModule()
  const start = performance.now()
  const exports = await instantiate(bytes)
  const coldMs = performance.now() - start
  const warm = []
  for (let i = 0; i < 20; i++) {
    const again = performance.now()
    await instantiate(bytes)
    warm.push(performance.now() - again)
  }
  return { coldMs, warmMs: summary(warm).median, callNs: callCost(exports) }
}

/** The cost of a call that does almost nothing, because it counts no bytes. */
function callCost({ countNewlines, windowAt }) {
  const ptr = windowAt.value
  const rounds = []
  for (let round = 0; round < 5; round++) {
    let sum = 0
    const start = performance.now()
    for (let i = 0; i < CALLS; i++) sum += countNewlines(ptr, 0)
    rounds.push(((performance.now() - start) * 1e6) / CALLS)
    if (sum !== 0) throw new Error('Expected no newlines in no bytes.')
  }
  return summary(rounds).median
}

/** Milliseconds of whole processes, and how much their median is above that of an empty program. */
export function measureProcesses(random, processes) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-startup-'))
  try {
    const names = Object.keys(programs)
    const files = names.map((name, i) => {
      const file = join(folder, `${i}.mjs`)
      writeFileSync(file, programs[name].replace('LIBRARY', pathToFileURL(libraryPath).href))
      return file
    })
    const times = names.map(() => [])
    for (let round = -1; round < processes; round++) {
      for (const i of shuffled([...names.keys()], random)) {
        const start = performance.now()
        execFileSync(process.execPath, [files[i]])
        if (round >= 0) times[i].push(performance.now() - start)
      }
    }
    const empty = summary(times[0]).median
    return names.map((name, i) => ({ name, ms: summary(times[i]), overMs: summary(times[i]).median - empty }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
