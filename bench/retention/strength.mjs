// npm run bench:strength [-- --dir DIR… --made]: learns from labelled logs which statement of a log is the cause, and
// compares the learned table with the one in src/core/judge/strength.ts, on tools that the learned one has not seen.
import { parseArgs } from 'node:util'
import { aligned } from '../aligned.mjs'
import { wilson } from '../statistics.mjs'
import { loadSets } from './data.mjs'
import { statementsOf } from './statements.mjs'

const FOLDS = 10
/** How strongly a weight is drawn to what is assumed: a score counts, everything else does not. */
const RIDGE = 0.02
const ASSUMED = { score: 3 }
const STEPS = 400
const RATE = 0.05
const PLACES = [1, 2, 3, 4]

const options = { dir: { type: 'string', multiple: true }, made: { type: 'boolean' } }
const args = parseArgs({ options }).values
const sets = loadSets({ ...args, dirs: args.dir, tell: (line) => console.error(line) })
const logs = (await Promise.all(sets.flatMap((set) => set.logs.map(statementsOf)))).filter(({ statements }) =>
  statements.some(({ isCause }) => isCause),
)
const names = Object.keys(logs[0].statements[0].features)
const tools = [...new Set(logs.map(({ tool }) => tool))].sort()
const foldOf = ({ tool }) => tools.indexOf(tool) % FOLDS
const folds = Array.from({ length: FOLDS }, (_, fold) => learned(logs.filter((log) => foldOf(log) !== fold)))
const rankers = {
  'score alone': () => ({ score: 1 }),
  'the table of the sources': () => undefined,
  'learned, its tool left out': (log) => folds[foldOf(log)],
}
console.log(`${logs.length} logs of ${tools.length} tools whose cause is a statement.\n`)
console.log(
  `${aligned([['a cause is among the strongest', ...PLACES.map(String)], ...Object.entries(rankers).map(([name, of]) => row(name, of))])}\n`,
)
console.log('Learned from all of them:')
const all = learned(logs)
console.log(aligned(names.map((name) => [name, all[name].toFixed(2)])))

/** The weights that make the causes likely: a conditional logit, by gradient ascent. */
function learned(from) {
  const weights = Object.fromEntries(names.map((name) => [name, ASSUMED[name] ?? 0]))
  for (let step = 0; step < STEPS; step++) {
    const gradient = Object.fromEntries(
      names.map((name) => [name, -RIDGE * (weights[name] - (ASSUMED[name] ?? 0))]),
    )
    for (const { statements } of from) addGradient(gradient, statements, weights, from.length)
    for (const name of names) weights[name] += RATE * Math.sqrt(from.length) * gradient[name]
  }
  return weights
}

function addGradient(gradient, statements, weights, count) {
  const raw = statements.map(({ features }) => Math.exp(strength(features, weights)))
  const total = raw.reduce((sum, value) => sum + value, 0)
  const ofCauses = raw.reduce((sum, value, i) => sum + (statements[i].isCause ? value : 0), 0)
  statements.forEach(({ features, isCause }, i) => {
    const surprise = (isCause ? raw[i] / ofCauses : 0) - raw[i] / total
    for (const name of names) gradient[name] += (surprise * features[name]) / count
  })
}

function strength(features, weights) {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * features[name], 0)
}

/** How many logs have a cause among the strongest statements. Without weights, those of the sources hold. */
function row(name, weightsOf) {
  const first = logs.map((log) => {
    const weights = weightsOf(log)
    const of = (each) => (weights ? strength(each.features, weights) : each.strength)
    return [...log.statements].sort((a, b) => of(b) - of(a)).findIndex(({ isCause }) => isCause)
  })
  return [name, ...PLACES.map((place) => shareOf(first.filter((at) => at < place).length))]
}

function shareOf(hits) {
  const [low, high] = wilson(hits, logs.length)
  return `${(100 * (hits / logs.length)).toFixed(0)} % (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})`
}
