import { refuseDetached } from '../../check/bytes.ts'
import { invalidInput, invalidOption } from '../../errors.ts'
import type { Input } from '../../options.ts'
import type { TokenEstimate } from '../../truncation.ts'
import { scannerFor } from '../scan/backend.ts'
import { encodeText } from '../scan/encode.ts'
import { type ScanSession, WINDOW_BYTES } from '../scan/scanner.ts'
import { UnitMeter } from '../scan/token-units.ts'
import { type Encoding, weightsFor } from './weights.ts'

// Counts tokens. This file estimates them without a vocabulary, at the speed of the scan. gpt.ts and hugging-face.ts
// make exact counters from optional packages, counter.ts asks a caller's counter, and cache.ts remembers its answers.

/** Token units in one token. */
export const UNITS_PER_TOKEN = 128

/** Tokens for a number of units, rounded up, so that no text but the empty one has 0 tokens. */
export function tokensOfUnits(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN)
}

let shared: UnitMeter | undefined

/** The meter for texts in memory. Its weights are those of o200k, which limits go by. Created at first use. */
export function sharedMeter(): UnitMeter {
  shared ??= new UnitMeter(weightsFor('o200k'))
  return shared
}

/**
 * The interval that holds the true count for 95 of 100 texts of kinds that the fit has not seen, as factors of the
 * estimate.
 */
const intervals: Record<Encoding, { low: number; high: number }> = {
  o200k: { low: 0.8, high: 1.32 },
  claude: { low: 0.8, high: 1.5 },
}
/** A line or a word may be off by this many tokens more. */
const SHORT_TEXT_TOKENS = 3

/** The estimate, with its interval, for a number of units. */
export function estimateOf(units: number, encoding: Encoding): TokenEstimate {
  const tokens = tokensOfUnits(units)
  const { low, high } = intervals[encoding]
  return {
    tokens,
    low: Math.max(Math.min(tokens, 1), Math.floor(tokens * low) - SHORT_TEXT_TOKENS),
    high: tokens === 0 ? 0 : Math.ceil(tokens * high) + SHORT_TEXT_TOKENS,
  }
}

/**
 * Estimates how many tokens a model counts, without a vocabulary, at the speed of the scan.
 *
 * The estimate is a sum over characters, by their kind and their neighbours. It adds up at line ends, so texts that end
 * in LF may be estimated separately. Elsewhere the sum of two parts is at most 8 tokens off. Bytes count as the text
 * that they decode to. The range from `low` to `high` holds the true count for at least 95 of 100 texts that tools
 * print. `npm run bench:tokens` prints the errors by kind.
 *
 * @param encoding the vocabulary: `o200k`, the default, of OpenAI's models since GPT-4o, or `claude`, the one that
 *   Anthropic has published. Newer models by Anthropic count more.
 * @throws {PithError} `PITH_INVALID_OPTION` for another encoding, `PITH_INVALID_INPUT` for an input that is neither a
 *   string nor a Uint8Array.
 * @example
 * estimateTokens('hello world').tokens // 3
 */
export function estimateTokens(input: Input, encoding: Encoding = 'o200k'): TokenEstimate {
  if (encoding !== 'o200k' && encoding !== 'claude') {
    throw invalidOption('encoding', '"o200k" or "claude"', encoding)
  }
  const session = scannerFor('auto').open({ tokens: weightsFor(encoding) })
  if (typeof input === 'string') encodeText(input, 'auto', (bytes) => feed(session, bytes))
  else if (input instanceof Uint8Array) {
    refuseDetached(input)
    feed(session, input)
  } else throw invalidInput('Expected a string or a Uint8Array to estimate tokens of.')
  return estimateOf(session.finish().tokenUnits, encoding)
}

function feed(session: ScanSession, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const part = bytes.subarray(at, at + WINDOW_BYTES)
    session.window().set(part)
    session.advance(part.length)
  }
}
