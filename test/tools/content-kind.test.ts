import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContentKind, contentKindOf, SNIFFED_BYTES } from '../../src/tools/content-kind.ts'
import { joined, programBytes, utf16, withBom } from '../support/encodings.ts'

const text = (encoding: string) => ({ kind: 'text', encoding })

describe('the kind of a content', () => {
  it.each<[string, Uint8Array, unknown]>([
    ['nothing', joined(), text('UTF-8')],
    ['a text', joined('héllo\n'), text('UTF-8')],
    ['a text with a BOM', joined([0xef, 0xbb, 0xbf], 'a\n'), text('UTF-8 with BOM')],
    ['a text with a NUL', joined('hello\0world\n'), text('UTF-8')],
    [
      'a text with colours, a bell, a backspace and a NUL',
      joined('\x1b[31m\x07a\b\f\v\0\r\n'),
      text('UTF-8'),
    ],
    ['a log with a hole of NULs', joined('a line\n'.repeat(90), new Uint8Array(400), 'b\n'), text('UTF-8')],
    ['names that end in NULs', joined('./src/a.ts\0./src/b.ts\0./c\0'), text('UTF-8')],
    ['the words of a command', joined('sh\0-c\0sleep 9\0'), text('UTF-8')],
    ['Latin-1', joined('caf', [0xe9], ' au lait\n'), text('UTF-8')],
    [
      'a text in KOI8-R with a NUL',
      joined(new Array(300).fill([0xcf, 0xdb, 0xc9, 0xc2, 0xcb, 0xc1, 0x0a]).flat(), [0]),
      text('UTF-8'),
    ],
    ['Latin-1 with a NUL', joined('caf', [0xe9], ' au lait\0\n'), text('UTF-8')],
    ['a text in an old code page', joined([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]), text('UTF-8')],
    ['UTF-16LE', withBom('é\n', 'LE'), text('UTF-16LE')],
    ['UTF-16BE', withBom('é\n', 'BE'), text('UTF-16BE')],
    ['UTF-16LE that is only a BOM', withBom('', 'LE'), text('UTF-16LE')],
    ['UTF-16LE without a BOM', utf16('hello\r\n', 'LE'), text('UTF-16LE')],
    ['UTF-16BE without a BOM', utf16('hello 一\r\n', 'BE'), text('UTF-16BE')],
    ['UTF-16LE without a BOM, with other letters', utf16('the name is Łódź, 一\r\n', 'LE'), text('UTF-16LE')],
    ['UTF-32LE', joined([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), { kind: 'binary' }],
    ['UTF-32BE', joined([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), { kind: 'binary' }],
    ['NULs', new Uint8Array(100), { kind: 'binary' }],
    ['one NUL', new Uint8Array(1), { kind: 'binary' }],
    ['a program', programBytes(500), { kind: 'binary' }],
    ['a text before a program', joined('Downloading\n', programBytes(500)), { kind: 'binary' }],
    [
      'a tar archive',
      joined('a'.repeat(100), new Uint8Array(157), 'ustar', 'text '.repeat(200)),
      { kind: 'binary' },
    ],
    ['an image', joined([0x89], 'PNG\r\n\x1a\n', programBytes(99)), { kind: 'image', format: 'PNG' }],
  ])('is told: %s', (_, bytes, kind) => {
    expect(contentKindOf(bytes)).toEqual(kind)
  })

  it('is told by the first 8 KiB', () => {
    const lines = joined('a line\n'.repeat(1500))
    expect(contentKindOf(joined(lines, programBytes(9000)))).toEqual(text('UTF-8'))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (start, rest) => {
        const first = joined(start, new Uint8Array(SNIFFED_BYTES - start.length).fill(0x61))
        const kind: ContentKind = contentKindOf(first)
        expect(contentKindOf(joined(first, rest))).toEqual(kind)
      }),
    )
  })

  it('does not depend on a character that the first 8 KiB cut', () => {
    const bytes = joined('\0\x01\x02', 'a'.repeat(SNIFFED_BYTES - 4), '👍'.repeat(50))
    expect(contentKindOf(bytes)).toEqual(text('UTF-8'))
  })
})
