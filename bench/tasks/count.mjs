import { countLines } from '../oracle.mjs'
import { asBuffer, scan, scanRaw } from '../windows.mjs'

const LF = 0x0a

/**
 * How many lines end. The scanners find code points, malformed UTF-8 and CR, ESC, NUL in the same pass; the rivals do
 * not, nor does the bare kernel, which is here to show what that costs.
 */
export function countTask({ wasm, js, kernels }) {
  const contenders = [
    { name: 'js scanner', role: 'js', run: (bytes) => countWith(js, bytes) },
    { name: 'js byte loop', role: 'rival', run: countLines },
    { name: 'Buffer.indexOf loop', role: 'rival', run: (bytes) => countByIndexOf(asBuffer(bytes)) },
    { name: 'Uint8Array.indexOf loop', role: 'rival', run: countByIndexOf },
    {
      name: 'decode utf8 + split',
      role: 'rival',
      run: (bytes) => asBuffer(bytes).utf8Slice().split('\n').length - 1,
    },
    {
      name: 'decode utf8 + match(/\\n/g)',
      role: 'rival',
      run: (bytes) => asBuffer(bytes).utf8Slice().match(/\n/g).length,
    },
  ]
  if (wasm) {
    contenders.unshift(
      { name: 'wasm scanner', role: 'wasm', run: (bytes) => countWith(wasm, bytes) },
      { name: 'wasm countNewlines alone', role: 'kernel', run: (bytes) => countRaw(kernels, bytes) },
    )
  }
  return {
    name: 'newline count',
    unit: 'GB/s',
    expected: (bytes) => ({ all: countLines(bytes) }),
    bytesOf: (bytes) => bytes.length,
    contenders,
  }
}

const countWith = (scanner, bytes) => scan(scanner, undefined, bytes, () => false).newlines

function countRaw(kernels, bytes) {
  let count = 0
  scanRaw(kernels, bytes, (ptr, length) => {
    count += kernels.countNewlines(ptr, length)
    return false
  })
  return count
}

function countByIndexOf(bytes) {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++
  return count
}
