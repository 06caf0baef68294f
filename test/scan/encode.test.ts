import fc from 'fast-check'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { encodeText } from '../../src/core/scan/encode.ts'
import * as instance from '../../src/core/scan/instance.ts'

const backend = inject('backend')
/** The deep suite goes through every place and more cases. */
const thorough = inject('thorough')
const PIECE_UNITS = 64 * 1024

/** So long that it goes through the kernel, and so that its first unit tells that it is not ASCII. */
const ROOM = 'é'.padEnd(600, '.')

/** What ends or begins in the middle of a pair, and its neighbours. */
const units = ['a', '\n', '\x7f', '\x80', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\ufffd']
const halves = ['\ud800', '\udbff', '\udc00', '\udfff']
const parts = [...units, ...halves, '😀', '\u{10000}', '\u{10ffff}']

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

function encoded(text: string, encode = encodeText): Uint8Array[] {
  const pieces: Uint8Array[] = []
  encode(text, backend, (bytes) => pieces.push(bytes.slice()))
  return pieces
}

function expectSame(text: string, encode = encodeText): void {
  const actual = Buffer.concat(encoded(text, encode))
  const expected = Buffer.from(new TextEncoder().encode(text))
  if (actual.equals(expected)) return
  expect(actual.toString('hex'), JSON.stringify(text.slice(-100))).toBe(expected.toString('hex'))
}

test('any text has the bytes that the platform gives', () => {
  const unit = fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 3 }))
  const texts = fc.array(unit, { maxLength: 60 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, fc.boolean(), (text, isLong) => expectSame(isLong ? ROOM + text + text : text)),
    { numRuns: thorough ? 20_000 : 150 },
  )
})

test('every two parts have the bytes that the platform gives, wherever in a vector they stand', () => {
  for (const first of parts) {
    for (const second of parts) {
      for (let before = 0; before < 18; before += thorough ? 1 : 5) {
        expectSame(`${ROOM}${'.'.repeat(before)}${first}${second}`)
        if (thorough) expectSame(`${ROOM}${'é'.repeat(before)}${first}${second}${'中'.repeat(before)}`)
      }
    }
  }
})

test.each([
  ['ASCII', 'a'],
  ['text that is not ASCII', 'é'],
])('a pair is not torn at any place round the edge of a piece of %s', (_name, unit) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (const part of ['😀', '😀😀', '\ud83d😀', '😀\ude00', '\ud83d', '\ude00\ud83d']) {
    for (let before = PIECE_UNITS - 4; before <= PIECE_UNITS + 1; before++) {
      const text = `${unit.repeat(before)}${part}${unit.repeat(40)}`
      expectSame(text)
      const decoded = Array.from(encoded(text), (piece) => decoder.decode(piece))
      expect(decoded.join('')).toBe(new TextDecoder().decode(new TextEncoder().encode(text)))
    }
  }
})

test('a text that ends in the edge of a piece, or has nothing at all, has no piece too many', () => {
  expect(encoded('')).toEqual([])
  for (const length of [PIECE_UNITS - 1, PIECE_UNITS, 2 * PIECE_UNITS]) {
    expect(encoded('é'.repeat(length))).toHaveLength(Math.ceil(length / PIECE_UNITS))
  }
})

test('a text that turns out not to be ASCII after the places that are looked at has all its bytes', () => {
  for (const place of [1, PIECE_UNITS - 1, PIECE_UNITS, PIECE_UNITS + 1, 3 * PIECE_UNITS - 2]) {
    expectSame(`${'a'.repeat(place)}中${'b'.repeat(3 * PIECE_UNITS)}`)
  }
})

describe('where the kernel can not be used, the platform encodes', () => {
  const text = `${ROOM}中\ud800`

  test('without a Buffer', async () => {
    vi.stubGlobal('Buffer', undefined)
    vi.resetModules()
    const fresh = await import('../../src/core/scan/encode.ts')
    const pieces: Uint8Array[] = []
    fresh.encodeText(text, backend, (bytes) => pieces.push(bytes.slice()))
    expect(pieces).toEqual([new TextEncoder().encode(text)])
  })

  test.runIf(backend === 'wasm')('when it traps', async () => {
    const kernels = instance.instantiate()
    const trapping = { ...kernels, encodeUnits: vi.fn(() => trap()) }
    vi.resetModules()
    vi.doMock('../../src/core/scan/instance.ts', () => ({ sharedKernels: () => trapping }))
    const fresh = await import('../../src/core/scan/encode.ts')
    expectSame(text, fresh.encodeText)
    expect(trapping.encodeUnits).toHaveBeenCalledTimes(1)
    vi.doUnmock('../../src/core/scan/instance.ts')
  })
})

test.runIf(backend === 'wasm')(
  'long text that is not ASCII goes through the kernel, other text does not',
  async () => {
    const kernels = instance.instantiate()
    if (kernels === undefined) throw new Error('WebAssembly is not to be had here.')
    const encodeUnits = vi.fn(kernels.encodeUnits)
    vi.resetModules()
    vi.doMock('../../src/core/scan/instance.ts', () => ({
      sharedKernels: () => ({ ...kernels, encodeUnits }),
    }))
    const fresh = await import('../../src/core/scan/encode.ts')
    expectSame('é', fresh.encodeText)
    expectSame('a'.repeat(100_000), fresh.encodeText)
    expect(encodeUnits).not.toHaveBeenCalled()
    expectSame(ROOM, fresh.encodeText)
    expect(encodeUnits).toHaveBeenCalledWith(ROOM.length)
    vi.doUnmock('../../src/core/scan/instance.ts')
  },
)

function trap(): never {
  throw new WebAssembly.RuntimeError('unreachable')
}
