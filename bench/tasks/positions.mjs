import { countLines, lineEnd } from '../oracle.mjs'
import { asBuffer, scan, scanRaw } from '../windows.mjs'

const LF = 0x0a
const BLOCK_BYTES = 2048

/** Finds the end of the line at nine tenths of the input. The speed counts the bytes up to there. */
export function positionsTask({ wasm, js, kernels }) {
  const contenders = [
    { name: 'js scanner', role: 'js', run: (bytes, n) => endByFacts(js, bytes, n) },
    { name: 'Buffer.indexOf loop', role: 'rival', run: (bytes, n) => endByIndexOf(asBuffer(bytes), n) },
    { name: 'latin1 + split', role: 'rival', run: endBySplit },
    { name: 'latin1 + /\\n/g', role: 'rival', run: endByRegex },
  ]
  if (wasm) {
    contenders.unshift(
      { name: 'wasm kernel + copy', role: 'wasm', run: (bytes, n) => endByKernel(kernels, bytes, n) },
      { name: 'wasm scanner', role: 'scanner', run: (bytes, n) => endByFacts(wasm, bytes, n) },
    )
  }
  return {
    name: 'end of line n',
    unit: 'GB/s',
    groups: ['size'],
    takes: ({ length }) => [32 * 1024, 2 * 1024 * 1024].includes(length),
    compare: ['Buffer.indexOf loop'],
    argument: (bytes) => Math.floor(countLines(bytes) * 0.9),
    expected: (bytes, _facts, n) => ({ all: lineEnd(bytes, n) }),
    bytesOf: lineEnd,
    note: 'The scanners find all their facts on the way; the kernel and the rivals do not.',
    contenders,
  }
}

/** Skips windows, then blocks, by their counts. Reads only the last block byte by byte. */
function endByFacts(scanner, bytes, n) {
  let left = n
  let end = -1
  scan(scanner, bytes, (facts, part) => {
    if (facts.newlines < left) {
      left -= facts.newlines
      return false
    }
    let block = 0
    while (facts.blockNewlines[block] < left) left -= facts.blockNewlines[block++]
    let at = block * BLOCK_BYTES
    while (left > 0) if (part[at++] === LF) left--
    end = facts.startByte + at
    return true
  })
  return end
}

function endByKernel(kernels, bytes, n) {
  let left = n
  let end = -1
  scanRaw(kernels, bytes, (ptr, length, offset) => {
    const found = kernels.nthNewline(ptr, length, left)
    if (found < 0) {
      left -= kernels.countNewlines(ptr, length)
      return false
    }
    end = offset + found
    return true
  })
  return end
}

function endByIndexOf(bytes, n) {
  let at = -1
  for (let left = n; left > 0; left--) at = bytes.indexOf(LF, at + 1)
  return at + 1
}

// One character per byte is the fastest decoding, and the only one whose indices are byte offsets.
function endBySplit(bytes, n) {
  const lines = asBuffer(bytes).latin1Slice().split('\n', n)
  let end = 0
  for (const line of lines) end += line.length + 1
  return end
}

function endByRegex(bytes, n) {
  const text = asBuffer(bytes).latin1Slice()
  const regex = /\n/g
  for (let left = n; left > 0; left--) regex.test(text)
  return regex.lastIndex
}
