import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector, truncate } from '../support/checked.ts'

const source = { artifact: '0123456789abcdef' }
const content = (text: string, notice: string | undefined) =>
  notice === undefined ? text : text.slice(0, text.lastIndexOf(notice))
const cut = (text: string, maxBytes: number) => {
  const result = truncate(text, { maxBytes, maxLines: Infinity, structure: kinds, source })
  return { ...result, content: content(result.text, result.notice) }
}

const records = Array.from({ length: 2000 }, (_, id) => ({
  id,
  name: `record ${id}`,
  tags: ['a', 'b'],
  at: { x: id },
}))

describe('a JSON document', () => {
  it('is cut to JSON that tells how many items are left out in their place', () => {
    const { content, kind, units } = cut(JSON.stringify(records), 400)
    const items = JSON.parse(content)
    expect(kind).toBe('json')
    expect(units).toEqual({ items: 2000 })
    expect(items[0]).toEqual(records[0])
    expect(items.at(-1)).toEqual(records.at(-1))
    const kept = items.filter((item: unknown) => typeof item === 'object').length
    expect(items).toContain(`… ${2000 - kept} more items …`)
  })

  it('shows the first item with other keys', () => {
    const odd = records.map((record) => (record.id === 777 ? { ...record, error: 'timeout' } : record))
    expect(cut(JSON.stringify(odd, null, 2), 2000).content).toContain('"error": "timeout"')
  })

  it('clips long strings outside escapes and pairs of escapes', () => {
    for (const part of ['x', '\\u00e9', '\\ud83d\\ude00', 'é', '日本', '👩‍👩‍👧', '\\n\\"']) {
      const text = `{"a":1,"long":"${part.repeat(2500)}","z":[true]}`
      const parsed = JSON.parse(cut(text, 600).content)
      expect(parsed.z).toEqual([true])
      expect(parsed.long).toMatch(/… \d+ more characters …/)
      expect(parsed.long.isWellFormed()).toBe(true)
    }
  })

  it('may begin with a byte order mark, or with a long string, in chunks of any size', () => {
    const text = `\uFEFF["${'name'.repeat(33)}",${JSON.stringify(records.slice(0, 20)).slice(1)}`
    const bytes = new TextEncoder().encode(text)
    const options = { maxBytes: 200, structure: kinds, source }
    const whole = truncate(text, options)
    expect(whole.kind).toBe('json')
    for (const size of [1, 2, 60]) {
      const collector = createCollector(options)
      for (let at = 0; at < bytes.length; at += size) collector.write(bytes.slice(at, at + size))
      expect(collector.end().text).toBe(whole.text)
    }
  })

  it('keeps within a limit of lines where marks have line breaks of their own', () => {
    const items = Array.from({ length: 60 }, (_, i) => [i, { a: i, b: [i, i] }, 'x'.repeat(90)])
    for (let maxLines = 8; maxLines < 90; maxLines += caseCount(7, 1)) {
      const text = JSON.stringify(items, null, 2)
      const result = truncate(text, { maxBytes: 3000, maxLines, structure: kinds, source })
      expect({ maxLines, kind: result.kind }).toEqual({ maxLines, kind: 'json' })
    }
  })

  it('of which no unit has room is cut as lines, though its byte order mark has', () => {
    const text = `\uFEFF${JSON.stringify(records, null, 2)}\n`
    const { kind, segments } = truncate(text, { maxBytes: 900, maxLines: 2, structure: kinds, source })
    expect(kind).toBeUndefined()
    // The first line is the bracket. To trim takes the mark away.
    expect(segments.map((segment) => segment.text.trim())).toContain('[')
  })

  it('may have long numbers, but no words and numbers of another form', () => {
    const number = '7'.repeat(900)
    const text = (word: string) => `[${'{"a":1},'.repeat(200)}${word}]`
    for (const [word, kind] of [
      [number, 'json'],
      [`-${number}.5e+9`, 'json'],
      [`fa${'e'.repeat(900)}`, undefined],
      [`${number}-1`, undefined],
      ['7'.repeat(1e5), undefined],
      ...['01', '-', '1.', '1.e5', '1e', '1e+', 'tru', 'truE'].map((word) => [word, undefined] as const),
    ] as const)
      expect({ word: word.slice(0, 9), kind: cut(text(word), 500).kind }).toEqual({
        word: word.slice(0, 9),
        kind,
      })
  })

  it('that is malformed is cut as lines, and a note says so', () => {
    const result = truncate(`${JSON.stringify(records)}]`, { maxBytes: 500, structure: kinds })
    expect(result.kind).toBeUndefined()
    expect(result.notes).toEqual(['The output begins like json but is not. It was cut as lines.'])
  })

  it('that is cut again as a result has true places', () => {
    for (const indent of [0, 1]) {
      const first = truncate(JSON.stringify(records, null, indent), {
        maxBytes: 3000,
        structure: kinds,
        source,
      })
      const again = truncate(first, { maxBytes: 800, source })
      expect(again.outputBytes).toBeLessThanOrEqual(800)
      expect(again.totalBytes).toBe(first.totalBytes)
      expect(again.kind).toBeUndefined()
    }
  })

  it('nested deeper than any reader needs stays linear and parses or falls back', () => {
    for (const depth of [100, 5000, 100_000]) {
      const text = '['.repeat(depth) + ']'.repeat(depth)
      const { content, kind } = cut(text, 300)
      if (kind === 'json') JSON.parse(content)
    }
  })

  it('of any shape is cut to JSON that parses, within every limit', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('array'), tie('object')),
      leaf: fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.constant(null),
      ),
      array: fc.array(tie('any'), { maxLength: 25 }),
      object: fc.dictionary(fc.string({ maxLength: 12 }), tie('any'), { maxKeys: 8 }),
    }))
    const root = fc.oneof(value.array, value.object)
    fc.assert(
      fc.property(
        root,
        fc.constantFrom(0, 1, 2),
        fc.integer({ min: 300, max: 3000 }),
        (of, indent, maxBytes) => {
          const text = JSON.stringify(of, null, indent)
          const { content, kind, truncated } = cut(text, maxBytes)
          if (truncated && kind === 'json') JSON.parse(content)
          expect(truncated && text.length > 2 * maxBytes ? kind : 'json').toBe('json')
        },
      ),
      { numRuns: caseCount(8, 200) },
    )
  })
})

