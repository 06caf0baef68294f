// The figures of tokens in README.md and docs/tokens.md, from a run's results.
import { markdownTable, writeBetween } from '../readme.mjs'
import { costTable, familyTable, kindTable, linearTable, scanTable, summaryTable } from './tables.mjs'

const BEGIN = '<!-- figures of npm run bench:tokens -- --readme -->'
const END = "<!-- end of tokens' figures -->"

/** Puts the table by rows of kinds into the README. */
export function writeTokenFigures(path, { families }) {
  writeBetween(path, BEGIN, END, markdownTable(familyTable(families)))
}

/** Puts every kind, how good each contender is and what it all costs into docs/tokens.md. */
export function writeTokenDetails(path, { machine, summaries, kinds, costs, scans, linear }) {
  const { cpu, cores, node } = machine
  const tables = [
    summaryTable(summaries),
    ...costs.map(costTable),
    scanTable(scans),
    linearTable(linear),
    kindTable(kinds),
  ]
  const [summary, ...others] = tables.map(markdownTable)
  writeBetween(
    path,
    BEGIN,
    END,
    [summary, `Times on ${cpu}, ${cores} cores, Node ${node}:`, ...others].join('\n\n'),
  )
}
