import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { createSecretRedactor } from '../../src/redact/index.ts'
import type { CutText, TruncatedResult } from '../../src/tools/result/result.ts'
import { type TruncateResultOptions, truncateResult } from '../../src/tools/result/truncate-result.ts'
import { createCommandStore } from '../support/command-store.ts'
import { checkContract } from '../support/contract.ts'

const log = (lines: number): string =>
  Array.from({ length: lines }, (_, at) =>
    at === lines >> 1 ? 'ERROR: connection refused at db.ts:33\n' : `line ${at} all is well\n`,
  ).join('')

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Cuts with a store, and checks each cut against the contract, with its artifact as the input. */
async function cut<Value>(
  value: Value,
  { store = createCommandStore(), ...options }: TruncateResultOptions = {},
): Promise<TruncatedResult<Value>> {
  const all = { maxBytes: 2048, backend: inject('backend'), ...options }
  const result = await truncateResult(value, { ...all, store })
  for (const { truncation, limits } of result.truncations) {
    const id = truncation.artifact ?? ''
    const input = await textOf(store, id)
    const { signal: _, tokens: __, redact: ___, storeTimeoutMs: ____, ...rest } = all
    checkContract(input, { ...rest, ...limits }, truncation, { source: { artifact: id } })
  }
  expect(result.artifacts).toHaveLength(result.truncations.length)
  return result
}

async function textOf(store: ReturnType<typeof createCommandStore>, id: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of store.read(id, { startByte: 0, endByte: 1e9 })) parts.push(part)
  return Buffer.concat(parts).toString()
}

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: 'A'.repeat(50_000), mimeType: 'image/png' }

describe('a string', () => {
  it('is cut within the limit, with the error of its middle and the way back', async () => {
    const { value, truncations } = await cut(log(5000))
    expect(bytesOf(value)).toBeLessThanOrEqual(2048)
    expect(value).toContain('ERROR: connection refused')
    expect(value).toMatch(/\[More: pith show [0-9a-f]{16} --lines [\d-]+\]$/)
    expect(truncations.map(({ path }) => path)).toEqual([''])
  })

  it('that fits stays as it is, whatever fold and its purpose say', async () => {
    const coloured = `\u001b[31mred\u001b[0m\n${'same\n'.repeat(300)}`
    const { value, truncations, artifacts } = await cut(coloured, { fold: true, for: 'run' })
    expect({ value, truncations, artifacts }).toEqual({ value: coloured, truncations: [], artifacts: [] })
  })

  it('with JSON parses again when it is cut by its units', async () => {
    const json = JSON.stringify(
      Array.from({ length: 900 }, (_, id) => ({ id })),
      null,
      1,
    )
    const { value, truncations } = await cut(json, { structure: kinds, notice: false })
    expect(truncations[0].truncation.kind).toBe('json')
    expect(Array.isArray(JSON.parse(value))).toBe(true)
  })

  it('of which only repeated lines are left out counts as cut', async () => {
    const { value, truncations, artifacts } = await cut(`${'the same\n'.repeat(900)}end\n`, { fold: true })
    expect(value).toMatch(/^the same\n\[\.\.\.2-900 repeat 1\]\nend\n\[Full output: pith show /)
    expect(truncations.map(({ path }) => path)).toEqual([''])
    expect(artifacts).toHaveLength(1)
  })

  it('names the call of the surface', async () => {
    const { value } = await cut(log(5000), { notice: { surface: 'mcp' } })
    expect(value).toMatch(/pith_show \{"id":"[0-9a-f]{16}","lines":"[\d-]+"\}\]$/)
  })
})

