// npm run bench:public [-- --logdx FOLDER --lost --json FILE --docs]: reduces the real CI failures of LogDx-CI to a number of
// bytes, and counts the critical signals that are left, by LogDx-CI's own rule. Without a folder it takes the half of the
// cases that lies next to the checkout.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { places, writeBlock } from '../figures.mjs'
import { loadLibrary } from '../load.mjs'
import { aligned, digits, machine, machineLine, markdownTable, percent } from '../report.mjs'
import { grouped, summary } from '../statistics.mjs'
import { loadLogdx, lostSignals, signalRecall } from './logdx.mjs'
import { loadReducers } from './reducers.mjs'

const SIZES = [4000, 8000, 16_000]
/** What is lost is told at this size. */
const TOLD = 8000
const beside = fileURLToPath(new URL('../../../shared/corpus/logdx', import.meta.url))
const { logdx, lost, json, docs } = parseArgs({
  options: {
    logdx: { type: 'string', default: beside },
    lost: { type: 'boolean' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
  },
}).values

const cases = loadLogdx(logdx)
const { truncate, getBackend } = await loadLibrary()
const { reducers, missing } = await loadReducers(truncate, (line) => console.error(line))
// V8 optimises what is timed.
for (const { bytes } of cases) truncate(bytes)
const signals = cases.reduce((sum, { critical }) => sum + critical.length, 0)
const facts = machine(getBackend())
console.log(`${machineLine(facts)}\n${cases.length} cases of LogDx-CI, ${signals} critical signals\n`)

const results = reducers.map(measured)
const size = (bytes) => bytes.toLocaleString('en')
const table = [
  [
    'critical signals kept',
    ...SIZES.map((bytes) => `${size(bytes)} B`),
    `lost at ${size(TOLD)} B, of ${signals}`,
    'ms a log',
  ],
  ...results.map(({ name, cells }) => {
    const told = cells[SIZES.indexOf(TOLD)]
    return [
      name,
      ...cells.map(({ recall }) => percent(recall, 1)),
      `${mostOf(told.lost)}${unansweredOf(told)}`,
      digits(told.ms),
    ]
  }),
]
console.log(aligned(table))
if (missing.length > 0) console.log(`\nNot here: ${missing.join('; ')}`)
if (lost)
  for (const { name, cells } of results) console.log(`\n${name}\n${listOf(cells[SIZES.indexOf(TOLD)].lost)}`)
if (json) writeFileSync(json, `${JSON.stringify({ machine: facts, signals, results }, null, 2)}\n`)
// Agents that cut ends keep what heads and tails keep.
const isDocumented = ([name]) => !/^(?:pi|openclaw|gemini) \d/.test(name)
if (docs) writeBlock(places.public, markdownTable(table.filter(isDocumented)))

/** What a reducer keeps at each size, and the median time of a log. */
function measured({ name, cut }) {
  const cells = SIZES.map((maxBytes) => {
    const times = []
    const answered = []
    const lostOf = new Map(
      cases.map((each) => {
        const start = performance.now()
        const text = cut(each.bytes, maxBytes)
        if (text !== undefined) {
          times.push(performance.now() - start)
          answered.push(each)
        }
        if (Buffer.byteLength(text ?? '') > maxBytes) throw new Error(`${name} exceeds ${maxBytes} bytes.`)
        return [each, lostSignals(each, text ?? '')]
      }),
    )
    const all = cases.flatMap((each) =>
      lostOf.get(each).map(({ type, forms }) => ({ case: each.id, type, forms })),
    )
    const recallOf = (some) => signalRecall(some, (each) => lostOf.get(each))
    return {
      maxBytes,
      recall: recallOf(cases),
      unanswered: cases.length - answered.length,
      ofAnswered: recallOf(answered),
      lost: all,
      ms: times.length > 0 ? summary(times).median : Number.NaN,
    }
  })
  return { name, cells }
}

/** How many signals are lost, and of which type most. */
function mostOf(all) {
  const types = [...grouped(all, ({ type }) => type)].sort(([, a], [, b]) => b.length - a.length)
  const most = types.slice(0, 1).map(([type, own]) => `, ${own.length} ${type.replaceAll('_', ' ')}`)
  return `${all.length}${most}`
}

/** A method that is too slow loses by that, so what it keeps of the other logs is told too. */
function unansweredOf({ unanswered, ofAnswered }) {
  return unanswered === 0 ? '' : `; ${unanswered} logs unanswered, keeps ${percent(ofAnswered)} of the others`
}

function listOf(all) {
  return all.map(({ case: id, type, forms }) => `  ${id}: ${type} ${forms[0]}`).join('\n')
}
