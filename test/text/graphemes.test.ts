import { describe, expect, inject, it } from 'vitest'
import { unicodeVersion } from '../../src/core/bytes/grapheme-table.ts'
import {
  advanceCodePoints,
  codePointFloor,
  countCodePoints,
  graphemeCeil,
  graphemeContextBytes,
  graphemeFloor,
  isGraphemeBoundary,
} from '../../src/core/bytes/graphemes.ts'
import { seedFor } from '../support/random.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array) => decoder.decode(bytes)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Offsets where decoding may be cut: the halves then decode to the same text as the whole. */
function decodeBoundaries(bytes: Uint8Array): number[] {
  const whole = decode(bytes)
  const offsets = Array.from({ length: bytes.length + 1 }, (_, offset) => offset)
  return offsets.filter((at) => decode(bytes.subarray(0, at)) + decode(bytes.subarray(at)) === whole)
}

/** The boundaries that Intl.Segmenter finds, as byte offsets. */
function graphemeBoundaries(bytes: Uint8Array): number[] {
  const text = decode(bytes)
  const starts = new Set(Array.from(segmenter.segment(text), ({ index }) => index)).add(text.length)
  return decodeBoundaries(bytes).filter((at) => starts.has(decode(bytes.subarray(0, at)).length))
}

const atOrBefore = (sorted: number[], offset: number) => sorted.findLast((at) => at <= offset) ?? 0
const atOrAfter = (sorted: number[], offset: number) => sorted.find((at) => at >= offset) ?? Number.NaN

/** Compares every answer at every byte offset with the oracles'. */
function expectSameCuts(bytes: Uint8Array, label: string): void {
  const graphemes = graphemeBoundaries(bytes)
  const codePoints = decodeBoundaries(bytes)
  const offsets = Array.from({ length: bytes.length + 1 }, (_, offset) => offset)
  const actual = offsets.map((at) => [
    graphemeFloor(bytes, at),
    graphemeCeil(bytes, at),
    isGraphemeBoundary(bytes, at),
    codePointFloor(bytes, at),
  ])
  const expected = offsets.map((at) => [
    atOrBefore(graphemes, at),
    atOrAfter(graphemes, at),
    graphemes.includes(at),
    atOrBefore(codePoints, at),
  ])
  expect(actual, `${label}: ${hex(bytes)}`).toEqual(expected)
}

const trials = inject('thorough') ? 600 : 150

function seeded(seed: number): (below: number) => number {
  let state = seedFor(seed)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const regional = ['\u{1F1E6}', '\u{1F1FF}']
// One or more of every class; all of them older than Unicode 15.1 and unchanged since.
const withoutRegional = [
  ...['a', ' ', '世', 'é', '\r', '\n', '\t', '\u00ad', '\u200b', '\u2028', '\ufeff', '\ufffd'],
  ...['\u0301', '\u0308', '\u200c', '\ufe0f', '\u200d', '\u200d', '\u{1F3FD}', '\u{E0062}', '\u{E007F}'],
  ...['\u0903', '\u0e33', '\u0600', '\u0d4e', '\u{110BD}'], // spacing marks; prepended
  ...['\u1100', '\ua960', '\u1160', '\u11a8', '\uac00', '\uac01'], // Hangul L, V, T, LV, LVT
  ...['😀', '👩', '👦', '❤', '©', '🏴'],
  ...['\u0915', '\u0937', '\u0c15', '\u094d', '\u094d', '\u0c4d', '\u093c'], // consonants, viramas, nukta
]
const alphabet = [...withoutRegional, ...regional, ...regional]
const malformed = [[0x80], [0xbf, 0x80], [0xc0], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0], [0xf4, 0x90]]
const pieces = alphabet.map((text) => encoder.encode(text))
const roughPieces = [...pieces, ...malformed.map((bytes) => Uint8Array.from(bytes))]

