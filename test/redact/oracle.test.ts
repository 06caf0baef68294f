// @node

import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { describe, expect, it } from 'vitest'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { innocentLines } from './apart/innocent.ts'
import { secretLines } from './apart/lines.ts'

// A maintained scanner as a judge: what it takes for a secret, pith hides too.

const rule = { id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }

/** The parts of a line that the scanner takes for secrets. */
async function foundIn(line: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { content: line, filePath: '/log.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: [rule] }, noPhysicFilePath: true },
  })
  return messages.map(({ range: [start, end] }) => line.slice(start, end))
}

/** What the scanner takes for a secret and pith shows, and why. */
const exceptions: readonly { text: RegExp; why: string }[] = [
  { text: /[xX*]{12,}/, why: 'It is a placeholder of an example.' },
]

describe('what secretlint takes for a secret', () => {
  const lines = [...[1, 2, 3].flatMap(secretLines).map(({ line }) => line), ...innocentLines(1)]

  it('is hidden', async () => {
    let count = 0
    const shown: string[] = []
    for (const line of lines) {
      for (const secret of await foundIn(line)) {
        count++
        if (exceptions.some(({ text }) => text.test(secret))) continue
        if (createSecretRedactor()(line).includes(secret)) shown.push(`${secret} in ${line}`)
      }
    }
    expect(shown).toEqual([])
    // Else the scanner would have changed, and would judge nothing.
    expect(count).toBeGreaterThan(100)
  })
})
