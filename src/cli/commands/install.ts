import { createInterface } from 'node:readline/promises'
import { diffOf, type FileChange, planInstall, planUninstall } from '../../agents/install/change.ts'
import type { Client, Launch, Scope, SettingsHome } from '../../agents/install/client.ts'
import { allClients, drivenClients } from '../../agents/install/clients.ts'
import { refuseMissing } from '../../agents/install/installed.ts'
import { lastingLaunch, ownLaunch } from '../../agents/install/launch.ts'
import { clientVersion, findsPith, isPresent } from '../../agents/install/presence.ts'
import { recordedFiles } from '../../agents/install/record.ts'
import { snippetFor } from '../../agents/install/snippets.ts'
import { serverTargets, settingsTarget, targetsOf } from '../../agents/install/targets.ts'
import { nearest } from '../../check/names.ts'
import { shellQuote } from '../../core/words/quote.ts'
import { PithError } from '../../errors.ts'
import { type Parsed, UsageError } from '../options/arguments.ts'
import { warn, writeOut } from '../print/output.ts'
import { placeFor } from '../settings/place.ts'

type Values = Parsed['values']

/** Three lines for the instructions of an agent (AGENTS.md, CLAUDE.md), which say what the notices of pith mean. */
const INSTRUCTIONS = `- Long outputs of tools are cut by pith. A line such as \`[...31-4970: 210K]\` stands for lines that are left out.
- The last line says how to see them: \`pith show ID --lines A-B\`, \`--grep RE\` or \`--errors\`. Do not run the command again for that.
- \`PITH=0\` in front of a command shows all of its output. Programs, pipes and files always get all of it.
`

/** What the words after the command name. */
interface Asked {
  clients: readonly Client[]
  /** True for `mcp`: only the servers. */
  onlyServers: boolean
  /** True if no client was named. */
  all: boolean
}
/** A change that waits for an answer, with the client that it is for. */
interface Offer {
  client: Client
  plan(): FileChange
}

/** `pith install [AGENT…] | mcp [CLIENT…]`: adds pith to the settings of clients. */
export async function install({ values, positionals }: Parsed): Promise<number> {
  refuseBothScopes(values)
  const asked = askedFor(positionals)
  if (asked === undefined) return printGeneric(positionals, values)
  const place = placeFor(values.project ? 'project' : 'user')
  const launch = lastingLaunch()
  if (values.print) return print(asked, place, launch)
  const offers = asked.clients.flatMap((client) => installOffers(client, asked, place, launch))
  for (const client of asked.all ? [] : asked.clients) {
    if (!offers.some((offer) => offer.client === client)) warnOfLimits(client)
  }
  if (offers.length === 0) warn(nothingFound(asked))
  return carryOut(offers, values, 'install')
}

/** `pith uninstall [AGENT…] | mcp [CLIENT…]`: removes what pith added. */
export async function uninstall({ values, positionals }: Parsed): Promise<number> {
  refuseBothScopes(values)
  const asked = askedFor(positionals, allClients)
  if (asked === undefined) throw unknownClient(positionals)
  const scopes: Scope[] = values.project ? ['project'] : values.user ? ['user'] : ['user', 'project']
  const launch = ownLaunch()
  const offers = scopes.flatMap((scope) => {
    const place = placeFor(scope)
    return asked.clients.flatMap((client) =>
      targetsOf(client, place, launch).map((target): Offer => {
        const names = asked.onlyServers ? (['servers'] as const) : (['settings', 'servers'] as const)
        const present = names.filter((name) => target.parts[name] !== undefined)
        return { client, plan: () => planUninstall(target, present) }
      }),
    )
  })
  const status = await carryOut(offers, values, 'uninstall')
  if (asked.all) warnOfOthers()
  return status
}

function refuseBothScopes({ user, project }: Values): void {
  if (user && project) throw new UsageError('Expected either --user or --project, got both.')
}

function warnOfLimits({ title, limits }: Client): void {
  for (const limit of limits) warn(`${title}: ${limit}`)
}

/** pith may also be in the files of other projects. */
function warnOfOthers(): void {
  for (const file of recordedFiles()) warn(`pith is still in ${file}. Run \`pith uninstall\` in its project.`)
}

/** The clients that words name. Undefined if a word names none. */
function askedFor(words: readonly string[], agents = drivenClients): Asked | undefined {
  const onlyServers = words[0] === 'mcp'
  const names = onlyServers ? words.slice(1) : words
  const known = onlyServers ? allClients : agents
  if (names.length === 0) return { clients: known, onlyServers, all: true }
  const found = names.flatMap((name) => known.find((client) => client.name === name) ?? [])
  return found.length < names.length ? undefined : { clients: found, onlyServers, all: false }
}

function installOffers(client: Client, asked: Asked, place: SettingsHome, launch: Launch): Offer[] {
  if (asked.all && !isPresent(client, place)) return []
  const version = client.addition && !asked.onlyServers ? versionFor(client, place) : undefined
  const targets = targetsOf(client, place, launch, version)
  const settings = asked.onlyServers ? undefined : settingsTarget(targets)
  if (settings) {
    const plan = () => {
      refuseMissing(client, launch, version)
      return planInstall(settings, 'settings')
    }
    return [{ client, plan }]
  }
  return serverTargets(targets).map((target) => ({ client, plan: () => planInstall(target, 'servers') }))
}

