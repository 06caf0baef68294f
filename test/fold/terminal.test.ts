import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { ViewMap } from '../../src/core/clean/view-map.ts'
import { cutsIntoTwo, everyByte } from '../support/chunks.ts'
import { render, renderParts } from '../support/rendered.ts'
import { oddStreams, terminalStreams } from '../support/terminal-streams.ts'
import { rowsOf, shownByXterm } from '../support/xterm.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const numRuns = inject('thorough') ? 700 : 30
const isStrongError = (text: string): boolean => text.includes('error')
const rows = fc.constantFrom(3, 6, 100)

/** Where each byte of the view comes from. */
const placesOf = (map: ViewMap) => Array.from({ length: map.viewBytes + 1 }, (_, at) => map.placeOf(at))

const lineEnds = (bytes: Uint8Array): number => bytes.filter((byte) => byte === 0x0a).length

describe('a rendered text', () => {
  it('is what xterm.js shows', () => {
    fc.assert(
      fc.property(terminalStreams, rows, (text, height) => {
        expect(rowsOf(render(text, { rows: height }))).toEqual(shownByXterm(text, height))
      }),
      { numRuns },
    )
  })

  it('depends neither on chunks nor on rendering it twice, and the map tells where it comes from', () => {
    fc.assert(
      fc.property(oddStreams, rows, fc.array(fc.nat(300), { maxLength: 5 }), (text, height, picks) => {
        const input = encode(text)
        const options = { rows: height, isStrongError }
        const { bytes, map } = renderParts(input, [], options)
        const cuts = [...new Set(picks.map((pick) => pick % (input.length + 1)))].sort((a, b) => a - b)
        for (const way of [cuts, everyByte(input.length)]) {
          const other = renderParts(input, way, options)
          expect(other.bytes).toEqual(bytes)
          expect(placesOf(other.map)).toEqual(placesOf(map))
        }
        expect([map.viewBytes, map.inputBytes]).toEqual([bytes.length, input.length])
        expect(lineEnds(bytes) + map.lineShift).toBe(lineEnds(input))
        for (let at = 1; at + 1 < bytes.length; at++) {
          if (map.isExact(at, at + 1)) expect(input[map.placeOf(at).inputByte]).toBe(bytes[at])
        }
        expect(renderParts(bytes, [], options)).toMatchObject({ bytes, hasControls: false })
      }),
      { numRuns },
    )
  })

  it('has no exact place for a mark that was written behind a control', () => {
    const input = encode('\x1b[0;2H^\x1be\u0301')
    const { bytes, map } = renderParts(input, [], { rows: 3 })
    const at = bytes.indexOf(0xcc)
    expect([at > 0, map.isExact(at, at + 1)]).toEqual([true, false])
  })

  it('loses the blanks at its end once it was overwritten, wherever chunks end', () => {
    const input = encode('x\r\x1b[K\rprog 1\rprog 2 \n')
    for (const cuts of [[], everyByte(input.length), [14]])
      expect(renderParts(input, cuts).text).toBe('prog 2\n')
  })

  it('is the input when that is plain, with tabs, malformed bytes and what looks like notation', () => {
    const input = encode('a\tb  \n\n^[[:space:]]^[[a-z] ^[ ^ \u00a0 é 日本\n\0\n'.repeat(300))
    input[100] = 0xff
    const { bytes, map, hasControls } = renderParts(input, everyByte(input.length, 7))
    expect(bytes).toEqual(input)
    expect([hasControls, map.isIdentity]).toEqual([false, true])
  })

  it('ends its lines in LF alone, in whatever chunks a CRLF comes', () => {
    const input = encode(`${'\x1b[31mone\x1b[0m\r\n'.repeat(3)}two\r\n10%\r20%\r\nthree\r\n\r\n`.repeat(50))
    for (const cuts of [[], everyByte(input.length), everyByte(input.length, 7)]) {
      const { text, map } = renderParts(input, cuts)
      expect(text).toBe(`${'one\n'.repeat(3)}two\n20%\nthree\n\n`.repeat(50))
      expect(map.inputBytes).toBe(input.length)
      expect(map.placeOf(text.indexOf('two')).inputByte).toBe(42)
    }
  })

  it('keeps plain lines around a control exact', () => {
    const plain = 'one line of a log\n'.repeat(500)
    const { text, map } = renderParts(encode(`${plain}10%\r20%\r30%\n${plain}`), [])
    expect(text).toBe(`${plain}30%\n${plain}`)
    expect(map.isExact(0, plain.length)).toBe(true)
    expect(map.isExact(plain.length + 4, map.viewBytes)).toBe(true)
    expect(map.placeOf(plain.length + 4)).toMatchObject({
      viewByte: plain.length + 4,
      inputByte: plain.length + 12,
      lineShift: 0,
      errors: 0,
    })
  })

  it('has characters of each length in UTF-8', () => {
    for (const letter of ['\u00a1', '\u07ff', '\u0800', '\uffee', '\u{10000}'])
      expect(render(`a\r${letter}b\r\x1b[2Cc\n`)).toBe(`${letter}bc\n`)
  })

  it('copies the text between colours', () => {
    const { text, map } = renderParts(encode('\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[m\n'), [])
    expect(text).toBe('red and bold\n')
    expect(map.placeOf(4)).toMatchObject({ inputByte: 13 })
    expect(map.isExact(1, 3)).toBe(true)
  })

  it('gives each row of a block that is drawn again a share of whole lines', () => {
    const block = (step: number) => `one ${step}\ntwo ${step}\nthree ${step}\n`
    const input = `${block(1)}\x1b[3A${block(2)}\x1b[3A${block(3)}end\n`
    const { text, map } = renderParts(encode(input), [])
    expect(text).toBe(`${block(3)}end\n`)
    const starts = ['one', 'two', 'three', 'end'].map((word) => map.placeOf(text.indexOf(word)))
    expect(starts.map(({ inputByte, lineShift }) => [inputByte, lineShift])).toEqual([
      [0, 0],
      [input.lastIndexOf('two'), 6],
      [input.lastIndexOf('three'), 6],
      [input.lastIndexOf('end'), 6],
    ])
  })

  it('is one line where the terminal ends, and takes as many rows as it fills', () => {
    expect(render('abcdefghij\n\x1b[31mxyz日本', { columns: 4 })).toBe('abcdefghij\nxyz日本')
    expect(render('\x1b[mab日本', { columns: 1 })).toBe('ab日本')
    expect(render('abcdefghij\r\x1b[Kk\x1b[A\x1b[2Kl\n', { columns: 4 })).toBe('abcd\n l\nk')
  })

  it('has the words that xterm.js shows with few columns', () => {
    const words = (lines: readonly string[]) => lines.join('').replaceAll(' ', '')
    const columns = fc.constantFrom(5, 8, 20)
    fc.assert(
      fc.property(terminalStreams, rows, columns, (text, height, width) => {
        // xterm.js throws for some erasures. A region of fewer rows makes the screen shorter.
        fc.pre(!/\[(1J|\d?r)/.test(text))
        const shown = words(rowsOf(render(text, { rows: height, columns: width })))
        expect(shown).toBe(words(shownByXterm(text, height, width)))
      }),
      { numRuns },
    )
  })

  it('loses a character that as many blanks as columns push off the row', () => {
    expect(render('a\x1b[D\x1b[4@', { columns: 5 })).toBe('    a')
    expect(render('a\x1b[D\x1b[5@', { columns: 5 })).toBe('')
  })

  it('keeps a strong error that was overwritten, before the row', () => {
    const options = { isStrongError }
    expect(render('error: no disk\rall is well now\n', options)).toBe('error: no disk\nall is well now\n')
    expect(render('error: no disk\r\x1b[Kok\n', options)).toBe('error: no disk\nok\n')
    expect(render('error: no disk\n\x1b[A\x1b[2Kok', options)).toBe('error: no disk\nok\n')
    expect(render('error: no disk\x1b[2K\rok', options)).toBe('error: no disk\nok')
    expect(render('\x1b[?1049herror: x\x1b[H\x1b[2J\x1b[?1049lok', options)).toBe('error: x\nok')
  })

  it('keeps an overwritten error once when it is drawn again or only counts on', () => {
    const options = { isStrongError }
    expect(render('error 1\rerror 2\rerror 3\n', options)).toBe('error 3\n')
    expect(render('error |\b/\b-\b\\\n', options)).toBe('error \\\n')
    const block = 'error: a\nworking\n'
    expect(render(`${block}\x1b[2A\x1b[J${block}\x1b[2A\x1b[J${block}`, options)).toBe(block)
    expect(render('error 1\rerror 2\rall done\n', options)).toBe('error 1\nall done\n')
  })

  it.each(['\r', '\r\x1b[K'])(
    'keeps an error among progress texts of the same length behind %j',
    (behind) => {
      const options = { isStrongError: (text: string) => /error|[1-9] failed/.test(text) }
      const shown = (...texts: string[]): string =>
        render(`${['x', '1 a good', '2 a good', ...texts, 'all done'].join(behind)}\n`, options)
      expect(shown('3 a good')).toBe('all done\n')
      expect(shown('3 error!')).toBe('3 error!\nall done\n')
      expect(shown('0 failed', '0 failed', '1 failed', '2 failed')).toBe('1 failed\nall done\n')
      expect(shown('0 failed', '0 failed', '10 faile')).toBe('all done\n')
    },
  )

  it('counts overwritten errors beyond the first and last of a row', () => {
    const letters = Array.from({ length: 100 }, (_, i) => `${'ab'[i % 2]}${'x'.repeat(i)}`)
    const { text, map } = renderParts(
      encode(`${letters.map((one) => `error ${one}\r\x1b[K`).join('')}ok\n`),
      [],
      {
        isStrongError,
      },
    )
    expect(text.split('\n').length - 2 + map.errors).toBe(100)
    expect(text).toMatch(/^error a\n/)
    expect(text).toContain(`error ${letters[99]}\nok\n`)
  })

  it('judges of a long row only what is new when a part is overwritten', () => {
    const times = 4000
    let judgedBytes = 0
    const count = (text: string): boolean => {
      judgedBytes += text.length
      return false
    }
    render('ghp_\bg'.repeat(times), { isStrongError: count })
    expect(judgedBytes).toBeLessThan(600 * times)
    const long = `${'x'.repeat(2000)}\by`
    expect(render(`${long} error: no disk\r\x1b[Kok\n`, { isStrongError })).toMatch(
      /^x+y error: no disk\nok\n$/,
    )
  })

  it('ends a line behind half a character', () => {
    const { bytes } = renderParts(Uint8Array.of(0x07, 0x61, 0xc2, 0x0a, 0x62), [])
    expect([...bytes]).toEqual([0x61, 0xc2, 0x0a, 0x62])
  })

  it('joins no control from what a colour stands between', () => {
    expect(render('^\x1b[m[[0mx\n')).toBe('x\n')
    expect(render('^\x1b[m[\x1b[1m[0\x1b[mmx\n')).toBe('x\n')
    const { text } = renderParts(Uint8Array.of(0x61, 0xc2, 0x1b, 0x5b, 0x6d, 0x85, 0x62, 0x0a), [])
    expect(text).toBe('ab\n')
  })

  it('has no sequence in caret notation, but patterns that look like one', () => {
    expect(render('^[[36;1m$ npm ci^[[0;m\n^[[0K^[[?25lx\n')).toBe('$ npm ci\nx\n')
    for (const text of ['^[[a-z]', '^[[:alpha:]]', '^[x', '^[[12', '^', 'x^2^[', '^[^[[0m[0m'])
      expect(render(text)).toBe(text)
  })

  it('leaves out an introducer that begins no whole sequence, and keeps what follows', () => {
    expect(render('\x1b[38;2;\nx\x1b')).toBe('[38;2;\nx')
    expect(render('\x1b]0;title\nx')).toBe(']0;title\nx')
    expect(render(`\x1b]0;${'t'.repeat(5000)}\x07x\n`)).toBe(`]0;${'t'.repeat(5000)}x\n`)
    expect(render('\x9b31mred\x9b0m\x9d0;title\x9c\n')).toBe('red\n')
    expect(render('\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\\n')).toBe('link\n')
  })

  it('ends an application command at BEL, as Buildkite does', () => {
    expect(render('\x1b_bk;t=1772000000043\x07$ git fetch\r\n\x1b_bk;t=1\x07x\x1b]8;;u\x1b\\y\n')).toBe(
      '$ git fetch\nxy\n',
    )
    expect(render('\x1b_no end\nx')).toBe('_no end\nx')
  })

  it.each([
    ['a row from the cursor on', 'abc\r\x1b[?Kd\n', 'd\n'],
    ['a whole row', 'abc\x1b[?2Kd\n', '   d\n'],
    ['the display from the cursor on', 'ab\ncd\x1b[A\r\x1b[?Jx\n', 'x\n'],
    ['nothing, by a mode that is not known', 'abc\r\x1b[?1l\x1b[?7hd\n', 'dbc\n'],
  ])('obeys the private form of a sequence that erases %s', (_, input, expected) => {
    expect(render(input)).toBe(expected)
  })

  it('goes back to where a private mode kept the cursor', () => {
    expect(render('abc\x1b[?1048h\rx\x1b[?1048ld\n')).toBe('xbcd\n')
  })

  it('ends an alternate screen with the text it showed last', () => {
    expect(render('$ less\n\x1b[?1049h\x1b[Hpage 1\n\n\x1b[Hpage 2\n:\x1b[?1049l$ exit\n')).toBe(
      '$ less\npage 2\n:\n$ exit\n',
    )
    expect(render('a\n\x1b[?47h\x1b[Hmenu\x1b[2J\x1b[?47lb\n')).toBe('a\nb\n')
    expect(render('a\n\x1b[?1049h\x1b[2;3Hstill open')).toBe('a\n  still open\n')
  })

  it('takes a region that ends above the cursor as the size of the terminal', () => {
    const log = Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join('')
    const progress = (share: number) => `\x1b7\x1b[24;0f\x1b[42mProgress: ${share}%\x1b[49m\x1b8`
    const text = `${log}\n\x1b7\x1b[0;23r\x1b8\x1b[1A${progress(1)}Unpacking\n${progress(50)}Setting up\n`
    expect(render(text)).toBe(`${log}Unpacking\nSetting up\n\nProgress: 50%\n`)
  })

  it('is the same for every place of a cut', () => {
    const input = encode('a\r\n\x1b[2Kb ─日\r\x1b[Kc\x1b]0;t\x1b\\^[[0md\u009b1me\b\bf\x1b[A\x1b[3Cx\r\r\ny')
    const { bytes } = renderParts(input, [])
    for (const cuts of cutsIntoTwo(input.length)) expect(renderParts(input, cuts).bytes).toEqual(bytes)
  })
})
