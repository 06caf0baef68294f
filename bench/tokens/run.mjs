// How far the estimator is off, by kind of text, beside what others do. \`--fit\` fits its coefficients anew first.
import { parseArgs } from 'node:util'
import { importBundled } from '../bundle.mjs'
import { countedSamples, errorsByKind } from './judge.mjs'

const { values } = parseArgs({
  options: {
    fit: { type: 'boolean' },
    json: { type: 'boolean' },
    all: { type: 'boolean' },
  },
})

if (values.fit) {
  const { fit } = await import('./fit.mjs')
  await fit()
}
const { estimateTokens, vtcode } = await importBundled(`
  export { estimateTokens } from './src/tokens/estimate.ts'
  export * as vtcode from './src/profiles/vtcode/estimate.ts'
`)
const samples = await countedSamples()
for (const encoding of ['o200k', 'claude']) {
  const rows = errorsByKind(samples, encoding, (text) => estimateTokens(text, encoding).tokens)
  for (const group of ['natural', 'dense', 'hostile']) {
    for (const fitted of [true, false]) {
      const these = rows.filter((row) => row.group === group && row.fittedKind === fitted)
      these.sort((a, b) => Math.abs(b.error) - Math.abs(a.error))
      const rms = Math.sqrt(these.reduce((sum, { error }) => sum + error ** 2, 0) / these.length)
      console.log(encoding, group, fitted ? 'fitted' : 'unseen', these.length, 'rms', (100 * rms).toFixed(1), '>10 %', these.filter((r) => Math.abs(r.error) > 0.1).length, '>20 %', these.filter((r) => Math.abs(r.error) > 0.2).length, '<-25 %', these.filter((r) => r.error < -0.25).length)
      console.log('   ', these.slice(0, 24).map(({ kind, error }) => `${kind} ${(100 * error).toFixed(0)}`).join(', '))
    }
  }
}
