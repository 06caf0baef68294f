// @deep

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncate as truncateUnchecked } from '../../src/core/truncate.ts'
import type { FoundLine } from '../../src/host/found-line.ts'
import { errorsOf, type SearchOptions, search } from '../../src/host/search.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import type { ArtifactStore } from '../../src/store/store.ts'
import { truncate } from '../support/checked.ts'
import { some } from '../support/some.ts'

const numRuns = 100

/** A store of one artifact, whose bytes come in chunks of a given size. */
async function storeOf(
  text: string | Uint8Array,
  chunkBytes = 7,
): Promise<{ store: ArtifactStore; id: string }> {
  const memory = createMemoryStore()
  const writer = await memory.open({})
  await writer.write(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  const end = await writer.close()
  if (!end.complete) throw new Error(end.message)
  async function* inChunks(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += chunkBytes) yield chunk.slice(at, at + chunkBytes)
    }
  }
  const store = Object.create(memory) as ArtifactStore
  store.stat = (id) => memory.stat(id)
  store.lines = (id, range) => inChunks(memory.lines(id, range))
  return { store, id: end.ref.id }
}

async function all(found: AsyncIterable<FoundLine>): Promise<string[]> {
  const rows: string[] = []
  for await (const { line, isMatch, text } of found) rows.push(`${line}${isMatch ? ':' : '-'}${text}`)
  return rows
}

/** What grep -n -B -A prints, from lines in memory. */
function expected(
  lines: readonly string[],
  isMatch: (line: string) => boolean,
  before: number,
  after: number,
) {
  const hits = lines.map(isMatch)
  return lines.flatMap((line, at) => {
    if (hits[at]) return [`${at + 1}:${line}`]
    const isNear =
      hits.slice(Math.max(0, at - after), at).includes(true) ||
      hits.slice(at + 1, at + 1 + before).includes(true)
    return isNear ? [`${at + 1}-${line}`] : []
  })
}

const linesOf = (text: string): string[] => {
  const lines = text.split('\n')
  return lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines
}

