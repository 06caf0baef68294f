// `pith hook AGENT`: reads what an agent says about a call of a tool, and prints what its model should see instead. It
// runs after every call, so it loads the rest of pith only for a result that may be too large.
import { isOff, isSurelySmall } from '../hooks/agent-limit.ts'
import { eventIn, type Hook } from '../hooks/event.ts'
import { type HookedAgent, hookedAgents, type InputSoFar } from '../hooks/small-event.ts'
import { type Parsed, UsageError } from '../options/arguments.ts'
import { warn, writeOut } from '../print/output.ts'

const agents: Record<HookedAgent, () => Promise<Hook>> = {
  'claude-code': async () => (await import('../hooks/claude-code.ts')).claudeCodeHook,
  codex: async () => (await import('../hooks/others.ts')).codexHook,
  gemini: async () => (await import('../hooks/others.ts')).geminiHook,
}

export async function hook({ positionals }: Parsed, input: InputSoFar | undefined): Promise<number> {
  const agent = hookedAgents.find((name) => name === positionals[0])
  if (agent === undefined || positionals.length > 1) {
    const names = hookedAgents.join(', ').replace(/, (?=[^,]*$)/, ' or ')
    const given = positionals.filter((word) => word !== '').join(' ')
    throw new UsageError(
      `Expected the name of an agent after \`pith hook\`, ${names}, got ${JSON.stringify(given)}.`,
    )
  }
  let isPassed = false
  try {
    const bytes = await standardInput(input)
    isPassed = isOff() || isSurelySmall(bytes.length)
    const event = eventIn(bytes)
    if (isPassed) return 0
    const answer = await (await agents[agent]()).answer(event)
    if (answer !== undefined) await writeOut(`${answer}\n`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (!isPassed && (await import('../hooks/others.ts')).hidesAnySecrets()) {
      await writeOut(`${JSON.stringify((await agents[agent]()).refusal)}\n`)
      warn(`The result is not shown, because redaction failed: ${why}`)
      // The agent goes on with the result that it has.
    } else warn(`The result stays as it is: ${why}`)
  }
  return 0
}

async function standardInput(input: InputSoFar | undefined): Promise<Buffer> {
  if (input?.isWhole) return input.bytes
  const chunks: Buffer[] = input ? [input.bytes] : []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
