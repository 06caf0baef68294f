// npm run bench:tokens [-- --fit --all --json FILE --docs]: measures the estimator's error by kind of text, compared with
// other estimators. --fit fits the coefficients first.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { places, writeBlock } from '../figures.mjs'
import { importBundled } from '../load.mjs'
import { aligned, markdownTable, percent } from '../report.mjs'
import { documentTable, kindRows, summaries, summaryTable } from './figures.mjs'
import { texts } from './texts.mjs'
import { countClaude, countO200k } from './vocabulary.mjs'

const args = parseArgs({
  options: {
    fit: { type: 'boolean' },
    all: { type: 'boolean' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
  },
}).values
const counted = ({ kind, group, fitted: fittedKind }, text, fitted) => {
  const tokens = { o200k: countO200k(text), claude: countClaude(text) }
  return { kind, group, fittedKind, fitted, text, tokens }
}
const samples = texts().flatMap((kind) => [
  ...kind.samples.map((text) => counted(kind, text, kind.fitted)),
  ...kind.held.map((text) => counted(kind, text, false)),
])
if (args.fit) {
  const { fit } = await import('./fit.mjs')
  fit(samples)
  // Format it like the sources, or the lint would fail.
  execFileSync('npx', ['biome', 'format', '--write', 'src/core/tokens/coefficients.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'ignore',
  })
}
const { estimateTokens } = await importBundled(
  "export { estimateTokens } from './src/core/tokens/estimate.ts'",
)
const rival = (name, tokensOf) => {
  return { name, encoding: 'o200k', estimate: (text) => ({ tokens: tokensOf(text) }) }
}
const contenders = [
  { name: 'pith', encoding: 'o200k', estimate: (text) => estimateTokens(text, 'o200k') },
  rival('chars / 4', (text) => Math.ceil(text.length / 4)),
  rival('bytes / 4', (text) => Math.ceil(Buffer.byteLength(text) / 4)),
  { name: 'pith, Claude', encoding: 'claude', estimate: (text) => estimateTokens(text, 'claude') },
]
const kinds = kindRows(samples, contenders)
const all = new Map(contenders.map((contender) => [contender.name, summaries(kinds, contender)]))
console.log(`${aligned(summaryTable(all))}\n`)
const shown = args.all ? kinds : kinds.filter(({ errors }) => errors.pith < -0.25)
const names = contenders.map(({ name }) => name)
console.log(
  aligned([
    [args.all ? 'error' : 'more than 25 % low', 'fit', ...names],
    ...shown.map(({ kind, fittedKind, errors }) => [
      kind,
      fittedKind ? 'fitted' : 'unseen',
      ...names.map((name) => percent(errors[name])),
    ]),
  ]),
)
if (args.json)
  writeFileSync(args.json, `${JSON.stringify({ kinds, summaries: Object.fromEntries(all) }, null, 2)}\n`)
if (args.docs) writeBlock(places.tokens, markdownTable(documentTable(all)))
