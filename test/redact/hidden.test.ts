import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { HeadSearch } from '../../src/redact/head-search.ts'
import { LineRedactor } from '../../src/redact/line-redactor.ts'
import { withOwnMemory } from '../../src/redact/own-memory.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { visibleTexts } from '../../src/redact/visible-text.ts'
import { some } from '../support/some.ts'

const encoder = new TextEncoder()
const token = `ghp_${'aB3'.repeat(12)}`
const numRuns = (thorough: number, usual: number) => (inject('thorough') ? thorough : usual)

/** What may stand between two letters, and a reader does not see it. */
const INVISIBLE = [
  '\x1b[m',
  '\x1b[K',
  '\x1b[01;31m\x1b[K',
  '\x1b[38;5;200m',
  '\x1b[?25l',
  '\x9b31m',
  '\x1b]0;title\x07',
  '\x1b]8;;https://example.com\x1b\\',
  '\x1bPq\x1b\\',
  '\x1b(B',
  '\x1b7',
  '\\u001b[31m',
  '\\x1b[0m',
  '\\033[1m',
  '\\e[0m',
  '\0',
  '\x07',
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufe0f',
  '\ufeff',
  '\u202e',
  '\u2066',
  '\u034f',
  '\u061c',
  '\u180e',
  '\u17b4',
  '\ufff9',
  '\u{1bca0}',
  '\u{1d173}',
  '\u{e0041}',
  '\u{e0100}',
]
const invisible = fc.array(fc.constantFrom('', ...INVISIBLE), { minLength: 1, maxLength: 3 })

/** The text with hidden pieces between its letters. Its first and last letters stay at its ends. */
const withHidden = (text: string, pieces: readonly string[][]) =>
  [...text].map((letter, at) => (at === 0 ? '' : pieces[at % pieces.length].join('')) + letter).join('')

function through(bytes: Uint8Array, chunkBytes: number, redact = createSecretRedactor()): string {
  const redactor = new LineRedactor(redact)
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parts.push(redactor.write(bytes.slice(at, at + chunkBytes)).slice())
  }
  return Buffer.concat([...parts, redactor.end().slice()]).toString()
}

describe('slashes that JSON escapes', () => {
  it.each([
    ['https:\\/\\/hooks.slack.com\\/services\\/T00000000\\/B00000000\\/XXXXXXXXXXXXXXXXXXXXXXXX', 'XXXX'],
    ['{"u":"https:\\/\\/user:hunter29@host\\/x"}', 'hunter29'],
    ['{"u":"https:\\x2f\\x2fuser:hunter29@host"}', 'hunter29'],
  ])('do not hide the secret of %s', (line, secret) => {
    for (const chunkBytes of [1, 7, 4096]) {
      expect(through(encoder.encode(`${line}\n`), chunkBytes)).not.toContain(secret)
    }
  })
})

