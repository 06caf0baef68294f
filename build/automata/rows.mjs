import { DEAD, END, HIT } from './determinise.mjs'

// Writes an automaton's rows as what distinguishes each from an earlier row. assembly/tables.ts reads them. Rows come in
// the order of a search that goes deep first, so that the letters of a word follow each other.

/** Stands for the end of the line. LF is in no line. */
const END_SIGN = 0x0a

const isSmallLetter = (symbol) => symbol >= 0x61 && symbol <= 0x7a
const isOtherWord = (symbol) => (symbol >= 0x30 && symbol <= 0x39) || (symbol >= 0x41 && symbol <= 0x5a)

/** Where a column stands: neighbours often lead to the same state. */
export function rankOf(symbol) {
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

// A change of cells has a step, which is a sum. Most steps need no other number.

/** No other change of the row follows. */
const IS_LAST = 1
/** It is for more than one column: a length follows. */
const IS_RUN = 2
/** What it leads to: a state that is new, a hit, nothing, or a state that is known, whose number follows. */
const TO_NEXT = 0
const TO_HIT = 4
const TO_DEAD = 8
const TO_STATE = 12
/** In a row's first step, what the row is written from: the row that its parent's row suggests, none, or an earlier row, whose number follows. */
const FROM_SUGGESTED = 0
const FROM_NONE = 16
const FROM_ROW = 32

/** The lists of numbers that make the rows again. */
export function writtenRows({ states, signs, rows }) {
  const written = { steps: [], bases: [], lengths: [], targets: [], signs: [] }
  const recent = []
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
    let from = base < 0 ? FROM_NONE : base === suggestion[state] ? FROM_SUGGESTED : FROM_ROW
    if (from === FROM_ROW) written.bases.push(done.length - 1 - place[base])
    const fresh = []
    for (const [i, { first, length }] of list.entries()) {
      const target = row[first]
      const to = wayTo(target, number)
      if (to === TO_NEXT) {
        number[target] = numbered++
        fresh.push(target)
        const similar = baseRow === undefined ? -1 : baseRow[first]
        if (baseRow !== undefined) suggestion[target] = similar >= 0 && place[similar] >= 0 ? similar : 0
      }
      written.signs.push({ sign: signs[first], column: first })
      if (length > 1) written.lengths.push(length - 2)
      if (to === TO_STATE) written.targets.push(recentRank(number[target], recent, numbered))
      written.steps.push(from + to + (length > 1 ? IS_RUN : 0) + (i === list.length - 1 ? IS_LAST : 0))
      from = 0
    }
    place[state] = done.push(state) - 1
    open.push(...fresh.reverse())
  }
  return written
}

function wayTo(target, number) {
  if (target === HIT) return TO_HIT
  if (target === DEAD) return TO_DEAD
  return number[target] < 0 ? TO_NEXT : TO_STATE
}

/** How recently a change led back to the state. If none did, the numbers after those ranks stand for states, the newest first. */
function recentRank(state, recent, numbered) {
  const rank = recent.indexOf(state)
  const code = rank >= 0 ? rank : recent.length + numbered - 1 - state
  if (rank >= 0) recent.splice(rank, 1)
  recent.unshift(state)
  return code
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
