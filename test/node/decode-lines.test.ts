import { expect, it } from 'vitest'
import { decodeLines } from '../../src/host/decode-lines.ts'
import { createRandom } from '../support/random.ts'

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

it('bytes are decoded as by a decoder, wherever they begin and whatever they hold', () => {
  for (let seed = 0; seed < 600; seed++) {
    const random = createRandom(seed)
    const rare = random.pick([2, 20, 200])
    const parts = Array.from({ length: random.below(300) }, () =>
      random.below(rare) === 0
        ? random.pick([
            [0xc3, 0xa9],
            [0xf0, 0x9f, 0x91, 0x8d],
            [0xe2, 0x82],
            [0xff],
            [0xef, 0xbb, 0xbf],
            [0xed, 0xa0, 0x80],
          ])
        : random.pick([[0x0a], [0x0d, 0x0a], [0x61], Array<number>(random.below(400)).fill(0x62)]),
    )
    const start = random.below(5)
    const bytes = Uint8Array.from([...Array<number>(start).fill(0xe2), ...parts.flat()]).subarray(start)
    expect(decodeLines(bytes) === decode(bytes), `seed ${seed}`).toBe(true)
  }
})
