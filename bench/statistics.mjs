/** Median, minimum and maximum of some numbers. */
export function summary(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, min: sorted[0], max: sorted.at(-1) }
}

/** The smallest number that is not exceeded by a given share (0 to 1) of the numbers. */
export function quantile(numbers, share) {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

/**
 * How many times as fast `ours` is as each other row, by name. This is the median of the ratios of single rounds,
 * because a busy moment of the machine affects both sides of such a ratio.
 */
export function ratiosTo(ours, rows) {
  const ratio = (rounds) => summary(rounds.map((ms, i) => ms / ours.rounds[i])).median
  const others = rows.filter((row) => row !== ours)
  return Object.fromEntries(others.map(({ name, rounds }) => [name, ratio(rounds)]))
}

/** Wilson's interval of 95 % for a share: its lowest and highest likely value. */
export function wilson(hits, trials) {
  const z = 1.96
  const share = hits / trials
  const scale = 1 + (z * z) / trials
  const centre = (share + (z * z) / (2 * trials)) / scale
  const reach = (z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))) / scale
  return [Math.max(0, centre - reach), Math.min(1, centre + reach)]
}

/** The entries of a list by a key, in the order in which keys come first. */
export function grouped(list, keyOf) {
  const groups = new Map()
  for (const each of list) {
    const key = keyOf(each)
    const own = groups.get(key)
    if (own) own.push(each)
    else groups.set(key, [each])
  }
  return groups
}
