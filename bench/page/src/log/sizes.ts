import { estimateTokens } from '../../../../src/index.ts'

export interface Sizes {
  text: string
  outputLines: number
  outputBytes: number
  outputTokens: number
}

/** The sizes of any text for a model. */
export function sizesOf(text: string): Sizes {
  const lines = text.split('\n').length
  return {
    text,
    outputLines: text === '' ? 0 : text.endsWith('\n') ? lines - 1 : lines,
    outputBytes: new TextEncoder().encode(text).length,
    outputTokens: estimateTokens(text).tokens,
  }
}
