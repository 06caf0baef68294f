import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CheckResult,
  checkHook,
  checkPlugin,
  checkProxy,
  checkShell,
  type Sample,
  sampleText,
} from '../../agents/install/check.ts'
import type { Client, Launch } from '../../agents/install/client.ts'
import { allClients } from '../../agents/install/clients.ts'
import { type Installed, installedIn, type Unreadable } from '../../agents/install/installed.ts'
import { ownLaunch } from '../../agents/install/launch.ts'
import { type LeftAlone, serversLeftAlone, shellLeftAlone } from '../../agents/install/left-alone.ts'
import { clientVersion } from '../../agents/install/presence.ts'
import { countOf, formatBytes } from '../../core/words/notices.ts'
import { NET } from '../../extra/events/events.ts'
import { isWorthIt, type RecallFigures } from '../../extra/events/recall.ts'
import { countRecalls } from '../events/count-recalls.ts'
import { type Parsed, refuseOperands } from '../options/arguments.ts'
import { jsonLine, warn, writeOut } from '../print/output.ts'
import { drawTable, screenColumns, type TableColumn } from '../print/table.ts'
import { eventsFolder } from '../settings/config.ts'
import { placeFor } from '../settings/place.ts'

interface Row {
  client: string
  part: string
  state: 'works' | 'broken'
  file: string
  shownBytes: number | undefined
  problem: string | undefined
  advice: string | undefined
}

/** The sums of what the events of a week tell. What was fetched later is not saved. */
interface Saved extends Pick<RecallFigures, (typeof SUMS)[number]> {
  /** Failures inside pith that cost quality, but not the output. */
  failures: number
  /** What was cut often, and saved no tokens. */
  notWorthIt: string[]
}

const SUMS = [
  ...(['calls', 'truncated', 'linked', 'recalled', 'totalBytes', 'outputBytes'] as const),
  ...(['savedBytes', 'savedTokens', 'fetchedBytes', 'fetchedTokens', 'ownMs'] as const),
]
/** Fewer cuts say little about whether they are worth it. */
const LEAST_CUTS = 5

