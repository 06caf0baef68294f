import type { Random } from '../random.ts'
import { type Generator, lines, name, number, oneIn, path, skewed, word, words } from './parts.ts'

// CSV, TSV, tables of blanks and of bars, and lists of files.

function cell(random: Random): string {
  const turn = random.below(9)
  if (turn === 0) return ''
  if (turn === 1) return `"${words(random).replaceAll('"', '""')}, ${word(random)}"`
  if (turn === 2) return `"a\n${words(random).replaceAll('"', '')}\r\nb ""c"" "`
  return turn < 5 ? number(random) : word(random)
}

function separated(random: Random, bytes: number, comma: string): string {
  const width = 2 + skewed(random, 40)
  const isRagged = oneIn(random, 4)
  const header = Array.from({ length: width }, (_, at) => `${word(random).replaceAll(comma, '')}_${at}`)
  return `${header.join(comma)}\n${lines(random, bytes, () => {
    const cells = isRagged && oneIn(random, 9) ? skewed(random, 80) : width
    return Array.from({ length: cells }, () => cell(random)).join(comma)
  })}`
}

export const csv: Generator = (random, bytes) => separated(random, bytes, random.pick([',', ',', ';', '|']))
export const tsv: Generator = (random, bytes) => separated(random, bytes, '\t')

/** Columns of a width, out of which cells stand now and then. */
export const table: Generator = (random, bytes) => {
  const widths = Array.from({ length: 2 + skewed(random, 10) }, () => 4 + skewed(random, 30))
  const row = (make: (at: number) => string) => widths.map((width, at) => make(at).padEnd(width)).join('  ')
  const header = row((at) => `COL${at}`)
  return `${header}\n${lines(random, bytes, () =>
    oneIn(random, 30) ? words(random, 40) : row(() => random.pick([word, number, name])(random)),
  )}`
}

/** Rows between bars, as databases print them. */
export const bars: Generator = (random, bytes) => {
  const width = 2 + skewed(random, 12)
  const row = () => `| ${Array.from({ length: width }, () => word(random).padEnd(8)).join(' | ')} |`
  const rule = `+${'-'.repeat(10)}`.repeat(width)
  return `${rule}+\n${row()}\n${rule}+\n${lines(random, bytes, row)}${rule}+\n`
}

const MODES = [
  '-rw-r--r--',
  'drwxr-xr-x',
  'lrwxrwxrwx',
  '-rwsr-xr-t+',
  'crw-rw----',
  'srwx------.',
  '-?????????',
]

export const ls: Generator = (random, bytes) => {
  const folders = oneIn(random, 3)
  return `${folders ? '.:\n' : ''}total ${random.below(9999)}\n${lines(random, bytes, () => {
    if (folders && oneIn(random, 25)) return `\n./${path(random)}:\ntotal ${random.below(99)}`
    const day = random.pick(['Mar  3 10:00', 'Jan 31  2024', '2026-01-02 10:11'])
    return `${random.pick(MODES)} ${1 + skewed(random, 99)} ${word(random)} root ${number(random).padStart(8)} ${day} ${name(random)}`
  })}`
}
