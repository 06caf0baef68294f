// npm run bench:retention [-- --dir DIR… --made --json FILE --docs --without KIND --quick]: measures at which budget
// labelled failure logs keep the lines that say why they failed, compared with heads, tails and other systems' cuts.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { aligned } from '../aligned.mjs'
import { loadLibrary } from '../load.mjs'
import { machine, machineLine } from '../report.mjs'
import { alarmLine, falseAlarms } from './alarms.mjs'
import { contendersFor } from './contenders.mjs'
import { loadSets } from './data.mjs'
import { blockOf, writeFigures } from './docs.mjs'
import { pithWithout, withoutEachKind, withoutEachTool } from './leave-out.mjs'
import { firstStatements, firstStatementsLine, roleRows, rolesKept } from './roles.mjs'
import { BUDGETS, islandFacts, retention, sufficientBytes } from './score.mjs'
import { signalRows, signalTable } from './signals.mjs'
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
  dir: { type: 'string', multiple: true },
  made: { type: 'boolean' },
  fresh: { type: 'boolean' },
  quick: { type: 'boolean' },
  json: { type: 'string' },
  docs: { type: 'boolean' },
  without: { type: 'string', multiple: true },
}
const args = parseArgs({ options }).values
if (args.docs && args.quick) throw new Error('Expected --docs without --quick, which leaves figures out.')
const { truncate, getBackend } = await loadLibrary()
const facts = machine(getBackend())
const sets = loadSets({ ...args, dirs: args.dir, tell: (line) => console.error(line) })
if (args.docs) for (const set of sets) blockOf(set)
console.log(`${machineLine(facts)}
Kept: every required string is in the output, ANSI stripped and CR read as a space. Outputs are checked to be within the budget.
Hard: the cause is in neither the first nor the last 8 KiB. Smallest that suffices: geometric mean over the logs, on a ladder of 1 KiB × 1.19^k.
`)
const results = []
for (const set of sets) results.push(await measured(set))
if (args.docs) for (const [i, set] of sets.entries()) writeFigures(set, results[i])
if (args.json) writeFileSync(args.json, `${JSON.stringify(results, plain, 2)}\n`)

/** Measures a set, and prints its tables. */
async function measured({ name, logs, successes, signals }) {
  const result = { set: name, machine: facts }
  if (logs.length > 0) await measureLogs(result, logs)
  if (successes.length > 0) {
    result.alarms = falseAlarms(truncate, successes)
    console.log(`${alarmLine(result.alarms, successes)}\n`)
  }
  if (signals.length > 0) {
    result.signals = signalTable(truncate, signals)
    console.log(`${aligned(signalRows(result.signals, signals.length))}\n`)
  }
  return result
}

async function measureLogs(result, logs) {
  const contenders = contendersFor(truncate)
  const hard = logs.filter((log) => log.hard)
  const size = logs.reduce((sum, { bytes }) => sum + bytes.length, 0)
  console.log(
    `${logs.length} labelled failure logs (${result.set}), ${(size / 1e6).toFixed(1)} MB, ${hard.length} of them hard`,
  )
  Object.assign(result, { logs, contenders, retention: retention(contenders, logs) })
  result.sufficient = new Map(contenders.map((each) => [each.name, sufficientBytes(each, logs)]))
  console.log(`${aligned(retentionRows(result, logs))}\n${notesOf(contenders)}\n`)
  result.roles = rolesKept(truncate, logs)
  result.firstStatements = firstStatements(truncate, logs)
  console.log(`${aligned(roleRows(result.roles))}\n${firstStatementsLine(result.firstStatements)}\n`)
  result.islands = BUDGETS.map((kib) => islandFacts(truncate, logs, kib))
  console.log(`${aligned(islandRows(result.islands))}
decoys: lines claimed as errors that are not within 12 lines of a decisive line, nor hold a required string.
far: all island lines of that place, context included.
`)
  if (args.without) await compareWithout(result, logs, args.without)
  else if (args.quick || !hasRuleTable()) console.log(`${toolTable(logs, result.retention[0].kept)}\n`)
  else await leaveOut(result, logs)
  if (args.quick) return
  result.speed = measureSpeed(truncate, logs)
  console.log(`${speedLine(result.speed)}\n`)
}

async function leaveOut(result, logs) {
  result.withoutKind = await withoutEachKind(logs)
  console.log(`${kindTable(logs, result, result.withoutKind)}\n`)
  result.withoutTool = await withoutEachTool(logs)
  console.log(`${leaveToolOutTable(result.retention[0].kept, result.withoutTool)}
rules off: those that match a decisive line of this tool and no decisive line of any other tool.
`)
}

/** Shows what is kept by tool, with all rules and without the rules of some kinds. */
async function compareWithout(result, logs, kinds) {
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

/** A JSON replacer: turns maps and sets into plain JSON, and a log into its name. */
function plain(_, value) {
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Set) return [...value]
  return value?.bytes instanceof Uint8Array ? value.id : value
}
