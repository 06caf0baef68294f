// `pith hook AGENT`: reads what an agent says about a call of a tool, and prints what its model should see instead. It
// runs after every call, so it loads the rest of pith only for a result that may be too large.
import { isOff, isSurelySmall } from './agent-limit.ts'
import { type Parsed, UsageError } from './arguments.ts'
import { warn, writeOut } from './output.ts'

/** Answers a hook. Undefined when the result stays as it is. */
type Answer = (event: Readonly<Record<string, unknown>>) => Promise<object | undefined>

const agents: Record<string, () => Promise<Answer>> = {
  'claude-code': async () => (await import('./hook-claude-code.ts')).answerClaudeCode,
  gemini: async () => (await import('./hook-gemini.ts')).answerGemini,
}

export async function hook({ positionals: [agent = '', ...others] }: Parsed): Promise<number> {
  if (!Object.hasOwn(agents, agent) || others.length > 0) {
    const names = Object.keys(agents).join(' or ')
    const given = [agent, ...others].filter((word) => word !== '').join(' ')
    throw new UsageError(
      `Expected the name of an agent after \`pith hook\`, ${names}, got ${JSON.stringify(given)}.`,
    )
  }
  try {
    const bytes = await standardInput()
    const event = eventIn(bytes)
    if (isOff() || isSurelySmall(bytes.length)) return 0
    const answer = await (await agents[agent]())(event)
    if (answer !== undefined) await writeOut(`${JSON.stringify(answer)}\n`)
  } catch (error) {
    // The agent goes on with the result that it has.
    warn(`The result stays as it is: ${error instanceof Error ? error.message : String(error)}`)
  }
  return 0
}

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function eventIn(bytes: Buffer): Readonly<Record<string, unknown>> {
  let event: unknown
  try {
    event = JSON.parse(bytes.toString())
  } catch {
    throw new UsageError(`Expected the hook's input to be JSON, got ${bytes.length} bytes that are not.`)
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw new UsageError("Expected the hook's input to be a JSON object, got another value.")
  return event as Readonly<Record<string, unknown>>
}
