import { DEAD, END, HIT } from './determinise.mjs'

// Writes an automaton's rows as what distinguishes each from an earlier row. assembly/tables.ts reads them. Rows come in
// the order of a search that goes deep first, so that the letters of a word follow each other.

/** Stands for the end of the line. LF is in no line. */
const END_SIGN = 0x0a

const isSmallLetter = (symbol) => symbol >= 0x61 && symbol <= 0x7a
const isOtherWord = (symbol) => (symbol >= 0x30 && symbol <= 0x39) || (symbol >= 0x41 && symbol <= 0x5a)

/** Where a column stands: neighbours often lead to the same state. */
function rankOf(symbol) {
  if (isSmallLetter(symbol)) return symbol
  if (isOtherWord(symbol)) return 0x1000 + symbol
  if (symbol < 0x20) return 0x5000 + symbol
  if (symbol < 0x80) return 0x2000 + symbol
  return symbol === END ? 0x3000 : 0x4000 + symbol
}

/** The automaton with its columns in the order of their signs: one symbol of each. */
export function ordered({ states, columns, classOf, next }) {
  const signs = new Array(columns).fill(-1)
  classOf.forEach((column, symbol) => {
    if (signs[column] < 0 || rankOf(symbol) < rankOf(signs[column])) signs[column] = symbol
  })
  const order = Array.from(signs.keys()).sort((a, b) => rankOf(signs[a]) - rankOf(signs[b]))
  const placeOf = []
  order.forEach((column, place) => {
    placeOf[column] = place
  })
  const cells = Array.from({ length: states }, (_, state) =>
    order.map((column) => next[state * columns + column]),
  )
  return {
    states,
    columns,
    classOf: classOf.map((column) => placeOf[column]),
    signs: order.map((column) => (signs[column] === END ? END_SIGN : signs[column])),
    rows: cells,
  }
}

/** What a change of cells leads to. Others are the numbers of states, plus 3. */
const NEXT_STATE = 0
const TO_HIT = 1
const TO_DEAD = 2
const FIRST_STATE = 3

/** What a row is written from: the row that its parent's row suggests, none, or an earlier row. */
const SUGGESTED = 0
const NO_ROW = 1
const FIRST_ROW = 2

/** The lists of numbers that make the rows again: for each row its base and number of changes; for each change its first column's sign, how many columns follow, and the target. */
export function writtenRows({ states, signs, rows }) {
  const written = { bases: [], counts: [], signs: [], lengths: [], targets: [] }
  const number = new Int32Array(states).fill(-1)
  const place = new Int32Array(states).fill(-1)
  const suggestion = new Int32Array(states).fill(-1)
  const done = []
  const open = [0]
  let numbered = 1
  number[0] = 0
  while (open.length > 0) {
    const state = open.pop()
    const row = rows[state]
    const base = bestBase(row, rows, done, suggestion[state])
    const baseRow = base < 0 ? undefined : rows[base]
    const list = changes(row, baseRow)
    if (base >= 0 && base === suggestion[state]) written.bases.push(SUGGESTED)
    else written.bases.push(base < 0 ? NO_ROW : FIRST_ROW + done.length - 1 - place[base])
    written.counts.push(list.length)
    const fresh = []
    for (const { first, length } of list) {
      const target = row[first]
      const isNew = target >= 0 && number[target] < 0
      if (isNew) {
        number[target] = numbered++
        fresh.push(target)
        const similar = baseRow === undefined ? -1 : baseRow[first]
        if (baseRow !== undefined) suggestion[target] = similar >= 0 && place[similar] >= 0 ? similar : 0
      }
      written.signs.push({ sign: signs[first], column: first })
      written.lengths.push(length - 1)
      written.targets.push(isNew ? NEXT_STATE : codeOf(target, number))
    }
    place[state] = done.push(state) - 1
    open.push(...fresh.reverse())
  }
  return written
}

function codeOf(target, number) {
  if (target === HIT) return TO_HIT
  return target === DEAD ? TO_DEAD : FIRST_STATE + number[target]
}

/** Runs of columns whose cells have one target that differs from the base's. */
function changes(row, base, most = Infinity) {
  const list = []
  for (let column = 0; column < row.length && list.length <= most; ) {
    const first = column
    const isChanged = (at) => base === undefined || base[at] !== row[at]
    while (column < row.length && row[column] === row[first] && isChanged(column)) column++
    if (column > first) list.push({ first, length: column - first })
    else column++
  }
  return list
}

/** A suggested base needs no number, so it may need one change more. */
function bestBase(row, rows, done, suggested) {
  let best = -1
  let least = changes(row, undefined).length
  for (let i = done.length - 1; i >= 0 && least > 1; i--) {
    const count = changes(row, rows[done[i]], least).length
    if (count >= least) continue
    least = count
    best = done[i]
  }
  if (suggested < 0) return best
  return changes(row, rows[suggested]).length <= least + 1 ? suggested : best
}
