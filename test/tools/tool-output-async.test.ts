// @deep

import { describe, expect, inject, it } from 'vitest'
import { parseNotices } from '../../src/core/words/parse.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import type { Input } from '../../src/options.ts'
import type { ArtifactStore } from '../../src/store/store.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { truncateToolOutputAsync } from '../../src/tools/tool-output-async.ts'
import { type Tool, type ToolInputs, toolNames } from '../../src/tools/tools.ts'
import { createCommandStore } from '../support/command-store.ts'
import { lyingStores, silentStores, storeOf } from '../support/hostile-stores.ts'
import { checkLimits } from '../support/limits.ts'
import { some } from '../support/some.ts'

const backend = inject('backend')
const lines = Array.from({ length: 5000 }, (_, i) => `src/file-${i}.ts:${i + 1}: a line\n`)
const names = lines.map((line) => line.trimEnd())
const text = lines.join('')
const bytes = new TextEncoder().encode(text)
const matches = lines.map((_, i) => ({
  path: `a-${i % 7}.ts`,
  line: i + 1,
  text: `match ${'é'.repeat(i % 900)}`,
}))
const fullMatches = matches.map(({ path, line, text }) => `${path}:${line}: ${text}\n`).join('')
const limits = { backend, fold: false, maxBytes: 4000 }

async function kept(store: ArtifactStore, id = ''): Promise<string> {
  const { bytes: endByte } = await store.stat(id)
  const decoder = new TextDecoder()
  let all = ''
  for await (const part of store.read(id, { startByte: 0, endByte }))
    all += decoder.decode(part, { stream: true })
  return all
}

const cut: [name: string, tool: Tool, input: ToolInputs[Tool], full: string][] = [
  ['a text', 'grep', text, text],
  ['bytes', 'grep', bytes, text],
  ['matches', 'grep', matches, fullMatches],
  ['a text', 'find', text, text],
  ['names', 'find', names, text],
  ['names with a line end', 'find', [...names, 'a\nb'], `${text}"a\\nb"\n`],
  ['bytes', 'ls', bytes, text],
  ['a text', 'bash', text, text],
  ['chunks', 'bash', [{ stream: 'stdout', chunk: bytes }], text],
  ['a text', 'web', text, text],
]

describe('an output that is left out in part', () => {
  it.each(cut)('of %s of %s is stored in full, and its notice names it', async (_, tool, input, full) => {
    const store = createCommandStore()
    const output = await truncateToolOutputAsync(tool, input as never, { ...limits, store })
    checkLimits(limits, output)
    const { artifact } = output.details
    expect(artifact).toMatchObject({ complete: true })
    expect(await kept(store, artifact?.ref?.id)).toBe(full)
    expect(await store.list()).toMatchObject([{ tool }])
    expect(output.notice).toMatch(
      new RegExp(`(Full output|More): pith show ${artifact?.ref?.id}( --lines [\\d-]+)?\\]$`),
    )
    expect(parseNotices(output.text).at(-1)).toMatchObject({ artifact: artifact?.ref?.id })
  })

  it('of both streams of a command is stored in two artifacts', async () => {
    const store = createCommandStore()
    const input = { stdout: text, stderr: text.toUpperCase() }
    const { details } = await truncateToolOutputAsync('bash', input, {
      ...limits,
      store,
      status: { exitCode: 1 },
    })
    expect(await kept(store, details.artifact?.ref?.id)).toBe(text)
    expect(await kept(store, details.stderrArtifact?.ref?.id)).toBe(text.toUpperCase())
    expect(details.status).toEqual({ exitCode: 1 })
  })

  it('is stored as the text that it stands for, if it is UTF-16, and as its bytes if it is not text', async () => {
    const store = createCommandStore()
    const utf16 = new Uint8Array(
      new Uint16Array([0xfeff, ...Array.from(text, (c) => c.charCodeAt(0))]).buffer,
    )
    const { details } = await truncateToolOutputAsync('find', utf16, { ...limits, store })
    expect(await kept(store, details.artifact?.ref?.id)).toBe(text)
    const invalid = new Uint8Array([...bytes, 0xff, 0xfe, 0x0a])
    const other = await truncateToolOutputAsync('find', invalid, { ...limits, store })
    expect(other.details.artifact?.ref?.bytes).toBe(invalid.length)
  })

  it('because a line is clipped is stored too', async () => {
    const store = createCommandStore()
    const long = `a.ts:1: ${'x'.repeat(900)}\n`
    for (const tool of ['grep', 'find', 'ls'] as const) {
      const options = { backend, maxLineLength: 100, store }
      const { notice, details } = await truncateToolOutputAsync(tool, `${long}b\n`, options)
      expect(notice).toContain(`Full output: pith show ${details.artifact?.ref?.id}]`)
      expect(await kept(store, details.artifact?.ref?.id)).toBe(`${long}b\n`)
    }
  })

  it('is named in as few words as there is room for, and in none if there is no room', async () => {
    const wordings = new Set<string>()
    for (let maxBytes = 0; maxBytes < 700; maxBytes += inject('thorough') ? 7 : 49) {
      const store = createCommandStore()
      const output = await truncateToolOutputAsync('grep', text, { backend, maxBytes, store })
      checkLimits({ maxBytes }, output)
      expect(await kept(store, output.details.artifact?.ref?.id)).toBe(text)
      wordings.add(
        output.notice
          ?.replaceAll(/[0-9a-f]{16}/g, 'ID')
          .replaceAll(/[\d.]+ (K?B)/g, '9 $1')
          .replaceAll(/\d+ of/g, '9 of') ?? '',
      )
    }
    expect([...wordings]).toEqual([
      '',
      '[9 of 5000 shown]',
      '[9 B limit reached (9 of 5000 matches shown)]',
      '[9 of 5000 shown. Full output: pith show ID]',
      expect.stringMatching(
        /^\[9 B limit reached \(9 of 5000 matches shown\)\. Full output: pith show ID\]$/,
      ),
      expect.stringMatching(/^\[100 matches limit reached\. .* Full output: pith show ID\]$/),
    ])
  })

  it('is named as an artifact to a model without the command, and is signed with its name', async () => {
    const store = createCommandStore()
    const notice = { key: 'k', nonce: 'n', tools: [] }
    const { text: shown, details } = await truncateToolOutputAsync('ls', text, { ...limits, store, notice })
    expect(shown).toContain(`. Full output: artifact ${details.artifact?.ref?.id}. MAC `)
    expect(verifyNotice(shown, 'k', { nonce: 'n' })).toBe(true)
  })
})

