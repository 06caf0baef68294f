// npm run bench:rare [-- --seeds N --only KIND --forms --json FILE]: is the one unit shown that is unlike all others? `--forms` names the
// forms that are missed, but none of those that are held out.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLibrary } from '../load.mjs'
import { aligned } from '../report.mjs'
import { rareOutputs } from './generate/rare.mjs'
import { cutByPith, methodsFor } from './methods.mjs'

const options = {
  seeds: { type: 'string' },
  only: { type: 'string' },
  forms: { type: 'boolean' },
  json: { type: 'string' },
}
const args = parseArgs({ options }).values
const { createCollector } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const library = { createCollector, kindsFor }
const KIB = 1024
const SIZES = [2, 4, 8]

const forQuery = (given) => createCollector({ ...given, for: 'query', fold: true })
const methods = [
  ...methodsFor(library).filter(({ name }) => name !== 'pi'),
  {
    name: 'pith, for a query',
    cut: (output, maxBytes) => cutByPith({ createCollector: forQuery, kindsFor }, output, maxBytes),
  },
]

const share = (rows, isShown) => rows.filter(isShown).length / rows.length
const percent = (part) => `${(100 * part).toFixed(0)} %`
const figures = {}
for (const half of ['known', 'held out']) {
  const outputs = rareOutputs(half, Number(args.seeds ?? 8))
    .filter(({ kind }) => !args.only || kind === args.only)
    .map((output) => ({ ...output, bytes: Buffer.from(output.text) }))
  const rows = methods.flatMap(({ name, cut }) =>
    SIZES.flatMap((kib) =>
      outputs.map((output) => {
        const { content, kind } = cut(output, kib * KIB)
        return { method: name, kib, form: output.form, as: kind, isShown: content.includes(output.odd) }
      }),
    ),
  )
  const shareOf = (method, kib, form) =>
    share(
      rows.filter((row) => row.method === method && row.kib === kib && (form ?? row.form) === row.form),
      ({ isShown }) => isShown,
    )
  const table = methods.map(({ name }) => ({ name, shares: SIZES.map((kib) => shareOf(name, kib)) }))
  figures[half] = table
  const cells = table.map(({ name, shares }) => [name, ...shares.map(percent)])
  const head = [`forms ${half}, ${outputs.length} outputs`, ...SIZES.map((kib) => `${kib} KiB`)]
  console.log(`${aligned([head, ...cells])}\n`)
  if (!args.forms || half !== 'known') continue
  const missed = [...new Set(outputs.map(({ form }) => form))].flatMap((form) =>
    ['pith', 'pith, for a query']
      .map((method) => [form, method, ...SIZES.map((kib) => percent(shareOf(method, kib, form)))])
      .filter((row) => row.slice(2).some((each) => each !== '100 %')),
  )
  if (missed.length > 0) console.log(`${aligned(missed)}\n`)
}
if (args.json) writeFileSync(args.json, `${JSON.stringify(figures, null, 2)}\n`)
