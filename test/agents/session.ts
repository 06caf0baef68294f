import type { Client } from './clients/client.ts'
import type { Reached } from './model/dialect.ts'
import { type ScriptedModel, type Step, startModel } from './model/server.ts'
import { type Ended, run } from './run.ts'
import type { World } from './world.ts'

/** What puts pith into a client, or nothing. */
export type Prepare = (world: World) => Promise<void>

interface SessionOptions {
  prepare: Prepare
  /** Whether the client keeps its rules on what the model may do. Default: no. */
  hasRules?: boolean
}

/** What came of one prompt. */
export interface Session {
  /** What reached the model, in the order of the steps, settled. */
  results: Reached[]
  ended: Ended
}

/** Has a client do all steps for one prompt. Throws when the results of fewer than `least` reached the model. */
export function session(
  client: Client,
  world: World,
  steps: readonly Step[],
  { prepare, hasRules = false, least = steps.length }: SessionOptions & { least?: number },
): Promise<Session> {
  return withModel(client, world, steps, async (model) => {
    client.setUp(world, model.url)
    if (hasRules) client.rules?.setUp(world)
    await prepare(world)
    const { words, env } = client.launch(world, model.url)
    const ended = await run(world, (hasRules && client.rules?.words) || words, { env })
    return { ended, least }
  })
}

/** Has a client run one command, which the user ends when `begun` has come. */
export function interruptedSession(
  client: Client,
  world: World,
  step: Step,
  { prepare, begun }: { prepare: Prepare; begun(): Promise<void> },
): Promise<Session> {
  return withModel(client, world, [step], async (model) => {
    client.setUp(world, model.url)
    await prepare(world)
    const launch = client.launch(world, model.url)
    const ended = await client.interrupt?.({ world, launch, model, begun })
    if (!ended) throw new Error(`${client.name} has no way to end a command.`)
    return { ended, least: 1 }
  })
}

async function withModel(
  client: Client,
  world: World,
  steps: readonly Step[],
  use: (model: ScriptedModel) => Promise<{ ended: Ended; least: number }>,
): Promise<Session> {
  const model = await startModel(steps)
  try {
    const { ended, least } = await use(model)
    const results = model.results()
    if (results.length < least) throw new Error(complaint(client, model, ended, steps.length))
    const settled = ({ text, isError }: Reached) => ({
      text: client.settled(text.replaceAll(world.folder, '/world')),
      isError,
    })
    return { results: results.map(settled), ended }
  } finally {
    await model.close()
  }
}

const LONGEST_SAID = 2000

function complaint({ name }: Client, model: ScriptedModel, ended: Ended, count: number): string {
  const { status, signal, isLate, stdout, stderr } = ended
  const facts = JSON.stringify({ status, signal, isLate, problems: model.problems() })
  const said = [stdout, stderr].map((text) => text.slice(-LONGEST_SAID)).join('\n')
  return `${name} made ${model.results().length} of ${count} calls: ${facts}\n${said}`
}
