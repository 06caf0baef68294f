import { describe, it } from 'vitest'
import { CHUNK_SIZES, cutsIntoTwo, everyByte, expectSame, narrow, tight } from '../support/chunks.ts'
import { documents, logs, type Sample } from '../support/samples.ts'

describe('chunking never shows in a result, every cut', () => {
  it('a log with characters of every length: every cut into two', () => {
    const text = Array.from(
      { length: 60 },
      (_, i) => `${i} é 漢 👍🏽 ${i % 20 === 7 ? 'error: x' : 'ok'}\n`,
    ).join('')
    const bytes = new TextEncoder().encode(text)
    expectSame({ name: 'log', bytes }, tight, cutsIntoTwo(bytes.length))
  })

  it.each(documents())('document $name: every cut into two', (sample) => {
    for (const options of [
      narrow,
      tight,
      { ...narrow, keep: 'head' as const },
      { ...narrow, keep: 'tail' as const },
    ]) {
      expectSame(sample, options, cutsIntoTwo(sample.bytes.length))
    }
  })

  /** A third of the sizes for each log and each set of options, so that all logs together meet every size. */
  it.each(logs().map((sample, nth) => ({ ...sample, nth })))('log $name: sizes of chunk', (sample) => {
    for (const [shift, options] of [narrow, {}].entries()) {
      const ways = CHUNK_SIZES.filter(
        (size, i) => (i + sample.nth + shift) % 3 === 0 && isShortEnough(size, sample),
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
