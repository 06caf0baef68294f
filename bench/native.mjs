// The upper bound: the same count as the resident kernel's, by AVX2 code from a C compiler, in a process of its own.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sink, warmUp } from './measure.mjs'
import { summary } from './statistics.mjs'

const WARM_UP_MS = 30
const compiler = process.env.CC ?? 'cc'
const source = fileURLToPath(new URL('native/newlines.c', import.meta.url))

/**
 * GB/s of the kernel and of native code, measured in turns for each input, with its bytes already in memory. Empty
 * without a C compiler (`$CC`, else `cc`) or without AVX2.
 *
 * @param {{ name: string, bytes: Uint8Array }[]} inputs
 */
export function measureNative(kernels, inputs, { rounds, roundMs }) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-native-'))
  try {
    const program = join(folder, 'newlines')
    spawnSync(compiler, ['-O3', '-mavx2', '-o', program, source])
    if (spawnSync(program, ['0'], { input: '' }).status !== 0) return []
    return inputs.map(({ name, bytes }) => {
      return { input: name, ...inTurns(kernels, bytes, program, rounds, roundMs) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function inTurns(kernels, bytes, program, rounds, roundMs) {
  const ptr = (kernels.memory.buffer.byteLength - bytes.length - 64) & ~63
  new Uint8Array(kernels.memory.buffer, ptr, bytes.length).set(bytes)
  const run = () => kernels.countNewlines(ptr, bytes.length)
  warmUp([{ run }], bytes, undefined, WARM_UP_MS)
  const rates = { wasm: [], native: [] }
  for (let round = -1; round < rounds; round++) {
    const { stdout } = spawnSync(program, [String(roundMs)], { input: bytes, encoding: 'utf8' })
    const [lines, native] = stdout.split(' ').map(Number)
    const start = performance.now()
    let runs = 0
    let taken = 0
    for (; taken < roundMs; taken = performance.now() - start, runs += 100)
      for (let i = 0; i < 100; i++) sink.value = run()
    assert.equal(lines, sink.value)
    if (round < 0) continue
    rates.native.push(native)
    rates.wasm.push((bytes.length * runs) / taken / 1e6)
  }
  const shares = rates.wasm.map((rate, i) => rate / rates.native[i])
  return { wasm: summary(rates.wasm), native: summary(rates.native), share: summary(shares).median }
}
