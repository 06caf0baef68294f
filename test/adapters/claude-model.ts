import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from '../agents/model/anthropic.ts'
import type { Call, Reached } from '../agents/model/dialect.ts'

export interface ClaudeModel {
  url: string
  /** What reached the model of the main agent and that of its subagent. */
  main: Reached[]
  subagent: Reached[]
  close(): Promise<void>
}

/** A model on loopback that calls tools: those of `main` where the agent can start others, else those of `subagent`. */
export async function startClaudeModel(
  main: readonly Call[],
  subagent: readonly Call[],
): Promise<ClaudeModel> {
  const reached: { main: Reached[]; subagent: Reached[] } = { main: [], subagent: [] }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = (request.url ?? '').split('?')[0]
    if (request.method !== 'POST' || !anthropic.path.test(path)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"input_tokens":10}')
      return
    }
    const question = anthropic.read(JSON.parse(Buffer.concat(chunks).toString()), path)
    const { tools, results, isStream } = question
    const name = tools.some((each) => /^(Agent|Task)$/.test(each)) ? 'main' : 'subagent'
    const calls = name === 'main' ? main : subagent
    const number = results.length
    // Requests without tools ask for titles and the like.
    if (tools.length > 0 && number > reached[name].length) reached[name] = results
    const answer =
      tools.length > 0 && number < calls.length ? { call: calls[number], number } : { text: 'done' }
    if (!isStream) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(anthropic.whole(answer, question)))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const { name: event, data } of anthropic.events(answer, question))
      response.write(`${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get main() {
      return reached.main
    },
    get subagent() {
      return reached.subagent
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
