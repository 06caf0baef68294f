// Writes the figures of docs/kinds.md.
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { costRows, overviewRows } from './table.mjs'

export function writeFigures({ machine: { cpu, cores, node, backend }, kinds, cost }) {
  const outputs = kinds.reduce((sum, each) => sum + each.outputs, 0)
  writeBlock(
    places.kinds,
    [
      `${outputs} outputs; recorded ones differ a little from machine to machine.`,
      markdownTable(overviewRows(kinds)),
      `What kinds cost in time of the processor, ${cpu}, ${cores} cores, Node ${node}, backend ${backend}. Each call reads a text that its process has not seen, with kinds and without them in turns. The first call of a process also compiles what it runs. The ratio is the median of the rounds:`,
      markdownTable(costRows(cost)),
    ].join('\n\n'),
  )
}