describe('search', () => {
  const patterns = [
    'a',
    'ab',
    'b a',
    '^a',
    'b$',
    '^$',
    'a|é',
    'a\\sb',
    '[^a]',
    'a.b',
    '\\bb',
    'a{2}',
    '\\s$',
    '(?:ab)+',
  ]

  it('finds the lines that a regular expression finds in each of them, whatever the chunks', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', ' ', 'é', '\r'), { maxLength: 60 })
      .map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(...patterns),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(3),
        fc.nat(3),
        async (input, pattern, chunkBytes, before, after) => {
          const { store, id } = await storeOf(input, chunkBytes)
          const found = await all(search(store, id, pattern, { before, after }))
          // A line is all that no LF ends: a dot takes a CR, as in grep.
          const regExp = new RegExp(pattern, 'us')
          expect(found).toEqual(expected(linesOf(input), (line) => regExp.test(line), before, after))
        },
      ),
      { numRuns },
    )
  })

  it('takes flags', async () => {
    const { store, id } = await storeOf('one\nTWO\n')
    expect(await all(search(store, id, /two/i))).toEqual(['2:TWO'])
    expect(await all(search(store, id, /two/))).toEqual([])
  })

  it.each([
    ['(?=a)', 'Expected a pattern of the linear subset, got a lookahead at 0 of "(?=a)".'],
    ['(a)\\1', 'a backreference'],
    ['a+?', 'a lazy'],
  ])('refuses %j by name', async (pattern, sentence) => {
    const { store, id } = await storeOf('a\n')
    expect(() => search(store, id, pattern)).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_PATTERN', message: expect.stringContaining(sentence) }),
    )
  })

  it('cuts a long line so that the match is seen', async () => {
    const { store, id } = await storeOf(`${'a'.repeat(2000)}NEEDLE${'b'.repeat(2000)}\n`, 1000)
    const [row] = await all(search(store, id, 'NEEDLE', { maxLineLength: 100 }))
    expect(row).toContain('NEEDLE')
    expect(row.length).toBeLessThanOrEqual(102)
  })

  it.each(some([65_536, 1000, 3_000_000], 3))(
    'takes no place inside a line that is longer than what is held for its edge, in chunks of %i',
    async (chunkBytes) => {
      const length = 2_500_000
      const matching = async (line: string, pattern: string) => {
        const { store, id } = await storeOf(`x\n${line}\nx\n`, chunkBytes)
        const rows = await all(search(store, id, pattern))
        return rows.map((row) => Number.parseInt(row, 10))
      }
      const as = 'a'.repeat(length)
      for (const pattern of some(['^a', 'a$', '\\ba', 'a\\b', '^a+$'], 2)) {
        expect([pattern, await matching(`b${as}b`, pattern)]).toEqual([pattern, []])
      }
      expect(await matching(`a${'b'.repeat(length)}`, '^a')).toEqual([2])
      expect(await matching(`${'b'.repeat(length)}a`, 'a$')).toEqual([2])
      expect(await matching(`${'b'.repeat(length)} a`, '\\ba')).toEqual([2])
      expect(await matching(`${' '.repeat(length)}a`, '\\Ba')).toEqual([])
      expect(await matching('é'.repeat(length / 2), '[^éx]')).toEqual([])
      for (const at of some([1_048_570, 1_048_576, 983_040, 983_041, 2_031_616], 2)) {
        const line = `${as.slice(0, at)}needle${as}`
        expect([at, await matching(line, 'ne{2}dle')]).toEqual([at, [2]])
      }
    },
  )

  it('counts what it leaves out of a long line by the whole of it', async () => {
    const line = `${'é'.repeat(600_000)}needle${'€'.repeat(600_000)}`
    const { store, id } = await storeOf(`a\n${line}\nneedle\nlast\n`, 65_536)
    const found = async (pattern: string, options: SearchOptions) => {
      const rows = await all(search(store, id, pattern, options))
      return rows.map((row) => {
        const [, before = 0, shown = '', after = 0] =
          /^2[:-](?: \[\.\.\.\+(\d+)\])?(.*?)(?: \[\.\.\.\+(\d+)\])?$/.exec(row) ?? []
        return shown === ''
          ? row
          : [row[1], Number(before) + [...shown].length + Number(after), shown.includes('needle')]
      })
    }
    expect(await found('n[e]edle', {})).toEqual([[':', 1_200_006, true], '3:needle'])
    expect(await found('n[e]edle', { maxLineLength: Infinity })).toEqual([[':', 1_200_006, true], '3:needle'])
    expect(await found('^a$', { after: 2 })).toEqual(['1:a', ['-', 1_200_006, false], '3-needle'])
    expect(await found('^needle$', { before: 1 })).toEqual([['-', 1_200_006, false], '3:needle'])
    expect(await found('^a$|ne[e]dle', { after: 2 })).toEqual([
      '1:a',
      [':', 1_200_006, true],
      '3:needle',
      '4-last',
    ])
  })

  it('searches what a store kept of an artifact that it capped', async () => {
    const { store, id } = await storeOf('a 1\na 2\na 3\na 4\na 5\n')
    const whole = await store.stat(id)
    store.stat = async () => ({ ...whole, missing: { startByte: 6, endByte: 10, firstLine: 2, lastLine: 3 } })
    const found = search(store, id, 'a')
    expect(await all(found)).toEqual(['1:a 1', '4:a 4', '5:a 5'])
    expect(found.notSearched).toEqual({ startByte: 6, endByte: 10, firstLine: 2, lastLine: 3 })
    expect(await all(found)).toHaveLength(3)
  })

  it.each<[SearchOptions, string]>([
    [{ before: -1 }, 'Expected `before` to be a whole number from 0 to 50, got -1.'],
    [{ after: 51 }, 'Expected `after` to be a whole number from 0 to 50, got 51.'],
    [{ maxLineLength: 0 }, 'Expected `maxLineLength` to be a whole number from 1, or Infinity, got 0.'],
  ])('refuses %j', async (options, message) => {
    const { store, id } = await storeOf('a\n')
    expect(() => search(store, id, 'a', options)).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION', message }),
    )
  })

  it('tells of an artifact that is not there when it is asked', async () => {
    const found = search(createMemoryStore(), '0123456789abcdef', 'a')
    await expect(all(found)).rejects.toMatchObject({ code: 'PITH_UNKNOWN_ARTIFACT' })
  })
})

