import { DEAD } from './determinise.mjs'

/** The automaton with the fewest states and columns that gives the same answers. */
export function minimised(automaton) {
  const { states, columns, next } = automaton
  let of = new Int32Array(states)
  let size = 1
  for (;;) {
    const finer = partition(states, (state) => {
      const row = next.slice(state * columns, (state + 1) * columns)
      return `${of[state]};${row.map((target) => (target < 0 ? target : of[target]))}`
    })
    if (finer.size === size) break
    ;({ of, size } = finer)
  }
  return renumbered(automaton, withoutDead(automaton, of), size)
}

function partition(states, keyOf) {
  const known = new Map()
  const of = new Int32Array(states)
  for (let state = 0; state < states; state++) {
    const key = keyOf(state)
    if (!known.has(key)) known.set(key, known.size)
    of[state] = known.get(key)
  }
  return { of, size: known.size }
}

/** By state, its part; DEAD for the part that never leads elsewhere. */
function withoutDead({ states, columns, next }, of) {
  const leaves = new Set()
  for (let cell = 0; cell < states * columns; cell++) {
    const part = of[Math.floor(cell / columns)]
    if (next[cell] !== DEAD && (next[cell] < 0 || of[next[cell]] !== part)) leaves.add(part)
  }
  return of.map((part, state) => (state === 0 || leaves.has(part) ? part : DEAD))
}

/** Takes one state of each part, in the order in which a search from the first one finds them. */
function renumbered({ states, columns, classOf, next }, partOf, size) {
  const some = new Int32Array(size).fill(-1)
  for (let state = states - 1; state >= 0; state--) if (partOf[state] >= 0) some[partOf[state]] = state
  const targetOf = (part, column) => {
    const target = next[some[part] * columns + column]
    return target < 0 ? target : partOf[target]
  }
  const parts = Array.from(some.keys()).filter((part) => some[part] >= 0)
  const columnOf = mergedColumns(columns, (column) => parts.map((part) => targetOf(part, column)).join())
  const kept = Array.from({ length: Math.max(...columnOf) + 1 }, (_, merged) => columnOf.indexOf(merged))
  const order = new Int32Array(size).fill(-1)
  const found = [partOf[0]]
  order[found[0]] = 0
  for (const part of found) {
    for (const column of kept) {
      const target = targetOf(part, column)
      if (target >= 0 && order[target] < 0) order[target] = found.push(target) - 1
    }
  }
  const rows = found.flatMap((part) => kept.map((column) => targetOf(part, column)))
  return {
    states: found.length,
    columns: kept.length,
    classOf: Array.from(classOf, (column) => columnOf[column]),
    next: rows.map((target) => (target < 0 ? target : order[target])),
  }
}

function mergedColumns(columns, keyOf) {
  const known = new Map()
  return Array.from({ length: columns }, (_, column) => {
    const key = keyOf(column)
    if (!known.has(key)) known.set(key, known.size)
    return known.get(key)
  })
}
