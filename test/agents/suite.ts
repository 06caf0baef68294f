import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Client, checkInstalled } from './clients/client.ts'
import { type ClientFigures, committedFigures, type Figure, isWriting, leaveFigures } from './figures.ts'
import type { Reached } from './model/dialect.ts'
import {
  endlessRows,
  furnish,
  interruptedRow,
  largeRows,
  largestShellRows,
  MIDDLE_ERROR,
  outputOf,
  rowsOf,
  smallShellRows,
} from './rows.ts'
import { interruptedSession, type Prepare, session } from './session.ts'
import { World } from './world.ts'

/** What reached the model, by the name of the row. */
type Results = Record<string, Reached>

async function inWorld<T>(programs: string[], use: (world: World) => Promise<T>): Promise<T> {
  const world = new World(inject('largeServer'), programs)
  try {
    furnish(world)
    return await use(world)
  } finally {
    await world.end()
  }
}

/** Has a client make the calls of all rows in one session. */
const resultsOf = (client: Client, prepare: Prepare): Promise<Results> =>
  inWorld([], async (world) => {
    const rows = rowsOf(client, world)
    const steps = rows.map(({ call }) => call)
    const { results } = await session(client, world, steps, { prepare })
    return Object.fromEntries(rows.map(({ name }, at) => [name, results[at]]))
  })

const byItself: Prepare = async () => {}

/** What a client does by itself. */
export function describeClient(client: Client): void {
  describe(client.name, () => {
    let results: Results
    beforeAll(async () => {
      checkInstalled(client, inject('installProblem'))
      results = await resultsOf(client, byItself)
    })

    describe('by itself', () => {
      describeSmallRows(client, (name) => results[name])
      if (client.interrupt) describeInterrupt(client, byItself)
      if (client.rules) describeRules(client, byItself)

      it.runIf(client.tools.shell).each(largestShellRows)('loses the error of %s', (name) => {
        expect(results[name].text).not.toMatch(MIDDLE_ERROR)
      })
    })

    it('gives the model of each large row as much as figures.json says', () => {
      const figures: ClientFigures = {}
      for (const name of largeRows) if (results[name]) figures[name] = { plain: figureOf(results[name]) }
      leaveFigures(inject('figuresFolder'), client.agent, figures)
      if (!isWriting) expect(figures).toEqual(committedFigures()[client.agent])
    })
  })
}

const figureOf = ({ text }: Reached): Figure => ({
  bytes: Buffer.byteLength(text),
  hasError: MIDDLE_ERROR.test(text),
})

/** Rows whose exact text is the same with pith as without it. */
function describeSmallRows(client: Client, resultOf: (name: string) => Reached): void {
  const { tools, timedOut, refuses } = client
  const covered = tools.shell ? smallShellRows.filter(({ command }) => !refuses?.test(command)) : []
  it.each(covered)('gives the model all that $name prints', (row) => {
    expect(resultOf(row.name).text).toBe(client.framed(outputOf(row, client), row.status ?? 0))
  })

  it.each(timedOut ? endlessRows : [])('gives the model what $name has printed', (row) => {
    expect(resultOf(row.name).text).toBe(timedOut?.(outputOf(row, client), row.timeoutMs as number))
  })
}

/** Ctrl-C: the command ends, and the model gets what the client gives it then. */
function describeInterrupt(client: Client, prepare: Prepare): void {
  it('gives the model what a command has printed that the user ends, and leaves no process', async () => {
    const { command, output } = interruptedRow
    const left = await inWorld([], async (world) => {
      const begun = async () => {
        while (!existsSync(join(world.project, 'begun'))) await pause(20)
        // What was printed before is on its way.
        await pause(300)
      }
      const call = client.tools.shell?.(command)
      if (!call) throw new Error(`${client.name} has no shell.`)
      const { results } = await interruptedSession(client, world, call, { prepare, begun })
      expect(results[0].text).toBe(client.interrupted?.(output))
      return world.commands().filter((words) => words.includes('61'))
    })
    expect(left).toEqual([])
  })
}

/** Rules hold for the command that the model wrote. */
function describeRules(client: Client, prepare: Prepare): void {
  it('runs what is allowed, and neither what must be asked for nor what is denied', async () => {
    const names = ['allowed', 'denied', 'asked']
    const made = await inWorld([], async (world) => {
      const calls = names.flatMap((name) => client.tools.shell?.(`touch ${name}`) ?? [])
      // Nobody is there to be asked; some clients end then.
      await session(client, world, calls, { prepare, hasRules: true, least: 2 })
      return names.filter((name) => existsSync(join(world.project, name)))
    })
    expect(made).toEqual(['allowed'])
  })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
