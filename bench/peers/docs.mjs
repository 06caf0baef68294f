// Formats the figures in docs/peers.md from a run's results.
import { markdownTable } from '../figures.mjs'
import { answerTable, ratioTable, timeTable } from './tables.mjs'

/** The peer that splits, counts and cuts like pith's tail. The other peers count nothing. */
const LIKE = 'pi '

/** The answers to the questions, and the ratios to the peer that does comparable work. */
export function answerFigures({ machine, answers, times }) {
  return [
    markdownTable(answerTable(answers)),
    `How many times as long pi takes for a log of this size, on ${machineText(machine)}:`,
    markdownTable(ratioTable(times, LIKE)),
  ].join('\n\n')
}

/** All tables of times. */
export function timeFigures({ machine, times }) {
  return [
    `On ${machineText(machine)}; "a : b" is how many times as fast as a b is.`,
    ...times.map((part) => markdownTable(timeTable(part))),
  ].join('\n\n')
}

const machineText = ({ cpu, cores, node, backend }) =>
  `${cpu}, ${cores} cores, Node ${node}, backend ${backend}`