it('a document of a failed command is cut as JSON when it tells of no error', () => {
  const kindOf = (value: unknown) => {
    const collector = createCollector({ maxBytes: 900, structure: kinds })
    collector.write(JSON.stringify(value))
    return collector.end(source, { exitCode: 1 }).kind
  }
  expect(kindOf(records)).toBe('json')
  expect(kindOf([...records, { message: 'fatal error: the ring broke' }, ...records])).toBeUndefined()
})

describe('JSON lines', () => {
  it('stay whole, and a line of JSON tells how many are left out', () => {
    const text = `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
    const { content, kind } = cut(text, 1000)
    expect(kind).toBe('json-lines')
    const lines = content
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toEqual(records[0])
    expect(lines.at(-1)).toEqual(records.at(-1))
    expect(lines.some((line) => /^… \d+ more lines …$/.test(line))).toBe(true)
  })

  it('with more errors than a result lists are counted, and their gaps tell of the listed ones', () => {
    const text = Array.from(
      { length: 2000 },
      (_, id) => `{"id":${id},"text":"fatal error: boom ${id}"}\n`,
    ).join('')
    const { errors, gaps } = truncate(text, { maxBytes: 2000, structure: kinds })
    expect(errors.total).toBe(2000)
    expect(gaps.reduce((sum, gap) => sum + gap.errors, 0)).toBeLessThanOrEqual(1000)
  })
})

describe('a long text in a JSON document', () => {
  const calm = (count: number) =>
    Array.from({ length: count }, (_, i) => `step ${i} took ${i % 7} ms\n`).join('')
  const log = `${calm(900)}Traceback (most recent call last):\nKeyError: 'ring'\r\n${calm(900)}done "\\"\n`
  const result = { ok: false, stdout: log, list: [log, 'short\ntext'], exit_code: 1 }

  it('fills the limit with its beginning, its failures and its end, in text that parses', () => {
    for (const maxBytes of [700, 1500, 4000, 16_000]) {
      const { content, outputBytes } = cut(JSON.stringify(result), maxBytes)
      const { stdout, exit_code } = JSON.parse(content)
      expect(exit_code).toBe(1)
      expect(stdout).toMatch(/^step 0 took/)
      expect(stdout).toMatch(/KeyError: 'ring'/)
      expect(stdout.endsWith('done "\\"\n')).toBe(true)
      expect(outputBytes).toBeGreaterThan(0.85 * maxBytes)
    }
  })

  it('is the same whatever its chunks', () => {
    const bytes = new TextEncoder().encode(JSON.stringify(result))
    const options = { maxBytes: 1500, structure: kinds, source }
    const { text } = truncate(bytes, options)
    for (const chunk of [1, 511]) {
      const collector = createCollector(options)
      for (let at = 0; at < bytes.length; at += chunk) collector.write(bytes.subarray(at, at + chunk))
      expect(collector.end().text).toBe(text)
    }
  })
})
