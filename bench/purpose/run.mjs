// npm run bench:purpose [-- --quick --lost --json FILE --docs]: asks exact questions about what successful commands print,
// and compares pith with heads, tails and both ends.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { places, writeBlock } from '../figures.mjs'
import { importBundled, loadLibrary } from '../load.mjs'
import { aligned, markdownTable, percent } from '../report.mjs'
import { grouped } from '../statistics.mjs'
import { bothEnds, wholeHead, wholeTail } from '../structure/methods.mjs'
import { questionsOfDraws } from './questions.mjs'
import { recordings } from './record.mjs'
import { isHeldOut, SIZES, scoresOf, shareOf } from './score.mjs'

const options = {
  quick: { type: 'boolean' },
  lost: { type: 'boolean' },
  json: { type: 'string' },
  docs: { type: 'boolean' },
}
const args = parseArgs({ options }).values
if (args.docs && args.quick) throw new Error('Expected --docs without --quick.')
const { truncateToolOutput } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const { judgeCommand } = await importBundled("export { judgeCommand } from './src/tools/command/judge.ts'")
const { count } = await (await import('../../dist/tokens/gpt.js')).counterFor('gpt-5')

/** As `pith run` cuts: for the purpose that it judges by the command. */
function cutByPith({ bytes, command }, maxBytes) {
  const judged = judgeCommand(command)
  const { text, details } = truncateToolOutput('bash', bytes, {
    maxBytes,
    // In effect no limit of lines, because only bytes are compared.
    maxLines: 100_000,
    source: { artifact: '0123456789abcdef' },
    status: { exitCode: 0 },
    for: judged.for,
    structure: kindsFor({ command: judged.words }),
  })
  const { notice } = details.truncation
  return { text, content: text.slice(0, notice === undefined ? text.length : text.lastIndexOf(notice)) }
}
const plain = (name, cut) => ({ name, cut: ({ bytes }, maxBytes) => ({ text: cut(bytes, maxBytes) }) })
const methods = [
  { name: 'pith', cut: cutByPith },
  plain('both ends', bothEnds),
  plain('head', wholeHead),
  plain('tail', wholeTail),
]

/** With one draw, chance moves the shares by more than the methods differ. */
const DRAWS = 20
const manyOf = (recording) => [
  ...new Map(questionsOfDraws(recording, DRAWS).map((question) => [question.ask, question])).values(),
]

const outputs = recordings((line) => console.error(line), args)
  .map((recording) => ({ ...recording, questions: manyOf(recording) }))
  .filter(({ questions }) => questions.length > 0)
const rows = outputs.flatMap((output) => {
  const { tool, kind, command } = output
  const facts = { tool, kind, purpose: judgeCommand(command).for, command, isHeldOut: isHeldOut(tool) }
  return scoresOf(output, methods, count).map((row) => ({ ...row, ...facts }))
})
const held = rows.filter((row) => row.isHeldOut)
const asked = outputs.reduce((sum, { questions }) => sum + questions.length, 0)
console.log(`${outputs.length} recordings of ${new Set(outputs.map(({ tool }) => tool)).size} tools, ${asked} questions; an output counts at the sizes that it exceeds.
Three of four places are drawn uniformly over the output, the others in its first and its last tenth, because people look there more.
In parentheses 95 % of a bootstrap of the tools. Tokens are o200k's mean of a text.
`)
const tables = [
  answerRows(held, 'questions answered, tools held out'),
  answerRows(
    rows.filter((row) => !row.isHeldOut),
    'questions answered, tools seen',
  ),
  groupRows('purpose', 8),
  groupRows('kind', 8),
]
for (const table of tables) console.log(`${aligned(table)}\n`)
const lost = outputs.filter(({ tool }) => !isHeldOut(tool)).flatMap(lostOf)
if (args.lost) console.log(lost.join('\n'))
if (args.docs) writeBlock(places.purpose, markdownTable(documentRows()))
if (args.json) writeFileSync(args.json, `${JSON.stringify({ lost, rows }, null, 2)}\n`)

/** Questions that each method answers, by size, with the tokens of its texts. */
function answerRows(of, title) {
  const cell = (name, kib) => {
    const own = of.filter((row) => row.method === name && row.kib === kib)
    if (own.length === 0) return '–'
    const { share, interval, tokens } = shareOf(own)
    const [low, high] = interval.map((bound) => (100 * bound).toFixed(0))
    return `${percent(share)} (${low}–${high}), ${tokens.toFixed(0)} tokens`
  }
  return [
    [title, ...SIZES.map((kib) => `${kib} KiB`)],
    ...methods.map(({ name }) => [name, ...SIZES.map((kib) => cell(name, kib))]),
  ]
}

/** The shares alone, of pith and of what a plain cut does best. */
function documentRows() {
  const [head, ...others] = answerRows(held, 'questions answered').slice(0, 3)
  return [head, ...others.map(([name, ...cells]) => [name, ...cells.map((cell) => cell.split(' (')[0])])]
}

/** The same by purpose or kind, at one size. */
function groupRows(by, kib) {
  const at = rows.filter((row) => row.kib === kib)
  const groups = [...grouped(at, (row) => row[by])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const shares = (own) => methods.map(({ name }) => shareOf(own.filter(({ method }) => method === name)))
  return [
    [`${by}, ${kib} KiB`, 'questions', ...methods.map(({ name }) => name)],
    ...groups.map(([name, own]) => {
      const found = shares(own)
      return [name, String(found[0].asked), ...found.map(({ share }) => percent(share))]
    }),
  ]
}

/** What pith does not answer although both ends, the head or the tail do: one line each. */
function lostOf({ command, questions }) {
  const its = rows.filter((row) => row.command === command)
  return its
    .filter(({ method }) => method === 'pith')
    .flatMap(({ kib, purpose, bytes, answered }) =>
      questions.flatMap(({ ask }, i) => {
        const by = its.filter((each) => each.kib === kib && each.answered[i]).map(({ method }) => method)
        if (answered[i] || by.length === 0) return []
        return [`${kib} KiB, ${purpose}, ${bytes} B: \`${command}\`: ${ask} (${by.join(', ')})`]
      }),
    )
}
