/**
 * Index of the first of `length` elements for which `isBefore` is false. Those for which it is true must come first.
 */
export function partition(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the first element that is at least `value`. Calls no function for each step, because it runs for each line. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
