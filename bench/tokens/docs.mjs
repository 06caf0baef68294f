// Formats the figures in docs/tokens.md from a run's results.
import { markdownTable } from '../figures.mjs'
import { costTable, familyTable, kindTable, linearTable, scanTable, summaryTable } from './tables.mjs'

/** The table by rows of kinds. */
export const familyFigures = ({ families }) => markdownTable(familyTable(families))

/** Every kind, the quality of each contender, and all costs. */
export function detailFigures({ machine, summaries, kinds, costs, scans, linear }) {
  const { cpu, cores, node } = machine
  const tables = [
    summaryTable(summaries),
    ...costs.map(costTable),
    scanTable(scans),
    linearTable(linear),
    kindTable(kinds),
  ]
  const [summary, ...others] = tables.map(markdownTable)
  return [summary, `Times on ${cpu}, ${cores} cores, Node ${node}:`, ...others].join('\n\n')
}
