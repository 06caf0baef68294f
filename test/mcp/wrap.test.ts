import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolEvent } from '../../src/extra/events/events.ts'
import { RecallCount } from '../../src/extra/events/recall.ts'
import { readEvents } from '../../src/host/event-files.ts'
import { build } from '../support/built.ts'
import { type Answer, McpPipe, testServer, wrapped } from '../support/mcp-pipe.ts'

const ownNames = ['pith_show', 'pith_search']
const textOf = ({ result }: Answer): string => result.content[0].text

describe('pith mcp wrap', () => {
  let direct: McpPipe
  let through: McpPipe
  beforeAll(async () => {
    build()
    direct = new McpPipe([], {}, [testServer])
    through = wrapped()
    await Promise.all([direct.initialize(), through.initialize()])
  }, 120_000)
  afterAll(() => Promise.all([direct.end(), through.end()]))

  it('adds two tools to the list, and changes no byte of the others', async () => {
    await Promise.all([direct.ask('list', 'tools/list'), through.ask('list', 'tools/list')])
    const isList = (line: string) => line.includes('"id":"list"')
    const [plain, longer] = await Promise.all([direct.line(isList), through.line(isList)])
    const { tools } = JSON.parse(longer).result
    expect(tools.slice(-2).map(({ name }: { name: string }) => name)).toEqual(ownNames)
    // The schema of a tool whose large data cannot be cut is left out, so the rest is compared by value.
    const expected = JSON.parse(plain).result.tools.map(({ outputSchema, ...tool }: Answer) =>
      tool.name === 'open' ? tool : { ...tool, ...(outputSchema && { outputSchema }) },
    )
    expect(tools.slice(0, -2)).toEqual(expected)
    expect(longer.startsWith(plain.slice(0, plain.indexOf('"name":"rows"')))).toBe(true)
  })

  it.each([
    ['a small result', '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"small"}}'],
    ['an error', '{"jsonrpc":"2.0","id":"b","method":"no/such","params":{}}'],
    [
      'blanks, big numbers and repeated names',
      '{ "id" : "c", "method": "say", "params": {"words": "{ \\"id\\": 12345678901234567890, \\"id\\": \\"c\\",  \\"result\\": 1e400 }\\n"}}',
    ],
    [
      'what is no message',
      '{"id":"d","method":"say","params":{"words":"not JSON, with \\"id\\":\\"d\\"\\r\\n"}}',
    ],
    ['a batch', '[{"jsonrpc":"2.0","id":"e","method":"tools/call","params":{"name":"small"}}]'],
  ])('passes %s byte for byte', async (_, line) => {
    const [, id] = /"id" ?: ?("\w")/.exec(line) ?? []
    const isIt = (each: string) => each.includes(String(id))
    direct.write(`${line}\n`)
    through.write(`${line}\n`)
    expect(await through.line(isIt)).toBe(await direct.line(isIt))
  })

  it('cuts a large result, keeps its error, and links to the full output', async () => {
    const answer = await through.call(1, 'big')
    const text = textOf(answer)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192)
    expect(text).toContain('ERROR: no such table: users')
    const [, id] = /pith_show \{"id":"([0-9a-f]{16})"/.exec(text) ?? []
    expect(answer.result.content[1]).toMatchObject({
      type: 'resource_link',
      uri: `pith://artifact/${id}`,
      size: 182_874,
    })
  })

  it('keeps structured content valid, or leaves it out with its schema', async () => {
    const { structuredContent } = (await through.call('rows', 'rows')).result
    expect(structuredContent.note).toMatch(/^all of them\n\[Full output: pith_show \{"id"/)
    expect(structuredContent.rows.length).toBeGreaterThan(100)
    expect(Buffer.byteLength(JSON.stringify(structuredContent))).toBeLessThanOrEqual(8192)
    const { content, ...rest } = (await through.call('open', 'open')).result
    expect(rest).toEqual({})
    expect(content.map(({ type }: { type: string }) => type)).toEqual(['text', 'text', 'resource_link'])
  })

  it('shows and searches what was left out', async () => {
    const [, id] = /"id":"([0-9a-f]{16})"/.exec(textOf(await through.call(2, 'big'))) ?? []
    expect(textOf(await through.call(3, 'pith_show', { id, lines: '3-3' }))).toContain('row 3 of the listing')
    expect(textOf(await through.call(4, 'pith_search', { id, pattern: 'row 37 ' }))).toContain('37:row 37 of')
    const whole = await through.ask(5, 'resources/read', { uri: `pith://artifact/${id}` })
    expect(whole.result.contents[0].text).toHaveLength(182_874)
    const part = await through.ask(6, 'resources/read', { uri: `pith://artifact/${id}?lines=2-3` })
    expect(part.result.contents[0].text.split('\n')).toHaveLength(3)
  })

  it('tells in events what was cut, what pith took, and what was asked for again', async () => {
    const { folder } = through
    const [, id] = /"id":"([0-9a-f]{16})"/.exec(textOf(await through.call('again', 'big'))) ?? []
    await through.call('shown', 'pith_show', { id, path: '$.none' })
    await through.call('lines', 'pith_show', { id, lines: '3-3' })
    await through.ask('uri', 'resources/read', { uri: `pith://artifact/${id}?lines=5-6` })
    let events: ToolEvent[] = []
    // An answer does not wait for its event.
    const shown = async () => {
      events = []
      for await (const event of readEvents({ directory: join(folder, 'state/pith/events') }))
        events.push(event)
      return events.slice(-3).map(({ tool, status, artifact }) => [tool, status, artifact])
    }
    await expect.poll(shown, { timeout: 20_000 }).toEqual([
      ['show', 'failed', id],
      ['show', 'ok', id],
      ['show', 'ok', id],
    ])
    for (const { ownMs, durationMs, artifact } of events.filter(({ tool }) => tool === 'mcp:big')) {
      expect(artifact).toBe(id)
      expect([ownMs, durationMs]).toEqual([expect.any(Number), expect.any(Number)])
    }
    const counting = new RecallCount()
    for (const event of events) counting.call(event)
    for (const event of events) counting.recall(event)
    expect(counting.result().find(({ tool }) => tool === 'mcp:big')).toMatchObject({ missed: 1 })
    expect(counting.result().find(({ tool }) => tool === 'mcp:big')?.fetchedBytes).toBeGreaterThan(80)
  })

  it('shows the values at a path, and how often each came', async () => {
    const { structuredContent } = (await through.call('path', 'rows')).result
    const [, id] = /"id":"([0-9a-f]{16})"/.exec(structuredContent.note) ?? []
    const path = "$..rows[?@ <= 'row 1']"
    expect(textOf(await through.call('values', 'pith_show', { id, path }))).toBe('"row 0"\n"row 1"\n')
    const counted = await through.call('count', 'pith_show', { id, path, count: true })
    expect(textOf(counted)).toBe('1 "row 0"\n1 "row 1"\n')
  })

  it('keeps isError, and cuts resources and prompts', async () => {
    const { result } = await through.call(7, 'fails')
    expect(result.isError).toBe(true)
    expect(Buffer.byteLength(result.content[0].text)).toBeLessThanOrEqual(8192)
    const read = await through.ask(8, 'resources/read', { uri: 'test://big' })
    expect(read.result.contents[0]).toMatchObject({ uri: 'test://big' })
    expect(Buffer.byteLength(read.result.contents[0].text)).toBeLessThanOrEqual(8192)
    const prompt = await through.ask(9, 'prompts/get', { name: 'big' })
    expect(Buffer.byteLength(prompt.result.messages[0].content.text)).toBeLessThanOrEqual(8192)
  })

  it.each([
    [
      'an unknown id',
      'pith_show',
      { id: '0123456789abcdef' },
      'There is no artifact "0123456789abcdef". Use the id',
    ],
    ['an id of another type', 'pith_show', { id: ['x'] }, 'Expected id to be a string, got an array.'],
    ['a wrong range', 'pith_show', { id: 'x', lines: 'all' }, 'Expected lines to be a range such as "10-20"'],
    [
      'a count of lines',
      'pith_show',
      { id: 'x', lines: '1', count: true },
      'Expected count with path, such as',
    ],
    ['a wrong path', 'pith_show', { id: 'x', path: '$.a[' }, 'Expected a path such as $.items[42].name or'],
    [
      'an unknown argument',
      'pith_search',
      { id: 'x', regex: 'a' },
      'There is no argument "regex". Use id, pattern',
    ],
    ['a path for an id', 'pith_show', { id: '../../etc/passwd' }, 'There is no artifact'],
  ])('answers %s with what to do', async (_, name, args, words) => {
    const { result } = await through.call(`wrong ${words}`, name, args)
    expect(result.isError).toBe(true)
    expect(result.content[0].text).toContain(words)
  })
})
