// What the sessions of `npm run bench:session` cost and tell, as tables:
//
//   node bench/session/tables.mjs            prints them, with the calls of which less is told with pith than without
//   node bench/session/tables.mjs --docs     writes the first one into docs/guides.md, as the command does
import { readFileSync } from 'node:fs'
import { places, writeBlock } from '../figures.mjs'
import { grouped } from '../statistics.mjs'

const AGENTS = ['claude-code', 'opencode', 'pi', 'gemini', 'codex']
const folder = new URL('../../build/out/session/', import.meta.url)
const sessions = AGENTS.map((agent) => JSON.parse(readFileSync(new URL(`${agent}.json`, folder), 'utf8')))

const sumOf = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0)
const numberOf = (value) => Math.round(value).toLocaleString('en-US')
const factsText = (facts) => facts.toFixed(1)
const percentOf = (part, whole) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '')

function sessionRow({ name, plain, pith, tokenjuice }) {
  const arms = [plain, pith, tokenjuice]
  const asked = sumOf(plain.rows, 'asked')
  const facts = arms.map(({ rows }) => sumOf(rows, 'facts'))
  const tokens = arms.map(({ rows }) => sumOf(rows, 'tokens'))
  const cells = [
    name,
    `${facts.map(factsText).join(', ')} of ${factsText(asked)}`,
    tokens.map(numberOf).join(', '),
    [1, 2].map((arm) => percentOf(tokens[arm] / facts[arm], tokens[0] / facts[0])).join(', '),
    arms.map(({ seconds }) => seconds.toFixed(1)).join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The tokens of each group in each client, of which the second is with pith. */
function groupRows() {
  const groups = [...grouped(sessions[0].plain.rows, ({ group }) => group).keys()]
  return groups.map((group) => {
    const cells = sessions.map(({ plain, pith }) => {
      const of = ({ rows }) => rows.filter((row) => row.group === group)
      if (of(plain).length === 0) return ''
      const tokens = [plain, pith].map((way) => numberOf(sumOf(of(way), 'tokens'))).join(' → ')
      const facts = [plain, pith].map((way) => factsText(sumOf(of(way), 'facts'))).join(' → ')
      return `${tokens}, ${facts}`
    })
    return `| ${[group, ...cells].join(' | ')} |`
  })
}

const overview = [
  '| agent: alone, with pith, with tokenjuice | facts | tokens | a fact, of alone | seconds |',
  '|---|--:|--:|--:|--:|',
  ...sessions.map(sessionRow),
].join('\n')

const groups = [
  `| tokens and facts, alone → with pith | ${sessions.map(({ name }) => name).join(' | ')} |`,
  `|---|${sessions.map(() => '---').join('|')}|`,
  ...groupRows(),
].join('\n')

if (process.argv.includes('--docs')) writeBlock(places.session, overview)
else {
  console.log(`${overview}\n\n${groups}`)
  for (const { name, plain, pith } of sessions)
    for (const [at, row] of plain.rows.entries())
      if (pith.rows[at].facts < row.facts)
        console.log(
          `less in ${name}: ${row.name}, ${[row.facts, pith.rows[at].facts].map(factsText).join(' → ')} of ${factsText(row.asked)}`,
        )
}
