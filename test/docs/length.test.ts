import { expect, it } from 'vitest'
import { documents, wordsIn } from '../support/markdown.ts'

const MOST_WORDS = 20_000

it('the documents are short enough to be read: those in the root and in docs, without the pages of single agents', () => {
  const rows = documents()
    .filter(({ file }) => !file.startsWith('docs/agents/'))
    .map(({ file, text }) => ({ file, words: wordsIn(text) }))
  const all = rows.reduce((sum, { words }) => sum + words, 0)
  const listed = rows
    .toSorted((a, b) => b.words - a.words)
    .map(({ file, words }) => `${words} ${file}`)
    .join('\n')
  expect(all, listed).toBeLessThanOrEqual(MOST_WORDS)
})
