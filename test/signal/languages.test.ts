import { expect, it } from 'vitest'
import { languageRules } from '../../src/core/judge/rules/other-languages.ts'
import { truncate } from '../../src/index.ts'

// Letters of other scripts begin words for the scanner, so that a failure is found wherever it stands in its line.

const samples = languageRules.filter(({ kind }) => kind === 'system').flatMap(({ hits }) => hits)

it.each(samples)('a failure behind what a logger writes is shown: %s', (line) => {
  const quiet = '2026/03/01 10:00:00 [worker-3] ok\n'.repeat(400)
  const { text } = truncate(`${quiet}2026/03/01 10:00:01 [worker-3] ${line}\n${quiet}`, {
    maxBytes: 400,
  })
  expect(text).toContain(line)
})
