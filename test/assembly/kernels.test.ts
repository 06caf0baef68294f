import { readFileSync } from 'node:fs'
import { instantiateSync } from '@assemblyscript/loader'
import { describe, expect, test } from 'vitest'
import { controlAt, plainTextEnd } from '../../src/core/clean/controls.ts'
import { stepsOf } from '../../src/core/scan/token-units.ts'
import { createRandom } from '../support/random.ts'
import { malformed, samples } from '../support/scan-cases.ts'
import { randomWeights } from '../support/token-weights.ts'
import { randomUnitCase } from '../support/unit-cases.ts'
import { unitsOfWindows } from '../support/unit-oracle.ts'

interface Kernels extends Record<string, unknown> {
  memory: WebAssembly.Memory
  stateAt: { value: number }
  windowAt: { value: number }
  countNewlines(ptr: number, len: number): number
  plainEnd(ptr: number, len: number): number
  encodeUnits(length: number): number
  unitsAt: { value: number }
  encodedAt: { value: number }
  floorBoundary(ptr: number, len: number, at: number): number
  scanWindow(length: number, hasTokens: number): void
  tokensAt: { value: number }
  tokenStepsAt: { value: number }
  resultAt: { value: number }
}

const MEMORY_END = 41 * 64 * 1024
const fileOf = (target: string) => readFileSync(new URL(`../../build/out/${target}.wasm`, import.meta.url))

// The loader gives the debug build an `abort` that throws what the assertion says.
const debug = () => instantiateSync<Kernels>(fileOf('debug')).exports
const release = () =>
  new WebAssembly.Instance(new WebAssembly.Module(fileOf('release'))).exports as unknown as Kernels

const weights = randomWeights(1)

function putWeights(kernels: Kernels): void {
  new Uint8Array(kernels.memory.buffer, kernels.tokensAt.value).set(weights.bytes)
  new Uint16Array(kernels.memory.buffer, kernels.tokenStepsAt.value).set(stepsOf(weights))
}

test('the release module imports nothing', () => {
  expect(WebAssembly.Module.imports(new WebAssembly.Module(fileOf('release')))).toEqual([])
})

describe.each([
  ['debug', debug()],
  ['release', release()],
])('the kernels of the %s module', (_target, kernels) => {
  const memory = new Uint8Array(kernels.memory.buffer)

  /** Puts bytes where one read past them, or one before them, leaves the memory and traps. */
  function* against(bytes: Uint8Array): Generator<number> {
    for (const ptr of [MEMORY_END - bytes.length, 0]) {
      memory.set(bytes, ptr)
      yield ptr
    }
  }

  test('count newlines of any length, up to the last byte of the memory', () => {
    for (const bytes of inputs()) {
      const expected = newlineEnds(bytes).length
      for (const ptr of against(bytes)) expect(kernels.countNewlines(ptr, bytes.length)).toBe(expected)
    }
  })

  test('count the newlines of more bytes than their accumulators hold at once', () => {
    memory.fill(0x0a, 0x190000, MEMORY_END)
    for (const length of [64 * 255 - 1, 64 * 255, 64 * 255 + 1, 64 * 511, MEMORY_END - 0x190000]) {
      expect(kernels.countNewlines(MEMORY_END - length, length)).toBe(length)
    }
  })

  test('find the first control of any text, at any length and alignment', () => {
    const random = createRandom(4)
    const odd = [0, 1, 7, 8, 9, 10, 13, 27, 31, 94, 91, 127, 0x80, 0x9b, 0xa0, 0xc2, 0xc3, 0xff]
    for (let length = 0; length < 1500; length++) {
      const rarity = random.pick([2, 8, 60, 500])
      const bytes = Uint8Array.from({ length: length % 300 }, () =>
        random.below(rarity) === 0 ? random.pick(odd) : 0x20 + random.below(90),
      )
      const expected = plainTextEnd(bytes, 0, bytes.length, true)
      for (const ptr of against(bytes)) {
        // Of a CR, a C2 or a caret at the end, the kernel does not know what follows.
        let at = kernels.plainEnd(ptr, bytes.length)
        while (at < bytes.length && controlAt(bytes, at, bytes.length, true) === false)
          at += 1 + kernels.plainEnd(ptr + at + 1, bytes.length - at - 1)
        expect(at, bytes.toString()).toBe(expected)
      }
    }
  })

  test('encode UTF-16 as the platform does, at any length and wherever halves of pairs stand', () => {
    const random = createRandom(2)
    const units = [
      0x61, 0x0a, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0xd800, 0xdbff, 0xdc00, 0xdfff,
    ]
    for (let length = 0; length < 2000; length++) {
      // Some of nothing but what is rare, some in which it is.
      const rarity = random.pick([1, 1, 4, 30])
      const pick = () => (random.below(rarity) === 0 ? random.pick(units) : 0x20 + random.below(90))
      const text = String.fromCharCode(...Array.from({ length: length % 100 }, pick))
      memory.fill(0xd8, kernels.unitsAt.value - 16, kernels.unitsAt.value + 4096)
      Buffer.from(memory.buffer, kernels.unitsAt.value).write(text, 'utf16le')
      const written = kernels.encodeUnits(text.length)
      const encoded = Buffer.from(memory.buffer, kernels.encodedAt.value, written)
      if (encoded.equals(new TextEncoder().encode(text))) continue
      expect(encoded.toString('hex'), JSON.stringify(text)).toBe(Buffer.from(text).toString('hex'))
    }
  })

  test('count token units as the oracle does, whatever lies behind the window', () => {
    putWeights(kernels)
    const { value: windowAt } = kernels.windowAt
    for (let seed = 0; seed < 150; seed++) {
      const { bytes } = randomUnitCase(seed)
      memory.fill(0, kernels.stateAt.value, windowAt).fill(0x0a, windowAt - 1, windowAt)
      memory.fill(0x78, windowAt, windowAt + bytes.length + 64).set(bytes, windowAt)
      kernels.scanWindow(bytes.length, 1)
      const units = new Int32Array(kernels.memory.buffer, kernels.resultAt.value, 6)[5]
      expect(units, `seed ${seed}`).toBe(unitsOfWindows(bytes, [bytes.length], weights).windows[0])
    }
  })

  test('move a cut back to where it splits no sequence', () => {
    for (const bytes of [...samples, ...malformed]) {
      for (const ptr of against(bytes)) {
        for (let at = 0; at <= bytes.length; at++) {
          const boundary = boundaries(bytes)
            .filter((b) => b <= at)
            .pop()
          expect(kernels.floorBoundary(ptr, bytes.length, at), Buffer.from(bytes).toString('hex')).toBe(
            boundary,
          )
        }
      }
    }
  })
})

