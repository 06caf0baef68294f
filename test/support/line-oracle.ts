// The facts about lines, computed with regular expressions and big integers. Shares no code with the product.

export interface OracleLine {
  /** Offset of its LF, or the input's length for the text after the last LF. */
  end: number
  shape: number
  head: number
}

/** The lines of `bytes`. The last one is the text after the last LF. */
export function linesOf(bytes: Uint8Array): OracleLine[] {
  let end = -1
  return Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .map((line) => {
      end += line.length + 1
      return { end, shape: shapeOf(line), head: openingOf(line) }
    })
}

function shapeOf(line: string): number {
  let sum = 0n
  for (const sign of line.slice(0, 64).replaceAll(/[0-9A-Fa-f]/g, '')) {
    sum += BigInt.asIntN(16, BigInt(sign.charCodeAt(0)) ** 2n) ** 2n
  }
  return Number(BigInt.asUintN(31, avalanche(BigInt.asUintN(32, sum))))
}

function avalanche(sum: bigint): bigint {
  const first = BigInt.asUintN(32, (sum ^ (sum >> 16n)) * 0x7feb352dn)
  const second = BigInt.asUintN(32, (first ^ (first >> 15n)) * 0x846ca68bn)
  return second ^ (second >> 16n)
}

const LABEL = /^(?:#\d+ \d*\.\d* |\[[-./:\d_a-z]+\] |@[^ ]*: )/
const NAME_AND_BAR = /^[A-Za-z][^\t |]* +\|/
const JOB_AND_STEP = /^[A-Za-z][^\t|]*\t[^\t|]*\t/
const STAMP = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^ ]{0,23} /
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape character that is meant
const BLANK_OR_COLOUR = /^(?:[ \t]|\x1b\[[0-9;:]*m)/

/** Length of the label before a line. It lies within 64 bytes. */
function labelOf(line: string): number {
  const front = line.slice(0, 64)
  const label = LABEL.exec(front)?.[0].length
  if (label !== undefined) return label
  const name = NAME_AND_BAR.exec(front)?.[0].length ?? 0
  if (name > 0) return name < line.length ? name : 0
  const columns = JOB_AND_STEP.exec(front)?.[0].length
  const time = columns === undefined ? undefined : /^(?:\xef..)?(?=\d)/s.exec(line.slice(columns))
  return columns === undefined || !time ? 0 : columns + time[0].length
}

function openingOf(line: string): number {
  const label = labelOf(line)
  // A skipped prefix must end within 64 bytes, so this looks no further.
  const front = line.slice(label, label + 64)
  let skipped = STAMP.exec(front)?.[0].length ?? 0
  for (;;) {
    const next = BLANK_OR_COLOUR.exec(front.slice(skipped))
    if (next === null) break
    skipped += next[0].length
  }
  return Buffer.from(`${line.slice(label + skipped, label + skipped + 4)}\0\0\0\0`, 'latin1').readUInt32LE()
}