describe('a secret with invisible characters inside', () => {
  it.each(INVISIBLE)('is found: %j', (piece) => {
    for (const secret of [token, `AKIA${'Q7'.repeat(8)}`, `sk-${'aB3'.repeat(9)}`]) {
      const found = createSecretRedactor()(`a ${withHidden(secret, [[piece]])}${piece} b`)
      expect(found).toMatch(/^a \[redacted [a-z-]+\]/)
      expect(found.endsWith(`]${piece} b`)).toBe(true)
    }
    expect(createSecretRedactor()(`pass${piece}word=${withHidden('hunter2', [[piece]])}`)).toBe(
      `pass${piece}word=[redacted password]`,
    )
  })

  it('is found whatever they are, and whatever the chunks', () => {
    fc.assert(
      fc.property(
        fc.array(invisible, { minLength: 1, maxLength: 7 }),
        fc.constantFrom('', ' ', '_', '"', '\x1b[m', 'plain '.repeat(20)),
        fc.constantFrom(1, 7, 1000),
        (pieces, before, chunkBytes) => {
          const line = `${before}${withHidden(token, pieces)}`
          const found = through(encoder.encode(`x\n${line} y\nz`), chunkBytes)
          expect(found).toBe(`x\n${before}[redacted github-token] y\nz`)
        },
      ),
      { numRuns: numRuns(2000, 100) },
    )
  })

  it('is found in a line above 64 KiB, at every place where it could be cut', () => {
    const hidden = withHidden(token, [['\x1b[1m'], ['\u200b'], ['']])
    for (const place of some([61_400, 0, 61_000, 65_300, 65_500, 65_536, 70_000, 126_900], 4)) {
      for (const chunkBytes of [1000, 65_536, 1_000_000]) {
        const line = `${'plain '.repeat(Math.ceil(place / 6))}${hidden} ${'plain '.repeat(3000)}`
        expect(through(encoder.encode(line), chunkBytes)).toBe(
          line.replace(hidden, '[redacted github-token]'),
        )
      }
    }
  })

  it('is found where the letters are printed over', () => {
    const bold = [...token].map((letter) => `${letter}\b${letter}`).join('')
    expect(createSecretRedactor()(`a ${bold}.`)).toBe('a g\b[redacted github-token].')
    const underlined = [...token].map((letter) => `_\b${letter}`).join('')
    expect(createSecretRedactor()(`a ${underlined}.`)).toBe('a _\b[redacted github-token].')
  })

  it('is found where letters are written as escapes', () => {
    const long = [...token].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')
    const short = [...token].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join('')
    for (const text of [
      long,
      short,
      `\\u0067${token.slice(1)}`,
      `${token.slice(0, 9)}\\u0042${token.slice(9)}`,
    ]) {
      expect(createSecretRedactor()(`"${text}"`)).toBe('"[redacted github-token]"')
    }
  })

  it('keeps apart what a new line or a carriage return keeps apart', () => {
    expect(through(encoder.encode(`${token.slice(0, 9)}\n${token.slice(9)}`), 5)).toContain(token.slice(9))
    const line = `${token.slice(0, 9)}\r${token.slice(9)}`
    expect(createSecretRedactor()(line)).toBe(line)
  })

  it('is found in the string of a terminal code', () => {
    const link = (address: string) => `\x1b]8;;${address}\x1b\\file\x1b]8;;\x1b\\`
    expect(createSecretRedactor()(link('https://bob:builder@example.com/a'))).toBe(
      link('https://bob:[redacted url-password]@example.com/a'),
    )
    expect(createSecretRedactor()(`\x1b]0;${token}`)).toBe('\x1b]0;[redacted github-token]')
  })

  it('is found behind a terminal code that stands behind a word', () => {
    expect(createSecretRedactor()(`x\x1b[0m${withHidden(token, [['\x1b[1m']])}`)).toBe(
      'x\x1b[0m[redacted github-token]',
    )
  })

  it('is found in each of two streams', () => {
    const redact = createSecretRedactor()
    const other = withOwnMemory(redact)
    const line = encoder.encode(`a ${withHidden(token, [['\x1b[1m']])}\n`)
    expect([through(line, 9, redact), through(line, 9, other)]).toEqual(
      Array.from({ length: 2 }, () => 'a [redacted github-token]\n'),
    )
  })

  it('is a private key, with all its lines', () => {
    const dashes = '-----'
    const redact = createSecretRedactor()
    const lines = [
      `a \x1b[1m${dashes}BEGIN \x1b[31mRSA PRI\u200bVATE KEY${dashes}\x1b[0m`,
      '\x1b[2mMIIE\x1b[0m',
      `\x1b[1m${dashes}END RSA PRI\x1b[0mVATE KEY${dashes} b`,
    ]
    expect(lines.map(redact)).toEqual(['a \x1b[1m[redacted private-key]', '', ' b'])
    expect(redact('c')).toBe('c')
  })
})

