import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripAnsi } from '../../src/extra/profiles/vtcode.ts'
import { escapes } from '../support/attacks.ts'

describe('stripAnsi', () => {
  it.each([
    ['CSI', 'a\u001b[1;31mb\u001b[0mc\u001b[?25ld', 'abcd'],
    ['CSI with colons and intermediates', 'a\u001b[38:2:1:2:3mb\u001b[2 qc', 'abc'],
    ['OSC ended by BEL', 'a\u001b]0;title\u0007b', 'ab'],
    ['OSC ended by ST', 'a\u001b]8;;https://x.y\u001b\\link\u001b]8;;\u001b\\b', 'alinkb'],
    ['DCS, SOS, PM, APC', 'a\u001bPq#0\u001b\\b\u001bXs\u001b\\c\u001b^p\u001b\\d\u001b_a\u001b\\e', 'abcde'],
    ['two-byte escapes', 'a\u001b7b\u001b8c\u001bMd\u001bce\u001b=f\u001b>g', 'abcdefg'],
    ['character sets', 'a\u001b(Bb\u001b#8c\u001b%Gd', 'abcd'],
    ['8-bit CSI and OSC', 'a\u009b31mb\u009d0;t\u009cc\u0090q\u009cd', 'abcd'],
    ['other 8-bit controls', 'a\u0084b\u0085c\u008dd', 'abcd'],
    ['C0 but tab, LF and CR', 'a\u0000b\u0007c\u0008d\te\r\nf\u007fg', 'abcd\te\r\nfg'],
    ['form feed and vertical tab', 'a\u000cb\u000bc', 'a b c'],
    ['a lone ESC', 'a\u001b', 'a'],
    ['an ESC before a line end', 'a\u001b\nb', 'a\nb'],
    ['CAN inside a sequence', 'a\u001b[3\u0018b\u001b]0;x\u001ac', 'abc'],
    ['an escape inside a string', 'a\u001b]0;x\u001b[31mb', 'ab'],
    ['a character inside CSI', 'a\u001b[3é', 'aé'],
    ['nothing', 'plain ünïcode 👍 text\n', 'plain ünïcode 👍 text\n'],
  ])('strips %s', (_, text, expected) => {
    expect(stripAnsi(text)).toBe(expected)
  })

  it('drops a sequence that never ends up to the end of its line only', () => {
    expect(stripAnsi('a\u001b]0;never\nerror: kept\n')).toBe('a\nerror: kept\n')
    expect(stripAnsi('a\u001b[1;2\nb')).toBe('a\nb')
    expect(stripAnsi('a\u001bP never ends')).toBe('a')
  })

  it('leaves nothing that a terminal acts on, strips once for all and keeps plain text, whatever the input', () => {
    const piece = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      'P',
      '\\',
      '\u0007',
      '\u009b',
      '\u009d',
      '\u009c',
      '1;',
      'm',
      '\n',
      'é',
      '👍',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        const out = stripAnsi(parts.join(''))
        expect(out).not.toMatch(/[^\P{Cc}\t\n\r]/u)
        expect(stripAnsi(out)).toBe(out)
        expect(out.split('\n')).toHaveLength(parts.join('').split('\n').length)
      }),
      { numRuns: 500 },
    )
  })

  it('takes a megabyte of introducers in one pass', () => {
    for (const introducer of ['\u001b]', '\u001b[', '\u001b', '\u001bP\u001b', '\u009d', '\u001b[1;']) {
      expect(stripAnsi(introducer.repeat(500_000))).toBe('')
    }
  })

  it.each(escapes)('leaves of %s what is no escape', (_, text, plain) => {
    expect(stripAnsi(text)).toBe(plain)
  })
})
