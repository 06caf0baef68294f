// npm run bench:tokens [-- --fit --all --quick --no-speed --logs --json FILE --docs]: measures the estimator's error
// by kind of text, compared with other estimators, and the cost of estimates and of exact counts. --fit fits the
// coefficients first.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { aligned } from '../aligned.mjs'
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { createRandom } from '../random.mjs'
import { machine, machineLine } from '../report.mjs'
import { loadContenders } from './contenders.mjs'
import { familyRows, kindRows, summaries, summaryOf } from './figures.mjs'
import { countedSamples } from './judge.mjs'
import {
  costTable,
  documentTable,
  familyTable,
  kindTable,
  linearTable,
  percent,
  scanTable,
  summaryTable,
} from './tables.mjs'

const SEED = 20_260_314
const root = fileURLToPath(new URL('../..', import.meta.url))

const args = parseArgs({
  allowNegative: true,
  options: {
    fit: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    speed: { type: 'boolean', default: true },
    logs: { type: 'boolean', default: false },
    json: { type: 'string' },
    docs: { type: 'boolean', default: false },
  },
}).values
if (args.docs && args.quick) throw new Error('Expected --docs without --quick.')

if (args.fit) {
  const { fit } = await import('./fit.mjs')
  await fit()
  // Format it like the sources, or the lint would fail.
  execFileSync('npx', ['biome', 'format', '--write', 'src/core/tokens/coefficients.ts'], {
    cwd: root,
    stdio: 'ignore',
  })
}
const contenders = await loadContenders()
const samples = await countedSamples()
const kinds = kindRows(samples, contenders)
const result = {
  kinds,
  families: familyRows(kinds, contenders),
  summaries: new Map(contenders.map((contender) => [contender.name, summaries(kinds, contender)])),
}
if (args.logs || args.docs) await addLogs()
console.log(`${aligned(familyTable(result.families))}
* samples of fitted kinds that the fit did not see; all others are of kinds that it saw nothing of.\n`)
console.log(`${aligned(summaryTable(result.summaries))}\n`)
console.log(`Kinds more than 25 % low by o200k: ${tooLow()}\n`)
if (args.all) console.log(`${aligned(kindTable(kinds))}\n`)
if (args.speed) await addSpeed()

if (args.json) writeFileSync(args.json, `${JSON.stringify(result, plain, 2)}\n`)
if (args.docs) writeBlock(places.tokens, markdownTable(documentTable(result.summaries)))

/**
 * Adds each log that bench:retention makes with real tools as a kind. These logs influenced nothing in the estimator.
 */
async function addLogs() {
  const { loadLogs } = await import('../retention/data.mjs')
  const { countClaude, countO200k } = await import('./vocabulary.mjs')
  const { logs } = loadLogs({ made: true, tell: (line) => console.error(line) })
  const counted = logs.map(({ id, bytes }) => {
    const text = new TextDecoder().decode(bytes)
    const tokens = { o200k: countO200k(text), claude: countClaude(text) }
    return { kind: id, group: 'logs', fitted: false, fittedKind: false, text, tokens }
  })
  const rows = kindRows(counted, contenders)
  for (const { name } of contenders) {
    result.summaries.get(name).push({ group: 'logs of real tools', ...summaryOf(rows, name) })
  }
}

async function addSpeed() {
  const { estimateCosts, loadScans, scanCosts, scanOf } = await import('./speed.mjs')
  const { linearity } = await import('./linear.mjs')
  const library = await loadScans()
  result.machine = machine(library.scannerFor('auto').backend)
  const options = { rounds: args.quick ? 3 : 9, roundMs: 10, random: createRandom(SEED) }
  console.log(`${machineLine(result.machine)}\n`)
  result.costs = await estimateCosts(library, samples, options)
  for (const cost of result.costs) console.log(`${aligned(costTable(cost))}\n`)
  result.scans = scanCosts(library, samples, options)
  console.log(`${aligned(scanTable(result.scans))}\n`)
  result.linear = await linearity(scanOf(library, 'auto', false), { rounds: args.quick ? 1 : 3 })
  console.log(`${aligned(linearTable(result.linear))}\n`)
}

function tooLow() {
  const low = kinds.filter(({ errors }) => errors.pith < -0.25)
  return low.map(({ kind, errors }) => `${kind} ${percent(errors.pith)}`).join(', ') || 'none'
}

/** A JSON replacer that turns maps into objects. */
function plain(_, value) {
  return value instanceof Map ? Object.fromEntries(value) : value
}
