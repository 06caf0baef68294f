import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { claudeCode } from '../../test/agents/clients/claude-code.ts'
import { type Client, whyMissing } from '../../test/agents/clients/client.ts'
import { pi } from '../../test/agents/clients/pi.ts'
import { type Step, startModel } from '../../test/agents/model/server.ts'
import { root } from '../../test/support/built.ts'
import { type Arm, type Trial, tableOf, trial } from './ab.ts'
import { TASKS } from './tasks.mjs'

// The harness of `npm run bench:ab`, with scripted models in the place of a real one.

const task = TASKS.find(({ name }) => name.startsWith('kubectl'))

/** Writes down all that it reads: it solves the task if the facts reach it. */
const solving = ({ tools: { shell } }: Client): Step[] => [
  shell?.(`cd work && ${task?.command}`) as Step,
  (results) => shell?.(`cat >'answer.txt' <<'END'\n${results.at(-1)?.text}\nEND`) as never,
]

const failing = ({ tools: { shell } }: Client): Step[] => [shell?.('echo nothing >answer.txt') as Step]

async function tried(client: Client, arm: Arm, steps: Step[], repeat: number): Promise<Trial> {
  if (!task) throw new Error('Expected the task.')
  const model = await startModel(steps)
  try {
    const made = await trial(client, arm, task, repeat, { url: model.url, model: 'scripted' })
    expect(model.problems()).toEqual([])
    return { ...made, seconds: 1 }
  } finally {
    await model.close()
  }
}

it.each([
  // It shows the first and the last part of an output of 60 kB.
  { client: claudeCode, alone: 0 },
  { client: pi, alone: 1 },
])('a model that solves and one that fails give their rows, in $client.name', async ({ client, alone }) => {
  expect(whyMissing(client.program, inject('installProblem'))).toBeUndefined()
  const trials: Trial[] = []
  for (const arm of ['alone', 'pith'] as const)
    trials.push(await tried(client, arm, solving(client), 1), await tried(client, arm, failing(client), 2))
  const [, , first, second] = tableOf(trials, ['alone', 'pith']).split('\n')
  const share = ['0–66 %', '9–91 %']
  // The model counts one token for each request and each answer: three requests, and two.
  expect(first).toBe(`| alone | ${alone} of 2 | ${share[alone]} |  | 0 | 0 | 2.5 | 2.5 | 2.5 | 1.0 | 0 |`)
  const points = alone ? '0.0 ± 150.0' : '50.0 ± 69.3'
  expect(second).toBe(`| pith | 1 of 2 | 9–91 % | ${points} | 0 | ${1 - alone} | 2.5 | 2.5 | 2.5 | 1.0 | 0 |`)
})

it('the arm of tokenjuice has it in the client', async () => {
  const { problems, isSolved, requests } = await tried(pi, 'tokenjuice', solving(pi), 1)
  expect({ problems, isSolved, requests }).toEqual({ problems: [], isSolved: false, requests: 3 })
})

it('a model that refuses makes a trial void', async () => {
  if (!task) throw new Error('Expected the task.')
  const made = await trial(pi, 'alone', task, 1, { url: 'http://127.0.0.1:9', model: 'none' })
  expect(made.isSolved).toBe(false)
  expect(made.problems.length).toBeGreaterThan(0)
  expect(tableOf([made], ['alone'])).toMatch(/\| alone \| 0 of 0 \|.*\| 1 \|$/)
})

it('refuses to begin without a model or a key', () => {
  const { ANTHROPIC_API_KEY: _, ...env } = process.env
  const begun = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'bench/session/ab.mjs'), ...words], { env, encoding: 'utf8' })
  expect(begun()).toMatchObject({ status: 2, stderr: 'Name a model: --model NAME.\n' })
  expect(begun('--model', 'x')).toMatchObject({
    status: 2,
    stderr: 'Expected a key in ANTHROPIC_API_KEY: the trials ask a real model, which costs money.\n',
  })
  expect(begun('--model', 'x', '--client', 'other').stderr).toMatch(
    /^Expected --client to be one of claude-code/,
  )
})
