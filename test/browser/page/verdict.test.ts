import { describe, expect, it } from 'vitest'
import type { Cell, RaceResult } from '../../../bench/page/src/speed/race.ts'
import { verdictOf } from '../../../bench/page/src/speed/verdict.ts'

const KIB = 1024

function cell(kind: string, size: number, medians: Record<string, number>): Cell {
  const entries = Object.entries(medians).map(([name, median]) => [
    name,
    { median, min: median, max: median },
  ])
  return { kind, size, bytes: size, speeds: Object.fromEntries(entries) }
}

function result(sizes: Cell[], extra: Partial<RaceResult> = {}): RaceResult {
  return {
    job: 'count',
    kind: 'mixed log',
    largest: 16 * KIB * KIB,
    kindSize: KIB * KIB,
    rounds: 7,
    backend: 'wasm',
    contenders: [
      { name: 'wasm', role: 'wasm' },
      { name: 'js', role: 'js' },
      { name: 'split', role: 'rival' },
    ],
    sizes,
    kinds: [
      cell('tabs', KIB * KIB, { wasm: 3, js: 1, split: 0.5 }),
      cell('CJK', KIB * KIB, { wasm: 9, js: 1, split: 2 }),
    ],
    notes: [],
    userAgent: '',
    cores: 2,
    ...extra,
  }
}

describe('a verdict', () => {
  it('compares with the best JS at 1 MiB, whoever that is, and says from where on Wasm is ahead', () => {
    const sizes = [
      cell('mixed log', 32, { wasm: 1, js: 2, split: 3 }),
      cell('mixed log', 256, { wasm: 4, js: 2, split: 3 }),
      cell('mixed log', KIB * KIB, { wasm: 12.2, js: 2, split: 1 }),
      cell('mixed log', 16 * KIB * KIB, { wasm: 4, js: 2, split: 1 }),
    ]
    expect(verdictOf(result(sizes))).toBe(
      'On this machine Wasm counts lines 6.1 times as fast as the best JS at 1 MiB. Below 256 B other JS is faster. By kind of input, it does from 3.0 (tabs) to 4.5 times (CJK) as much in the same time.',
    )
  })

  it('says when Wasm is ahead everywhere, now and then, or nowhere', () => {
    const ahead = cell('mixed log', 32, { wasm: 4, js: 2, split: 1 })
    const behind = cell('mixed log', 1 * KIB, { wasm: 1, js: 2, split: 1 })
    const last = cell('mixed log', 4 * KIB, { wasm: 4, js: 2, split: 1 })
    expect(verdictOf(result([ahead]))).toContain('It is ahead at every size.')
    expect(verdictOf(result([ahead, behind, last]))).toContain('From 4 KiB on Wasm is always ahead.')
    expect(verdictOf(result([behind]))).toContain(
      'Wasm counts lines at 0.50 times the speed of the best JS at 1 KiB. By',
    )
  })

  it('calls speeds alike that are', () => {
    const alike = cell('mixed log', 32, { wasm: 2.1, js: 2, split: 1 })
    expect(verdictOf(result([alike]))).toContain('counts lines about as fast as the best JS at 32 B.')
  })

  it('says when the rounds differ so much that it is a guess', () => {
    const steady = cell('mixed', 32, { wasm: 4, js: 2, split: 1 })
    const { wasm, ...others } = steady.speeds
    const wide = { ...steady, speeds: { ...others, wasm: { ...wasm, min: 2, max: 6 } } }
    expect(verdictOf(result([steady], { kinds: [steady] }))).not.toContain('guess')
    expect(verdictOf(result([wide], { kinds: [wide] }))).toMatch(
      /But rounds differ by ±50 %, .* a rough guess\.$/,
    )
  })

  it('without Wasm speaks of pith’s JS, and compares it with the others', () => {
    const sizes = [cell('mixed log', 32, { js: 3, split: 1 })]
    const kinds = [cell('tabs', KIB, { js: 3, split: 1 })]
    const contenders = [
      { name: 'js', role: 'js' as const },
      { name: 'split', role: 'rival' as const },
    ]
    expect(verdictOf(result(sizes, { backend: 'js', contenders, kinds }))).toMatch(
      /^WebAssembly can’t be compiled on this page, .* pith’s JS counts lines 3\.0 times as fast as the best other JS/,
    )
  })
})
