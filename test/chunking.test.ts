import { describe, expect, inject, it } from 'vitest'
import { createCollector, truncate, truncateStream } from './support/checked.ts'
import {
  CHUNK_SIZES,
  cutsIntoThree,
  cutsIntoTwo,
  everyByte,
  expectSame,
  narrow,
  PAIRS_APART,
  tight,
} from './support/chunks.ts'
import { attacks, documents, logs, tiny } from './support/samples.ts'

/** Every cut in the deep suite; here so many bytes apart. */
const CUTS_APART = inject('thorough') ? 3 : 61

/** Every short log and size in the deep suite; here every third of both. */
const everyThird = <T>(all: readonly T[]): T[] => all.filter((_, i) => inject('thorough') || i % 3 === 0)
const shortLogs = everyThird(logs().filter(({ bytes }) => bytes.length < 60_000))
const chunkSizes = everyThird(CHUNK_SIZES)

function enqueueAll(controller: ReadableStreamDefaultController, chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) controller.enqueue(chunk)
  controller.close()
}

describe('chunking never shows in a result', () => {
  it.each(tiny)('$name: cuts into three', (sample) => {
    expectSame(sample, tight, cutsIntoThree(sample.bytes.length, PAIRS_APART))
  })

  it.each(tiny)('$name: byte by byte under each keep', (sample) => {
    for (const keep of ['head', 'tail', 'ends'] as const) {
      for (const maxBytes of [1, 5, 12, 30, 60]) {
        expectSame(sample, { keep, maxBytes, maxLines: 3 }, [everyByte(sample.bytes.length)])
      }
    }
  })

  it.each(documents())('document $name: cuts into two', (sample) => {
    expectSame(sample, narrow, cutsIntoTwo(sample.bytes.length, 31 * CUTS_APART))
  })

  it('each attack: cuts into two, and byte by byte', () => {
    for (const sample of attacks()) {
      expectSame(sample, tight, cutsIntoTwo(sample.bytes.length, CUTS_APART))
      expectSame(sample, tight, [everyByte(sample.bytes.length)])
    }
  })

  it.each(shortLogs)('log $name: sizes of chunk', (sample) => {
    const ways = chunkSizes.map((size) => everyByte(sample.bytes.length, size))
    expectSame(sample, narrow, ways)
  })

  it('a window, a ring and a carry end where no line does, at every power of two', () => {
    const line = 'a line of a log that goes on and on 👍🏽\n'
    const bytes = new TextEncoder().encode(line.repeat(15_000))
    const sizes = [65_535, 65_536, 65_537, 262_143, 262_144, 262_145]
    const ways = sizes.map((size) => everyByte(bytes.length, size))
    expectSame({ name: 'log', bytes }, { maxBytes: 3000 }, ways)
  })

  it('strings may split a surrogate pair, and a half that stays alone becomes U+FFFD', () => {
    const collector = createCollector({})
    for (const half of ['a\ud83d', '\udc4d', '\ud83d', 'b', '\udc4d', '\ud83d']) collector.write(half)
    expect(collector.end().text).toBe('a👍\uFFFDb\uFFFD\uFFFD')
  })

  it('a waiting half is ended by bytes and not by an empty chunk', () => {
    const waiting = createCollector({})
    for (const chunk of ['\ud83d', '', '\udc4d']) waiting.write(chunk)
    expect(waiting.end().text).toBe('👍')
    const ended = createCollector({})
    for (const chunk of ['\ud83d', Uint8Array.of(0x61), '\udc4d']) ended.write(chunk)
    expect(ended.end().text).toBe('\uFFFDa\uFFFD')
  })

  it('streams of every kind give what the whole input gives', async () => {
    const text = Array.from({ length: 3000 }, (_, i) => `line ${i} 👍🏽\n`).join('')
    const bytes = new TextEncoder().encode(text)
    const options = { maxLines: 20, maxBytes: 2000 }
    const expected = truncate(bytes, options)
    const halves = [bytes.subarray(0, 20_001), bytes.subarray(20_001)]
    expect(
      await truncateStream(
        new ReadableStream({ start: (controller) => enqueueAll(controller, halves) }),
        options,
      ),
    ).toEqual(expected)
    expect(await truncateStream(new Blob([bytes]), options)).toEqual(expected)
    const strings = (async function* () {
      for (let at = 0; at < text.length; at += 1023) yield text.slice(at, at + 1023)
    })()
    expect(await truncateStream(strings, options)).toEqual(expected)
  })
})
