import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'pith-bench-figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Figures {
  places: { speed: object }
  sizeTable(sizes: object[]): string
  speedFigures(result: object): string
  writeBlock(place: object, markdown: string, into: string): void
}

const { places, sizeTable, speedFigures, writeBlock }: Figures = await import(
  /* @vite-ignore */ new URL('../../bench/figures.mjs', import.meta.url).href
)

const { SELECT }: { SELECT: string } = await import(
  /* @vite-ignore */ new URL('../../bench/tasks/select.mjs', import.meta.url).href
)

const spread = (median: number) => ({ median, min: median, max: median })
const row = (name: string, ms: number) => ({ name, ms: spread(ms), gbps: spread(1 / ms) })

/** A task with a cell at 2 MiB: pith takes 1 ms, its only rival 4. */
const task = (name: string, unit: string, ours: string, rival: string) => {
  const cell = { input: '2 MiB', rows: [row(ours, 1), row(rival, 4)], ours, ratios: { [rival]: 4 } }
  return { name, unit, cells: [cell] }
}

const result = {
  machine: { cpu: 'a CPU', cores: 2, node: '20.0.0', backend: 'wasm' },
  tasks: [
    task('newline count, resident', 'GB/s', 'wasm kernel', 'Buffer.indexOf loop'),
    task(SELECT, 'GB/s', 'wasm selector', 'Aho–Corasick table'),
    task('truncate, Buffer', 'ms', 'truncate, wasm', 'tuned natives'),
  ],
  native: [{ input: '2 MiB', native: spread(50), share: 0.7 }],
  files: { columns: ['a file of 1 GiB', 'ms'], rows: [['wc -l', '230']] },
  small: [
    { input: '200 B string', rows: [1, 2].map((n) => ({ us: { p50: spread(n), p99: spread(10 * n) } })) },
  ],
  startup: {
    instances: [{ coldMs: spread(0.5) }, { coldMs: spread(5) }],
    processes: [
      { name: 'an empty .mjs', overMs: 0 },
      { name: 'import pith', overMs: 2 },
    ],
  },
}

function written(text: string): string {
  const path = join(folder, 'speed.md')
  writeFileSync(path, text)
  writeBlock(places.speed, speedFigures(result), path)
  return readFileSync(path, 'utf8')
}

describe('figures in the docs', () => {
  const begin = '<!-- figures of npm run bench -- --docs -->\n'
  const end = '<!-- end of figures -->\n'
  const text = written(`before\n${begin}old\n${end}after\n`)
  const lineOf = (start: string) => text.split('\n').find((line) => line.startsWith(start))

  it('stand between two comments, and nothing else changes', () => {
    expect(text.startsWith(`before\n${begin}`)).toBe(true)
    expect(text.endsWith(`${end}after\n`)).toBe(true)
    expect(text).not.toContain('old')
    expect(written(text)).toBe(text)
  })

  it('are a row a contender, with how many times as fast pith is', () => {
    expect(lineOf('| **truncate, Buffer, ms: truncate, wasm**')).toContain('| – | – | 1.00 | – | – |')
    expect(lineOf('| Aho–Corasick table')).toContain('| – | – | 0.25 (4.00) | – | – |')
    expect(lineOf('| C with AVX2')).toContain('| 50.0 (0.70) |')
  })

  it('tell files, single calls and start-up', () => {
    expect(text).toContain('| a file of 1 GiB | ms |\n|---|---|\n| wc -l | 230 |\n')
    expect(lineOf('| 200 B string')).toBe('| 200 B string | 1.00 | 10.0 | 2.00 | 20.0 |')
    expect(lineOf('Start-up')).toMatch(/import pith 2\.00 ms\.$/)
  })

  it('tell sizes in kB', () => {
    expect(sizeTable([{ name: 'module', bytes: 12_400, gzipped: 4000 }])).toBe(
      '|  | kB | kB gzipped |\n|---|---|---|\n| module | 12 | 4 |',
    )
  })

  it('have no place in a file without the comments', () => {
    expect(() => written('before\n')).toThrow('Expected <!-- figures')
    expect(() => written(`before\n${begin}`)).toThrow('Expected <!-- figures')
    expect(() => written(`${end}${begin}`)).toThrow('Expected <!-- figures')
  })
})
