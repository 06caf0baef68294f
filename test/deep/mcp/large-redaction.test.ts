import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../support/built.ts'
import { RawAnswers } from '../../support/raw-answers.ts'

const secret = `ghp_${'a1B2'.repeat(9)}`
const MIB = 1024 * 1024

describe('pith mcp wrap --redact', () => {
  let safe: RawAnswers
  beforeAll(() => {
    build()
    safe = new RawAnswers(['--redact'])
  }, 120_000)
  afterAll(() => safe.end())

  const item = JSON.stringify({ name: 'a name', text: `${'words of a line '.repeat(60)}\n`, n: 12 })
  const items = Array.from({ length: (64 * MIB) / item.length }, () => item).join(',')
  it.each([
    [
      'one text',
      `"content":[{"type":"text","text":${JSON.stringify(`${'a line of words\n'.repeat(4 * MIB)}${secret}`)}}]`,
    ],
    ['many members', `"structuredContent":{"list":[${items},"${secret}"]}`],
    ['half a million arrays', `"x":${'['.repeat(MIB / 2)}"${secret}"${']'.repeat(MIB / 2)}`],
  ])(
    'shows no secret of a message of 64 MiB with %s',
    async (_, members) => {
      const shown = await safe.through(
        'tools/call',
        { name: 'a' },
        `{"jsonrpc":"2.0","id":"ID","result":{${members}}}\n`,
      )
      expect(shown.includes(secret.slice(4))).toBe(false)
      expect(shown.startsWith('{"jsonrpc":"2.0","id":"call-')).toBe(true)
    },
    120_000,
  )

  it('refuses a message of 260 MiB, which is too long to be held', async () => {
    const text = Buffer.alloc(260 * MIB, `${secret} `)
    const begin = '{"jsonrpc":"2.0","id":"call-4","result":{"content":[{"type":"text","text":"'
    const bytes = Buffer.concat([Buffer.from(begin), text, Buffer.from('"}]}}\n')])
    const shown = await safe.through('tools/call', { name: 'a' }, bytes)
    expect(JSON.parse(shown).result).toEqual({
      content: [{ type: 'text', text: '[Not shown: redaction failed.]' }],
      isError: true,
    })
  }, 120_000)
})
