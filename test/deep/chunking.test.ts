import { describe, it } from 'vitest'
import { CHUNK_SIZES, cutsIntoTwo, everyByte, expectSame, narrow, tight } from '../support/chunks.ts'
import { documents, logs, type Sample } from '../support/samples.ts'

/** Each cut costs as much as its document is long. */
const MOST_CUTS = 3000

describe('chunking never shows in a result, every cut', () => {
  it('a log with characters of every length: every cut into two', () => {
    const text = Array.from(
      { length: 60 },
      (_, i) => `${i} é 漢 👍🏽 ${i % 20 === 7 ? 'error: x' : 'ok'}\n`,
    ).join('')
    const bytes = new TextEncoder().encode(text)
    expectSame({ name: 'log', bytes }, tight, cutsIntoTwo(bytes.length))
  })

  /** Chunks are joined before anything is chosen, so the other options have a third of the cuts each, all together. */
  it.each(documents())('document $name: cuts into two, every one of a short document', (sample) => {
    expectSame(sample, narrow, cutsIntoTwo(sample.bytes.length, Math.ceil(sample.bytes.length / MOST_CUTS)))
    for (const [first, options] of [
      tight,
      { ...narrow, keep: 'head' as const },
      { ...narrow, keep: 'tail' as const },
    ].entries()) {
      const step = 3 * Math.ceil(sample.bytes.length / MOST_CUTS)
      expectSame(sample, options, cutsIntoTwo(sample.bytes.length, step, first))
    }
  })

  /** A sixth of the sizes for each log and each set of options. Any six logs in a row meet every size with both. */
  it.each(logs().map((sample, nth) => ({ ...sample, nth })))('log $name: sizes of chunk', (sample) => {
    for (const [shift, options] of [narrow, {}].entries()) {
      const ways = CHUNK_SIZES.filter(
        (size, i) => (i + sample.nth + shift) % 6 === 0 && isShortEnough(size, sample),
      )
      expectSame(
        sample,
        options,
        ways.map((size) => everyByte(sample.bytes.length, size)),
      )
    }
  })
})

const isShortEnough = (size: number, { bytes }: Sample): boolean => size > 100 || bytes.length < 200_000
