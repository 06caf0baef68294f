import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Client, whyMissing } from './clients/client.ts'
import {
  type ClientFigures,
  committedFigures,
  differences,
  type Figure,
  isWriting,
  leaveFigures,
} from './figures.ts'
import type { Reached } from './model/dialect.ts'
import { installing, pith, programsFor, wrapping } from './pith.ts'
import {
  endlessRows,
  furnish,
  interruptedRow,
  largeRows,
  largeShellRows,
  largestShellRows,
  lateLargeRow,
  MIDDLE_ERROR,
  outputOf,
  type Row,
  rowsOf,
  smallShellRows,
  wayBackOf,
  wholeRow,
  wrappedRows,
} from './rows.ts'
import { interruptedSession, type Prepare, session } from './session.ts'
import { World } from './world.ts'

const LIMIT_BYTES = 8192
/** What agents show by themselves of an answer. A proxy in front of a server does not know its agent. */
const ANSWER_BYTES: Readonly<Record<string, number>> = {
  'claude-code': 30_000,
  codex: 9900,
  gemini: 40_000,
  opencode: 50 * 1024,
  pi: 50 * 1024,
}

/** What clients add to a result: its status, line numbers, where its whole is. */
const LARGEST_FRAME_BYTES = 500

/** What reached the model, by the name of the row. */
type Results = Record<string, Reached>

/** One way to run a client. */
interface Way {
  prepare: Prepare
  /** Folders that come first on the path. */
  programs(): string[]
  hasPith: boolean
}

const byItself: Way = { prepare: async () => {}, programs: () => [], hasPith: false }
const withPith = (client: Client): Way => ({
  prepare: installing(client),
  programs: () => programsFor(client),
  hasPith: true,
})

async function inWorld<T>(way: Way, use: (world: World) => Promise<T>): Promise<T> {
  const world = new World(inject('largeServer'), way.programs())
  try {
    furnish(world)
    return await use(world)
  } finally {
    await world.end()
  }
}

/** Has a client make the calls of rows in one session. */
const resultsOf = (client: Client, way: Way, rowsIn: (world: World) => Row[]): Promise<Results> =>
  inWorld(way, async (world) => {
    const rows = rowsIn(world)
    const steps = rows.map(({ call }) => call)
    const { results } = await session(client, world, steps, way)
    return Object.fromEntries(rows.map(({ name }, at) => [name, results[at]]))
  })

/** What a client gives the model by itself, and what with pith. */
export function describeClient(client: Client): void {
  const missing = whyMissing(client.program, inject('installProblem'))
  it.runIf(missing)(`${client.name} is driven`, ({ skip }) => skip(missing))
  describe.skipIf(missing)(client.name, () => {
    const plain = useResults(client, byItself)
    const cut = useResults(client, withPith(client))

    describe('by itself', () => {
      describeSmallRows(client, byItself, plain)
      it.runIf(client.tools.shell).each(largestShellRows)('loses the error of %s', (name) => {
        expect(plain()[name].text).not.toMatch(MIDDLE_ERROR)
      })
    })

    describe('with pith', () => {
      describeSmallRows(client, withPith(client), cut)
      describeLargeRows(client, cut, plain)
      if (client.shellBy === 'shell') describeShell(client, cut)
      if (client.tools.server) describeServers(client, plain)
      describeInstall(client)
    })

    it('keeps or loses the error of each large row as figures.json says, within the limit', () => {
      const figures: ClientFigures = {}
      for (const name of largeRows) {
        if (!plain()[name]) continue
        const isLeft = client.keepsLarge === false && name.startsWith('229 KB')
        figures[name] = { plain: figureOf(plain()[name]), ...(!isLeft && { pith: figureOf(cut()[name]) }) }
      }
      leaveFigures(inject('figuresFolder'), client.agent, figures)
      if (!isWriting) expect(differences(figures, committedFigures()[client.agent])).toEqual([])
    })
  })
}

/** Runs the session before all tests. */
function useResults(client: Client, way: Way): () => Results {
  let results: Results = {}
  beforeAll(async () => {
    results = await resultsOf(client, way, (world) => rowsOf(client, world, way.hasPith))
  })
  return () => results
}

const figureOf = ({ text }: Reached): Figure => ({
  bytes: Buffer.byteLength(text),
  hasError: MIDDLE_ERROR.test(text),
})

/** Rows whose exact text is the same with pith as without it. */
function describeSmallRows(client: Client, way: Way, results: () => Results): void {
  const { tools, timedOut, refuses } = client
  const covered = tools.shell ? smallShellRows.filter(({ command }) => !refuses?.test(command)) : []
  it.each(covered)('gives the model all that $name prints', (row) => {
    expect(results()[row.name].text).toBe(client.framed(outputOf(row, client), row.status ?? 0))
  })

  it.each(timedOut ? endlessRows : [])('gives the model what $name has printed', (row) => {
    expect(results()[row.name].text).toBe(timedOut?.(outputOf(row, client), row.timeoutMs as number))
  })
  if (client.interrupt) describeInterrupt(client, way)
  if (client.rules) describeRules(client, way)
}