function concatenate(parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function randomBytes(random: (below: number) => number, from: Uint8Array[], count: number): Uint8Array {
  return concatenate(Array.from({ length: count }, () => from[random(from.length)]))
}

/** Clusters as UAX #29 and its test file cut them; each row is one text. */
const clusters = [
  ['\r\n', 'a'],
  ['\n', '\r'],
  ['\r', '\u0308'],
  ['a\u0308', '\n'],
  ['e\u0301\u0323', 'x'],
  ['\u1100\u1160\u11a8', '\u1100'],
  ['\uac00\u11a8', '\u1160'],
  ['\uac01\u11a8', '\uac00'],
  ['🇦🇧', '🇨🇩', '🇪', 'a'],
  ['a', '🇦🇧', '🇨', '\u200b', '🇩'],
  ['👨\u200d👩\u200d👧\u200d👦', '👍🏽', '1\ufe0f\u20e3'],
  ['❤\ufe0f\u200d🔥', 'a\u200d', '👩'],
  ['🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', '🏴\u200d☠\ufe0f'],
  ['\u0915\u094d\u0937', '\u0915\u094d\u200d\u0937', '\u0915\u094d\u200c', '\u0937'],
  ['\u0915\u093c\u094d\u0937\u094d\u0930', '\u0915\u0301', '\u0937', 'a\u094d', '\u0937'],
  ['\u0600a', '\u0600', '\n', 'b\u0903'],
]

describe('grapheme boundaries', () => {
  it.each(clusters.map((row) => [row]))('cuts %j between its clusters only', (row) => {
    const bytes = encoder.encode(row.join(''))
    const expected = [0]
    for (const cluster of row) expected.push(expected[expected.length - 1] + encoder.encode(cluster).length)
    const found = Array.from(bytes, (_, at) => at).filter((at) => isGraphemeBoundary(bytes, at))
    expect([...found, bytes.length]).toEqual(expected)
  })

  it('cuts every pair and the triples around a joiner as Intl.Segmenter does', () => {
    for (const first of alphabet)
      for (const second of alphabet) {
        expectSameCuts(encoder.encode(first + second), 'pair')
        expectSameCuts(encoder.encode(`${first}\u200d${second}`), 'joined pair')
      }
  })

  it('cuts random text as Intl.Segmenter does, at every byte offset', () => {
    for (let trial = 0; trial < trials; trial++) {
      const random = seeded(trial)
      expectSameCuts(randomBytes(random, pieces, 1 + random(14)), `trial ${trial}`)
    }
  })

  it('takes each maximal subpart of malformed bytes for one U+FFFD', () => {
    for (let trial = 0; trial < trials; trial++) {
      const random = seeded(10_000 + trial)
      expectSameCuts(randomBytes(random, roughPieces, 1 + random(14)), `trial ${trial}`)
      expectSameCuts(randomBytes(random, roughPieces.slice(-malformed.length), 6), `trial ${trial}`)
    }
  })

  it('moves an offset outside the bytes to the nearest end', () => {
    const bytes = encoder.encode('e\u0301')
    expect([graphemeFloor(bytes, -1), graphemeFloor(bytes, 99)]).toEqual([0, 3])
    expect([graphemeCeil(bytes, -1), graphemeCeil(bytes, 99)]).toEqual([0, 3])
    expect([codePointFloor(bytes, -1), codePointFloor(bytes, 99)]).toEqual([0, 3])
    expect([isGraphemeBoundary(bytes, -1), isGraphemeBoundary(bytes, 99)]).toEqual([false, false])
    expect(isGraphemeBoundary(new Uint8Array(0), 0)).toBe(true)
  })
})

describe('long clusters', () => {
  it.each([
    ['two-byte marks', 'a', '\u0301'],
    ['four-byte marks', '😀', '\u{E0100}'],
  ])('keeps a cluster of 32 code points whole with %s, and cuts a longer one', (_, base, mark) => {
    const before = 'z'.repeat(5)
    for (const marks of [1, 30, 31, 32, 33, 80]) {
      const bytes = encoder.encode(`${before}${base}${mark.repeat(marks)}z`)
      const start = before.length
      const markBytes = encoder.encode(mark).length
      const firstMark = start + encoder.encode(base).length
      const end = bytes.length - 1
      for (let depth = 1; depth <= marks; depth++) {
        const cut = firstMark + (depth - 1) * markBytes
        expect(graphemeFloor(bytes, cut), `${depth} of ${marks}`).toBe(depth < 32 ? start : cut)
        expect(graphemeFloor(bytes, cut + 1), `inside ${depth} of ${marks}`).toBe(depth < 32 ? start : cut)
        const ceil = Math.min(end, Math.max(cut, firstMark + 31 * markBytes))
        expect(graphemeCeil(bytes, cut), `${depth} of ${marks}`).toBe(ceil)
      }
    }
  })

  it('pairs regional indicators from the start of their run, however long it is', () => {
    const bytes = encoder.encode(`a${'🇦'.repeat(60)}`)
    for (let before = 0; before < 60; before++)
      expect(isGraphemeBoundary(bytes, 1 + before * 4), `after ${before}`).toBe(before % 2 === 0)
  })

  it('never cuts inside a cluster of up to 32 code points, nor misses a boundary beside one', () => {
    const marks = ['\u0301', '\u{E0100}', '\u200d', '\u094d', '\u0903', '\u1160'].map((t) =>
      encoder.encode(t),
    )
    const others = withoutRegional.map((text) => encoder.encode(text))
    for (let trial = 0; trial < 60; trial++) {
      const random = seeded(20_000 + trial)
      const runs = () => [randomBytes(random, others, 1 + random(3)), randomBytes(random, marks, random(45))]
      const bytes = concatenate([...runs(), ...runs(), ...runs()])
      const truth = graphemeBoundaries(bytes)
      for (const cut of decodeBoundaries(bytes)) {
        const start = atOrBefore(truth, cut)
        const end = atOrAfter(truth, cut)
        if (countCodePoints(bytes, start, atOrAfter(truth, start + 1)) > 32) continue
        const label = `trial ${trial} at ${cut}: ${hex(bytes)}`
        expect([graphemeFloor(bytes, cut), graphemeCeil(bytes, cut)], label).toEqual([start, end])
      }
    }
  })
})

describe('slices', () => {
  function expectSameInSlice(bytes: Uint8Array, offset: number, context: number, label: string): void {
    const begin = Math.max(0, offset - context)
    const slice = bytes.subarray(begin, offset + context)
    const answers = (from: Uint8Array, shift: number) =>
      [graphemeFloor, graphemeCeil, codePointFloor].map((cut) => shift + cut(from, offset - shift))
    const same = answers(slice, begin).every((answer, i) => answer === answers(bytes, 0)[i])
    if (!same)
      expect(answers(slice, begin), `${label} at ${offset}: ${hex(bytes)}`).toEqual(answers(bytes, 0))
  }

  it('give the answers of the whole input once they hold enough context', () => {
    const heavy = ['\u200d', '\u{1F3FD}', '\u{E0100}', '\u{E0100}', '👩', '🇦', '\u094d', '\u0915']
    const mix = [...heavy, ...heavy].map((text) => encoder.encode(text)).concat(roughPieces)
    for (let trial = 0; trial < 40; trial++) {
      const random = seeded(30_000 + trial)
      const from = trial % 2 === 0 ? mix : mix.slice(random(8), 8)
      const bytes = randomBytes(random, from, 200)
      for (let offset = 0; offset <= bytes.length; offset++)
        expectSameInSlice(bytes, offset, graphemeContextBytes + random(3), `trial ${trial}`)
    }
  })

  it('need no more context in the widest cluster there is', () => {
    const bytes = encoder.encode(`😀${'\u{E0100}'.repeat(90)}😀`)
    for (let offset = 0; offset <= bytes.length; offset++)
      expectSameInSlice(bytes, offset, graphemeContextBytes, 'marks')
    expect(() => {
      for (let offset = 0; offset <= bytes.length; offset++)
        expectSameInSlice(bytes, offset, graphemeContextBytes - 4, 'marks')
    }).toThrow()
  })
})

describe('code points', () => {
  it('are counted, and stepped over, as the decoder yields them', () => {
    const long = [...roughPieces, ...Array.from({ length: 20 }, () => encoder.encode('plain text'))]
    for (let trial = 0; trial < 300; trial++) {
      const random = seeded(40_000 + trial)
      const bytes = randomBytes(random, long, 1 + random(20))
      const cuts = decodeBoundaries(bytes)
      const start = cuts[random(cuts.length)]
      const end = start + random(bytes.length - start + 1)
      const label = `trial ${trial} from ${start} to ${end}: ${hex(bytes)}`
      expect(countCodePoints(bytes, start, end), label).toBe([...decode(bytes.subarray(start, end))].length)
      const further = cuts.slice(cuts.indexOf(start))
      for (const count of [0, 1, 2, 7, 8, 9, 30, 1000])
        expect(advanceCodePoints(bytes, start, count), label).toBe(further[count] ?? bytes.length)
    }
  })

  it('end with the bytes', () => {
    const bytes = encoder.encode('añb')
    expect(countCodePoints(bytes, 1, 99)).toBe(2)
    expect(countCodePoints(bytes, 4, 4)).toBe(0)
    expect(advanceCodePoints(bytes, 0, Infinity)).toBe(4)
  })
})

// Newer versions also change old characters (17 takes Extended_Pictographic from 673 of them), so a
// runtime with another version can't judge the table; the tests above hold for it all the same.
describe.runIf(process.versions.unicode === unicodeVersion)('every code point', () => {
  /** Checks each probe of `codePoints` in texts of 32 lines: the segmenter's time grows with a text's square. */
  function expectSameClusters(codePoints: number[], probe: (character: string) => string): void {
    for (let from = 0; from < codePoints.length; from += 32) {
      const characters = codePoints.slice(from, from + 32).map((codePoint) => String.fromCodePoint(codePoint))
      const text = characters.map((character) => `${probe(character)}\n`).join('')
      const bytes = encoder.encode(text)
      let at = 0
      const actual: string[] = []
      while (at < bytes.length) {
        const end = graphemeCeil(bytes, at + 1)
        actual.push(decode(bytes.subarray(at, end)))
        at = end
      }
      const expected = Array.from(segmenter.segment(text), ({ segment }) => segment)
      if (actual.join('|') !== expected.join('|')) expect(actual).toEqual(expected)
    }
  }

  /** Each code point in the deep suite; here each seventh. */
  const usualStep = inject('thorough') ? 1 : 7

  function codePointsIn(ranges: [number, number][], step = usualStep): number[] {
    const found: number[] = []
    for (const [first, last] of ranges)
      for (let codePoint = first; codePoint <= last; codePoint += step)
        if (codePoint < 0xd800 || codePoint > 0xdfff) found.push(codePoint)
    return found
  }

  it('joins a letter before and after it as Intl.Segmenter says', () => {
    const dense = codePointsIn([
      [0, 0x1ffff],
      [0xe0000, 0xe1fff],
    ])
    const sparse = codePointsIn([[0x20000, 0x10ffff]], 37 * usualStep)
    expectSameClusters([...dense, ...sparse, 0x10ffff], (character) => `a${character}a`)
  })

  // Left out: ideographs, Hangul syllables, private use and other large blocks of plain letters.
  const telling = codePointsIn([
    [0, 0x33ff],
    [0xa640, 0xabff],
    [0xd7a0, 0xd7ff],
    [0xfb00, 0xffff],
    [0x10a00, 0x11fff],
    [0x16a00, 0x16fff],
    [0x1bc00, 0x1bcff],
    [0x1cf00, 0x1d2ff],
    [0x1e000, 0x1e9ff],
    [0x1f000, 0x1ffff],
    [0xe0000, 0xe01ff],
  ])

  it.each<[string, (character: string) => string]>([
    ['a pictograph and a joiner', (c) => `😀\u200d${c}\n😀${c}\u200d😀\n${c}\u200d😀`],
    ['regional indicators', (c) => `🇦${c}🇦`],
    ['Hangul jamo', (c) => `\u1100${c}\u1100\n\u1160${c}\u1160\n\u11a8${c}\u11a8`],
    [
      'Indic conjuncts',
      (c) => `\u0915\u094d${c}\n${c}\u094d\u0915\n\u0915${c}\u0915\n\u0915\u094d${c}\u0915`,
    ],
  ])('behaves beside %s as Intl.Segmenter says', (_, probe) => {
    expectSameClusters(telling, probe)
  })
})
