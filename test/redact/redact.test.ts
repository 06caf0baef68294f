import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { LineRedactor } from '../../src/redact/line-redactor.ts'
import type { Redactor } from '../../src/redact/redactor.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { truncateStream } from '../support/checked.ts'
import { createCommandStore } from '../support/command-store.ts'

const encoder = new TextEncoder()

function through(redact: Redactor, bytes: Uint8Array, chunkBytes: number): Buffer {
  const redactor = new LineRedactor(redact)
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parts.push(redactor.write(bytes.slice(at, at + chunkBytes)).slice())
  }
  parts.push(redactor.end().slice())
  return Buffer.concat(parts)
}

const hush: Redactor = (text) => text.replaceAll(/secret\d*/g, '[gone]')

describe('redaction', () => {
  it('gives each line to the function, whatever the chunks', () => {
    const text = fc.array(fc.constantFrom('secret', '1', '\n', 'é', ' ', '\r'), { maxLength: 40 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (parts, chunkBytes) => {
        const input = parts.join('')
        const found = through(hush, encoder.encode(input), chunkBytes).toString()
        expect(found).toBe(input.split('\n').map(hush).join('\n'))
      }),
      { numRuns: inject('thorough') ? 3000 : 100 },
    )
  })

  it('adds no line behind the last line end', () => {
    const seen: string[] = []
    const mark: Redactor = (line) => {
      seen.push(line)
      return `>${line}`
    }
    expect(through(mark, encoder.encode('a\n\nb\n'), 9).toString()).toBe('>a\n>\n>b\n')
    expect(through(mark, encoder.encode(''), 9).toString()).toBe('')
    expect(seen).toEqual(['a', '', 'b'])
  })

  it('leaves lines in which nothing changes as they are, malformed bytes too', () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0x00, 0xc3, 0x0a]),
      Buffer.from('secret\n'),
      Buffer.from([0xfe]),
    ])
    const expected = Buffer.concat([bytes.subarray(0, 4), Buffer.from('[gone]\n'), Buffer.from([0xfe])])
    expect(through(hush, bytes, 3)).toEqual(expected)
  })

  it.each([[1000], [65_535], [65_536], [65_537], [1_000_000]])(
    'is the same for a long line in chunks of %i',
    (chunkBytes) => {
      const places = [0, 61_000, 61_440, 65_530, 65_536, 122_875, 126_970, 199_990]
      const letters = Array.from({ length: 200_000 }, () => 'é')
      for (const at of places) letters.splice(at, 9, ...'secret123')
      const found = through(hush, encoder.encode(letters.join('')), chunkBytes).toString()
      expect(found).not.toContain('secret')
      expect(found.split('[gone]')).toHaveLength(places.length + 1)
      expect(found).toBe(hush(letters.join('')))
    },
  )

  it('is given a long line full of secrets a few times over, not a dozen times', () => {
    let units = 0
    const counting: Redactor = (text) => {
      units += text.length
      return hush(text)
    }
    const line = 'secret1 '.repeat(128 * 1024)
    through(counting, encoder.encode(line), 65_536)
    expect(units / line.length).toBeLessThan(4)
  })

  it('comes before totals, the artifact and its id', async () => {
    const store = createCommandStore()
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at} secret${at}\n`).join('')
    const plain = await truncateStream(new Blob([hush(lines)]), { store, maxLines: 50 })
    const other = createCommandStore()
    const redacted = await truncateStream(new Blob([hush(lines)]), {
      store: other,
      maxLines: 50,
      redact: (text) => text,
    })
    expect(redacted).toEqual(plain)
    const { truncateStream: unchecked } = await import('../../src/core/stream.ts')
    const third = createCommandStore()
    const result = await unchecked(new Blob([lines]), {
      backend: inject('backend'),
      store: third,
      maxLines: 50,
      redact: hush,
    })
    expect(result).toEqual(plain)
    expect(await third.list()).toMatchObject([{ id: (await store.list())[0].id }])
  })

  it('ends the stream with what the function throws, and refuses what is no function or gives no text', async () => {
    const run = (redact: unknown) => truncateStream(new Blob(['a\n']), { redact: redact as Redactor })
    await expect(
      run(() => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(run(3)).rejects.toMatchObject({ code: 'PITH_INVALID_OPTION' })
    await expect(run(() => 3)).rejects.toThrow('Expected `redact` to return a string, got number.')
  })
})

describe('the forms of secrets', () => {
  const of = (letters: string, length: number) => letters.repeat(length).slice(0, length)
  // Put together here, so that no scanner takes the test for a leak.
  const secrets: [string, string][] = [
    ['aws-access-key', `AKIA${of('Q7', 16)}`],
    ['github-token', `ghp_${of('aB3', 36)}`],
    ['github-token', `github_pat_${of('aB3', 40)}`],
    ['gitlab-token', `glpat-${of('aB3', 20)}`],
    ['slack-token', `xoxb-${of('12-', 24)}`],
    ['slack-token', `xapp-1-${of('A1-', 24)}`],
    ['google-api-key', `AIza${of('aB3', 35)}`],
    ['stripe-key', `sk_live_${of('aB3', 24)}`],
    ['npm-token', `npm_${of('aB3', 36)}`],
    ['api-key', `sk-${of('aB3', 40)}`],
    ['jwt', `eyJ${of('aB3', 20)}.eyJ${of('aB3', 20)}.${of('aB3', 20)}`],
  ]

  it.each([
    '\u001b[32m',
    '\u001b[K',
    '\\u001b[01;31m',
    '\\033[K',
    'token:\\n',
    'a\\t',
    '\\r',
    '\\"',
    '\\u003d',
    '?t%3D',
    '?t%253d',
  ])('is found behind %j, which stays', (before) => {
    for (const [name, secret] of secrets) {
      const found = createSecretRedactor()(`x ${before}${secret} ${before}${secret}`)
      const shown = `${before}[redacted ${name}]`
      expect(found).toBe(`x ${shown} ${shown}`)
    }
  })

  it.each(['task', '[ask', 'C:\\desk', 'n', '%3'])('is no part of a word: %j', (before) => {
    const text = `${before}${'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.slice(before.endsWith('sk') ? 2 : 0)}`
    expect(createSecretRedactor()(text)).toBe(text)
  })

  it('hides all lines of a private key, and goes on behind it', () => {
    const dashes = '-----'
    const key = [
      `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
      'MIIE',
      'abcd',
      `${dashes}END RSA PRIVATE KEY${dashes}`,
    ]
    const redact = createSecretRedactor()
    const found = ['before', ...key, 'after'].map(redact)
    expect(found).toEqual(['before', '[redacted private-key]', '', '', '', 'after'])
    expect(createSecretRedactor()(`{"key": "${key.join('\\n')}"}`)).toBe('{"key": "[redacted private-key]"}')
  })

  const begin = (kind = '') => `-----BEGIN ${kind}${'PRIVATE KEY'}-----`
  const end = (kind = '') => `-----END ${kind}${'PRIVATE KEY'}-----`
  const keyOf = (body: string) => `${begin()}\\n${body}\\n${end()}`

  it('hides each of several keys in one line, and what is between them and behind them stays', () => {
    const redact = createSecretRedactor()
    expect(redact(`{"a":"${keyOf('ONE')}","b":"${keyOf('TWO')}"}`)).toBe(
      '{"a":"[redacted private-key]","b":"[redacted private-key]"}',
    )
    expect(redact('next')).toBe('next')
    expect(redact(`a ${keyOf('ONE')} b ${begin('EC ')}`)).toBe(
      'a [redacted private-key] b [redacted private-key]',
    )
    expect(redact('TWO')).toBe('')
    expect(redact(`TWO ${end('EC ')} c ${keyOf('THREE')} d ${begin()}FOUR`)).toBe(
      ' c [redacted private-key] d [redacted private-key]',
    )
    expect(redact(`${end()} e`)).toBe(' e')
  })

  it('has keys of PGP', () => {
    const block = `-----BEGIN PGP ${'PRIVATE KEY'} BLOCK-----`
    const redact = createSecretRedactor()
    expect([`a ${block}`, '', 'lQVY', `${block.replace('BEGIN', 'END')} b`, 'c'].map(redact)).toEqual([
      'a [redacted private-key]',
      '',
      '',
      ' b',
      'c',
    ])
  })

  it('hides keys anywhere in a line that passes in pieces, and nothing else', () => {
    const place = fc.integer({ min: 0, max: 9000 })
    const body = fc.constantFrom(3, 900, 5000, 70_000, 140_000)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0, 57_000, 61_000, 65_000), place, body), { maxLength: 4 }),
        fc.constantFrom(700, 65_536, 1_000_000),
        (keys, chunkBytes) => {
          let line = '<'
          let expected = '<'
          for (const [before, more, bodyLength] of keys) {
            const words = 'plain '.repeat((before + more) / 6)
            line += `${words}${keyOf('SECRET'.repeat(bodyLength / 6))}`
            expected += `${words}[redacted private-key]`
          }
          const found = through(createSecretRedactor(), encoder.encode(`${line}>\nnext\n`), chunkBytes)
          expect(found.toString() === `${expected}>\nnext\n`).toBe(true)
        },
      ),
      { numRuns: inject('thorough') ? 1000 : 8 },
    )
  })

  it('hides them in a line that passes in pieces behind a function that passes the state on', () => {
    const secret = createSecretRedactor()
    const calls: string[] = []
    const logged = (text: string) => {
      calls.push(text)
      return secret(text)
    }
    const line = `<${'plain '.repeat(10_500)}${keyOf('SECRET'.repeat(20_000))}>`
    const found = through(Object.assign(logged, { state: secret.state }), encoder.encode(line), 65_536)
    expect(found.toString()).toBe(`<${'plain '.repeat(10_500)}[redacted private-key]>`)
    expect(calls.length).toBeGreaterThan(1)
  })

  it('is the same for blocks of lines as line by line, whatever the chunks', () => {
    const [[, first], ...others] = secrets
    const dashes = '-----'
    const key = `${dashes}BEGIN PRIVATE KEY${dashes}\nMII\n${dashes}END PRIVATE KEY${dashes}\n`
    const parts = [
      'plain words\n'.repeat(900),
      'x'.repeat(20_000),
      '\n',
      'é',
      `${first}\n`,
      key,
      others[3][1],
    ]
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 30 })
    fc.assert(
      fc.property(text, fc.constantFrom(700, 16_384, 65_536, 1_000_000), (pieces, chunkBytes) => {
        const input = pieces.join('')
        const found = through(createSecretRedactor(), encoder.encode(input), chunkBytes).toString()
        expect(found).toBe(input.split('\n').map(createSecretRedactor()).join('\n'))
      }),
      { numRuns: inject('thorough') ? 500 : 20 },
    )
  })

  it('hides no more than 200 lines of a key whose end never comes', () => {
    const redact = createSecretRedactor()
    redact(`-----BEGIN ${'PRIVATE KEY'}-----`)
    const found = Array.from({ length: 250 }, () => redact('x'))
    expect(found.filter((line) => line === '')).toHaveLength(200)
    const two = createSecretRedactor()
    const lines = Array.from({ length: 600 }, (_, at) => (at % 150 === 0 && at < 301 ? begin() : 'x'))
    expect(lines.map(two).lastIndexOf('')).toBe(500)
  })

  it('hides what stands behind a name when a line has too many names to judge each value', () => {
    const redact = createSecretRedactor()
    const few = `say, ${'pwd:'.repeat(12)}`
    expect(redact(few)).toBe(few)
    const many = redact('pwd:'.repeat(16_000))
    expect(many.endsWith('pwd:[redacted password]')).toBe(true)
    expect(many.length).toBeLessThan(1000)
    expect(redact(`${'pwd:'.repeat(16_000)} password=hunter2`)).not.toContain('hunter2')
  })

  it('takes forms of the caller, and refuses one that is not linear', () => {
    expect(createSecretRedactor([{ name: 'ours', pattern: 'OURS-\\d{4}' }])('OURS-1234 $&')).toBe(
      '[redacted ours] $&',
    )
    expect(() => createSecretRedactor([{ name: 'x', pattern: '(?=x)' }])).toThrow(/lookahead/)
  })
})
