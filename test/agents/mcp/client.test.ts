import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifactIn, MIDDLE_ERROR, ROWS_OF_MCP } from '../rows.ts'
import { connected, type SdkClient, textOf } from './sdk.ts'
import { useServers } from './wrapped.ts'

const LIMIT_BYTES = 8192

describe.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('MCP client 2, %s, protocol %s', (mode, version) => {
  const servers = useServers()
  let plain: SdkClient
  let wrapped: SdkClient
  beforeAll(async () => {
    plain = await connected(servers.plain(), mode)
    wrapped = await connected(servers.wrapped(), mode)
  })
  afterAll(async () => {
    await plain?.close()
    await wrapped?.close()
  })

  const call = (client: SdkClient, name: string, args: object) => client.callTool({ name, arguments: args })

  it('speaks the same version through pith', () => {
    expect(plain.getNegotiatedProtocolVersion()).toBe(version)
    expect(wrapped.getNegotiatedProtocolVersion()).toBe(version)
  })

  it('is offered the same tools, and those of pith', async () => {
    const { tools } = await wrapped.listTools()
    const isOwn = ({ name }: { name: string }) => name.startsWith('pith_')
    expect({ tools: tools.filter((tool) => !isOwn(tool)) }).toMatchObject({
      tools: (await plain.listTools()).tools,
    })
    expect(tools.filter(isOwn).map(({ name }) => name)).toEqual(['pith_show', 'pith_search'])
  })

  it('gets a small result as it is', async () => {
    expect(await call(wrapped, 'big', { rows: 3 })).toEqual(await call(plain, 'big', { rows: 3 }))
  })

  it('gets 131 KB whole by itself, and inside the limit with the error through pith', async () => {
    const rows = { rows: ROWS_OF_MCP }
    expect(textOf(await call(plain, 'big', rows)).length).toBeGreaterThan(130_000)
    const result = await call(wrapped, 'big', rows)
    expect(textOf(result)).toMatch(MIDDLE_ERROR)
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(LIMIT_BYTES)
    expect(result.isError).not.toBe(true)
  })

  it('gets back what was left out', async () => {
    const text = textOf(await call(wrapped, 'big', { rows: ROWS_OF_MCP }))
    const shown = await call(wrapped, 'pith_show', { id: artifactIn(text), lines: '2000-2001' })
    expect(textOf(shown)).toContain('row 2000 of the table\nrow 2001 of the table')
  })
})
