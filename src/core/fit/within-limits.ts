import type { Settings } from '../../settings.ts'
import { mostCountedBytes } from '../tokens/counter.ts'
import { tokensOfUnits } from '../tokens/estimate.ts'
import { fullSizer, plainSizer, QUOTES } from './sizes.ts'

/** Tokens of a text by the counter of the settings, or else by the estimator. */
export function tokensIn(text: string, { tokens }: Settings): number {
  return tokens ? tokens.count(text) : tokensOfUnits(fullSizer().measureText(text).tokenUnits)
}

/** The first limit that a whole text exceeds. Undefined when it is within all of them. */
export function limitOver(text: string, settings: Settings): 'lines' | 'bytes' | 'tokens' | undefined {
  if (text === '') return undefined
  const { maxTokens } = settings
  const { lines, bytes, serializedBytes } = plainSizer.measureText(text)
  if (lines + (text.endsWith('\n') ? 0 : 1) > settings.maxLines) return 'lines'
  if (bytes > settings.maxBytes || serializedBytes + QUOTES > settings.maxSerializedBytes) return 'bytes'
  if (maxTokens === Number.POSITIVE_INFINITY) return undefined
  const isOver = bytes > mostCountedBytes(maxTokens) || tokensIn(text, settings) > maxTokens
  return isOver ? 'tokens' : undefined
}

export const withinLimits = (text: string, settings: Settings): boolean =>
  limitOver(text, settings) === undefined

/** Whether words take at most a third of every limit. */
export function isSmallShare(words: string, settings: Settings): boolean {
  const third = (limit: number) => (limit === Number.POSITIVE_INFINITY ? limit : Math.floor(limit / 3))
  return withinLimits(words, {
    ...settings,
    maxLines: third(settings.maxLines),
    maxBytes: third(settings.maxBytes),
    maxTokens: third(settings.maxTokens),
    maxSerializedBytes: third(settings.maxSerializedBytes),
  })
}
