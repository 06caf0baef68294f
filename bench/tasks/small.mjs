// Small outputs that fit, like most tool outputs. Here the time of one call matters, not the throughput.
import { ending } from '../corpus.mjs'
import { countByRegex, regexesFor } from '../rivals/regex.mjs'
import { asBuffer } from '../windows.mjs'

export const SMALL_NOTE =
  'All fit: the text is the input. The plainest JS counts lines, bytes and lines with one of 24 words, and gives one segment; it judges no line and checks no text for foreign notices.'

const SIZES = [200, 1024, 4096]
/** Number of different outputs of each size. They take turns, so that remembering the last one does not help. */
const VARIANTS = 64

/**
 * One cell per size and form, with its contenders and inputs. The rival is the simplest code that returns the counts of
 * the contract for an output that fits.
 */
export function smallCells({ truncate, errorPatterns }, log) {
  const regexes = regexesFor(errorPatterns)
  const forms = { string: (bytes) => asBuffer(bytes).utf8Slice(), Buffer: asBuffer }
  return Object.entries(forms).flatMap(([form, make]) =>
    SIZES.map((size) => ({
      input: `${size} B ${form}`,
      inputs: Array.from({ length: VARIANTS }, (_, i) => make(ending(log.subarray(i * 8192), size))),
      contenders: [
        { name: 'truncate', role: 'pith', run: (input) => truncate(input) },
        { name: 'plainest JS', role: 'rival', run: (input) => plainResult(input, regexes) },
      ],
    })),
  )
}

/** The fields on which both must agree. */
export const readSmall = ({ text, truncated, totalLines, totalBytes, outputBytes, keptBytes, gaps }) => ({
  text,
  truncated,
  totalLines,
  totalBytes,
  outputBytes,
  keptBytes,
  gaps,
})

function plainResult(input, regexes) {
  const text = typeof input === 'string' ? input : input.utf8Slice()
  const bytes = typeof input === 'string' ? Buffer.byteLength(text) : input.length
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  if (lines > 2000 || bytes > 30 * 1024) throw new Error('Expected an output that fits.')
  const segment = {
    startByte: 0,
    endByte: bytes,
    firstLine: 1,
    lastLine: lines,
    kind: 'head',
    exact: true,
    text,
  }
  return {
    text,
    truncated: false,
    totalLines: lines,
    totalBytes: bytes,
    outputLines: lines,
    outputBytes: bytes,
    outputTokens: Math.ceil(bytes / 4),
    keptLines: lines,
    keptBytes: bytes,
    segments: [segment],
    gaps: [],
    errors: { total: countByRegex(text, regexes) },
  }
}
