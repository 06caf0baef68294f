// npm run bench:purpose [-- --against CHECKOUT --quick --lost --json FILE --docs]: asks exact questions about what successful
// commands print, and compares pith with heads, tails and the cuts of hosts. `--against` also measures the built pith of
// another checkout, on the same recordings.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { onDecoded } from '../retention/lines.mjs'
import { measureFiles, textFiles } from './files.mjs'
import { hosts } from './hosts.mjs'
import { hostMethods, loadPith, plainMethods } from './methods.mjs'
import { questionsOf } from './questions.mjs'
import { recordings } from './record.mjs'
import { isHeldOut, judged, SIZES, scoresOf, shareOf } from './score.mjs'
import { answerRows, documentRows, fileRows, groupRows, hostRows, lostLines } from './table.mjs'

const options = {
  against: { type: 'string' },
  quick: { type: 'boolean' },
  lost: { type: 'boolean' },
  json: { type: 'string' },
  docs: { type: 'boolean', default: process.env.WRITE_FIGURES === '1' },
}
const args = parseArgs({ options }).values
if (args.docs && (args.quick || args.against))
  throw new Error('Expected --docs without --quick and --against.')
const pith = await loadPith('pith', fileURLToPath(new URL('../../', import.meta.url)))
const old = args.against === undefined ? [] : [await loadPith('pith, old', resolve(args.against))]
const methods = [pith, ...old, ...plainMethods, ...hostMethods]
const { counterFor } = await import('../../dist/tokens/gpt.js')
const count = countOnce(await counterFor('gpt-5'))

const outputs = recordings((line) => console.error(line), args)
  .map((recording) => ({
    ...recording,
    questions: questionsOf(recording),
    purpose: pith.purposeOf(recording.command),
  }))
  .filter(({ questions }) => questions.length > 0)
const rows = outputs.flatMap((output) =>
  scoresOf(output, methods, count).map((row) => ({ ...row, ...factsOf(output) })),
)
const own = hosts.map(({ name, limit, own: cut }) => ({
  name,
  limit,
  ...shareOf(outputs.map((output) => ownRow(output, cut))),
}))
const files = measureFiles(textFiles(args), [pith, ...old])
const lost = lostOf(outputs, rows)
print()

function factsOf({ tool, kind, purpose, command }) {
  return { tool, kind, purpose, command, isHeldOut: isHeldOut(tool) }
}

function ownRow(output, cut) {
  const text = onDecoded(cut)(output.bytes, 0)
  return { tool: output.tool, ...judged(output, { text }, count) }
}

/** Counts equal texts once. */
function countOnce({ count: tokensOf }) {
  let last = ['', 0]
  return (text) => {
    if (text !== last[0]) last = [text, tokensOf(text)]
    return last[1]
  }
}

/** What pith does not answer of tools that are not held out, and what answers it. */
function lostOf(all, scored) {
  const plain = new Set(plainMethods.map(({ name }) => name))
  return all
    .filter(({ tool }) => !isHeldOut(tool))
    .flatMap((output) => {
      const its = scored.filter(({ command }) => command === output.command)
      return its
        .filter(({ method }) => [pith, ...old].some(({ name }) => name === method))
        .flatMap((row) =>
          output.questions.flatMap(({ ask }, i) => {
            if (row.answered[i]) return []
            const by = its.filter(
              (each) => plain.has(each.method) && each.kib === row.kib && each.answered[i],
            )
            return by.length === 0
              ? []
              : [{ ...row, ask, by: by.map(({ method }) => method).join(', '), shown: row.bytes }]
          }),
        )
    })
}

function print() {
  const asked = outputs.reduce((sum, { questions }) => sum + questions.length, 0)
  const head = `${outputs.length} recordings of ${new Set(outputs.map(({ tool }) => tool)).size} tools, ${asked} questions; an output counts at the sizes that it exceeds. Three of four places are drawn uniformly over the output, the others in its first and its last tenth, because people look there more. In parentheses 95 % of a bootstrap of the tools. Tokens are o200k's mean of a text.${pith.hasPurpose ? '' : " This build has no option `for`: pith cuts with `spend: 'worth'`."}`
  const named = [pith, ...old, ...plainMethods].map(({ name }) => name)
  const by = (name) => groupRows(rows, { kib: 8, by: name, methods: named })
  const tables = [
    answerRows(
      rows.filter((row) => row.isHeldOut),
      'questions answered, tools held out',
    ),
    answerRows(
      rows.filter((row) => !row.isHeldOut),
      'questions answered, tools seen',
    ),
    by('purpose'),
    by('kind'),
    hostRows(own),
    fileRows(files),
  ]
  const text = [head, ...tables.map(markdownTable)].join('\n\n')
  console.log(text)
  if (args.lost) console.log(`\n${lostLines(lost).join('\n')}`)
  if (args.docs) writeBlock(places.purpose, markdownTable(documentRows(rows.filter((row) => row.isHeldOut))))
  if (args.json) {
    const against = old.map(({ name }) => ({ checkout: resolve(args.against), figures: figuresOf(name) }))[0]
    const json = { figures: figuresOf('pith'), against, lost, own, files, rows }
    writeFileSync(args.json, `${JSON.stringify(json, null, 2)}\n`)
  }
}

/** The few figures that the table of all benchmarks shows. */
function figuresOf(method) {
  return SIZES.map((kib) => {
    const { share } = shareOf(rows.filter((row) => row.method === method && row.kib === kib && row.isHeldOut))
    return { name: `answers of tools held out, ${kib} KiB`, value: 100 * share, unit: '%' }
  })
}
