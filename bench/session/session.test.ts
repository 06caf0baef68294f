import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, inject, it } from 'vitest'
import { claudeCode } from '../../test/agents/clients/claude-code.ts'
import { type Client, whyMissing } from '../../test/agents/clients/client.ts'
import { codexCli } from '../../test/agents/clients/codex-cli.ts'
import { geminiCli } from '../../test/agents/clients/gemini-cli.ts'
import { opencode } from '../../test/agents/clients/opencode.ts'
import { pi } from '../../test/agents/clients/pi.ts'
import { programsFor } from '../../test/agents/pith.ts'
import { session } from '../../test/agents/session.ts'
import { World } from '../../test/agents/world.ts'
import { root } from '../../test/support/built.ts'
import { isAnswered, shownOf } from '../purpose/answers.mjs'
import { type Arm, preparing } from './ab.ts'
import { callsFor, type Question } from './world.ts'

// One session of each client, alone, with pith and with tokenjuice: what reaches the model, and what it can tell from that.

interface Row {
  group: string
  name: string
  facts: number
  asked: number
  tokens: number
}

const results = join(root, 'build/out/session')

async function rowsOf(client: Client, arm: Arm): Promise<{ rows: Row[]; seconds: number }> {
  const world = new World(inject('largeServer'), arm === 'pith' ? programsFor(client) : [])
  try {
    const calls = callsFor(client, world)
    const begun = Date.now()
    const steps = calls.map(({ call }) => call)
    const { results: reached } = await session(client, world, steps, {
      prepare: preparing(arm, client),
    })
    const seconds = (Date.now() - begun) / 1000
    const rows = calls.map(({ group, name, questions }, at): Row => {
      const { text } = reached[at]
      // Tools that read files number their lines.
      const shown = shownOf({
        text: name.startsWith('the file ') ? text.replaceAll(/^ *\d+(?:→|\t|: )/gm, '') : text,
      })
      return {
        group,
        name,
        facts: weightOf(questions.filter((question) => isAnswered(shown, question))),
        asked: weightOf(questions),
        tokens: countTokens(text, { allowedSpecial: 'all' }),
      }
    })
    return { rows, seconds }
  } finally {
    await world.end()
  }
}

const weightOf = (questions: readonly Question[]) => questions.reduce((sum, { weight }) => sum + weight, 0)

const clients = [claudeCode, opencode, pi, geminiCli, codexCli]

it.each(clients)('a session of $name', async (client) => {
  expect(whyMissing(client.program, inject('installProblem'))).toBeUndefined()
  const plain = await rowsOf(client, 'alone')
  const pith = await rowsOf(client, 'pith')
  const tokenjuice = await rowsOf(client, 'tokenjuice')
  mkdirSync(results, { recursive: true })
  const path = join(results, `${client.agent}.json`)
  writeFileSync(path, JSON.stringify({ name: client.name, plain, pith, tokenjuice }))
})
