/** Code points as sorted, disjoint, inclusive ranges in one flat list: lo, hi, lo, hi, … */
export type CodePoints = readonly number[]

export const MAX_CODE_POINT = 0x10ffff
/** Above this code point, no letter has a case. */
const LAST_CASED = 0x1e943

export const digits: CodePoints = [0x30, 0x39]
export const wordCharacters: CodePoints = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
export const spaces: CodePoints = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f,
  0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
]
export const notLineFeed: CodePoints = [0, 0x09, 0x0b, MAX_CODE_POINT]

/** Union of ranges in any order, overlapping or not. */
export function union(ranges: readonly number[]): CodePoints {
  if (ranges.length <= 2) return ranges
  const pairs: [number, number][] = []
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i], ranges[i + 1]])
  pairs.sort((a, b) => a[0] - b[0])
  const out: number[] = []
  for (const [lo, hi] of pairs) {
    const last = out.length - 1
    if (last > 0 && lo <= out[last] + 1) out[last] = Math.max(out[last], hi)
    else out.push(lo, hi)
  }
  return out
}

export function complement(set: CodePoints): CodePoints {
  const out: number[] = []
  let from = 0
  for (let i = 0; i < set.length; i += 2) {
    if (set[i] > from) out.push(from, set[i] - 1)
    from = set[i + 1] + 1
  }
  if (from <= MAX_CODE_POINT) out.push(from, MAX_CODE_POINT)
  return out
}

/** The part of `set` from `lo` to `hi`, moved down by `offset`. */
export function slice(set: CodePoints, lo: number, hi: number, offset = 0): CodePoints {
  const out: number[] = []
  for (let i = 0; i < set.length && set[i] <= hi; i += 2) {
    if (set[i + 1] >= lo) out.push(Math.max(set[i], lo) - offset, Math.min(set[i + 1], hi) - offset)
  }
  return out
}

export function has(set: CodePoints, codePoint: number): boolean {
  for (let i = 0; i < set.length && set[i] <= codePoint; i += 2) {
    if (codePoint <= set[i + 1]) return true
  }
  return false
}

/**
 * Adds the other case of each letter. ASCII letters pair only with ASCII; others only if both cases are one code point.
 */
export function withBothCases(ranges: readonly number[]): CodePoints {
  const out = [...ranges]
  for (let i = 0; i < ranges.length; i += 2) {
    addShifted(out, ranges[i], ranges[i + 1], 0x41, 0x5a, 0x20)
    addShifted(out, ranges[i], ranges[i + 1], 0x61, 0x7a, -0x20)
    const last = Math.min(ranges[i + 1], LAST_CASED)
    for (let codePoint = Math.max(ranges[i], 0x80); codePoint <= last; codePoint++) addCases(out, codePoint)
  }
  return union(out)
}

function addShifted(out: number[], lo: number, hi: number, first: number, last: number, by: number): void {
  if (lo <= last && hi >= first) out.push(Math.max(lo, first) + by, Math.min(hi, last) + by)
}

function addCases(out: number[], codePoint: number): void {
  const text = String.fromCodePoint(codePoint)
  for (const other of [text.toLowerCase(), text.toUpperCase(), text.toUpperCase().toLowerCase()]) {
    const pair = other.codePointAt(0) ?? 0
    if (other !== text && pair >= 0x80 && other.length === String.fromCodePoint(pair).length) {
      out.push(pair, pair)
    }
  }
}

export const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
