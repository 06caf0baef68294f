import { expect, inject, it } from 'vitest'
import { claudeCode } from './clients/claude-code.ts'
import { whyMissing } from './clients/client.ts'
import type { Call } from './model/dialect.ts'
import type { Step } from './model/server.ts'
import { installing, programsFor } from './pith.ts'
import { session } from './session.ts'
import { World } from './world.ts'

const missing = whyMissing(claudeCode.program, inject('installProblem'))

const bash = (command: string, more: object = {}): Call => ({
  tool: 'Bash',
  args: { command, description: 'scripted', ...more },
})
const SERVER =
  'seq 1 400; sleep 1; echo "ERROR cannot listen on port 3000"; for i in $(seq 1 40); do echo "retry $i"; sleep 0.2; done'

/** Reads the file that the result of the first call names. */
const readOutput: Step = ([begun]) => {
  const [path = ''] = /\/\S+\.output/.exec(begun.text) ?? []
  return { tool: 'Read', args: { file_path: path } }
}

it.skipIf(missing)(
  'the file of a call in the background has the error of a server while it runs',
  async () => {
    const world = new World(inject('largeServer'), programsFor(claudeCode))
    try {
      const steps = [bash(SERVER, { run_in_background: true }), bash('sleep 5'), readOutput]
      const { results } = await session(claudeCode, world, steps, { prepare: installing(claudeCode) })
      const { text } = results[2]
      expect(text).toMatch(/400\n[\s\S]*ERROR cannot listen on port 3000\n[\s\S]*retry [5-9]/)
      expect(text).not.toContain('pith show')
    } finally {
      await world.end()
    }
  },
)
