// Least squares of relative errors within bounds, by coordinate descent. In each round, larger errors get more weight.

const ROUNDS = 10
const STEPS = 150
const ENOUGH = 3e-4
/** An error of this size keeps its weight. */
const USUAL = 0.05
/** A row that only must not be too low may be too low by this much. */
const FLOOR = 0.12

/**
 * @param {import('./model.mjs').Variable[]} variables
 * @param {{ features: Float64Array, weight: number, isFloor: boolean }[]} rows what each variable adds to the ratio of
 *   estimate and truth; with `isFloor` only an estimate that is too low is wrong
 * @param {Map<number, number>} fixed values that must not change, by the variable's index
 * @returns {number[]} a value for each variable
 */
export function solve(variables, rows, fixed = new Map()) {
  const values = variables.map(({ prior }, i) => fixed.get(i) ?? prior)
  const errors = rows.map(({ features }) => 1 - dot(features, values))
  const columns = variables.map((_, i) => columnOf(rows, i))
  for (let round = 0; round < ROUNDS; round++) {
    const weights = rows.map((row, i) => weightOf(row, errors[i]))
    for (let step = 0; step < STEPS; step++) {
      let moved = 0
      for (let i = 0; i < variables.length; i++) {
        if (!fixed.has(i))
          moved = Math.max(moved, descend(variables[i], i, values, columns[i], weights, errors, rows))
      }
      if (moved < ENOUGH) break
    }
  }
  return values
}

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0)

function columnOf(rows, variable) {
  const column = []
  rows.forEach(({ features }, row) => {
    if (features[variable] > 0) column.push([row, features[variable]])
  })
  return column
}

function weightOf({ weight, isFloor }, error) {
  if (isFloor) return weight
  const tooLow = error > USUAL ? 1.3 : 1
  return weight * tooLow * Math.min(4, Math.max(0.5, Math.abs(error) / USUAL))
}

function descend({ prior, pull, least, most }, index, values, column, weights, errors, rows) {
  let slope = -pull * (values[index] - prior)
  let curve = pull
  for (const [row, amount] of column) {
    const wrong = rows[row].isFloor ? Math.max(0, errors[row] - FLOOR) : errors[row]
    slope += weights[row] * amount * wrong
    if (wrong !== 0) curve += weights[row] * amount * amount
  }
  const next = Math.min(most, Math.max(least, values[index] + slope / curve))
  const change = next - values[index]
  if (change !== 0) for (const [row, amount] of column) errors[row] -= amount * change
  values[index] = next
  return Math.abs(change)
}