describe('content parts', () => {
  it('share one limit: the small ones stay, the large ones get equal shares', async () => {
    const parts = [text(log(5000)), image, text('small'), text(log(4000))]
    const { value, truncations } = await cut(parts)
    const [first, second] = [value[0] as { text: string }, value[3] as { text: string }]
    expect(value[1]).toBe(parts[1])
    expect(value[2]).toBe(parts[2])
    expect(bytesOf(first.text) + bytesOf(second.text) + 5).toBeLessThanOrEqual(2048)
    for (const each of [first, second]) {
      expect(each.text).toContain('ERROR: connection refused')
      expect(bytesOf(each.text)).toBeGreaterThan(850)
    }
    expect(truncations.map(({ path }) => path)).toEqual(['/0/text', '/3/text'])
  })

  it('that fit together are the same list', async () => {
    const parts = [text('a'), image, { type: 'unknown', anything: 1n }]
    const { value, artifacts } = await cut(parts)
    expect(value).toBe(parts)
    expect(artifacts).toEqual([])
  })

  it('of an MCP result are cut where they are, and the rest of it stays', async () => {
    const link = { type: 'resource_link', uri: 'file:///a', name: 'a' }
    const resource = {
      type: 'resource',
      resource: { uri: 'file:///b', mimeType: 'text/plain', text: log(4000) },
    }
    const result = { content: [link, resource], isError: true, structuredContent: { a: 1 }, _meta: { b: 2 } }
    const { value, truncations } = await cut(result)
    expect(value).toEqual({
      ...result,
      content: [link, { type: 'resource', resource: { ...resource.resource, text: expect.any(String) } }],
    })
    expect(value.structuredContent).toBe(result.structuredContent)
    expect(truncations.map(({ path }) => path)).toEqual(['/content/1/resource/text'])
    expect(result.content[1]).toBe(resource)
  })

  it('of resources and prompts of MCP are cut too', async () => {
    const read = await cut({
      contents: [
        { uri: 'a:b', text: log(900) },
        { uri: 'a:c', blob: 'AAAA' },
      ],
    })
    expect(read.truncations.map(({ path }) => path)).toEqual(['/contents/0/text'])
    const prompt = await cut({ messages: [{ role: 'user', content: text(log(900)) }] })
    expect(prompt.truncations.map(({ path }) => path)).toEqual(['/messages/0/content/text'])
    const one = await cut({ ...text(log(900)), annotations: { priority: 1 } })
    expect(one.value.annotations).toEqual({ priority: 1 })
  })

  it('that are too many for a share each are joined in the first, and other parts stay', async () => {
    const many = Array.from({ length: 900 }, (_, at) => text(at === 450 ? 'Error: it broke' : `part ${at}`))
    const { value, truncations } = await cut([image, ...many, image])
    expect(value.map(({ type }) => type)).toEqual(['image', 'text', 'image'])
    expect((value[1] as { text: string }).text).toMatch(
      /^part 0\npart 1\n[\s\S]*\nError: it broke\n[\s\S]*part 899\n\[/,
    )
    expect(truncations.map(({ path }) => path)).toEqual(['/1/text'])
  })

  it('may be one object at several places', async () => {
    const part = text(log(3000))
    const { value } = await cut([part, part])
    expect(value[0]).not.toBe(value[1])
    expect(part.text).toBe(log(3000))
  })

  it('with the prototype key __proto__ keep it as a key', async () => {
    const part = JSON.parse(
      `{"type":"text","text":${JSON.stringify(log(900))},"__proto__":{"polluted":true}}`,
    )
    const { value } = await cut([part])
    expect(Object.getPrototypeOf(value[0])).toBe(Object.prototype)
    expect(Object.keys(value[0])).toContain('__proto__')
  })
})

describe('a JSON value', () => {
  const records = Array.from({ length: 900 }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] }))

  it('stays an array of which items are left out, and its last item is the notice', async () => {
    const { value } = await cut(records, { structure: kinds })
    const items: unknown[] = value
    expect(items.slice(0, 2)).toEqual(records.slice(0, 2))
    expect(items.at(-2)).toEqual(records.at(-1))
    expect(items.at(-1)).toMatch(/^\[More: pith show [0-9a-f]{16} --items [\d-]+\]$/)
    expect(bytesOf(JSON.stringify(value))).toBeLessThanOrEqual(2048)
    expect(bytesOf(JSON.stringify(value))).toBeGreaterThan(1600)
  })

  it('stays an object with its keys, and a last key has the notice', async () => {
    const { value } = await cut({ total: 900, '…': 'mine', records }, { structure: kinds })
    expect(Object.keys(value)).toEqual(['total', '…', 'records', '……'])
    expect(value.total).toBe(900)
  })

  it('keeps the item of its middle that tells of an error', async () => {
    const failing = records.map(({ id }) => ({
      id,
      level: id === 450 ? 'error' : 'info',
      message: `request ${id}`,
    }))
    const { value } = await cut(failing, { structure: kinds })
    expect(value).toContainEqual({ id: 450, level: 'error', message: 'request 450' })
  })

  it('keeps the item of its middle whose text is an error', async () => {
    const failed = { id: 450, message: 'Error: no space left on device' }
    const failing = records.map(({ id }) =>
      id === 450 ? failed : { id, message: `request ${id} is served` },
    )
    expect((await cut(failing, { structure: kinds })).value).toContainEqual(failed)
    expect((await cut({ failing }, { structure: kinds })).value.failing).toContainEqual(failed)
  })

  it('is kept in full, with a line for each item', async () => {
    const store = createCommandStore()
    const { artifacts } = await cut(records, { store, structure: kinds })
    const whole = await textOf(store, artifacts[0].ref?.id ?? '')
    expect(JSON.parse(whole)).toEqual(records)
    expect(whole.split('\n').length).toBeGreaterThan(900)
  })

  it('stays an array or object without kinds too', async () => {
    const array: unknown[] = (await cut(records)).value
    expect(array).toEqual([expect.stringContaining('name 0')])
    expect((await cut({ log: log(900) })).value).toEqual({
      '…': expect.stringContaining('ERROR: connection'),
    })
  })

  it('that fits is the same object', async () => {
    const value = { a: [1, 2, { b: null }] }
    expect((await cut(value)).value).toBe(value)
  })

  it('is within limits of tokens and serialized bytes too', async () => {
    const { value } = await cut(records, { structure: kinds, maxTokens: 300, maxSerializedBytes: 1500 })
    expect(JSON.stringify(JSON.stringify(value)).length).toBeLessThanOrEqual(1500)
    expect(value.length).toBeGreaterThan(3)
  })

  it('of thousand levels is cut too', async () => {
    let deep: unknown = log(400)
    for (let at = 0; at < 1000; at++) deep = [deep]
    const { value } = await cut(deep)
    expect(Array.isArray(value)).toBe(true)
    expect(bytesOf(JSON.stringify(value))).toBeLessThanOrEqual(2048)
  })
})

