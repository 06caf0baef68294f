import { describe, expect, it } from 'vitest'

type Cut = (bytes: Uint8Array, maxBytes: number) => string
interface Case {
  bytes: Uint8Array
  critical: string[][]
}
interface Logdx {
  signalsKept(cases: Case[], textOf: (bytes: Uint8Array) => string, how: { prefixes: boolean }): number
}

const load = async <T>(name: string): Promise<T> =>
  import(/* @vite-ignore */ new URL(`../../bench/retention/${name}`, import.meta.url).href)

const { logdxMethods } = await load<{ logdxMethods: Record<string, Cut> }>('logdx-methods.mjs')
const { signalsKept } = await load<Logdx>('logdx.mjs')

const calm = (count: number) => Array.from({ length: count }, (_, i) => `step ${i}`)
const logOf = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`)
const methods = Object.entries(logdxMethods)
const { grep, tail, 'hybrid: grep if it fits, else tail': hybrid } = logdxMethods

describe('the methods of LogDx-CI', () => {
  const log = logOf([...calm(300), '##[ERROR]no ring', ...calm(300)])

  it.each(methods)('return a small log unchanged, and never more bytes than asked for: %s', (_, cut) => {
    expect(cut(log, log.length)).toBe(log.toString())
    const accents = logOf(calm(400).map((line) => `${line} échoué, exception`))
    for (const maxBytes of [1, 99, 100, 101, 1000])
      for (const each of [log, accents])
        expect(Buffer.byteLength(cut(each, maxBytes))).toBeLessThanOrEqual(maxBytes)
  })

  it('show lines that match with 3 before and 8 after, overlaps once', () => {
    const text = grep(logOf([...calm(9), 'Failed: a', 'Failed: b', ...calm(99)]), 500)
    const context = ['step 6', 'step 7', 'step 8', 'Failed: a', 'Failed: b', ...calm(8)]
    expect(text).toBe(`${context.join('\n')}\n`)
  })

  it('choose grep when all of it fits, and tail when not', () => {
    expect(hybrid(log, 500)).toBe(grep(log, 500))
    expect(hybrid(log, 50)).toBe(tail(log, 50))
    expect(grep(log, 500)).toContain('no ring')
    expect(tail(log, 500)).not.toContain('no ring')
  })
})

describe('a critical signal', () => {
  const line = '2026-01-05T10:00:00.1010000Z ^[[31merror: no ring^[[0m'
  const cases = [{ bytes: logOf([line]), critical: [[line], ['error: no hook']] }]
  const kept = (text: string, prefixes: boolean) => signalsKept(cases, () => text, { prefixes })

  it('is kept verbatim with its time stamp and colours, or without them where these do not count', () => {
    expect(kept(line, true)).toBe(0.5)
    expect(kept(line, false)).toBe(0.5)
    expect(kept('error: no ring', true)).toBe(0)
    expect(kept('error: no ring', false)).toBe(0.5)
    expect(kept('error: no hook, error: no ring', false)).toBe(1)
  })
})