describe('an output that is shown in full', () => {
  const inputs: [Tool, Input | readonly string[]][] = [
    ...toolNames().map((tool): [Tool, Input] => [tool, 'a:1: b\nc\n']),
    ['find', ['a', 'b']],
  ]

  it.each(inputs)('of %s is that of truncateToolOutput, and nothing is stored', async (tool, input) => {
    const store = createCommandStore()
    const expected = truncateToolOutput(tool, input as never, { backend })
    expect(await truncateToolOutputAsync(tool, input as never, { backend, store })).toEqual(expected)
    expect(await store.list()).toEqual([])
  })
})

describe('without an artifact', () => {
  it.each(cut)('%s of %s is that of truncateToolOutput', async (_, tool, input) => {
    const expected = truncateToolOutput(tool, input as never, limits)
    expect(await truncateToolOutputAsync(tool, input as never, limits)).toEqual(expected)
  })

  it('a page is that of truncateToolOutput, because its rest can be asked for', async () => {
    const store = createCommandStore()
    const options = { ...limits, offset: 3 }
    const expected = truncateToolOutput('read', text, options)
    expect(await truncateToolOutputAsync('read', text, { ...options, store })).toEqual(expected)
    expect(await store.list()).toEqual([])
  })

  it.each(some(Object.entries({ ...lyingStores, ...silentStores }), 5))(
    'a list is that of truncateToolOutput, with a note, where %s',
    async (_, store) => {
      const { details, ...expected } = truncateToolOutput('grep', text, limits)
      const options = { ...limits, store: store(), storeTimeoutMs: 40 }
      const output = await truncateToolOutputAsync('grep', text, options)
      expect(output).toMatchObject({ ...expected, details })
      expect(output.details.artifact).toMatchObject({ complete: false })
      expect(output.details.notes).toEqual([expect.any(String)])
    },
  )
})

describe('truncateToolOutputAsync', () => {
  it('estimates a list if its counter fails, and says so', async () => {
    const fail = () => {
      throw new Error('offline')
    }
    const options = { backend, maxTokens: 300, tokens: { name: 'broken', count: fail } }
    const output = await truncateToolOutputAsync('grep', text, { ...options, store: createCommandStore() })
    expect(output.details.notes).toEqual([
      'The token counter "broken" failed (offline); tokens are estimated.',
    ])
    expect(output.notice).toContain('Full output: pith show')
  })

  it.each(['grep', 'bash'] as const)(
    'of %s is over when it is aborted, though its store hangs',
    async (tool) => {
      const controller = new AbortController()
      const open = () => {
        controller.abort()
        return new Promise(() => {})
      }
      const options = {
        ...limits,
        store: storeOf({ open }),
        storeTimeoutMs: Infinity,
        signal: controller.signal,
      }
      const given = truncateToolOutputAsync(tool, text, options)
      await expect(given).rejects.toMatchObject({ name: 'AbortError', code: 'PITH_ABORTED' })
      const again = truncateToolOutputAsync(tool, 'fits\n', options)
      await expect(again).rejects.toMatchObject({ name: 'AbortError' })
    },
  )

  it.each<[string, unknown, object]>([
    ['`stor`', 'grep', { stor: createCommandStore() }],
    ['`store`', 'find', { store: 7 }],
    ['`storeTimeoutMs`', 'ls', { storeTimeoutMs: 0 }],
    ['`pattern`', 'find', { pattern: 'a' }],
    ['`status.', 'bash', { status: { code: 1 } }],
    ['the tool', 'sed', {}],
  ])('refuses a wrong %s of %s', async (message, tool, options) => {
    await expect(truncateToolOutputAsync(tool as 'find', text, options)).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
      message: expect.stringContaining(message),
    })
  })
})
