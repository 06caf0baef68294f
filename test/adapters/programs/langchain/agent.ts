import { AIMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { log } from '../log.ts'

/** A fake model of LangChain that calls these tools one after the other. */
export function scripted(...names: string[]): ReturnType<typeof fakeModel> {
  const model = fakeModel()
  for (const name of names) model.respondWithTools([{ name, args: {}, id: `call_${name}` }])
  return model.respond(new AIMessage('done'))
}

/** What the model was shown of tools with its last request. */
export const shownTo = (model: ReturnType<typeof fakeModel>): unknown[] =>
  (model.calls.at(-1)?.messages ?? []).filter(({ type }) => type === 'tool').map(({ content }) => content)

const schema = z.object({})
export const runBuild = async (): Promise<string> => log
export const build = tool(runBuild, { name: 'build', description: 'Builds the project', schema })
export const run = tool(async () => ({ stdout: log, exitCode: 2 }), {
  name: 'run',
  description: 'Runs',
  schema,
})
export const tools = [build, run]
export const model = scripted('build', 'run')
export { schema }
