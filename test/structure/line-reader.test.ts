import { expect, it } from 'vitest'
import { LineReader } from '../../src/structure/line-reader.ts'

it('a line of over 8 KiB is read the same, whatever its chunks', () => {
  const bytes = new TextEncoder().encode(`${'x'.repeat(8191)}\rmore\n`)
  const seen = [bytes.length, 8192, 8193, 1000].map((step) => {
    const lines: string[] = []
    const kind = {
      sorts: ['lines'],
      rank: () => 0,
      line: (line: { bytes: Uint8Array }) => lines.push(new TextDecoder().decode(line.bytes)) > 0,
      end: () => true,
    }
    const reader = new LineReader(kind, 1 << 20)
    for (let at = 0; at < bytes.length; at += step) reader.write(bytes.subarray(at, at + step), false)
    reader.end()
    return lines
  })
  for (const lines of seen) expect(lines).toEqual(seen[0])
})
