import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'
import type { Client } from '../../test/agents/clients/client.ts'
import { installing, programsFor } from '../../test/agents/pith.ts'
import { run } from '../../test/agents/run.ts'
import type { Prepare } from '../../test/agents/session.ts'
import { World } from '../../test/agents/world.ts'
import { packedTokenjuice } from '../public/reducers.mjs'
import { markdownTable } from '../report.mjs'
import { summary, wilson } from '../statistics.mjs'
import type { TASKS } from './tasks.mjs'
import { fillProject } from './world.ts'

export type Arm = 'alone' | 'pith' | 'tokenjuice'
export type Task = (typeof TASKS)[number]

/** Where the model is, and what a request needs there. */
export interface Upstream {
  url: string
  headers?: Record<string, string>
  /** The model that all requests are sent to. */
  model?: string
}

export interface Trial {
  task: string
  arm: Arm
  repeat: number
  isSolved: boolean
  /** Of all requests, what came from a cache included. */
  inputTokens: number
  outputTokens: number
  requests: number
  /** Requests that the model's server refused, and a client that did not end. The trial then says nothing of its arm. */
  problems: string[]
  seconds: number
}

const PASSED_ON = ['content-type', 'accept', 'anthropic-version', 'anthropic-beta']

/** Has a client do one task in a fresh project. It is solved if its answer holds every fact. */
export async function trial(
  client: Client,
  arm: Arm,
  task: Task,
  repeat: number,
  upstream: Upstream,
): Promise<Trial> {
  const world = new World(inject('largeServer'), programsFor(client))
  const relay = await startRelay(upstream)
  try {
    fillProject(world)
    client.setUp(world, relay.url)
    await preparing(arm, client)(world)
    const { words, env } = client.launch(world, relay.url)
    const begun = Date.now()
    const asked = words.map((word) => (word === 'go' ? task.prompt : word))
    const { isLate } = await run(world, asked, { env })
    const answer = join(world.project, 'answer.txt')
    const text = existsSync(answer) ? readFileSync(answer, 'utf8') : ''
    return {
      task: task.name,
      arm,
      repeat,
      isSolved: (task.facts ?? []).every((fact) => text.includes(fact)),
      ...relay.used,
      problems: [...relay.problems, ...(isLate ? ['the client did not end'] : [])],
      seconds: (Date.now() - begun) / 1000,
    }
  } finally {
    await relay.close()
    await world.end()
  }
}

/** Installs in a client what an arm has. */
export const preparing = (arm: Arm, client: Client): Prepare => {
  if (arm === 'pith') return installing(client)
  return arm === 'tokenjuice' ? (world) => installTokenjuice(client, world) : async () => {}
}

async function installTokenjuice({ agent, name }: Client, world: World): Promise<void> {
  const { directory } = packedTokenjuice(() => {})
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(directory, 'dist/cli/main.js')}' "$@"\n`
  chmodSync(world.write('rival/tokenjuice', program), 0o755)
  world.env.PATH = `${join(world.folder, 'rival')}:${world.env.PATH}`
  const { status, stderr } = await run(world, [
    'tokenjuice',
    'install',
    agent === 'gemini' ? 'gemini-cli' : agent,
  ])
  if (status !== 0) throw new Error(`tokenjuice could not be installed in ${name}: ${stderr}`)
}

/** A server on loopback between client and model: it adds the key, and counts tokens. */
async function startRelay({ url, headers, model }: Upstream) {
  const used = { inputTokens: 0, outputTokens: 0, requests: 0 }
  const problems: string[] = []
  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const passed = PASSED_ON.flatMap((name) =>
      request.headers[name] ? [[name, String(request.headers[name])]] : [],
    )
    const answer = await fetch(url + request.url, {
      method: request.method,
      headers: { ...Object.fromEntries(passed), ...headers },
      ...(body.length > 0 && { body: model ? withModel(body, model) : body }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      response.write(chunk)
      text += decoder.decode(chunk, { stream: true })
    }
    response.end()
    if (request.method !== 'POST') return
    if (!answer.ok) problems.push(`${answer.status} ${text.slice(0, 200)}`)
    used.requests++
    used.inputTokens +=
      most(text, 'input_tokens|prompt_tokens') +
      most(text, 'cache_creation_input_tokens') +
      most(text, 'cache_read_input_tokens')
    used.outputTokens += most(text, 'output_tokens|completion_tokens')
  }
  const server = createServer((request, response) => {
    relay(request, response).catch((error: Error) => {
      problems.push(error.message)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    used,
    problems,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const withModel = (body: Buffer, model: string): string =>
  JSON.stringify({ ...JSON.parse(body.toString()), model })

/** Events of a stream repeat a count, and the last one is the whole. */
const most = (text: string, names: string): number =>
  Math.max(
    0,
    ...[...text.matchAll(new RegExp(`"(?:${names})": ?(\\d+)`, 'g'))].map(([, count]) => Number(count)),
  )

/** What is reported: a row for each arm, beside the first one. */
export function tableOf(trials: readonly Trial[], arms: readonly Arm[]): string {
  const rows = arms.map((arm) => {
    const own = valid(trials, arm)
    const solved = own.filter(({ isSolved }) => isSolved)
    const [low, high] = wilson(solved.length, Math.max(1, own.length))
    const median = (of: (each: Trial) => number) => (own.length > 0 ? summary(own.map(of)).median : 0)
    const pairs = pairsOf(trials, arms[0], arm)
    const onlyFirst = pairs.filter(([first, other]) => first.isSolved && !other.isSolved).length
    const onlyThis = pairs.filter(([first, other]) => !first.isSolved && other.isSolved).length
    return [
      arm,
      `${solved.length} of ${own.length}`,
      `${Math.round(100 * low)}–${Math.round(100 * high)} %`,
      arm === arms[0] ? '' : difference(pairs.length, onlyFirst, onlyThis),
      String(onlyFirst),
      String(onlyThis),
      ...[
        median((each) => each.inputTokens),
        median((each) => each.outputTokens),
        median((each) => each.requests),
      ].map((value) => value.toLocaleString('en')),
      median(({ seconds }) => seconds).toFixed(1),
      String(trials.filter((each) => each.arm === arm).length - own.length),
    ]
  })
  return markdownTable([
    [
      'arm',
      'solved',
      '95 %',
      'points, 95 %',
      `only ${arms[0]}`,
      'only this',
      'input tokens',
      'output tokens',
      'requests',
      'seconds',
      'void',
    ],
    ...rows,
  ])
}

/** The difference of two shares of the same tasks, in points, and how far it reaches with 95 %. */
function difference(pairs: number, onlyFirst: number, onlyThis: number): string {
  if (pairs === 0) return ''
  const differing = onlyFirst + onlyThis
  const spread = 1.96 * Math.sqrt(differing - (onlyFirst - onlyThis) ** 2 / pairs)
  // Where no pair differs, at most 3 of so many would with 95 %.
  const points = (count: number) => ((100 * count) / pairs).toFixed(1)
  return `${points(onlyThis - onlyFirst)} ± ${points(differing > 0 ? spread : 3)}`
}

const valid = (trials: readonly Trial[], arm: Arm): Trial[] =>
  trials.filter((each) => each.arm === arm && each.problems.length === 0)

function pairsOf(trials: readonly Trial[], first: Arm, arm: Arm): [Trial, Trial][] {
  const others = new Map(valid(trials, arm).map((each) => [`${each.task} ${each.repeat}`, each]))
  return valid(trials, first).flatMap((each): [Trial, Trial][] => {
    const other = others.get(`${each.task} ${each.repeat}`)
    return other ? [[each, other]] : []
  })
}
