import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../src/agents/mcp/lines.ts'
import { eventsOf } from '../../src/agents/mcp/sse.ts'

/** The bytes in pieces of these sizes, over and over. */
async function* pieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe('lines of a transport', () => {
  it('hold the same bytes as the stream, however it arrives', async () => {
    const text = fc.stringMatching(/^[ab\n\r]{0,40}$/)
    await fc.assert(
      fc.asyncProperty(text, sizes, fc.integer({ min: 1, max: 12 }), async (words, each, mostHeld) => {
        const found = []
        for await (const { kind, bytes } of linesOf(pieces(Buffer.from(words), each), mostHeld)) {
          if (kind === 'line') expect(bytes.indexOf('\n')).toBe(bytes.length - 1)
          found.push(bytes)
        }
        expect(Buffer.concat(found).toString()).toBe(words)
      }),
      { numRuns: 50 },
    )
  })

  it('are pieces where one is longer than may be held', async () => {
    const found = []
    for await (const { kind, bytes } of linesOf(pieces(Buffer.from(`${'x'.repeat(30)}\nshort\n`), [8]), 10))
      found.push([kind, bytes.length])
    expect(found.at(-1)).toEqual(['line', 6])
    expect(found.slice(0, -1).every(([kind]) => kind === 'piece')).toBe(true)
  })
})

describe('server-sent events', () => {
  it('are the same however they arrive, with any line ends', async () => {
    const event = fc.record({ id: fc.stringMatching(/^\w{1,4}$/), data: fc.stringMatching(/^[\wé :]{1,9}$/) })
    const end = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(fc.array(event), end, sizes, async (events, lf, each) => {
        const words = events
          .map(({ id, data }) => `: note${lf}id: ${id}${lf}data: ${data}${lf}${lf}`)
          .join('')
        const found = []
        for await (const one of eventsOf(pieces(Buffer.from(words), each))) found.push(one)
        expect(found).toEqual(events.map(({ id, data }) => ({ id, data })))
      }),
      { numRuns: 50 },
    )
  })
})