function describeLargeRows(client: Client, results: () => Results, plain: () => Results): void {
  const { agent, tools, shellBy, keepsLarge = true } = client
  const hasCommands = shellBy !== 'nothing' && tools.shell
  const names = largeRows.filter((name) => {
    if (name.startsWith('MCP')) return tools.server
    return hasCommands && !name.startsWith('file') && (keepsLarge || name === '24 KB')
  })
  it.each(names)('keeps the error of %s inside the limit', (name) => {
    const { text } = results()[name]
    expect(text).toMatch(MIDDLE_ERROR)
    const limit = name.startsWith('MCP') ? (ANSWER_BYTES[agent] ?? LIMIT_BYTES) : LIMIT_BYTES
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit + LARGEST_FRAME_BYTES)
  })

  it.runIf(tools.read)('shows of file 94 KB what the client shows by itself', () => {
    expect(results()['file 94 KB'].text).toBe(plain()['file 94 KB'].text)
  })

  it.runIf(shellBy !== 'nothing')('gives the model back what was left out', () => {
    const { name, output } = wayBackOf(client)
    expect(results()[name].text).toContain(output)
  })
}

/** What a user sees of pith in the client's settings. */
function describeInstall(client: Client): void {
  it('is found working by `pith doctor`, and `pith uninstall` restores the settings', async () => {
    const way = withPith(client)
    const [before, after] = await inWorld(way, async (world) => {
      client.setUp(world, 'http://127.0.0.1:9')
      const settings = filesBelow(world.home)
      await way.prepare(world)
      expect(filesBelow(world.home)).not.toEqual(settings)
      expect((await pith(world, ['doctor'])).stdout).toContain(client.name)
      await pith(world, ['uninstall', client.agent, '--yes'])
      const all = filesBelow(world.home)
      return [settings, Object.fromEntries(Object.keys(settings).map((path) => [path, all[path]]))]
    })
    expect(after).toEqual(before)
  })
}

/** The texts of all files of settings, by path. */
const filesBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(json|jsonc|toml)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )

/** What holds where pith is the shell. */
function describeShell(client: Client, results: () => Results): void {
  it.each(largeShellRows)('gives the model of $name what `pith -c` prints', async (row) => {
    const status = row.status ?? 0
    const printed = await inWorld(withPith(client), (world) => pith(world, ['-c', row.command], status))
    expect(results()[row.name].text).toBe(client.framed(printed.stdout, status))
  })

  it('gives the model all of a command after PITH=0', () => {
    expect(results()[wholeRow.name].text).toBe(client.framed(outputOf(wholeRow, client), 0))
  })

  it.runIf(client.lateCommands === 'terminated')(
    'keeps the error of a large output when the time is over',
    () => {
      const { text } = results()[lateLargeRow.name]
      expect(text).toMatch(MIDDLE_ERROR)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT_BYTES + LARGEST_FRAME_BYTES)
    },
  )
}

/** What holds where pith is in front of the client's MCP servers. */
function describeServers(client: Client, plain: () => Results): void {
  describe('in front of its MCP servers', () => {
    let results: Results
    beforeAll(async () => {
      const way = { ...withPith(client), prepare: wrapping(client) }
      results = await resultsOf(client, way, () => wrappedRows(client))
    })

    it('passes a small result on as it is', () => {
      expect(results['MCP small']).toEqual(plain()['MCP small'])
    })

    it('keeps the error of a large one inside the limit', () => {
      const { text, isError } = results['MCP 131 KB']
      expect(isError).toBe(false)
      expect(text).toMatch(MIDDLE_ERROR)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT_BYTES + LARGEST_FRAME_BYTES)
    })

    it('gives the model back what was left out', () => {
      expect(results[wayBackOf(client).name].text).toContain('row 2000 of the table\nrow 2001 of the table')
    })
  })
}

/** Ctrl-C: the command ends, and the model gets what the client gives it then. */
function describeInterrupt(client: Client, way: Way): void {
  it('gives the model what a command has printed that the user ends, and leaves no process', async () => {
    const { command, output } = interruptedRow
    const left = await inWorld(way, async (world) => {
      const begun = async () => {
        while (!existsSync(join(world.project, 'begun'))) await pause(20)
        // The shell shows the first lines after two seconds.
        await pause(4000)
      }
      const call = client.tools.shell?.(command)
      if (!call) throw new Error(`${client.name} has no shell.`)
      const { results } = await interruptedSession(client, world, call, { ...way, begun })
      expect(results[0].text).toBe(client.interrupted?.(output))
      return world.commands().filter((words) => words.includes('601'))
    })
    expect(left).toEqual([])
  })
}

/** Rules hold for the command that the model wrote. */
function describeRules(client: Client, way: Way): void {
  it('runs what is allowed, and neither what must be asked for nor what is denied', async () => {
    const names = ['allowed', 'denied', 'asked']
    const made = await inWorld(way, async (world) => {
      const calls = names.flatMap((name) => client.tools.shell?.(`touch ${name}`) ?? [])
      // Nobody is there to be asked; some clients end then.
      await session(client, world, calls, { ...way, hasRules: true, least: 2 })
      return names.filter((name) => existsSync(join(world.project, name)))
    })
    expect(made).toEqual(['allowed'])
  })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
