import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import type { TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'
import { truncate, truncateStream } from '../support/checked.ts'
import { CHUNK_SIZES, cutsIntoTwo, everyByte, expectSame } from '../support/chunks.ts'
import { createRandom } from '../support/random.ts'
import { attacks, documents, logs, tiny } from '../support/samples.ts'
import { some } from '../support/some.ts'

const QUERY = 'why does the login of users fail?'

/** Lines of noise with some lines at given places. */
const noisy = (count: number, facts: Readonly<Record<number, string>>): string =>
  Array.from(
    { length: count },
    (_, i) => `${facts[i + 1] ?? `${i} the pump is at ${(i * 7) % 90} %`}\n`,
  ).join('')

const HOSTILE = [
  Array.from({ length: 150 }, (_, i) => `w${i}`).join(' '),
  'the of and is it why',
  '👍🏽 🇩🇪 日本語 é',
  '.*+?()[]{}|^$\\ (a+)+$ [',
  'a\0b \0\0 login\0fail',
  '\ud800 lone',
  ' \n\t ',
  '',
  'x'.repeat(1000),
]

describe('a query', () => {
  it('shows the line that holds its words from the middle, also with other endings and as a part of a name', () => {
    const lines = ['user 7 rejected: LoginError', 'logins failed', 'auth_login_failure 3', 'HTTPLoginFailed']
    for (const line of lines) {
      const text = noisy(3000, { 1234: line })
      expect(truncate(text, { maxBytes: 1500, errors: false }).text).not.toContain(line)
      const result = truncate(text, { maxBytes: 1500, errors: false, query: QUERY })
      expect(result.text).toContain(line)
    }
  })

  it('shows the line of a rare word although thousands of lines hold a common one', () => {
    const text = noisy(20_000, { 15000: 'turbine stopped' })
    expect(truncate(text, { maxBytes: 2000, query: 'pump turbine' }).text).toContain('turbine stopped')
  })

  it('shows the line of a number although all lines have its other words and form', () => {
    const text = Array.from({ length: 5000 }, (_, at) => `job-${at} state ok\n`).join('')
    expect(truncate(text, { maxBytes: 1500, query: 'job-3333' }).text).toContain('job-3333 state')
  })

  it('keeps an early answer and a late one beside many lines of common words', () => {
    const common = Array.from({ length: 9000 }, (_, i) => {
      const word = 'ghijklmnopqrstuvwxyz'.slice(i % 5, i % 20)
      return `pump ${word} ${'qrstuvwxyz'.repeat(i % 9)}\n`
    }).join('')
    const text = `${noisy(300, { 200: 'turbine stopped' })}${common}turbine began\n${common}`
    const { text: shown } = truncate(text, { maxBytes: 1500, query: 'pump turbine' })
    expect(shown).toContain('turbine stopped')
    expect(shown).toContain('turbine began')
  })

  it('finds a whole word of few letters, and none inside another', () => {
    const text = noisy(3000, { 900: 'a catalog of logics', 2000: 'see the log here' })
    const { text: shown } = truncate(text, { maxBytes: 1000, query: 'log' })
    expect(shown).toContain('see the log here')
    expect(shown).not.toContain('catalog')
  })

  it('finds words of other scripts', () => {
    const text = noisy(3000, { 1700: '用户登录失败了' })
    expect(truncate(text, { maxBytes: 1000, query: '登录失败' }).text).toContain('用户登录失败了')
  })

  it.each(['', 'x '.repeat(20_000)])('shows a long line around the word', (before) => {
    const text = noisy(3000, { 1700: `${before}turbine${' y'.repeat(20_000)}` })
    expect(truncate(text, { maxBytes: 2000, query: 'turbine' }).text).toContain('turbine')
  })

  it('changes no error: what is counted and listed stays, but for whether it is kept', () => {
    const found = (result: Truncation) =>
      JSON.stringify([result.errors, result.findings], (key, value) => (key === 'kept' ? undefined : value))
    for (const { bytes } of some(logs().slice(0, 40), 4))
      expect(found(truncate(bytes, { maxBytes: 3000, query: QUERY }))).toBe(
        found(truncate(bytes, { maxBytes: 3000 })),
      )
  })

  it('without words to look for, or with words that no line holds, changes nothing', () => {
    for (const { bytes } of some(logs().slice(0, 20), 4))
      for (const query of ['', ' ', 'why is it so?', 'zyzzyva quokka', '☃'])
        expect(truncate(bytes, { maxBytes: 2000, query })).toEqual(truncate(bytes, { maxBytes: 2000 }))
  })

  it('leaves what fits as it is', () => {
    expect(truncate('the login failed\n', { query: QUERY }).text).toBe('the login failed\n')
  })

  it('keeps both ends of a read and of an answer, with what is asked for between them', () => {
    const text = noisy(3000, { 1234: 'users fail to login' })
    for (const purpose of ['read', 'query', 'log', 'unknown', 'run'] as const) {
      const { text: shown } = truncate(text, { maxBytes: 2048, for: purpose, query: QUERY })
      expect(shown).toContain('users fail to login')
      expect(shown.startsWith('0 the pump')).toBe(true)
      expect(shown).toContain('\n2999 the pump')
    }
  })

  it('is refused when it is no text, or a long one', () => {
    for (const query of [7, null, ['a'], {}])
      expect(() => truncate('a', { query } as unknown as TruncateOptions)).toThrow(
        /Expected `query` to be a string of at most 1000 UTF-16 units, got /,
      )
    expect(() => truncate('a', { query: 'word '.repeat(1000) })).toThrow(
      /of at most 1000 UTF-16 units, got "word /,
    )
  })
})

describe('a query under the contract', () => {
  const queries = [QUERY, ...HOSTILE]

  it('holds for every sample, purpose and limit', () => {
    const random = createRandom(7)
    for (const { bytes } of [
      ...tiny,
      ...attacks(),
      ...documents(),
      ...logs().filter((_, i) => i % 4 === 0),
    ]) {
      const options: TruncateOptions = {
        query: random.pick([...queries, 'a e error 0 1 line the warning']),
        maxBytes: random.pick([1, 40, 300, 2048, 9000]),
        keep: random.pick(['ends', 'ends', 'head', 'tail'] as const),
        errors: random.pick([true, false]),
        ...random.pick([{}, { for: 'read' }, { for: 'query' }, { for: 'unknown' }, { for: 'run' }] as const),
        ...random.pick([{}, { fold: true }, { maxLineLength: 60 }, { maxLines: 20 }, { maxTokens: 300 }]),
      }
      truncate(bytes, options)
    }
  })

  it.each([QUERY, 'a e 1 line error'])('does not depend on chunks: %s', (query) => {
    const options = { maxBytes: 700, query }
    for (const sample of some([...tiny, ...attacks()], 8)) {
      expectSame(sample, options, cutsIntoTwo(sample.bytes.length, 61))
      expectSame(sample, options, [everyByte(sample.bytes.length)])
    }
    for (const sample of some(
      logs().filter(({ bytes }, i) => bytes.length < 60_000 && i % 5 === 0),
      8,
    ))
      expectSame(
        sample,
        options,
        CHUNK_SIZES.filter((_, i) => i % 3 === 0).map((size) => everyByte(sample.bytes.length, size)),
      )
  })

  it('does not depend on chunks where lines end in CR LF or CR', () => {
    const text = Array.from(
      { length: 60 },
      (_, i) => `${i} ${i % 9 === 4 ? 'login' : 'calm'}${i % 5 === 0 ? '\r' : '\r\n'}`,
    )
    const bytes = new TextEncoder().encode(text.join(''))
    const options = { maxBytes: 200, query: QUERY }
    expectSame({ name: 'returns', bytes }, options, some([...cutsIntoTwo(bytes.length)], 5))
    expectSame({ name: 'returns', bytes }, options, [everyByte(bytes.length)])
    const window = 262_144
    const long = new TextEncoder().encode(`${'calm\r\n'.repeat(60_000)}`)
    long.set(new TextEncoder().encode('login\r\n'), window - 6)
    long.set(new TextEncoder().encode('\r\n'), window - 8)
    expectSame({ name: 'window', bytes: long }, options, [[window], [window - 1], [window + 1]])
  })

  it('is the same for a stream, whose middle has left memory', async () => {
    const text = noisy(30_000, { 11111: 'users fail to login', 20000: `${'z'.repeat(9000)} login` })
    const options = { maxBytes: 4096, query: QUERY }
    const whole = truncate(text, options)
    expect(whole.text).toContain('users fail to login')
    const bytes = new TextEncoder().encode(text)
    const streamed = await truncateStream(
      (async function* () {
        for (let at = 0; at < bytes.length; at += 50_001) yield bytes.subarray(at, at + 50_001)
      })(),
      options,
    )
    expect(streamed.text).toBe(whole.text)
  })
})

describe('a query of an output of a known kind', () => {
  const items = Array.from({ length: 2000 }, (_, i) => ({
    id: i,
    note: i === 900 ? 'the login of users failed' : 'ok',
  }))
  const options: TruncateOptions = { maxBytes: 900, structure: kinds, query: QUERY }

  it.each([
    ['json', JSON.stringify(items)],
    ['json, indented', JSON.stringify(items, null, 1)],
    ['json-lines', `${items.map((item) => JSON.stringify(item)).join('\n')}\n`],
  ])('shows the unit that holds its words, whole: %s', (_, text) => {
    const { text: shown, kind } = truncate(text, options)
    expect(kind).toBeDefined()
    expect(shown).toMatch(/900,?"?[^}]*the login of users failed/)
  })

  it('shows the unit where lines that differ in numbers alone are folded', () => {
    const all = Array.from({ length: 60 }, (_, i) => ({
      m: { name: `web-${i}` },
      s: { p: i % 7 ? 'up' : 'down' },
    }))
    const text = JSON.stringify({ items: all }, null, 2)
    const { text: shown } = truncate(text, { ...options, maxBytes: 2500, fold: true, query: 'web-35' })
    expect(shown).toContain('"web-35"')
  })

  it('holds the unit of a long input, however that was cut into chunks', async () => {
    const all = Array.from({ length: 6000 }, (_, i) => ({
      m: { name: `web-${i}`, ip: i * 7919 },
      s: { p: 'up' },
    }))
    const bytes = new TextEncoder().encode(JSON.stringify({ items: all }, null, 2))
    for (const name of ['web-2555', 'web-5900']) {
      const own = { ...options, maxBytes: 4000, query: name }
      const whole = truncate(bytes, own)
      expect(whole.text).toContain(`"${name}"`)
      for (const size of [997, 40_000]) {
        const chunks = (async function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
        })()
        expect((await truncateStream(chunks, own)).text).toBe(whole.text)
      }
    }
  })

  it('shows its line where its unit has left memory', () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => {
      const note = i === 5077 ? `login of users ${'x '.repeat(300)}` : 'ok'
      return `${JSON.stringify({ id: i, name: `n${i}`, note })}\n`
    })
    const { text: shown } = truncate(rows.join(''), { ...options, maxBytes: 2048, headRatio: 0.9 })
    expect(shown).toContain('"n5077","note":"login of users')
  })
})
