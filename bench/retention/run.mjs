// npm run bench:retention [-- --made --json FILE --docs --without KIND --quick]: measures at which budget labelled
// failure logs keep the lines that say why they failed, compared with heads, tails and other systems' cuts.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { aligned } from '../aligned.mjs'
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { loadLibrary } from '../load.mjs'
import { machine, machineLine } from '../report.mjs'
import { contendersFor } from './contenders.mjs'
import { loadLogs } from './data.mjs'
import { pithWithout, withoutEachKind, withoutEachTool } from './leave-out.mjs'
import { retentionPlot } from './plot.mjs'
import { BUDGETS, islandFacts, retention, sufficientBytes } from './score.mjs'
import { measureSpeed } from './speed.mjs'
import {
  islandRows,
  kindTable,
  leaveToolOutTable,
  notesOf,
  retentionRows,
  speedLine,
  toolTable,
} from './table.mjs'
import { hasRuleTable, loadWithout } from './without.mjs'

const options = {
  made: { type: 'boolean' },
  fresh: { type: 'boolean' },
  quick: { type: 'boolean' },
  json: { type: 'string' },
  docs: { type: 'boolean' },
  without: { type: 'string', multiple: true },
}
const args = parseArgs({ options }).values
if (args.docs && !args.made)
  throw new Error('Expected --docs with --made: those are the logs that everybody can make.')
const { truncate, getBackend } = await loadLibrary()
const facts = machine(getBackend())
const { name: set, logs } = loadLogs({ ...args, tell: (line) => console.error(line) })
const hard = logs.filter((log) => log.hard)
const size = logs.reduce((sum, { bytes }) => sum + bytes.length, 0)
console.log(`${machineLine(facts)}
${logs.length} labelled failure logs (${set}), ${(size / 1e6).toFixed(1)} MB, ${hard.length} of them hard: the cause is in neither the first nor the last 8 KiB.
Kept: every required string is in the output, ANSI stripped and CR read as a space. Outputs are checked to be within the budget.
Smallest that suffices: geometric mean over the logs, on a ladder of 1 KiB × 1.19^k.
`)

const contenders = contendersFor(truncate)
const result = { set, machine: facts, logs: logs.length, hard: hard.length, ...compared() }
result.islands = BUDGETS.map((kib) => islandFacts(truncate, logs, kib))
console.log(`${aligned(islandRows(result.islands))}
decoys: lines claimed as errors that are not decisive, nor up to 6 lines before or 12 after a decisive line, nor hold a
required string. elsewhere: all island lines of that place, context included.
`)
if (args.without) await compareWithout(args.without)
else if (args.quick || !hasRuleTable()) console.log(`${toolTable(logs, result.retention[0].kept)}\n`)
else await leaveOut()
if (!args.quick) {
  result.speed = measureSpeed(truncate, logs)
  console.log(speedLine(result.speed))
}
if (args.docs) {
  const plot = retentionPlot(plotRows(result.retention), { all: logs.length, hard: hard.length })
  writeFileSync(new URL('../../docs/retention.svg', import.meta.url), plot)
  writeBlock(places.retention, figures())
}
if (args.json) writeFileSync(args.json, `${JSON.stringify(result, plain, 2)}\n`)

function figures() {
  return [
    `${logs.length} logs, ${(size / 1e6).toFixed(1)} MB; % of all / of the ${hard.length} whose cause is in neither the first nor the last 8 KiB:`,
    markdownTable(retentionRows(result, logs)),
    notesOf(contenders)
      .split('\n')
      .map((note) => `- ${note}`)
      .join('\n'),
    markdownTable(islandRows(result.islands)),
  ].join('\n\n')
}

function compared() {
  const result = {
    retention: retention(contenders, logs),
    sufficient: new Map(contenders.map((contender) => [contender.name, sufficientBytes(contender, logs)])),
  }
  console.log(`${aligned(retentionRows(result, logs))}\n${notesOf(contenders)}\n`)
  return result
}

async function leaveOut() {
  result.withoutKind = await withoutEachKind(logs)
  console.log(`${kindTable(logs, result, result.withoutKind)}\n`)
  result.withoutTool = await withoutEachTool(logs)
  console.log(`${leaveToolOutTable(result.retention[0].kept, result.withoutTool)}
rules off: those that match a decisive line of this tool and no decisive line of any other tool.
`)
}

/** Shows what is kept by tool, with all rules and without the rules of some kinds. */
async function compareWithout(kinds) {
  const { rules } = await loadWithout([])
  const known = [...new Set(rules.map((rule) => rule.kind))]
  const unknown = kinds.find((kind) => !known.includes(kind))
  if (unknown) throw new Error(`Expected --without to be one of ${known.join(', ')}, got ${unknown}.`)
  const names = rules.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  const [{ kept }] = retention([await pithWithout(names)], logs)
  result.without = { kinds, rows: names, kept }
  console.log(
    `${toolTable(logs, result.retention[0].kept, kept)}\nall rules → without: ${names.join(', ')}\n`,
  )
}

function plotRows(rows) {
  const shareOf = (list, kept) => list.filter(({ id }) => kept.has(id)).length / Math.max(1, list.length)
  return rows.map(({ name, kept }) => ({
    name,
    all: BUDGETS.map((kib) => shareOf(logs, kept.get(kib))),
    hard: BUDGETS.map((kib) => shareOf(hard, kept.get(kib))),
  }))
}

/** A JSON replacer: turns maps and sets into plain JSON, and a log into its name. */
function plain(_, value) {
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Set) return [...value]
  return value?.bytes instanceof Uint8Array ? value.id : value
}
