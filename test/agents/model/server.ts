import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { anthropic } from './anthropic.ts'
import type { Answer, Body, Call, Dialect, Question, Reached, StreamEvent } from './dialect.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

/** A call that may depend on the results before it. */
export type Step = Call | ((results: readonly Reached[]) => Call)

/** A model on loopback that calls the tools of its script, one after the other. */
export interface ScriptedModel {
  /** Without a slash at its end. */
  url: string
  /** The results of tools that have reached it, oldest first. */
  results(): Reached[]
  /** What went wrong: calls of tools that the client does not offer, requests that no dialect knows. */
  problems(): string[]
  /** Resolves when a request with this many results has come. */
  reached(count: number): Promise<void>
  close(): Promise<void>
}

const dialects: readonly Dialect[] = [anthropic, openaiChat, openaiResponses, gemini]

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
  return text.length ? JSON.parse(text.toString()) : {}
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function stream(response: ServerResponse, events: StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { name, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${name ? `event: ${name}\n` : ''}data: ${text}\n\n`)
  }
  response.end()
}

class Model {
  results: Reached[] = []
  readonly problems: string[] = []
  readonly #script: readonly Step[]
  #waiting: { count: number; resolve: () => void }[] = []

  constructor(script: readonly Step[]) {
    this.#script = script
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0]
    // Lists of models, and the like.
    if (request.method !== 'POST') return send(response, 200, { data: [], models: [] })
    const body = await bodyOf(request)
    if (/count_tokens$|:countTokens$/.test(path)) {
      return send(response, 200, { input_tokens: 10, totalTokens: 10 })
    }
    const dialect = dialects.find((candidate) => candidate.path.test(path))
    if (!dialect) {
      this.problems.push(`no dialect knows ${request.method} ${path}`)
      return send(response, 404, {})
    }
    const question = dialect.read(body, path)
    const answer = this.#next(question)
    if (question.isStream) stream(response, dialect.events(answer, question))
    else send(response, 200, dialect.whole(answer, question))
  }

  reached(count: number): Promise<void> {
    if (this.results.length >= count) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ count, resolve }))
  }

  /** Requests without tools are asides of the client, for a title as an example. */
  #next({ tools, results }: Question): Answer {
    if (tools.length === 0) return { text: 'done' }
    // Clients shorten old results later: what counts is what the model read first.
    this.results.push(...results.slice(this.results.length))
    for (const { resolve } of this.#waiting.filter(({ count }) => results.length >= count)) resolve()
    this.#waiting = this.#waiting.filter(({ count }) => results.length < count)
    const step = this.#script[results.length]
    if (step === undefined) return { text: 'done' }
    const call = typeof step === 'function' ? step(results) : step
    if (tools.includes(call.tool)) return { call, number: results.length }
    this.problems.push(`the client does not offer ${call.tool}, only ${tools.join(' ')}`)
    return { text: 'done' }
  }
}

/** Starts a model with its script, on a port of its own. */
export async function startModel(script: readonly Step[]): Promise<ScriptedModel> {
  const model = new Model(script)
  const server = createServer((request, response) => {
    model.answer(request, response).catch((error: Error) => {
      model.problems.push(`${request.url}: ${error.message}`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results: () => model.results,
    problems: () => model.problems,
    reached: (count) => model.reached(count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
