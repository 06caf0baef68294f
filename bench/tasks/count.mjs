import { countBySwar } from '../rivals/swar.mjs'
import { asBuffer, scan, scanRaw } from '../windows.mjs'

const LF = 0x0a

/** Counts the ends of lines. */
export function countTask({ wasm, js, kernels }) {
  const contenders = [
    { name: 'js scanner', role: 'js', run: (bytes) => countWith(js, bytes) },
    { name: 'Buffer.indexOf loop', role: 'rival', run: (bytes) => countByIndexOf(asBuffer(bytes)) },
    { name: 'SWAR on a Uint32Array', role: 'rival', run: countBySwar },
    { name: 'byte loop', role: 'rival', run: countByLoop },
    {
      name: 'latin1 + split',
      role: 'rival',
      run: (bytes) => asBuffer(bytes).latin1Slice().split('\n').length - 1,
    },
    { name: 'latin1 + match(/\\n/g)', role: 'rival', run: (bytes) => countByRegex(asBuffer(bytes)) },
  ]
  if (wasm) {
    contenders.unshift(
      { name: 'wasm kernel + copy', role: 'wasm', run: (bytes) => countRaw(kernels, bytes) },
      { name: 'wasm scanner', role: 'scanner', run: (bytes) => countWith(wasm, bytes) },
    )
  }
  return {
    name: 'newline count',
    unit: 'GB/s',
    groups: ['size', 'kind'],
    compare: ['Buffer.indexOf loop', 'SWAR on a Uint32Array'],
    expected: (_bytes, { lines }) => ({ all: lines }),
    note: 'The scanners find code points, malformed UTF-8, CR, ESC and NUL in the same pass; the kernel and the rivals do not.',
    contenders,
  }
}

/**
 * The same on bytes that are already in the module's memory: nothing is copied, and the rivals read the same bytes. The
 * instance is used for nothing else, because the bytes overwrite its memory.
 */
export function residentTask(kernels) {
  const { buffer: memory } = kernels.memory
  const contenders = [
    {
      name: 'wasm kernel',
      role: 'wasm',
      run: (_, { ptr, resident }) => kernels.countNewlines(ptr, resident.length),
    },
    { name: 'Buffer.indexOf loop', role: 'rival', run: (_, { buffer }) => countByIndexOf(buffer) },
    { name: 'SWAR on a Uint32Array', role: 'rival', run: (_, { resident }) => countBySwar(resident) },
    { name: 'byte loop', role: 'rival', run: (_, { resident }) => countByLoop(resident) },
  ]
  return {
    name: 'newline count, resident',
    unit: 'GB/s',
    groups: ['size', 'kind'],
    takes: (bytes) => bytes.length >= 2048 && bytes.length <= memory.byteLength / 2,
    compare: ['Buffer.indexOf loop', 'SWAR on a Uint32Array'],
    argument: (bytes) => {
      const ptr = (memory.byteLength - bytes.length - 64) & ~63
      const resident = new Uint8Array(memory, ptr, bytes.length)
      resident.set(bytes)
      return { ptr, resident, buffer: asBuffer(resident) }
    },
    expected: (_bytes, { lines }) => ({ all: lines }),
    note: 'No copy for anyone: all read the same bytes of the module’s memory.',
    contenders,
  }
}

const countWith = (scanner, bytes) => scan(scanner, bytes, () => false).newlines

function countRaw(kernels, bytes) {
  let count = 0
  scanRaw(kernels, bytes, (ptr, length) => {
    count += kernels.countNewlines(ptr, length)
    return false
  })
  return count
}

function countByLoop(bytes) {
  let count = 0
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF) count++
  return count
}

function countByIndexOf(buffer) {
  let count = 0
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) count++
  return count
}

const countByRegex = (buffer) => buffer.latin1Slice().match(/\n/g)?.length ?? 0
