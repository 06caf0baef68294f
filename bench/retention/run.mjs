// npm run bench:retention [-- --dir DIR… --made --fresh --json FILE --docs]: measures at which budget labelled failure logs
// keep the lines that say why they failed, compared with heads, tails and other systems' cuts.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLibrary } from '../load.mjs'
import { aligned, machine, machineLine } from '../report.mjs'
import { contendersFor } from './contenders.mjs'
import { blockOf, writeFigures } from './docs.mjs'
import { loadSets } from './logs.mjs'
import {
  alarmLine,
  falseAlarms,
  firstStatements,
  firstStatementsLine,
  roleRows,
  rolesKept,
} from './roles.mjs'
import { retention, sufficientBytes } from './score.mjs'
import { retentionRows, toolRows } from './table.mjs'

const options = {
  dir: { type: 'string', multiple: true },
  made: { type: 'boolean' },
  fresh: { type: 'boolean' },
  json: { type: 'string' },
  docs: { type: 'boolean' },
}
const args = parseArgs({ options }).values
const { truncate, getBackend } = await loadLibrary()
const facts = machine(getBackend())
const sets = loadSets({ ...args, dirs: args.dir, tell: (line) => console.error(line) })
if (args.docs) for (const set of sets) blockOf(set)
console.log(`${machineLine(facts)}
Kept: every required string is in the output, ANSI stripped and CR read as a space. Outputs are checked to be within the budget.
Hard: the cause is in neither the first nor the last 8 KiB. Smallest that suffices: geometric mean over the logs, on a ladder of 1 KiB × 1.19^k.
`)
const results = sets.map(measured)
if (args.docs) for (const [i, set] of sets.entries()) writeFigures(set, results[i])
if (args.json) writeFileSync(args.json, `${JSON.stringify(results, plain, 2)}\n`)

/** Measures a set, and prints its tables. */
function measured({ name, logs, successes }) {
  const result = { set: name, machine: facts }
  if (logs.length > 0) measureLogs(result, logs)
  if (successes.length > 0) {
    result.alarms = falseAlarms(truncate, successes)
    console.log(`${alarmLine(result.alarms, successes)}\n`)
  }
  return result
}

function measureLogs(result, logs) {
  const contenders = contendersFor(truncate)
  const hard = logs.filter((log) => log.hard)
  const size = logs.reduce((sum, { bytes }) => sum + bytes.length, 0)
  console.log(
    `${logs.length} labelled failure logs (${result.set}), ${(size / 1e6).toFixed(1)} MB, ${hard.length} of them hard`,
  )
  Object.assign(result, { logs, contenders, retention: retention(contenders, logs) })
  result.sufficient = new Map(contenders.map((each) => [each.name, sufficientBytes(each, logs)]))
  const notes = contenders.flatMap(({ name, note }) => (note ? [`${name}: ${note}.`] : []))
  console.log(`${aligned(retentionRows(result, logs))}\n${notes.join('\n')}\n`)
  result.roles = rolesKept(truncate, logs)
  result.firstStatements = firstStatements(truncate, logs)
  console.log(`${aligned(roleRows(result.roles))}\n${firstStatementsLine(result.firstStatements)}\n`)
  console.log(`${aligned(toolRows(logs, result.retention[0].kept))}\n`)
}

/** A JSON replacer: turns maps and sets into plain JSON, and a log into its name. */
function plain(_, value) {
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Set) return [...value]
  return value?.bytes instanceof Uint8Array ? value.id : value
}
