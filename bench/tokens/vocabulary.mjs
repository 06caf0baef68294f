// What a text really counts by the two vocabularies that the estimator is fitted to. Special tokens are text.
import { Tokenizer } from 'ai-tokenizer'
import * as claude from 'ai-tokenizer/encoding/claude'
import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'

/**
 * Longer runs of one class of characters are cut, since a tokenizer's time grows with the square of a run. A multiple
 * of 3 and of 512: digits are taken by threes, and the longest tokens of one character have powers of two.
 */
const RUN = 1536

const unbroken = new RegExp(
  ['[\\p{L}\\p{M}]', '\\p{N}', '\\s', '[^\\s\\p{L}\\p{M}\\p{N}]'].map((one) => `${one}{${RUN}}`).join('|'),
  'gu',
)

const tokenizer = new Tokenizer(claude)
const nothing = new Set()

// A hit moves an entry to the end of a Map, which takes the longer the more it holds: 40 µs at the default of 100,000.
setMergeCacheSize(4096)

/** Tokens of o200k_base: exact, but for a run of over 1,536 letters, digits, spaces or signs, which is cut. */
export function countO200k(text) {
  return sumOf(text, (piece) => countTokens(piece, { disallowedSpecial: nothing }))
}

/** Tokens of the vocabulary that Anthropic has published (of Claude 2); runs are cut as for o200k. */
export function countClaude(text) {
  return sumOf(text, (piece) => tokenizer.encode(piece, 'all').length)
}

function sumOf(text, count) {
  let total = 0
  let from = 0
  for (const { 0: run, index } of text.matchAll(unbroken)) {
    const end = index + run.length
    total += count(text.slice(from, end))
    from = end
  }
  return total + count(text.slice(from))
}
