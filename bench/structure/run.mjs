// npm run bench:kinds [-- --quick --only KIND… --missed --json FILE --docs]: asks exact questions about cuts of outputs
// that have a structure, and compares pith with heads, tails and other systems' cuts.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLibrary } from '../load.mjs'
import { aligned, machine, machineLine } from '../report.mjs'
import { writeFigures } from './docs.mjs'
import { methodsFor } from './methods.mjs'
import { generatedOutputs, withBytes } from './outputs.mjs'
import { recordedOutputs } from './record.mjs'
import { rivals } from './rivals.mjs'
import { kindScores, scoresOf } from './score.mjs'
import { kindRows, missedLines } from './table.mjs'

const options = {
  quick: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  missed: { type: 'boolean' },
  json: { type: 'string' },
  docs: { type: 'boolean' },
}
const args = parseArgs({ options }).values
if (args.docs && (args.quick || args.only)) throw new Error('Expected --docs without --quick and --only.')
const { createCollector, getBackend } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const facts = machine(getBackend())
console.log(`${machineLine(facts)}
A score is the share of an output's tasks that a cut does, the mean of all outputs of the kind.
`)
const recorded = args.quick ? [] : recordedOutputs((line) => console.error(line)).map(withBytes)
const outputs = [...generatedOutputs(), ...recorded].filter(
  ({ kind }) => !args.only || args.only.includes(kind),
)
const library = { createCollector, kindsFor }
const methods = [...methodsFor(library), ...rivals]
const kinds = [...new Set(outputs.map(({ kind }) => kind))].map((kind) => {
  const own = outputs.filter((output) => output.kind === kind)
  const scores = kindScores(
    kind,
    own.map((output) => ({ output, rows: scoresOf(output, methods) })),
  )
  console.log(`${aligned(kindRows(scores, own.length))}\n`)
  if (args.missed) console.log(`${missedLines(scores).join('\n')}\n`)
  return { ...scores, outputs: own.length }
})
if (args.docs) writeFigures(kinds)
if (args.json) writeFileSync(args.json, `${JSON.stringify({ machine: facts, kinds }, null, 2)}\n`)