describe('a token glued to a word by _', () => {
  it('is found, and one glued by a letter or digit is not', () => {
    for (const before of ['_', 'my_', '__', 'A_']) {
      expect(createSecretRedactor()(`${before}${token}_x`)).toBe(`${before}[redacted github-token]_x`)
    }
    for (const before of ['a', '9', 'taxi']) {
      expect(createSecretRedactor()(`${before}${token}`)).toBe(`${before}${token}`)
    }
  })
})

describe('the search for heads', () => {
  const heads = ['ghp_', 'token', 'ab', 'abab', 'é1', { text: '://', next: '@', within: 20 }]
  const search = new HeadSearch(heads)
  const letters = ['g', 'h', 'p', '_', 'H', 'a', 'b', 'B', 'é', '1', ':', '/', '@', ' ', 'x', '\\u0061', '\\']
  const texts = fc.array(fc.constantFrom(...letters, 'token', '\n', ...INVISIBLE), { maxLength: 60 })

  it('finds each line whose visible text has one', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (parts, isLong) => {
        const text = `${isLong ? 'plain words\n'.repeat(90) : ''}${parts.join('')}`
        const bytes = encoder.encode(text)
        let from = 0
        for (const line of text.split('\n')) {
          const visible = visibleTexts(line).map((view) => view.text.toLowerCase())
          const has = visible.some((each) => /ghp_|token|ab|é1|:\/\/[^/]{0,10}@/.test(each))
          const end = from + encoder.encode(line).length
          const found = search.find(bytes, from)
          if (has) expect(found >= from && found < end).toBe(true)
          from = end + 1
        }
      }),
      { numRuns: numRuns(8000, 500) },
    )
  })

  it('finds no other line in plain text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters.slice(0, 15), 'token'), { maxLength: 40 }), (parts) => {
        const line = parts.join('')
        const has = /ghp_|token|ab|é1|:\/\/[^/]{0,19}@/i.test(line)
        // Characters beyond ASCII inside a head are passed over.
        if (!line.includes('é')) expect(search.find(encoder.encode(line), 0) >= 0).toBe(has)
      }),
      { numRuns: numRuns(8000, 500) },
    )
  })

  it('finds the first of several lines', () => {
    for (const lines of [1, 40, 400]) {
      const words = 'plain words\n'.repeat(lines)
      const text = `${words}a token\n${words}a token\n${words}`
      const first = words.length + 2
      const found = search.find(encoder.encode(text), 0)
      expect(found >= first && found < first + 5).toBe(true)
      const next = search.find(encoder.encode(text), first + 6)
      expect(next >= 2 * words.length + 10 && next < 2 * words.length + 15).toBe(true)
      expect(search.find(encoder.encode(text), 2 * words.length + 16)).toBe(-1)
    }
  })
})

describe('a form of the caller', () => {
  it('has a value behind a name, before a sign, and exceptions', () => {
    const form = {
      name: 'pin',
      before: 'pin=',
      pattern: '[0-9]{4,}',
      behind: ';',
      except: '0+',
      ignoreCase: true,
      heads: ['pin='],
    }
    const redact = createSecretRedactor([form])
    expect(redact('PIN=1234; pin=0000; pin=5678, Pin=9012;')).toBe(
      'PIN=[redacted pin]; pin=0000; pin=5678, Pin=[redacted pin];',
    )
  })

  it('is found without heads, and with heads beyond ASCII', () => {
    expect(createSecretRedactor([{ name: 'x', pattern: 'OURS-\\d+' }])('a OURS-1')).toBe('a [redacted x]')
    const form = { name: 'x', pattern: 'ключ-\\d+', heads: ['ключ-'] }
    expect(createSecretRedactor([form])('ок ключ-12')).toBe('ок [redacted x]')
    const path = { name: 'x', pattern: 'C:\\\\key\\d', heads: ['C:\\key'] }
    expect(createSecretRedactor([path])('at C:\\key7.')).toBe('at [redacted x].')
  })
})
