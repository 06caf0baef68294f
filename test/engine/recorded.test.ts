// @node

import { expect, inject, it } from 'vitest'
import { recorded } from '../support/recorded.ts'

// What some hundred outputs become. Where a change alters results on purpose, `npx vitest run test/engine/recorded.test.ts -u`
// records them anew, and the difference shows which outputs it reaches.

it.runIf(inject('seed') === 1)(
  'each recorded output becomes what it became',
  async () => {
    const lines: string[] = []
    for await (const line of recorded()) lines.push(line)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded.txt')
  },
  600_000,
)