describe('a stream', () => {
  it('becomes its text, cut as it arrives', async () => {
    const { value, truncations } = await cut(new Blob([log(5000)]).stream())
    expect(value).toContain('ERROR: connection refused')
    expect(truncations.map(({ path }) => path)).toEqual([''])
    expect((await cut(new Blob(['small']).stream())).value).toBe('small')
  })

  it('that is locked is refused', async () => {
    const stream = new Blob(['a']).stream()
    stream.getReader()
    await expect(cut(stream)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })
})

describe('secrets', () => {
  const redact = createSecretRedactor()
  const secret = `ghp_${'a1B2'.repeat(9)}`

  it('are hidden in small texts, in JSON values and in the artifacts', async () => {
    const parts = await cut([text(`token ${secret}`), text('plain')], { redact })
    expect(JSON.stringify(parts.value)).not.toContain(secret)
    const json = await cut({ a: secret, password: 'hunter2hunter2' }, { redact })
    expect(JSON.stringify(json.value)).not.toMatch(/hunter2|ghp_a1/)
    const store = createCommandStore()
    const large = await cut([text(`${log(900)}${secret}\n${log(900)}`)], { store, redact })
    expect(await textOf(store, large.artifacts[0].ref?.id ?? '')).not.toContain(secret)
  })
})

describe('other values', () => {
  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a boolean', true],
    ['a number', 3.5],
    ['bytes', new Uint8Array(9000)],
    ['a buffer', new ArrayBuffer(9000)],
    ['a Blob', new Blob(['a'.repeat(9000)])],
  ])('stay as they are: %s', async (_, value) => {
    expect((await cut(value)).value).toBe(value)
  })

  const cycle: unknown[] = []
  cycle.push(cycle)
  const thrower = {
    get content() {
      throw new Error('no')
    },
  }
  const detached = new Uint8Array(8)
  structuredClone(detached, { transfer: [detached.buffer] })

  it.each([
    ['a cycle', cycle],
    ['a BigInt', 1n],
    ['a BigInt inside', { a: 1n }],
    ['a getter that throws', thrower],
    ['a getter that throws inside', { a: [thrower] }],
    ['detached bytes', detached],
    ['a function', () => 1],
  ])('are refused: %s', async (_, value) => {
    await expect(cut(value)).rejects.toMatchObject({ name: 'PithError', code: 'PITH_INVALID_INPUT' })
  })

  it('and options that make no sense are refused', async () => {
    const refused = { code: 'PITH_INVALID_OPTION' }
    await expect(truncateResult('a', { maxByte: 3 } as never)).rejects.toMatchObject(refused)
    await expect(truncateResult('a', { source: { path: 'a' } } as never)).rejects.toMatchObject(refused)
    await expect(truncateResult('a', { maxBytes: Infinity })).rejects.toMatchObject(refused)
    await expect(truncateResult('a', { redact: 3 as never })).rejects.toMatchObject(refused)
    await expect(truncateResult('a', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('what fails outside', () => {
  const broken = { ...createCommandStore(), open: () => Promise.reject(new Error('the disk is full')) }

  it.each([
    ['a text', log(900)],
    ['a part', [text(log(900))]],
    ['a JSON value', { log: log(900) }],
  ])('costs only the way back: a store, with %s', async (_, value) => {
    const {
      truncations,
      artifacts,
      value: shown,
    } = await truncateResult(value, {
      maxBytes: 2048,
      store: broken as never,
      structure: kinds,
    })
    expect(artifacts).toMatchObject([{ complete: false }])
    expect(truncations[0].truncation.notes?.join()).toContain('the disk is full')
    expect(JSON.stringify(shown)).toContain('Not kept.')
  })

  it('is a token counter: tokens are estimated', async () => {
    const tokens = { name: 'broken', count: () => Promise.reject(new Error('offline')) }
    const { truncations, value } = await truncateResult([text(log(900)), text(log(800))], {
      maxTokens: 900,
      tokens,
    })
    expect(truncations).toHaveLength(2)
    for (const { truncation } of truncations)
      expect(truncation.notes?.join()).toContain('tokens are estimated')
    expect(value).toHaveLength(2)
  })
})

describe('any parts and any values', () => {
  const line = fc.string({ maxLength: 60 })
  const body = fc.array(line, { maxLength: 120 }).map((lines) => lines.join('\n'))
  const part = fc.oneof(
    body.map(text),
    fc.constant(image),
    body.map((each) => ({ type: 'resource', resource: { uri: 'a:b', text: each } })),
  )
  const limits = fc.record({
    maxBytes: fc.integer({ min: 0, max: 6000 }),
    maxLines: fc.integer({ min: 0, max: 200 }),
  })
  const textsIn = (parts: readonly unknown[]): string[] =>
    parts.flatMap((each) => {
      const { text: own, resource } = each as { text?: string; resource?: { text: string } }
      return own ?? resource?.text ?? []
    })
  const linesOf = (each: string): number =>
    each.split('\n').length - (each.endsWith('\n') || each === '' ? 1 : 0)

  it('keep their types, stay within the limits, and are the same when they fit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), limits, async (parts, given) => {
        const { value, truncations } = await cut(parts, given)
        const texts = textsIn(value)
        expect(texts.reduce((sum, each) => sum + bytesOf(each), 0)).toBeLessThanOrEqual(given.maxBytes)
        expect(texts.reduce((sum, each) => sum + linesOf(each), 0)).toBeLessThanOrEqual(given.maxLines)
        if (truncations.length === 0 && value.length === parts.length) expect(value).toBe(parts)
        const others = (all: readonly { type: string }[]) => all.filter(({ type }) => type === 'image')
        expect(others(value)).toEqual(others(parts))
        const pointers: CutText['path'][] = truncations.map(({ path }) => path)
        expect(pointers).toEqual(
          [...pointers].sort((a, b) => Number(a.split('/')[1]) - Number(b.split('/')[1])),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('stay JSON of the same type within the limit', async () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    await fc.assert(
      fc.asyncProperty(value, fc.integer({ min: 2, max: 400 }), async (each, maxBytes) => {
        const result = await cut(each, { maxBytes, structure: kinds })
        expect(Array.isArray(result.value)).toBe(Array.isArray(each))
        expect(bytesOf(JSON.stringify(result.value))).toBeLessThanOrEqual(maxBytes)
        if (bytesOf(JSON.stringify(each)) <= maxBytes) expect(result.value).toBe(each)
      }),
      { numRuns: 40 },
    )
  })
})
