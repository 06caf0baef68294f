// The figures beside others in README.md and docs/peers.md, from a run's results.
import { readFileSync, writeFileSync } from 'node:fs'
import { answerTable, ratioTable, timeTable } from './tables.mjs'

const BEGIN = '<!-- figures of npm run bench:peers -- --readme -->'
const END = "<!-- end of peers' figures -->"

/** The peer that splits, counts and cuts as pith's tail does; the others count nothing. */
const LIKE = 'pi '

/** Puts what each cut leaves right, and the ratios of the peer that does the like work, into the README. */
export function writePeerFigures(path, { machine, answers, times }) {
  write(path, [
    markdown(answerTable(answers)),
    `How many times as long pi takes for a log of this size, on ${machineText(machine)}:`,
    markdown(ratioTable(times, LIKE)),
  ])
}

/** Puts all tables of times into docs/peers.md. */
export function writePeerTimes(path, { machine, times }) {
  write(path, [
    `On ${machineText(machine)}; "a : b" is how many times as fast as a b is.`,
    ...times.map((part) => markdown(timeTable(part))),
  ])
}

const machineText = ({ cpu, cores, node, backend }) =>
  `${cpu}, ${cores} cores, Node ${node}, backend ${backend}`

/** Writes parts between the two comments of a Markdown file. */
function write(path, parts) {
  const text = readFileSync(path, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`Expected ${BEGIN} and ${END} in ${path}.`)
  writeFileSync(path, `${text.slice(0, begin + BEGIN.length)}\n${parts.join('\n\n')}\n${text.slice(end)}`)
}

function markdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
