import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { whyMissing } from './clients/client.ts'
import { codexCli } from './clients/codex-cli.ts'
import { installing, programsFor } from './pith.ts'
import { furnish } from './rows.ts'
import { session } from './session.ts'
import { World } from './world.ts'

const missing = whyMissing(codexCli.program, inject('installProblem'))

/** Not large, so that Codex itself leaves it whole. */
const input = `const { output } = await tools.exec_command({ cmd: 'seq 1 4000' })
text(output.split('\\n').length + ' lines')`

it.skipIf(missing)("gives a program of Codex's code mode every line of a command", async () => {
  const world = new World(inject('largeServer'), programsFor(codexCli))
  try {
    furnish(world)
    const { results } = await session(codexCli, world, [{ tool: 'exec', args: { input } }], {
      prepare: async () => {
        await installing(codexCli)(world)
        const config = readFileSync(join(world.home, '.codex/config.toml'), 'utf8')
        world.write('home/.codex/config.toml', `${config}\n[features]\ncode_mode = true\n`)
      },
    })
    expect(results[0].text).toContain('4001 lines')
  } finally {
    await world.end()
  }
})
