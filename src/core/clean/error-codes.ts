/** Lengths of what a code consists of: capitals, then digits. */
const MOST_LETTERS = 4
const LEAST_DIGITS = 3

// Classes of a byte.
const DIGIT = 1
const CAPITAL = 2
const WORD = 4

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  return (
    (/[0-9]/.test(sign) ? DIGIT : 0) |
    (/[A-Z]/.test(sign) ? CAPITAL : 0) |
    (/\w/.test(sign) || byte >= 0x80 ? WORD : 0)
  )
})

/** True when two ranges have the same codes of errors, such as `TS2322` or `E0308`. Their digits are no count. */
export function haveSameCodes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): boolean {
  let i = aStart
  let j = bStart
  for (;;) {
    i = nextCode(a, i, aEnd)
    j = nextCode(b, j, bEnd)
    if (i === aEnd || j === bEnd) return i === aEnd && j === bEnd
    while (i < aEnd && j < bEnd && a[i] === b[j] && (CLASSES[a[i]] & WORD) !== 0) {
      i++
      j++
    }
    if (!isWordEnd(a, i, aEnd) || !isWordEnd(b, j, bEnd)) return false
  }
}

const isWordEnd = (bytes: Uint8Array, at: number, end: number): boolean =>
  at === end || (CLASSES[bytes[at]] & WORD) === 0

/** Where the first code from a word's start or end on begins; `end` if there is none. */
function nextCode(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; ) {
    const start = at
    at = runEnd(bytes, at, end, CAPITAL)
    const letters = at - start
    if (letters > 0 && letters <= MOST_LETTERS) {
      const digits = at
      at = runEnd(bytes, at, end, DIGIT)
      if (at - digits >= LEAST_DIGITS && isWordEnd(bytes, at, end)) return start
    }
    at = runEnd(bytes, at, end, WORD)
    while (at < end && (CLASSES[bytes[at]] & WORD) === 0) at++
  }
  return end
}

function runEnd(bytes: Uint8Array, from: number, end: number, kind: number): number {
  let at = from
  while (at < end && (CLASSES[bytes[at]] & kind) !== 0) at++
  return at
}
