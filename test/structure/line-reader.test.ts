import { expect, it } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { LineReader } from '../../src/kinds/line-reader.ts'
import { truncate } from '../support/checked.ts'

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
    const reader = new LineReader(kind, { bytes: 1 << 20 })
    for (let at = 0; at < bytes.length; at += step) reader.write(bytes.subarray(at, at + step), false)
    reader.end()
    return lines
  })
  for (const lines of seen) expect(lines).toEqual(seen[0])
})

it('data that ends with a failure is read as lines, so that the failure is shown', () => {
  const commits = Array.from(
    { length: 90 },
    (_, at) => `${(at + 2 ** 28).toString(16)} Turn the ring ${at}\n`,
  ).join('')
  const known = kindsFor({ command: 'git log --oneline' })
  for (const end of ['fatal: bad object HEAD\n', 'ValueError: boom\n\n', 'make: *** [ring.o] Error 1']) {
    const { kind, text } = truncate(commits + end, { maxBytes: 900, structure: known })
    expect([kind, text.includes(end.trim())]).toEqual([undefined, true])
  }
  expect(truncate(`${commits}find: 'x': Permission denied\n`, { maxBytes: 900, structure: known }).kind).toBe(
    'git-log',
  )
})
