import { expect, it } from 'vitest'
import { kinds, ladder } from '../../../bench/page/src/speed/inputs.ts'

const sizes = [32, 256, 4096, 65_536]

it.each(Object.keys(kinds))(
  '%s: every size has the bytes that were asked for, and ends with a line',
  (kind) => {
    const inputs = ladder(kind, sizes)
    expect(inputs.map(({ length }) => length)).toEqual(sizes)
    for (const bytes of inputs) expect(bytes.at(-1)).toBe(0x0a)
    expect(inputs).toEqual(ladder(kind, sizes))
  },
)
