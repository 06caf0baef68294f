import { lowerBound } from '../text/binary-search.ts'
import { lastLfBefore, nextLf } from '../text/lines.ts'

/** Consecutive whole lines that are kept while the stream goes on. */
export interface Run {
  startByte: number
  /** Offset after the last line's LF. Bytes that are not copied yet are still in `HeldBytes`. */
  endByte: number
  /** 1-indexed line of the first byte. */
  firstLine: number
  /** The bytes copied so far are `bytes[0, length)`. */
  bytes: Uint8Array
  length: number
  /** True if `bytes` are a view of bytes that never change, so that nobody copies them. */
  isView: boolean
  /** Errors of the input before the run. */
  errorsBefore: number
  /** Offsets of the evidence of the errors in the run. */
  matches: number[]
  /** How many more lines the run takes. */
  linesLeft: number
}

const NO_BYTES = new Uint8Array(0)

export function newRun(startByte: number, firstLine: number, errorsBefore: number): Run {
  return {
    startByte,
    endByte: startByte,
    firstLine,
    bytes: NO_BYTES,
    length: 0,
    isView: false,
    errorsBefore,
    matches: [],
    linesLeft: 0,
  }
}

/** Gives a run all its bytes at once, as a view. */
export function showIn(run: Run, bytes: Uint8Array): void {
  run.bytes = bytes
  run.length = bytes.length
  run.isView = true
}

/** Appends a copy of the bytes that follow. */
export function appendTo(run: Run, bytes: Uint8Array): void {
  // Most runs are copied once. One call does it, whatever kind of view the bytes are.
  if (run.length === 0) {
    run.bytes = new Uint8Array(bytes)
    run.length = bytes.length
    return
  }
  run.isView = false
  const length = run.length + bytes.length
  if (length > run.bytes.length) {
    const grown = new Uint8Array(Math.max(length, 2 * run.bytes.length))
    grown.set(run.bytes.subarray(0, run.length))
    run.bytes = grown
  }
  run.bytes.set(bytes, run.length)
  run.length = length
}

/** The number and the bytes of the last whole lines in `bytes`, at most `most` lines. */
export function linesBack(
  bytes: Uint8Array,
  startsLine: boolean,
  most: number,
): { lines: number; bytes: number } {
  let lines = 0
  let from = bytes.length
  while (lines < most && from > 0) {
    const lf = lastLfBefore(bytes, from - 1)
    if (lf < 0 && !startsLine) break
    from = lf + 1
    lines++
  }
  return { lines, bytes: bytes.length - from }
}

/** The lines of a list of runs, in order. */
export interface RunLines {
  /** Offset in the input of each line. */
  readonly starts: Float64Array
  /** Length of each, LF included. */
  readonly lengths: Uint32Array
  /** Index of the first line of each run. The last entry is the number of lines. */
  readonly firstOf: Uint32Array
}

/** Room is first made for lines of this many bytes, and doubled when the lines turn out to be shorter. */
const LINE_BYTES = 24

/** The lines of runs, by the offset of each LF of the input. A last line without LF is known by the run's end. */
export function knownLinesOf(runs: readonly Run[], lineEnds: Uint32Array): RunLines {
  const firstOf = new Uint32Array(runs.length + 1)
  for (let k = 0; k < runs.length; k++) {
    const { firstLine, startByte, endByte } = runs[k]
    const ended = lowerBound(lineEnds, endByte)
    const isOpen = endByte > startByte && (ended === 0 || lineEnds[ended - 1] !== endByte - 1)
    firstOf[k + 1] = firstOf[k] + ended - (firstLine - 1) + (isOpen ? 1 : 0)
  }
  const starts = new Float64Array(firstOf[runs.length])
  const lengths = new Uint32Array(starts.length)
  for (let k = 0; k < runs.length; k++) {
    let start = runs[k].startByte
    let line = runs[k].firstLine - 1
    for (let i = firstOf[k]; i < firstOf[k + 1]; i++, line++) {
      const stop = line < lineEnds.length ? lineEnds[line] + 1 : runs[k].endByte
      starts[i] = start
      lengths[i] = stop - start
      start = stop
    }
  }
  return { starts, lengths, firstOf }
}

/** Finds the lines of runs whose bytes are all copied. */
export function linesOf(runs: readonly Run[]): RunLines {
  const most = runs.reduce((sum, { length }) => sum + 1 + length / LINE_BYTES, 0)
  let starts = new Float64Array(most)
  let lengths = new Uint32Array(most)
  const firstOf = new Uint32Array(runs.length + 1)
  let count = 0
  for (let k = 0; k < runs.length; k++) {
    const { bytes, length, startByte } = runs[k]
    firstOf[k] = count
    for (let at = 0; at < length; count++) {
      if (count === starts.length) {
        starts = grown(starts, new Float64Array(2 * count + 1))
        lengths = grown(lengths, new Uint32Array(2 * count + 1))
      }
      const lf = nextLf(bytes, at)
      const end = lf < 0 || lf >= length ? length : lf + 1
      starts[count] = startByte + at
      lengths[count] = end - at
      at = end
    }
  }
  firstOf[runs.length] = count
  return { starts: starts.subarray(0, count), lengths: lengths.subarray(0, count), firstOf }
}

function grown<Numbers extends Float64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

/**
 * Splits a run into runs of wanted lines. If the run's last line is wanted, the last of them takes as many more lines.
 */
export function sliceRun(run: Run, index: number, lines: RunLines, wanted: Uint8Array): Run[] {
  const slices: Run[] = []
  const first = lines.firstOf[index]
  const end = lines.firstOf[index + 1]
  for (let from = first; from < end; from++) {
    if (wanted[from] === 0) continue
    let to = from
    while (to < end && wanted[to] === 1) to++
    const startByte = lines.starts[from]
    const endByte = to < end ? lines.starts[to] : run.endByte
    const firstMatch = lowerBound(run.matches, startByte)
    const slice = newRun(startByte, run.firstLine + from - first, run.errorsBefore + firstMatch)
    slice.matches = run.matches.slice(firstMatch, lowerBound(run.matches, endByte))
    const bytes = run.bytes.subarray(startByte - run.startByte, endByte - run.startByte)
    if (run.isView) showIn(slice, bytes)
    else appendTo(slice, bytes)
    slice.endByte = endByte
    if (to === end) slice.linesLeft = run.linesLeft
    slices.push(slice)
    from = to
  }
  return slices
}
