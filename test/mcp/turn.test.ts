import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../support/built.ts'
import { type Answer, type McpPipe, wrapped } from '../support/mcp-pipe.ts'

const MOST = 12_000
const sizeOf = ({ result }: Answer): number => Buffer.byteLength(result.content[0].text)

describe('the calls of a turn, through pith mcp wrap', () => {
  let through: McpPipe
  let ids = 0
  beforeAll(async () => {
    build()
    through = wrapped(['--max-turn-bytes', String(MOST)])
    await through.initialize()
  }, 120_000)
  afterAll(() => through.end())
  const call = (name: string, args: object = {}) => through.call(`turn-${++ids}`, name, args)

  it('show no more together than they may, and a failed one more than the others', async () => {
    const sizes = (await Promise.all(['small', 'big', 'fails', 'big'].map((name) => call(name)))).map(sizeOf)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST)
    expect(sizes[0]).toBe('fine'.length)
    // What the small one does not need goes to the others.
    expect(sizes[1] + sizes[2] + sizes[3]).toBeGreaterThan(0.9 * MOST)
    const quiet = (await Promise.all(['quiet', 'fails', 'quiet'].map((name) => call(name)))).map(sizeOf)
    expect(quiet.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST)
    expect(quiet[1]).toBeGreaterThan(1.5 * quiet[0])
  })

  it('are as without a turn where one is alone, one after another', async () => {
    for (const name of ['big', 'big', 'big']) expect(sizeOf(await call(name))).toBeGreaterThan(7000)
  })

  it('do not wait for one that is slow, which keeps its share', async () => {
    const slow = call('slow')
    const quick = await Promise.all([call('big'), call('big')])
    expect(through.lines.at(-1)).not.toContain('the slow one')
    const all = [...quick, await slow].map(sizeOf)
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST)
    expect(all[2]).toBeGreaterThan(MOST / 4)
  })

  it('give the share of one that is cancelled to the others', async () => {
    through.send({ id: 'gone', method: 'tools/call', params: { name: 'never' } })
    through.send({ method: 'notifications/cancelled', params: { requestId: 'gone' } })
    expect(sizeOf(await call('big'))).toBeGreaterThan(7000)
  })

  it('begin a new turn once one of them is answered, so that none that is never answered takes from it', async () => {
    through.send({ id: 'lost', method: 'tools/call', params: { name: 'never' } })
    await call('small')
    expect(sizeOf(await call('big'))).toBeGreaterThan(7000)
  })
})
