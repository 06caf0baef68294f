import { describe, expect, inject, it } from 'vitest'
import type { TruncateOptions } from '../src/options.ts'
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
import { attacks, documents, logs, type Sample, tiny } from './support/samples.ts'

/** The deep suite tries many more ways to cut. */
const thorough = inject('thorough')
const CUTS_APART = thorough ? 3 : 127
/** Each cut costs as much as its document is long. */
const MOST_CUTS = 3000

const cutApart = (sample: Sample, options: TruncateOptions, apart = 1, first = 0): void => {
  const step = thorough ? Math.ceil(sample.bytes.length / MOST_CUTS) : 31 * CUTS_APART
  expectSame(sample, options, cutsIntoTwo(sample.bytes.length, apart * step, first))
}

/**
 * Some of the sizes for each log and each set of options: any six logs in a row meet every size with both in the deep
 * suite, any six short ones with one elsewhere.
 */
const someLogs = logs()
  .filter(({ bytes }) => thorough || bytes.length < 60_000)
  .map((sample, nth) => ({ ...sample, nth }))
const isShortEnough = (size: number, { bytes }: Sample): boolean => size > 100 || bytes.length < 200_000

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

  /** Chunks are joined before anything is chosen, so the other options have a third of the cuts each, all together. */
  it.each(documents())('document $name: cuts into two', (sample) => {
    cutApart(sample, narrow)
    if (!thorough) return
    const others: TruncateOptions[] = [tight, { ...narrow, keep: 'head' }, { ...narrow, keep: 'tail' }]
    for (const [first, options] of others.entries()) cutApart(sample, options, others.length, first)
  })

  it('a log with characters of every length: cuts into two', () => {
    const line = (i: number) => `${i} é 漢 👍🏽 ${i % 20 === 7 ? 'error: x' : 'ok'}\n`
    const bytes = new TextEncoder().encode(Array.from({ length: 60 }, (_, i) => line(i)).join(''))
    expectSame({ name: 'log', bytes }, tight, cutsIntoTwo(bytes.length, thorough ? 1 : CUTS_APART))
  })

  it('each attack: cuts into two, and byte by byte', () => {
    for (const sample of attacks()) {
      expectSame(sample, tight, cutsIntoTwo(sample.bytes.length, CUTS_APART))
      expectSame(sample, tight, [everyByte(sample.bytes.length)])
    }
  })

  it.each(someLogs)('log $name: sizes of chunk', (sample) => {
    for (const [shift, options] of [narrow, ...(thorough ? [{}] : [])].entries()) {
      const isNext = (size: number, i: number) =>
        (i + sample.nth + shift) % 6 === 0 && isShortEnough(size, sample)
      const ways = CHUNK_SIZES.filter(isNext).map((size) => everyByte(sample.bytes.length, size))
      expectSame(sample, options, ways)
    }
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
