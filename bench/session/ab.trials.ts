import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { claudeCode } from '../../test/agents/clients/claude-code.ts'
import { whyMissing } from '../../test/agents/clients/client.ts'
import { codexCli } from '../../test/agents/clients/codex-cli.ts'
import { opencode } from '../../test/agents/clients/opencode.ts'
import { pi } from '../../test/agents/clients/pi.ts'
import { root } from '../../test/support/built.ts'
import { createRandom, shuffled } from '../random.mjs'
import { type Arm, type Trial, tableOf, trial, type Upstream } from './ab.ts'
import { ARMS, TASKS } from './tasks.mjs'

interface Plan {
  agent: string
  repeats: number
  seed: number
  upstream: Upstream
}

it('a real model does the tasks in each arm', async () => {
  const { agent, repeats, seed, upstream }: Plan = JSON.parse(process.env.PITH_AB ?? '{}')
  const client = [claudeCode, opencode, pi, codexCli].find((each) => each.agent === agent)
  if (!client) throw new Error(`Expected a client of the name ${agent}.`)
  expect(whyMissing(client.program, inject('installProblem'))).toBeUndefined()
  const arms = ARMS as Arm[]
  const planned = Array.from({ length: repeats }, (_, repeat) =>
    TASKS.flatMap((task) => arms.map((arm) => ({ task, arm, repeat }))),
  ).flat()
  const trials: Trial[] = []
  const folder = join(root, 'build/out/session')
  mkdirSync(folder, { recursive: true })
  for (const { task, arm, repeat } of shuffled(planned, createRandom(seed))) {
    trials.push(await trial(client, arm, task, repeat, upstream))
    const { model } = upstream
    // After each trial, so that an end before the last one loses none.
    writeFileSync(join(folder, 'ab.json'), JSON.stringify({ agent, model, repeats, seed, trials }, null, 2))
    console.log(`${trials.length} of ${planned.length}`)
  }
  console.log(tableOf(trials, arms))
})
