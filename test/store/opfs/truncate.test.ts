import { describe, expect, it } from 'vitest'
import { reassembleStream } from '../../../src/core/reassemble.ts'
import { truncateStream } from '../../support/checked.ts'
import { collect } from '../conformance.ts'
import { useSite } from './support.ts'

const site = useSite()
const log = Array.from({ length: 60_000 }, (_, at) =>
  at === 31_415 ? 'src/main.c:17:4: error: expected ‘;’ before ‘}’ token' : `[${at}] compiling „schön“ 🙂`,
).join('\n')

describe.each(['page', 'worker'])('an output cut in a browser, its artifact written in a %s', (where) => {
  it('can be had again whole, and by what its markers say', async () => {
    const store = where === 'page' ? site().here() : site().inWorker()
    const bytes = new TextEncoder().encode(log)
    const result = await truncateStream(new Blob([bytes]), {
      maxBytes: 4000,
      store,
      notice: { surface: 'command' },
    })
    const [, id] = /pith show ([0-9a-f]{16}) --lines [\d-]+\]$/.exec(result.text) ?? []
    expect(result.text).toContain('error: expected ‘;’')

    // Another tab shows it, when the one that kept it has gone.
    await site().endOthers()
    const reader = site().here()
    const all = await collect(
      reassembleStream(result, (startByte, endByte) => collect(reader.read(id, { startByte, endByte }))),
    )
    expect(Buffer.compare(all, bytes)).toBe(0)
    for (const { firstLine, lastLine, resume } of result.gaps) {
      expect(resume).toContain(id)
      const page = await collect(reader.lines(id, { firstLine, lastLine: firstLine + 9 }))
      const asked = log.split('\n').slice(firstLine - 1, Math.min(lastLine, firstLine + 9))
      expect(new TextDecoder().decode(page)).toBe(`${asked.join('\n')}\n`)
    }
  })
})
