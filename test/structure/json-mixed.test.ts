import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { createCollector, truncate } from '../support/checked.ts'

const source = { artifact: '0123456789abcdef' }
const END = '\u001b[0m'

/** As `jq -C` prints it. */
function painted(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  const rows = Array.isArray(value)
    ? value.map((item) => inner + painted(item, inner))
    : value !== null && typeof value === 'object'
      ? Object.entries(value).map(
          ([name, of]) =>
            `${inner}\u001b[34;1m${JSON.stringify(name)}${END}\u001b[1;39m:${END} ${painted(of, inner)}`,
        )
      : undefined
  if (!rows) return `\u001b[0;3${typeof value === 'string' ? 2 : 9}m${JSON.stringify(value)}${END}`
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (rows.length === 0) return `\u001b[1;39m${open}${close}${END}`
  return `\u001b[1;39m${open}\n${rows.join('\u001b[1;39m,\n')}\n${indent}\u001b[1;39m${close}${END}`
}

const items = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `naïve ${id}`, tags: ['a', 'b'] }))

const contentOf = ({ text, notice }: { text: string; notice?: string | undefined }): string =>
  notice === undefined ? text : text.slice(0, text.lastIndexOf(notice))

it('lines of text beside a document keep their indentation', () => {
  const files = Array.from({ length: 40 }, (_, i) => `\tmodified:   ${i % 7}/${i}.ts`)
  const text = `Changes:\n${files.join('\n')}\n${JSON.stringify({ items: items(40) }, null, 2)}\n`
  const known = new Set(text.split('\n'))
  for (const maxBytes of [400, 700, 1000, 1300]) {
    const result = truncate(text, { maxBytes, structure: kinds, source })
    expect(result.kind).toBe('json')
    const lines = contentOf(result).split('\n')
    expect(lines.filter((line) => !known.has(line) && !line.includes('…'))).toEqual([])
  }
})

describe('JSON in colour', () => {
  it('is cut as JSON that parses, and shows no colour', () => {
    const text = `${painted({ status: 'ok', items: items(150), next: 'more' })}\n`
    const result = truncate(text, { maxBytes: 2048, structure: kinds, fold: true, source })
    expect(result.kind).toBe('json')
    const value = JSON.parse(contentOf(result))
    expect(value).toMatchObject({ status: 'ok', next: 'more' })
    expect(value.items).toContainEqual({ id: 0, name: 'naïve 0', tags: ['a', 'b'] })
    expect(result.text).toMatch(/"… \d+ more items …"/)
  })

  it('names the path of what is left out', () => {
    const text = `${painted({ items: items(150), next: 'more' })}\n`
    const { notice } = truncate(text, { maxBytes: 1000, structure: kinds, fold: true, source })
    expect(notice).toContain("--path '$.items[")
  })

  it('parses in every cut, whatever its chunks are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 20, maxLength: 30 }),
        fc.integer({ min: 300, max: 900 }),
        fc.integer({ min: 20, max: 200 }),
        (value, maxBytes, size) => {
          const text = `${painted(value)}\n`
          const cut = (chunk: number) => {
            const collector = createCollector({ maxBytes, structure: kinds, fold: true })
            for (let at = 0; at < text.length; at += chunk) collector.write(text.slice(at, at + chunk))
            return collector.end(source)
          }
          const whole = cut(text.length)
          expect(cut(size)).toEqual(whole)
          if (whole.kind === 'json') JSON.parse(contentOf(whole))
        },
      ),
      { numRuns: 5, endOnFailure: true },
    )
  })
})

describe('several JSON documents', () => {
  it('are cut between documents, and those that are left out are counted', () => {
    const text = items(60)
      .map((item) => `${JSON.stringify(item, null, 2)}\n`)
      .join('')
    const result = truncate(text, {
      maxBytes: 900,
      structure: kindsFor({ command: 'jq ".[]" a.json' }),
      source,
    })
    expect(result.kind).toBe('json')
    expect(result.units).toEqual({ documents: 60 })
    const hidden = [...result.text.matchAll(/^"… (\d+) more documents …"$/gm)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0)
    const shown = contentOf(result).match(/^\{$/gm) ?? []
    expect(hidden + shown.length).toBe(60)
    expect(result.text).toContain('"name": "naïve 59"')
  })
})

describe('a JSON document among lines of text', () => {
  const value = { items: items(200), total: 200 }

  it('is cut below the headers of a transfer', () => {
    const text = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}`
    const result = truncate(text, {
      maxBytes: 700,
      structure: kindsFor({ command: 'curl -i localhost' }),
      source,
    })
    expect(result.kind).toBe('json')
    const [headers, body] = contentOf(result).split('\r\n\r\n')
    expect(headers).toContain('200 OK')
    expect(JSON.parse(body)).toMatchObject({ total: 200 })
  })

  it('is cut between lines of a log, also those that begin like an array', () => {
    const text = `[INFO] start\n[1/4] fetch\ndone\n${JSON.stringify(value, null, 2)}\n[WARN] slow\n`
    const result = truncate(text, { maxBytes: 900, structure: kinds, source })
    expect(result.kind).toBe('json')
    expect(result.text).toMatch(/^\[INFO\] start\n\[1\/4\] fetch\ndone\n\{\n/)
    expect(result.text).toContain('\n}\n[WARN] slow\n')
    expect(result.text).toMatch(/"… \d+ more items …"/)
  })

  it('is read as lines when a line tells of a failure, or when most of it is text', () => {
    const document = JSON.stringify(value, null, 2)
    const failed = `start\nError: no such table\n${document}\n`
    expect(truncate(failed, { maxBytes: 900, structure: kinds, source }).kind).toBeUndefined()
    const log = `${document}\n${Array.from({ length: 200 }, (_, i) => `step ${i}\n`).join('')}`
    expect(truncate(log, { maxBytes: 900, structure: kinds, source }).kind).toBeUndefined()
  })

  it('is not looked for in Markdown and in code', () => {
    const fence = `Some words\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`
    expect(truncate(fence, { maxBytes: 900, structure: kinds, source }).kind).not.toBe('json')
    const code = `int main()\n{\n  "x";\n${'  call();\n'.repeat(300)}}\n`
    expect(truncate(code, { maxBytes: 900, structure: kinds, source }).kind).not.toBe('json')
  })
})
