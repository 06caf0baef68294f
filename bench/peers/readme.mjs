// The README's figures beside others, from a run's results.
import { readFileSync, writeFileSync } from 'node:fs'
import { answerTable, timeTable } from './tables.mjs'

const BEGIN = '<!-- figures of npm run bench:peers -- --readme -->'
const END = "<!-- end of peers' figures -->"

/** Puts the tables between the two comments of a Markdown file. */
export function writePeerFigures(path, { machine, answers, times }) {
  const text = readFileSync(path, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`Expected ${BEGIN} and ${END} in ${path}.`)
  const { cpu, cores, node, backend } = machine
  const figures = [
    markdown(answerTable(answers)),
    `A log cut in memory, ms, on ${cpu}, ${cores} cores, Node ${node}, backend ${backend}; "a : b" is how many times as fast as a b is:`,
    ...times.map((part) => markdown(timeTable(part))),
  ].join('\n\n')
  writeFileSync(path, `${text.slice(0, begin + BEGIN.length)}\n${figures}\n${text.slice(end)}`)
}

function markdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
