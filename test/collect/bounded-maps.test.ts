// @deep

import { describe, expect, it } from 'vitest'
import { createCollector } from '../support/checked.ts'

describe('the maps of a folded stream', () => {
  it('stay exact at both ends and at errors, however much is forgotten between', () => {
    const collector = createCollector({ fold: true, maxBytes: 4000 })
    for (let part = 0; part < 60; part++) {
      let text = ''
      for (let i = 0; i < 1500; i++)
        text += `\u001b[3${i % 8}mpart${'xyz'[i % 3].repeat(i % 40)}\u001b[0m word ${'abcd'[i % 4].repeat(part % 9)}\n`
      if (part === 30) text += 'src/a.ts:4:1: error: no such file\n'
      collector.write(text)
    }
    // The contract checks that each segment and gap begins at its line of the input.
    const { totalLines, errors } = collector.end()
    expect([totalLines, errors.lines[0].line]).toEqual([90_001, 31 * 1500 + 1])
  })
})
