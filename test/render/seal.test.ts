import { describe, expect, it } from 'vitest'
import { containsNotice, parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
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
    expect(verifyNotice(text.replace('of 100 lines.', 'of 101 lines.'), key)).toBe(false)
    for (const more of ['\n\n', ' ', '\nx', '\n]\n', '\r\n'])
      expect(verifyNotice(text + more, key)).toBe(false)
    expect(verifyNotice(log, key)).toBe(false)
  })

  it('is verified with the line end that the command prints behind it', () => {
    expect(verifyNotice(`${signed(log)}\n`, key)).toBe(true)
  })

  it('is not verified when a character changes that its MAC does not count', () => {
    const text = signed(`\ufffd\n${log}`)
    expect(verifyNotice(text, key)).toBe(true)
    for (const changed of [
      text.replace('. MAC', ' MAC'),
      text.replace('. MAC', '.. MAC'),
      text.replace('\ufffd', '\ud800'),
    ]) {
      expect(changed).not.toBe(text)
      expect(verifyNotice(changed, key)).toBe(false)
    }
  })

  it('is not forged by an output that ends in an older one', () => {
    const old = signed(log)
    const again = truncate(`${old}\n${'more\n'.repeat(5)}${old}`, { notice: { key } })
    expect(again.foreignNotices).toBeGreaterThan(0)
    expect(verifyNotice(again.text, key)).toBe(false)
  })
})

describe('a notice with a key and a nonce', () => {
  const limits = { maxLines: 10, maxBytes: 2000 }
  const signedFor = (nonce: string | Uint8Array, input = log) =>
    truncate(input, { ...limits, notice: { key, nonce } }).text

  it('is verified with this nonce only, which costs the text nothing', () => {
    const text = signedFor('first')
    expect(verifyNotice(text, key, { nonce: 'first' })).toBe(true)
    expect(verifyNotice(text, key, { nonce: new TextEncoder().encode('first') })).toBe(true)
    for (const nonce of ['second', 'firs', 'first ', new Uint8Array(5)])
      expect(verifyNotice(text, key, { nonce })).toBe(false)
    expect(verifyNotice(text, key)).toBe(false)
    expect(verifyNotice(text, 'other', { nonce: 'first' })).toBe(false)
    expect(verifyNotice(signed(log), key, { nonce: 'first' })).toBe(false)
    const withoutMac = (words: string) => words.replace(/[0-9a-f]{16}\]$/, '')
    expect(withoutMac(text)).toBe(withoutMac(signed(log)))
  })

  it('is not verified when a tool prints it again', () => {
    for (const old of [signedFor('first'), signed(log)]) {
      const again = signedFor('second', old)
      expect(again).toBe(old)
      expect(verifyNotice(again, key, { nonce: 'second' })).toBe(false)
    }
  })

  it.each([
    ['a word', 'b'],
    ['no nonce', undefined],
  ])('is signed again when it is cut for another call: %s', (_, nonce) => {
    const first = truncate(log, { ...limits, notice: { key, nonce: 'a' } })
    const again = truncate(first, { ...limits, notice: { key, ...(nonce !== undefined && { nonce }) } })
    expect(verifyNotice(again.text, key, nonce === undefined ? {} : { nonce })).toBe(true)
    expect(verifyNotice(again.text, key, { nonce: 'a' })).toBe(false)
    expect(truncate(first, { ...limits, notice: { key, nonce: 'a' } })).toBe(first)
  })

  it.each([
    [{ key, nonce: '' }, 'Expected `notice.nonce` to be a non-empty string or Uint8Array, got "".'],
    [{ key, nonce: 7 }, 'Expected `notice.nonce` to be a non-empty string or Uint8Array, got 7.'],
    [{ key, nonce: new Uint8Array() }, 'Expected `notice.nonce` to be a non-empty string'],
    [{ nonce: 'a' }, 'Expected `notice.nonce` to come with `notice.key`, got none.'],
    [{ key: '', nonce: 'a' }, 'Expected `notice.key` to be a non-empty string or Uint8Array, got "".'],
  ])('is refused with %j', (notice, message) => {
    expect(() => truncate(log, { notice: notice as object })).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION', message: expect.stringContaining(message) }),
    )
  })

  it.each([
    ['', undefined, '`key`'],
    [undefined, undefined, '`key`'],
    ['k', { nonce: '' }, '`nonce`'],
    ['k', { nonce: null }, '`nonce`'],
    ['k', { once: 'a' }, 'Did you mean `nonce`?'],
    ['k', 'a', '`options`'],
  ])('is not verified with the key %j and the options %j', (wrong, options, message) => {
    expect(() => verifyNotice('text', wrong as string, options as object)).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION', message: expect.stringContaining(message) }),
    )
  })
})

describe('what was written', () => {
  it('is read back, and taken out', () => {
    const { text, segments } = truncate(log, { maxLines: 10, source: { artifact: '3f9a1c2b40de7781' } })
    const found = parseNotices(text)
    expect(found.map((n) => n.kind)).toEqual(['marker', 'notice'])
    expect(found[0]).toMatchObject({ firstLine: 3, lastLine: 94, errors: 0 })
    expect(found[1]).toMatchObject({
      artifact: '3f9a1c2b40de7781',
      resume: 'pith show 3f9a1c2b40de7781 --lines 3-94',
    })
    expect(containsNotice(text)).toBe(true)
    expect(stripNotices(text)).toBe(segments.map((s) => s.text).join(''))
  })

  it('is not seen in a text without it', () => {
    expect(containsNotice(log)).toBe(false)
    expect(parseNotices('[1/5] linking\n[ok]\n')).toEqual([])
  })
})
