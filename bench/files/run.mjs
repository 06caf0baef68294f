// node bench/files/run.mjs [--mib N]: compares pith on large files with the programs that one would use
// instead. Part of `npm run bench`. Contenders take turns in every round. Only their ratios are reliable, because the
// page cache varies.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadScanners } from '../load.mjs'
import { createRandom, shuffled } from '../random.mjs'
import { digits, plainTable } from '../report.mjs'
import { summary } from '../statistics.mjs'
import { counters, finders, hasProgram, pagers } from './contenders.mjs'
import { createLog } from './log.mjs'

const MIB = 1024 * 1024
const ROUNDS = 7
const WALL = 'wc -l'
const ENDS_CALLS = 50

const dist = (name) => new URL(`../../dist/${name}`, import.meta.url)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { mib } = parseArgs({ options: { mib: { type: 'string', default: '1024' } } }).values
  console.log(plainTable(await measureFiles({ bytes: Number(mib) * MIB, random: createRandom(1) })))
}

/**
 * Returns milliseconds, and ratios to `wc -l` on the same file, as a table and as data.
 *
 * @param {{ bytes: number, random: () => number }} options
 */
export async function measureFiles({ bytes, random }) {
  if (!hasProgram('wc') || !hasProgram('tail')) return skipped('files: no wc and tail here')
  const node = await import(dist('node/index.js').href)
  const log = createLog(bytes)
  try {
    const counted = await measure([...counters(log, node), ...finders(log, await loadScanners())], random)
    const paged = await measure(pagers(log, fileURLToPath(dist('cli/main.js'))), random)
    const near = await measure(inProcess(log, node), random)
    return tableOf(log, [...counted, ...paged, ...near])
  } finally {
    log.remove()
  }
}

/** Reads of the ends of a file only. */
function inProcess(log, { readFileEnds }) {
  return [
    {
      name: 'pith readFileEnds, 1000 lines each',
      run: () => readFileEnds(log.path),
      repeats: ENDS_CALLS,
    },
  ]
}

/** Milliseconds of a run, by contender. The first round warms up, and compares the answers. */
async function measure(contenders, random) {
  const times = new Map(contenders.map(({ name }) => [name, []]))
  let page
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of shuffled(contenders, random)) {
      const { name, repeats = 1 } = contender
      const runs = []
      for (let i = 0; i < repeats; i++) {
        const start = performance.now()
        const answer = await contender.run()
        runs.push(performance.now() - start)
        if ('expected' in contender) assert.equal(answer, contender.expected, name)
        if (contender.read) page ??= contender.read(answer)
        if (contender.read) assert.equal(contender.read(answer), page, name)
      }
      if (round > 0) times.get(name).push(summary(runs).median)
    }
  }
  return contenders.map(({ name }) => ({ name, ms: summary(times.get(name)) }))
}

function tableOf(log, measured) {
  const wall = measured.find(({ name }) => name === WALL).ms.median
  const title = `a log of ${digits(log.bytes / MIB)} MiB in the page cache`
  const columns = [title, 'ms', 'GB/s', `x ${WALL}`]
  const rows = measured.map(({ name, ms: { median, min, max } }) => [
    name,
    `${digits(median)} (${digits(min)}–${digits(max)})`,
    log.bytes / median / 1e6 < 100 ? digits(log.bytes / median / 1e6) : '–',
    `${digits(wall / median)}x`,
  ])
  const note = hasProgram('rg') ? [] : [['rg: not here', '', '', '']]
  const json = measured.map((row) => ({ ...row, timesWall: wall / row.ms.median }))
  return { title, columns, rows: [...rows, ...note], json: { bytes: log.bytes, wall: WALL, rows: json } }
}

const skipped = (title) => ({ title, columns: [title], rows: [], json: { skipped: title } })