const versionFor = (client: Client, place: SettingsHome) =>
  client.needsVersion ? clientVersion(client, place) : undefined

const nothingFound = ({ onlyServers, all, clients }: Asked): string => {
  if (onlyServers || !all) return `${titles(clients)}: no file that lists MCP servers was found.`
  return `None of ${titles(clients)} was found here. To set one up anyway, name it: \`pith install ${clients[0].name}\`.`
}
const titles = (clients: readonly Client[]): string => clients.map(({ title }) => title).join(', ')

type Verb = 'install' | 'uninstall'
type Outcome = 'unneeded' | 'unanswered' | 'refused' | 'written' | 'failed'

/** Shows each change, asks, and writes it. */
async function carryOut(offers: readonly Offer[], values: Values, verb: Verb): Promise<number> {
  if (verb === 'install')
    for (const client of new Set(offers.map((offer) => offer.client))) warnOfLimits(client)
  const outcomes: Outcome[] = []
  for (const offer of offers) outcomes.push(await offered(offer, values, verb))
  if (outcomes.includes('unanswered')) {
    warn('Nothing was changed, because there is no terminal to ask on. Add --yes to write the changes.')
  }
  if (verb === 'uninstall' && outcomes.every((outcome) => outcome === 'unneeded')) {
    warn('pith is in none of these settings. Nothing was changed.')
  }
  if (verb === 'install' && outcomes.includes('written')) {
    if (!findsPith(placeFor('user')))
      warn(
        `\`pith\` is not on the PATH, so agents cannot run the calls in its notices. Put it there: ln -s ${shellQuote(ownLaunch().command[1])} ~/.local/bin/pith`,
      )
    await offerInstructions()
  }
  if (outcomes.includes('failed')) return 2
  return outcomes.includes('unanswered') ? 1 : 0
}

/** A model that knows the notices uses them. Only the user decides what stands in such a file. */
async function offerInstructions(): Promise<void> {
  warn('These lines, in AGENTS.md or CLAUDE.md, tell the model what the notices mean:')
  await writeOut(`\n${INSTRUCTIONS}`)
}

async function offered({ client, plan }: Offer, values: Values, verb: Verb): Promise<Outcome> {
  try {
    const change = plan()
    for (const remark of change.remarks) warn(`${client.title}: ${remark}`)
    if (!change.isNeeded) {
      if (verb === 'install')
        warn(`${client.title}: ${change.file.path} has pith already. Nothing was changed.`)
      // Forgets what was removed by hand.
      else change.commit()
      return 'unneeded'
    }
    const diff = diffOf(change)
    // On a terminal, each line of a file with CRLF would end in ^M.
    await writeOut(process.stdout.isTTY ? diff.replaceAll('\r\n', '\n') : diff)
    if (!values.yes) {
      if (!(process.stdin.isTTY && process.stderr.isTTY)) return 'unanswered'
      if (!(await isWanted(change))) {
        warn(`${change.file.path} was not changed.`)
        return 'refused'
      }
    }
    report(client, change, change.commit(), verb)
    return 'written'
  } catch (error) {
    if (!(error instanceof PithError)) throw error
    warn(`${client.title}: ${error.message}`)
    return 'failed'
  }
}

function report(client: Client, change: FileChange, backup: string | undefined, verb: string): void {
  const path = change.file.path
  const done =
    verb === 'install'
      ? `pith was added to ${path}.`
      : change.text === undefined
        ? `${path} was removed, because pith had created it.`
        : `pith was removed from ${path}.`
  const kept = backup === undefined ? '' : ` The backup is ${backup}.`
  warn(`${client.title}: ${done}${kept} ${client.next}`)
}

async function isWanted({ file }: FileChange): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asking.question(`Write ${file.path}? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    asking.close()
  }
}

async function print({ clients, onlyServers }: Asked, place: SettingsHome, launch: Launch): Promise<number> {
  for (const client of clients) await writeOut(snippetFor(client, place, launch, onlyServers))
  return 0
}

/** For a client that pith's tests do not drive. */
async function printGeneric(words: readonly string[], values: Values): Promise<number> {
  const onlyServers = words[0] === 'mcp'
  const names = onlyServers ? words.slice(1) : words
  const place = placeFor(values.project ? 'project' : 'user')
  const launch = ownLaunch()
  for (const name of names) {
    const client = allClients.find((one) => one.name === name)
    if (client === undefined) warn(`${unknownClient([name]).message} For any other MCP client, paste this:`)
    else
      warn(
        `${client.title}: ${client.limits.join(' ')} To wrap its MCP servers, run \`pith install mcp ${name}\`, or paste this:`,
      )
    await writeOut(snippetFor(client, place, launch, true))
  }
  return 0
}

function unknownClient(words: readonly string[]): UsageError {
  const names = allClients.map(({ name }) => name)
  const unknown = words.find((word) => word !== 'mcp' && !names.includes(word)) ?? words[0]
  const near = nearest(unknown, names)
  return new UsageError(
    `There is no client ${JSON.stringify(unknown)}. pith knows ${names.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  )
}