/** `pith doctor`: runs a failing command through everything that is installed, and shows what was saved. */
export async function doctor({ values, positionals }: Parsed): Promise<number> {
  refuseOperands('pith doctor', positionals)
  const launch = ownLaunch()
  const folder = mkdtempSync(join(tmpdir(), 'pith-doctor-'))
  try {
    const sample: Sample = { text: sampleText(), file: join(folder, 'output.txt') }
    writeFileSync(sample.file, sample.text)
    const rows: Row[] = []
    const all = installed(launch)
    for (const one of all) rows.push(await rowOf(one, sample, launch))
    const left = leftAlone(all, launch)
    const saved = await savedThisWeek()
    if (values.json)
      await writeOut(
        jsonLine({
          installed: rows,
          leftAlone: left.map(({ client, ...one }) => ({ client: client.title, ...one })),
          savedThisWeek: saved,
        }),
      )
    else await writeTable(rows, saved, sample)
    if (saved.failures > 0)
      warn(`${countOf(saved.failures, 'parts')} of pith failed this week: see \`pith events --tool ${NET}\`.`)
    for (const name of saved.notWorthIt)
      warn(`Cutting ${name} saved no tokens this week: see \`pith events --recall\`.`)
    if (rows.length === 0) warn('pith is not installed in any client here. Run `pith install` to add it.')
    for (const { client, problem, advice } of rows)
      if (problem !== undefined) warn(`${client}: ${problem}. ${advice}`)
    for (const { client, what, reason } of left)
      warn(`${client.title}: pith leaves ${what} alone, because ${reason}`)
    return rows.some(({ state }) => state === 'broken') ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installed(launch: Launch): (Installed | Unreadable)[] {
  const seen = new Set<string>()
  const places = [placeFor('user'), placeFor('project')]
  const all = places.flatMap((place) => allClients.flatMap((client) => installedIn(client, place, launch)))
  // The project may be the home directory.
  return all.filter((one) => {
    const key = JSON.stringify({ ...one, client: one.client.name })
    return !seen.has(key) && seen.add(key)
  })
}

/** What is not known to be for a model, or for a program. */
function leftAlone(all: readonly (Installed | Unreadable)[], launch: Launch): LeftAlone[] {
  const places = [placeFor('user'), placeFor('project')]
  const shells = allClients.flatMap((client) => {
    const kinds = all.flatMap((one) => (one.client === client && 'kind' in one ? [one.kind] : []))
    if (kinds.length === 0 || kinds.includes('shell')) return []
    return client.needsVersion ? shellLeftAlone(client, launch, clientVersion(client, places[0])) : []
  })
  const servers = places.flatMap((place) => allClients.flatMap((client) => serversLeftAlone(client, place)))
  const seen = new Set<string>()
  // The project may be the home directory.
  return [...shells, ...servers].filter(({ client, what }) => {
    const key = `${client.name} ${what}`
    return !seen.has(key) && seen.add(key)
  })
}

async function rowOf(one: Installed | Unreadable, sample: Sample, launch: Launch): Promise<Row> {
  const { client, path } = one
  const base = { client: client.title, file: path }
  if ('problem' in one) {
    const advice = 'Repair the file, then run `pith doctor` again.'
    return { ...base, part: 'settings', state: 'broken', shownBytes: undefined, problem: one.problem, advice }
  }
  const { shownBytes, problem } = await findingOf(one, sample, launch)
  const part =
    one.kind === 'proxy' ? `${one.servers} MCP ${one.servers === 1 ? 'server' : 'servers'}` : one.kind
  const command = one.kind === 'proxy' ? `mcp ${client.name}` : client.name
  const advice = `Run \`pith install ${command}\` to write the settings again, or \`pith uninstall ${command}\` to remove them.`
  const state = problem === undefined ? 'works' : 'broken'
  return {
    ...base,
    part,
    state,
    shownBytes,
    problem: problem && `the ${part} in ${path} does not work: ${problem}`,
    advice,
  }
}

async function findingOf(
  { kind, value, client }: Installed,
  sample: Sample,
  launch: Launch,
): Promise<CheckResult> {
  if (kind === 'shell' && isUnwanted(client, launch))
    return { problem: `this version of ${client.title} takes no shell` }
  if (kind === 'shell') return checkShell(value[0], client.name, sample, launch)
  if (kind === 'hook') return checkHook(value[0], client.name, sample, launch)
  if (kind === 'plugin') return checkPlugin(value[0], client.name, sample, launch)
  return checkProxy(value, sample, launch)
}

/** Whether a client's version is known to take no shell of pith. */
function isUnwanted(client: Client, launch: Launch): boolean {
  const version = client.needsVersion && clientVersion(client, placeFor('user'))
  const { optional = [] } = (version && client.addition?.(launch, version)) || {}
  return optional.some(({ kind }) => kind === 'shell')
}

const WEEK_MS = 7 * 24 * 3600 * 1000

async function savedThisWeek(): Promise<Saved> {
  const since = Date.now() - WEEK_MS
  const { counting } = await countRecalls({ directory: eventsFolder(), since })
  const found = counting.result()
  const sums = Object.fromEntries(
    SUMS.map((name) => [name, found.reduce((sum, figures) => sum + figures[name], 0)]),
  ) as unknown as Saved
  const notWorthIt = found
    .filter((figures) => figures.truncated >= LEAST_CUTS && !isWorthIt(figures))
    .map(({ tool, program }) => (program === '' ? tool : `${tool} ${program}`))
  return {
    ...sums,
    savedBytes: sums.savedBytes - sums.fetchedBytes,
    savedTokens: sums.savedTokens - sums.fetchedTokens,
    failures: counting.failures,
    notWorthIt: [...new Set(notWorthIt)],
  }
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'client' },
  { title: 'part', drop: 2 },
  { title: 'state', drop: 1 },
  { title: 'output', align: 'right', drop: 3 },
  { title: 'shown', align: 'right', drop: 4 },
  { title: 'file', drop: 5 },
]

async function writeTable(rows: readonly Row[], saved: Saved, { text }: Sample): Promise<void> {
  const cells = rows.map(({ client, part, state, shownBytes, file }) => [
    client,
    part,
    state,
    shownBytes === undefined ? '' : formatBytes(Buffer.byteLength(text)),
    shownBytes === undefined ? '' : formatBytes(shownBytes),
    file,
  ])
  const shown = saved.outputBytes + saved.fetchedBytes
  const week = [
    'this week',
    `${saved.truncated} of ${saved.calls} calls cut`,
    `${saved.savedTokens} tokens saved`,
    formatBytes(Math.max(0, shown + saved.savedBytes)),
    formatBytes(shown),
    '',
  ]
  const cost = [
    'what it cost',
    `${saved.recalled} of ${saved.linked} cuts asked for again`,
    `${(saved.ownMs / 1000).toFixed(1)} s of pith`,
    '',
    formatBytes(saved.fetchedBytes),
    '',
  ]
  await writeOut(drawTable(COLUMNS, [...cells, week, cost], screenColumns()))
}
