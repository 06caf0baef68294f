import { describe, expect, it } from 'vitest'
import { containsNotice, parseNotices, stripNotices } from '../../src/render/parse.ts'
import { verifyNotice } from '../../src/render/seal.ts'
import { truncate } from '../support/checked.ts'

const log = 'line\n'.repeat(100)
const key = 'secret'
const signed = (input: string) => truncate(input, { maxLines: 10, maxBytes: 2000, notice: { key } }).text

describe('a notice with a key', () => {
  it('is verified over exactly the text above it', () => {
    const text = signed(log)
    expect(text).toMatch(/ Not kept\. MAC [0-9a-f]{16}\]$/)
    expect(verifyNotice(text, key)).toBe(true)
    expect(verifyNotice(text, new TextEncoder().encode(key))).toBe(true)
  })

  it('is not verified with another key, another text, other words, or more after it', () => {
    const text = signed(log)
    expect(verifyNotice(text, 'other')).toBe(false)
    expect(verifyNotice(`x${text}`, key)).toBe(false)
    expect(verifyNotice(text.replace('of 100.', 'of 101.'), key)).toBe(false)
    expect(verifyNotice(`${text}\n`, key)).toBe(false)
    expect(verifyNotice(log, key)).toBe(false)
  })

  it('is not forged by an output that ends in an older one', () => {
    const old = signed(log)
    const again = truncate(`${old}\n${'more\n'.repeat(5)}${old}`, { notice: { key } })
    expect(again.foreignNotices).toBeGreaterThan(0)
    expect(verifyNotice(again.text, key)).toBe(false)
  })
})

describe('what was written', () => {
  it('is read back, and taken out', () => {
    const { text, segments } = truncate(log, { maxLines: 10, source: { artifact: '3f9a1c2b40de7781' } })
    const found = parseNotices(text)
    expect(found.map((n) => n.kind)).toEqual(['marker', 'notice'])
    expect(found[0]).toMatchObject({ firstLine: 3, lastLine: 94, errors: 0 })
    expect(found[1]).toMatchObject({ totalLines: 100, artifact: '3f9a1c2b40de7781' })
    expect(containsNotice(text)).toBe(true)
    expect(stripNotices(text)).toBe(segments.map((s) => s.text).join(''))
  })

  it('is not seen in a text without it', () => {
    expect(containsNotice(log)).toBe(false)
    expect(parseNotices('[1/5] linking\n[ok]\n')).toEqual([])
  })
})
