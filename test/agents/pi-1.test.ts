import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { whyMissing } from './clients/client.ts'
import { pi1 } from './clients/pi.ts'
import type { Call, Reached } from './model/dialect.ts'
import { installing, programsFor } from './pith.ts'
import { furnish, MIDDLE_ERROR } from './rows.ts'
import { type Prepare, session } from './session.ts'
import { World } from './world.ts'

const BUILD = "seq 1 20000; echo 'error: cannot find value total'; seq 20001 40000"
const LIMIT_BYTES = 8192
/** What pi shows of an answer by itself. */
const ANSWER_BYTES = 50 * 1024
const FRAME_BYTES = 100

const bash = (command: string): Call => ({ tool: 'bash', args: { command } })
const program = (code: string): Call => ({ tool: 'codemode', args: { code } })
const big = 'tools.mcp__large__big({ rows: 6000 })'

/** What programs read. They answer with what they found, in a line. */
const programs: Record<string, Call> = {
  'all lines of a command': program(
    `const r = await tools.bash({ command: 'seq 1 40000' }); return [r.output.split('\\n').length, r.truncated, r.exit_code]`,
  ),
  'the JSON of a command': program(
    `const r = await tools.bash({ command: "node -p 'JSON.stringify(Array.from({ length: 9000 }, (_, id) => ({ id })))'" }); return JSON.parse(r.output).length`,
  ),
  'the result of an MCP server': program(`return (await ${big}).content[0].text.split('\\n').length`),
  'a file': program(`return (await tools.read({ path: 'requests.log' })).length`),
}

/** What the model reads. */
const shown: Record<string, Call> = {
  'a failed build': bash(`echo "${BUILD}; exit 1" >build.sh; sh ./build.sh`),
  'an MCP server': { tool: 'mcp__large__big', args: { rows: 6000 } },
  'a program': program(`return (await ${big}).content[0].text`),
}
const rows = { ...programs, ...shown }

describe('pi 1', () => {
  const missing = whyMissing(pi1.program, inject('installProblem'))
  it.runIf(missing)('is driven', ({ skip }) => skip(missing))
  describe.skipIf(missing)('with programs that call tools', () => {
    let plain: Record<string, Reached>
    let cut: Record<string, Reached>
    const settings: string[] = []
    beforeAll(async () => {
      plain = await resultsOf([], async () => {})
      cut = await resultsOf(programsFor(pi1), async (world) => {
        await installing(pi1)(world)
        settings.push(...['settings.json', 'mcp.json'].map((name) => join(world.home, '.pi/agent', name)))
        expect(settings.every((path) => existsSync(path))).toBe(true)
      })
    })

    it.each(Object.keys(programs))('gives a program %s', (name) => {
      expect(plain[name].text).toContain('Script completed')
      expect(withoutTime(cut[name].text)).toBe(withoutTime(plain[name].text))
    })

    it.each(Object.keys(shown))('keeps the error of %s, within what pi shows by itself', (name) => {
      expect(plain[name].text).not.toMatch(MIDDLE_ERROR)
      expect(cut[name].text).toMatch(MIDDLE_ERROR)
      const limit = name === 'a failed build' ? LIMIT_BYTES : ANSWER_BYTES
      expect(Buffer.byteLength(cut[name].text)).toBeLessThanOrEqual(limit + FRAME_BYTES)
    })

    it('tells how a build ended', () => {
      expect(cut['a failed build'].text).toMatch(/\n\nCommand exited with code 1$/)
    })
  })
})

const withoutTime = (text: string): string => text.replace(/Wall time [\d.]+ seconds/, '')

async function resultsOf(folders: readonly string[], prepare: Prepare): Promise<Record<string, Reached>> {
  const world = new World(inject('largeServer'), folders)
  try {
    furnish(world)
    const { results } = await session(pi1, world, Object.values(rows), { prepare })
    return Object.fromEntries(Object.keys(rows).map((name, at) => [name, results[at]]))
  } finally {
    await world.end()
  }
}
