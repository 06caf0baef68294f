import { lineFacts } from '../scan/line-facts.ts'
import { type Scanner, type ScanSession, WINDOW_BYTES } from '../scan/scanner.ts'
import type { LineTable } from './line-table.ts'
import { knownLinesOf, linesOf, type Run, type RunLines } from './run.ts'

const LF = 0x0a
const SCANNED_BYTES = 1024

/** The lines of runs, with shape and opening of each. */
export interface ReadRuns {
  lines: RunLines
  shapes: Uint32Array
  openings: Uint32Array
}

/** The lines of runs, from the table of the scan where there is one. */
export const linesIn = (runs: readonly Run[], scanner: Scanner, table: LineTable | undefined): ReadRuns =>
  table?.isWhole ? readTable(runs, table) : readRuns(runs, scanner)

/** The lines of runs that are in the table, but for a last line without LF. */
function readTable(runs: readonly Run[], table: LineTable): ReadRuns {
  const lines = knownLinesOf(runs, table.ends)
  const count = lines.starts.length
  const read = { lines, shapes: new Uint32Array(count), openings: new Uint32Array(count) }
  for (let k = 0; k < runs.length; k++) {
    let line = runs[k].firstLine - 1
    for (let i = lines.firstOf[k]; i < lines.firstOf[k + 1]; i++, line++) {
      if (line >= table.ends.length) readRun(runs[k], k, read, i)
      else {
        read.shapes[i] = table.shapes[line]
        read.openings[i] = table.openings[line]
      }
    }
  }
  return read
}

function readRuns(runs: readonly Run[], scanner: Scanner): ReadRuns {
  const lines = linesOf(runs)
  const count = lines.starts.length
  const read = { lines, shapes: new Uint32Array(count), openings: new Uint32Array(count) }
  const bytes = runs.reduce((sum, { length }) => sum + length, 0)
  // The kernel is faster for all but the shortest runs.
  const scan = scanner.backend === 'wasm' && bytes >= SCANNED_BYTES
  if (scan) scanRuns(runs, read, scanner.open({ lines: true }))
  else for (let k = 0; k < runs.length; k++) readRun(runs[k], k, read)
  return read
}

function readRun(
  run: Run,
  index: number,
  { lines, shapes, openings }: ReadRuns,
  from = lines.firstOf[index],
): void {
  for (let i = from; i < lines.firstOf[index + 1]; i++) {
    const at = lines.starts[i] - run.startByte
    const { shape, opening } = lineFacts(run.bytes, at, contentEnd(run.bytes, at, at + lines.lengths[i]))
    shapes[i] = shape
    openings[i] = opening
  }
}

/** Reads facts with the kernel, as many runs at once as its window holds: no fact of a line depends on other lines. */
function scanRuns(runs: readonly Run[], read: ReadRuns, session: ScanSession): void {
  const { firstOf } = read.lines
  for (let k = 0; k < runs.length; ) {
    const first = k
    let length = 0
    let isWhole = true
    while (k < runs.length && isWhole && length + runs[k].length <= WINDOW_BYTES) {
      const { bytes, length: runLength } = runs[k++]
      session.window().set(bytes.subarray(0, runLength), length)
      length += runLength
      isWhole = bytes[runLength - 1] === LF
    }
    if (k === first) {
      readRun(runs[k], k, read)
      k++
      continue
    }
    const { lineShapes, lineOpenings, newlines } = session.advance(length)
    read.shapes.set(lineShapes.subarray(0, newlines), firstOf[first])
    read.openings.set(lineOpenings.subarray(0, newlines), firstOf[first])
    if (!isWhole) {
      const { lastLineShape, lastLineOpening } = session.finish()
      read.shapes[firstOf[k] - 1] = lastLineShape
      read.openings[firstOf[k] - 1] = lastLineOpening
    }
    session.rewind()
  }
}

/** Where a line ends without its LF. */
export const contentEnd = (bytes: Uint8Array, start: number, stop: number): number =>
  stop > start && bytes[stop - 1] === LF ? stop - 1 : stop
