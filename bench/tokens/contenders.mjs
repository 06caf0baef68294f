// The estimators of tokens: this library with both vocabularies, and others.
import { importBundled } from '../bundle.mjs'

/** @returns {Promise<import('./figures.mjs').Contender[]>} this library with o200k comes first */
export async function loadContenders() {
  const { estimateTokens, vtcode } = await importBundled(`
    export { estimateTokens } from './src/core/tokens/estimate.ts'
    export * as vtcode from './src/extra/profiles/vtcode/estimate.ts'
  `)
  const rival = (name, tokensOf) => {
    return { name, encoding: 'o200k', estimate: (text) => ({ tokens: tokensOf(text) }) }
  }
  return [
    { name: 'pith', encoding: 'o200k', estimate: (text) => estimateTokens(text, 'o200k') },
    rival('chars / 4', (text) => Math.ceil(text.length / 4)),
    rival('bytes / 4', (text) => Math.ceil(Buffer.byteLength(text) / 4)),
    rival('vtcode', (text) => vtcode.estimateTokens(text)),
    { name: 'pith, Claude', encoding: 'claude', estimate: (text) => estimateTokens(text, 'claude') },
  ]
}
