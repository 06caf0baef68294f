import { describe, expect, it } from 'vitest'
import { contentKindOf, SNIFFED_BYTES } from '../../src/tools/content-kind.ts'

describe('the kind of a content in a Buffer', () => {
  it.each([0, 1, 2, 3, 4, 5])('does not depend on where the Buffer begins in its memory: at %s', (offset) => {
    const memory = Buffer.alloc(SNIFFED_BYTES + 16, 'a')
    const text = memory.subarray(offset, offset + SNIFFED_BYTES)
    expect(contentKindOf(text)).toEqual({ kind: 'text', encoding: 'UTF-8' })
    for (const at of [0, 1, 2, 3, 4, 5000, SNIFFED_BYTES - 1]) {
      const binary = Buffer.from(memory).subarray(offset, offset + SNIFFED_BYTES)
      binary.fill(1, 100, 300)
      binary[at] = 0
      expect({ at, ...contentKindOf(binary) }).toEqual({ at, kind: 'binary' })
    }
  })
})
