import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blame } from '../../src/kinds/blame.ts'
import { kindsFor } from '../../src/kinds/index.ts'
import { sql } from '../../src/kinds/sql.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const kindOf = (text: string, command = '') =>
  kindsFor({ command }).recognise(bytesOf(text).subarray(0, 8192), text.length <= 8192)?.name
const some = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const TABLES = ['users', 'orders', '"odd one"']
const createOf = (name: string) =>
  `--\n-- Table ${name}\n--\n\nCREATE TABLE ${name} (\n    id integer NOT NULL,\n    name text\n);\n\n`
const inserted = `SET client_encoding = 'UTF8';\n${TABLES.map((name, nth) => createOf(name) + some(100 * (nth + 1), (at) => `INSERT INTO ${name} VALUES (${at}, 'name ${at}');\n`)).join('')}CREATE INDEX by_name ON users (name);\n`
const copied = `SET client_encoding = 'UTF8';\n${TABLES.map(createOf).join('')}${['users', 'orders'].map((name) => `COPY public.${name} (id, name) FROM stdin;\n${some(200, (at) => `${at}\tname; ${at}\n`)}\\.\n\n`).join('')}ALTER TABLE users ADD PRIMARY KEY (id);\n`

describe('a dump of a database', () => {
  it('shows what creates its tables, a row of each, and counts the others by table', () => {
    const cut = cutOf(sql, inserted, 1500) ?? ''
    for (const name of TABLES) {
      expect(cut).toContain(`CREATE TABLE ${name} (\n    id integer NOT NULL,\n    name text\n);\n`)
      expect(cut).toContain(`INSERT INTO ${name.startsWith('"') ? '"odd' : name}`)
    }
    expect(cut).toContain('CREATE INDEX by_name')
    expect(cut).toMatch(/\[\.\.\.\d+-\d+: [\d.]+K, \d+ rows: \d+ orders\]/)
    const { units } = truncate(inserted, { maxBytes: 1500, structure: kindsFor({ kind: 'sql' }) })
    expect(units).toEqual({ rows: 600 })
  })

  it('counts the rows that are copied', () => {
    const cut = cutOf(sql, copied, 1500) ?? ''
    expect(cut).toContain('COPY public.users (id, name) FROM stdin;\n0\tname; 0\n')
    expect(cut).toMatch(/, \d+ rows: \d+ public\.users\]\n/)
    expect(cut).toContain('ALTER TABLE users ADD PRIMARY KEY (id);\n')
  })

  it('is recognised, and a script, a log and a failed call are none', () => {
    expect(kindOf(inserted)).toBe('sql')
    expect(kindOf(copied, 'pg_dump ring')).toBe('sql')
    for (const text of [
      some(40, (at) => `SELECT * FROM users WHERE id = ${at};\n`),
      `ERROR: relation "x" does not exist\n${inserted}`,
      some(40, (at) => `10:11:${at} INSERT INTO users took 3 ms\n`),
    ])
      expect(kindOf(text)).not.toBe('sql')
  })

  it('that a client shows while it runs it is none, so that what failed in it is shown', () => {
    const failed = 'psql:m.sql:335: ERROR:  duplicate key value violates unique constraint "users_key"\n'
    for (const [said, fails] of [
      ['INSERT 0 1\n', failed],
      ['', 'ERROR 1062 (23000) at line 335: Duplicate entry 12\n'],
    ]) {
      const text = `CREATE TABLE users (id serial);\n${some(600, (at) => (at === 332 ? fails : `INSERT INTO users VALUES (${at});\n${said}`))}`
      const options = {
        maxBytes: 4096,
        for: 'unknown' as const,
        structure: kindsFor({ command: 'psql -f m.sql' }),
      }
      const result = truncate(text, options)
      expect(result.kind).toBeUndefined()
      expect(result.text).toContain(fails)
    }
  })
})

const who = (at: number) =>
  at >= 130 && at < 134 ? ['0badf00d1', 'Zoe Q'] : [`a${(at / 9) | 0}`.padEnd(9, '3e'), 'Ann B']
const blamed = some(300, (at) => {
  const [commit, name] = who(at)
  return `${commit} (${name} 2026-11-${10 + (((at / 9) | 0) % 17)} 10:11:12 +0000 ${String(at + 1).padStart(3)}) const line_${at} = ${at}\n`
})

describe('git blame', () => {
  it('shows the first lines of runs, and first the run of an author who is rare', () => {
    const { text, kind, units } = truncate(blamed, {
      maxBytes: 2000,
      structure: kindsFor({ command: 'git blame a.ts' }),
    })
    expect(kind).toBe('blame')
    expect(units?.lines).toBeGreaterThan(200)
    expect(text).toContain('0badf00d1 (Zoe Q ')
    expect(text).toContain('line_299 = 299\n')
    expect(kindOf(some(20, (at) => `a1b2c3d4e (text) of a log ${at}\n`))).not.toBe('blame')
  })
})

it.each([
  ['sql', sql, inserted],
  ['blame', blame, blamed],
] as const)('any lines of %s are cut within the limits, whatever the chunks', (name, kind, text) => {
  const lines = text.split('\n')
  const line = fc.constantFrom(
    ...lines.slice(0, 30),
    ...lines.slice(0, 30),
    '',
    ');',
    'COPY x FROM stdin;',
    '\\.',
    'ü 🙂',
    'z'.repeat(9000),
    'INSERT INTO t VALUES',
    "(1, 'x'),",
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 60, max: 2000 }), (some, bytes) => {
      const input = [...lines.slice(0, 12), ...some].join('\n')
      expect(cutOf(kind, input, bytes, 60, 7)).toBe(cutOf(kind, input, bytes, 60))
      truncate(input, { maxBytes: bytes, structure: kindsFor({ kind: name }) })
    }),
    { numRuns: 100, seed: 1 },
  )
})
