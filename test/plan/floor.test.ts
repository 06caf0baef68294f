// @deep

import { describe, expect, inject, it } from 'vitest'
import type { TruncateOptions } from '../../src/options.ts'
import { createCollector, truncate } from '../support/checked.ts'

const steps = (count: number): string => Array.from({ length: count }, (_, i) => `step ${i} ok\n`).join('')

const error = 'error[E0425]: cannot find value `foo` in this scope\n'
const log = `${steps(400)}${error}${steps(400)}done\n`

/** Limits from none on, at which the text is to be looked at; more of them in the deep suite. */
const upTo = (most: number, apart: number): number[] => {
  const step = inject('thorough') ? Math.ceil(apart / 3) : apart
  return Array.from({ length: Math.ceil(most / step) }, (_, i) => i * step)
}

describe('the only error of a log', () => {
  it.each<[keyof TruncateOptions, number[], number]>([
    ['maxLines', upTo(40, 1), 1],
    ['maxBytes', upTo(1200, 7), error.length],
    ['maxSerializedBytes', upTo(1200, 17), error.length + 3],
    ['maxTokens', upTo(400, 7), 18],
  ])('is shown whole at every %s that holds its line', (name, limits, least) => {
    for (const limit of limits) {
      const { text } = truncate(log, { [name]: limit })
      if (limit >= least) expect(text).toContain(error.trimEnd())
    }
  })

  it.each([60, 100, 200, 390])(
    'is shown around its match at %i bytes where its line is longer',
    (maxBytes) => {
      const long = `${'x'.repeat(600)} error[E0425]: no ring ${'y'.repeat(600)}\n`
      const { text, errors } = truncate(`${steps(900)}${long}${steps(900)}`, { maxBytes })
      expect(errors.lines[0].kept).toBe(true)
      expect(text).toContain('error[E0425]')
    },
  )

  it('is cut to its match where its line does not fit', () => {
    const { text } = truncate(log, { maxBytes: 30 })
    expect(text).toContain('error[E0425]')
  })
})

describe('the last error', () => {
  const last = 'error[E0999]: the last one of all\n'
  const two = `${steps(300)}${error}${steps(300)}${last}${steps(300)}`

  it.each([2, 3, 4, 5, 6, 7, 8, 9, 12, 30])('stands beside the first one in %i lines', (maxLines) => {
    const { text } = truncate(two, { maxLines })
    expect(text).toContain(error.trimEnd())
    expect(text).toContain(last.trimEnd())
  })

  it('is shown in a long line that is clipped at an end, beside an earlier error of the line', () => {
    const words = 'many words in a row '.repeat(500)
    const text = `${error}step\n${words.slice(0, 80)}src/ring.c:1:31: error: 'disk' undeclared ${words} src/ring.c:9:31: error: 'ring' undeclared ${words.slice(0, 80)}\n`
    const options = { keep: 'tail', errors: true, maxLineLength: 500, maxLines: 4, maxBytes: 1000 } as const
    const { errors } = truncate(text, options)
    expect(errors.lines.map(({ kept }) => kept)).toEqual([true, true, true])
  })

  it('stands beside the first one as soon as both lines fit', () => {
    for (const maxBytes of upTo(700, 11)) {
      const { text } = truncate(two, { maxBytes })
      expect(text.includes(last.trimEnd())).toBe(maxBytes >= error.length + last.length)
    }
  })
})

describe('a failed command', () => {
  const failed = (options: TruncateOptions, output = log) => {
    const collector = createCollector(options)
    collector.write(output)
    return collector.end({ artifact: '3f9a1c2b40de7781' }, { exitCode: 3 })
  }

  it.each(upTo(30, 1).slice(1))('is reported in %i lines', (maxLines) => {
    expect(failed({ maxLines }).notice).toContain('Exit code 3.')
  })

  it.each([14, 15, 16, 20, 40, 66, 100, 200, 400])('is reported in %i bytes', (maxBytes) => {
    expect(failed({ maxBytes }).text).toContain('[Exit code 3.')
  })

  it('is reported before the error when there is room for only one of them', () => {
    expect(failed({ maxLines: 1 }).text).toBe('[Exit code 3.]')
    expect(failed({ maxLines: 2 }).text).toContain(error.trimEnd())
    expect(failed({ maxBytes: error.length + 13 }).text).not.toContain(error.trimEnd())
    expect(failed({ maxBytes: error.length + 14 }).text).toBe(`${error}[Exit code 3.]`)
  })

  it('makes room for that in output that fits without it', () => {
    const { text, truncatedBy } = failed({ maxLines: 6 }, steps(6))
    expect(text).toContain('Exit code 3.')
    expect(truncatedBy).toBe('lines')
  })

  it('has its artifact in the result, and in the text where the name fits', () => {
    for (const maxLines of [1, 2, 3, 4, 8, 20]) {
      const { artifact, text } = failed({ maxLines })
      expect(artifact).toBe('3f9a1c2b40de7781')
      expect(text.includes('pith show 3f9a1c2b40de7781')).toBe(maxLines >= 3)
    }
  })
})

describe('a line that does not fit', () => {
  it('is clipped into all the room, at both ends', () => {
    const giant = `BEGIN${'x'.repeat(200_000)}END`
    const { text, outputBytes } = truncate(`first\n${giant}\nlast\n`)
    expect(text).toMatch(/^first\nBEGINx+ \[\.\.\.\+\d+\]x+END\nlast\n/)
    expect(outputBytes).toBeGreaterThan(0.9 * 30_720)
  })

  it('keeps its errors between its ends', () => {
    const giant = `BEGIN${'x'.repeat(90_000)} fatal error: no ring ${'x'.repeat(90_000)}END`
    const { text, outputBytes } = truncate(`first\n${giant}\nlast\n`)
    expect(text).toMatch(/BEGINx+ \[\.\.\.\+\d+\]x+ fatal error: no ring x+ \[\.\.\.\+\d+\]x+END/)
    expect(outputBytes).toBeGreaterThan(0.9 * 30_720)
  })

  it('keeps each error of a log in one line', () => {
    const entry = (i: number) =>
      i % 500 === 250
        ? `{"level":"error","msg":"disk ${i} full"}`
        : `{"level":"info","msg":"request ${i} served"}`
    const json = `[${Array.from({ length: 3000 }, (_, i) => entry(i)).join(',')}]`
    const { text, errors } = truncate(json)
    expect(errors.total).toBe(6)
    expect(text.match(/disk \d+ full/g)).toHaveLength(6)
  })

  it('shows what came after its last carriage return', () => {
    const bar = Array.from({ length: 3000 }, (_, i) => `Receiving objects: ${i}`).join('\r')
    const { text, errors } = truncate(`start\n${bar}\rfatal: early EOF, disk full\nend\n`, { maxBytes: 3000 })
    expect(errors.total).toBe(1)
    expect(text).toContain('\rfatal: early EOF, disk full\nend\n')
  })

  it('is marked where a line length clips it, however little room is left', () => {
    const { text } = truncate('行 2985 of a table\n'.repeat(100), { maxBytes: 300, maxLineLength: 8 })
    const lines = text.split('\n').filter((line) => line.startsWith('行'))
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines) expect(line).toBe('行 2985 …')
  })
})

it('two ellipses never meet', () => {
  const long = `${'word '.repeat(60)}\n`
  for (let maxBytes = 20; maxBytes < 400; maxBytes += inject('thorough') ? 1 : 17)
    expect(truncate(long.repeat(50), { maxBytes, maxLineLength: 40 }).text).not.toContain('……')
})