/** Of 150 KB; six of its entries are errors. */
const oneLineLog = JSON.stringify(
  Array.from({ length: 1800 }, (_, at) =>
    at % 300 === 150
      ? { level: 'error', message: `Error: cannot open ${(at + 150) / 300}: no such file` }
      : { level: 'info', message: `request ${at} was answered`, path: '/index/of/files', took: at },
  ),
)

const twoErrors = `${'.'.repeat(9000)} error: no such file one, ${'.'.repeat(80_000)} error: no such file two, ${'.'.repeat(9000)}`

describe('errorsOf', () => {
  const kinds = [
    'fine',
    'error: cannot find module x',
    'make: *** [all] Error 2',
    'ok 12',
    'AssertionError: 1 == 2',
  ]

  it('finds the lines that truncate counts as errors, whatever the chunks', async () => {
    const lines = fc.array(fc.constantFrom(...kinds), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 200 }), async (given, chunkBytes) => {
        const text = given.map((line) => `${line}\n`).join('')
        const { store, id } = await storeOf(text, chunkBytes)
        const found = await all(errorsOf(store, id, { before: 0, after: 0 }))
        const { errors } = truncate(text, { errors: true })
        // truncate lists eight of a shape, and counts all.
        const listed = errors.lines.map(({ line }) => `${line}:${given[line - 1]}`)
        expect(found).toHaveLength(errors.total)
        expect(found.filter((row) => listed.includes(row))).toEqual(listed)
      }),
      { numRuns: 40 },
    )
  })

  it('finds a long line by an error that truncate finds in it, wherever its parts are read apart', async () => {
    const mib = 1024 * 1024
    const error = ' fatal error: no such file, '
    const places = [0, mib - 66_000, mib - 30_000, mib - 10, 2 * mib, 3 * mib - 50]
    for (const place of places) {
      // Much weak evidence takes seconds, so it is tried on both sides of an edge alone.
      const fills = ['.', ...(place === mib - 30_000 || place === 2 * mib ? ['failed to load '] : [])]
      for (const fill of fills) {
        const line = `${fill.repeat(place / fill.length)}${error}${fill.repeat((3 * mib - place) / fill.length)}`
        const text = `first\n${line}\nmiddle\nerror: no such file\n`
        // Not held against the contract, which takes seconds of so much.
        const { lines } = truncateUnchecked(text, { maxBytes: 1000 }).errors
        const { store, id } = await storeOf(text, 100_003)
        const found = await all(errorsOf(store, id, { before: 0, after: 0, maxLineLength: 60 }))
        // truncate lists eight of a shape.
        const foundLines = new Set(found.map((row) => Number.parseInt(row, 10)))
        expect([...new Set(lines.map(({ line }) => line))]).toEqual([...foundLines])
        if (fill === '.')
          expect(found).toEqual([expect.stringContaining('fatal error'), '4:error: no such file'])
      }
    }
  })

  it('finds what stands alone behind a CR', async () => {
    const { store, id } = await storeOf('Receiving: 1%\rReceiving: 2%\rfatal: early EOF\nnext\n')
    expect((await all(errorsOf(store, id, { after: 0 }))).map((row) => row.slice(0, 2))).toEqual(['1:'])
  })

  it('ends on a line with more errors than a result lists', async () => {
    const text = `${'error: no such file, '.repeat(70_000)}\n${'error: x\n'.repeat(1500)}`
    const { total } = truncateUnchecked(text, { maxBytes: 1000 }).errors
    expect(total).toBeGreaterThan(1000)
    for (const chunkBytes of some([70_001, 3_500_000], 2)) {
      const { store, id } = await storeOf(text, chunkBytes)
      const found = await all(errorsOf(store, id, { before: 0, after: 0, maxLineLength: 20 }))
      expect([chunkBytes, found.length]).toEqual([chunkBytes, total])
    }
  })

  it('gives each error of a one-line JSON log, with the text around it', async () => {
    const { store, id } = await storeOf(oneLineLog, 10_000)
    const found = await all(errorsOf(store, id, { maxLineLength: 200 }))
    expect(found).toHaveLength(truncate(oneLineLog, { errors: true, maxBytes: 1000 }).errors.total)
    expect(found.map((row) => /cannot open \d/.exec(row)?.[0])).toEqual(
      [1, 2, 3, 4, 5, 6].map((file) => `cannot open ${file}`),
    )
    for (const row of found) {
      const [, before, shown, after] =
        /^1:(?: ?\[\.\.\.\+(\d+)\])?(.*?)(?: ?\[\.\.\.\+(\d+)\])?$/.exec(row) ?? []
      expect(row.length).toBeLessThanOrEqual(202)
      expect(Number(before) + shown.length + Number(after)).toBe(oneLineLog.length)
    }
  })

  it('gives two errors 80 KB apart in one line, and the lines around it once', async () => {
    const text = `a\nb\n${twoErrors}\nc\nerror: last\nd\n`
    for (const chunkBytes of [1000, 200_000]) {
      const { store, id } = await storeOf(text, chunkBytes)
      const found = await all(errorsOf(store, id, { before: 1, after: 1, maxLineLength: 100 }))
      expect(found).toEqual([
        '2-b',
        expect.stringMatching(/^3:.*no such file one/),
        expect.stringMatching(/^3:.*no such file two/),
        '4-c',
        '5:error: last',
        '6-d',
      ])
      const whole = await all(errorsOf(store, id, { before: 0, after: 0, maxLineLength: Infinity }))
      expect(whole.map((row) => row.length < 20_000)).toEqual([true, true, true])
    }
  })

  it('gives the same errors of a line that is longer than what is held, whatever the chunks', async () => {
    const text = `a\n${'.'.repeat(20_000)}\n${twoErrors.repeat(30)}\nc\n`
    const { lines } = truncateUnchecked(text, { maxBytes: 1000 }).errors
    expect(lines.length).toBeGreaterThan(10)
    const rowsIn = async (chunkBytes: number) => {
      const { store, id } = await storeOf(text, chunkBytes)
      return all(errorsOf(store, id, { before: 1, after: 1 }))
    }
    const rows = await rowsIn(10_000_000)
    expect(rows.slice(1, -1).map((row) => /^3:.*no such file (one|two)/.exec(row)?.[1])).toEqual(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 'one' : 'two')),
    )
    expect([rows.slice(-1), rows.slice(1, -2).every((row) => row.endsWith('…'))]).toEqual([['4-c'], true])
    for (const chunkBytes of some([65_536, 5000, 1_048_577], 3)) {
      const others = await rowsIn(chunkBytes)
      expect(others).toEqual(rows)
    }
  })

  it('gives the errors of a line of 100 MB before its end has come', async () => {
    const piece = new TextEncoder().encode(`${'.'.repeat(65_000)} error: no such file, ${'.'.repeat(514)}`)
    const { store, id } = await storeOf('x\n')
    let chunks = 0
    store.lines = async function* () {
      for (; chunks < 1600; chunks++) yield piece
    }
    let found = 0
    for await (const { line } of errorsOf(store, id)) {
      if (++found === 40) break
      expect(line).toBe(1)
    }
    expect(chunks).toBeLessThan(100)
  })

  it('gives a line once for a pattern that matches twice in it', async () => {
    const { store, id } = await storeOf(`${twoErrors}\n`, 200_000)
    expect(await all(search(store, id, 'no such file'))).toHaveLength(1)
    expect(await all(search(store, id, /no s.ch file/))).toHaveLength(1)
  })

  it('gives two lines before and five after by default', async () => {
    const text = Array.from({ length: 20 }, (_, at) => (at === 9 ? 'error: no such file' : `${at + 1}`)).join(
      '\n',
    )
    const { store, id } = await storeOf(text)
    const found = (await all(errorsOf(store, id))).map((row) => Number.parseInt(row, 10))
    expect(found).toEqual([8, 9, 10, 11, 12, 13, 14, 15])
  })
})