test.each([
  ['debug', debug()],
  ['release', release()],
])('what lies behind a full window is in no fact of its last lines: %s', (_target, kernels) => {
  const memory = new Uint8Array(kernels.memory.buffer)
  const length = 256 * 1024
  putWeights(kernels)
  const facts = (behind: number, lastLine: number) => {
    memory.fill(0, kernels.stateAt.value, kernels.windowAt.value)
    memory.fill(0x67, kernels.windowAt.value, kernels.windowAt.value + length)
    memory[kernels.windowAt.value + length - lastLine - 1] = 0x0a
    memory.fill(behind, kernels.windowAt.value + length)
    kernels.scanWindow(length, 1)
    return memory.slice(kernels.stateAt.value, kernels.windowAt.value)
  }
  for (let lastLine = 0; lastLine <= 70; lastLine++) {
    expect(facts(0x7a, lastLine)).toEqual(facts(0x20, lastLine))
  }
})

test('a failed assertion of the debug module reads as a sentence with file and line', () => {
  const kernels = debug()
  const sentence = (what: string, file: string) => new RegExp(`${what}.* at .*${file}:\\d+:\\d+`)
  expect(() => kernels.countNewlines(0, MEMORY_END + 1)).toThrow(
    sentence('countNewlines: ptr and len must lie inside the memory', 'lines.ts'),
  )
  expect(() => kernels.floorBoundary(0, 4, 5)).toThrow(
    sentence('floorBoundary: at must lie between 0 and len', 'utf8.ts'),
  )
  expect(() => kernels.encodeUnits(128 * 1024 + 1)).toThrow(
    sentence('encodeUnits: length must lie between 0 and the room for units', 'utf16.ts'),
  )
  expect(() => kernels.scanWindow(-1, 0)).toThrow(
    sentence('scanWindow: length must lie between 0 and the window size', 'scan.ts'),
  )
})

/** Every length up to 200 and some round the edge of a block, a third of the bytes being newlines or not ASCII. */
function* inputs(): Generator<Uint8Array> {
  const random = createRandom(1)
  const kinds = [0x0a, 0x0a, 0x61, 0x62, 0x0d, 0xc3, 0xa9, 0xf0, 0x9f, 0x98]
  const lengths = [...Array(201).keys(), 2047, 2048, 2049, 2064, 4096, 4100]
  for (const length of lengths) yield Uint8Array.from({ length }, () => random.pick(kinds))
}

function newlineEnds(bytes: Uint8Array): number[] {
  return [...bytes.keys()].filter((at) => bytes[at] === 0x0a).map((at) => at + 1)
}

/** Offsets at which both parts decode to what the whole does. */
function boundaries(bytes: Uint8Array): number[] {
  const decode = (part: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(part)
  const whole = decode(bytes)
  return Array.from({ length: bytes.length + 1 }, (_, at) => at).filter(
    (at) => decode(bytes.subarray(0, at)) + decode(bytes.subarray(at)) === whole,
  )
}
