import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { TruncateOptions } from '../../src/options.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { collect } from '../support/chunks.ts'
import { log, logOptions } from '../support/log-inputs.ts'
import { seedFor } from '../support/random.ts'

const source = { artifact: '3f9a1c2b40de7781' }
const worth: TruncateOptions = { for: 'run', maxBytes: 8192, source }

/** The result of a command that succeeded. */
function succeeded(input: string, options: TruncateOptions = worth) {
  const collector = createCollector(options)
  collector.write(input)
  return collector.end(source, { exitCode: 0 })
}

const steps = (count: number): string =>
  Array.from({ length: count }, (_, i) => `[INFO] step ${i} of 900 done in ${i % 7} ms\n`).join('')

const error = [
  "src/ring.c:31:9: error: 'mask' undeclared (first use in this function)",
  '   31 |   return mask & 3;',
  '      |          ^~~~',
  'make: *** [Makefile:7: ring.o] Error 1',
  '',
].join('\n')

/** Many different errors, of which none stands out. */
const manyErrors = Array.from(
  { length: 300 },
  (_, i) =>
    `${String.fromCharCode(97 + (i % 26)).repeat(3 + (i % 5))}.c:${i}:9: error: unknown name 'n${i * 7}' in part ${'q'.repeat(i % 19)}\n`,
).join('')

const success = `${steps(600)}Tests: 1204 passed, 1204 total\nDone in 8.31 s.\n`
const failure = `${steps(300)}${error}${steps(300)}`

describe('a run', () => {
  it('that is within the limits is shown as it is', () => {
    const input = steps(400).slice(0, 8191).concat('\n')
    expect(truncate(input, worth).text).toBe(input)
    expect(succeeded(steps(400).slice(0, 8193)).truncatedBy).toBe('worth')
  })

  it.each(['read', 'query', 'log', 'unknown'] as const)(
    'is cut to its worth, but no output for %s is',
    (purpose) => {
      const { truncatedBy, outputBytes } = truncate(success, { ...worth, for: purpose })
      expect(truncatedBy).toBe('bytes')
      expect(outputBytes).toBeGreaterThan(0.9 * 8192)
    },
  )

  it('keeps the last lines and the counts of a success, in less than 1.5 KiB', () => {
    const { text, outputBytes, truncatedBy } = succeeded(success)
    expect(truncatedBy).toBe('worth')
    expect(outputBytes).toBeLessThanOrEqual(1536)
    expect(text).toContain('Tests: 1204 passed, 1204 total\nDone in 8.31 s.\n[')
    expect(text.startsWith('[INFO] step 0 of 900 done')).toBe(true)
  })

  it('keeps a strong error with its lines, and both ends, in less than 3 KiB', () => {
    const { text, outputBytes, truncatedBy } = truncate(failure, worth)
    expect(truncatedBy).toBe('worth')
    expect(outputBytes).toBeLessThanOrEqual(3072)
    expect(text).toContain(error)
    expect(text).toContain('[INFO] step 299 of 900')
  })

  it('uses its limits when nobody knows whether it failed', () => {
    expect(truncate(success, worth).outputBytes).toBeGreaterThan(6000)
  })

  it('gives more when a command failed and no line says why', () => {
    const failed = (options: TruncateOptions) => {
      const collector = createCollector(options)
      collector.write(success)
      return collector.end(source, { exitCode: 1 })
    }
    expect(failed(worth).outputBytes).toBeGreaterThan(6000)
    expect(failed(worth).text).toContain('Exit code 1.')
  })

  it('leaves the limits alone when so many lines are strong that it is not clear which matter', () => {
    const input = steps(300) + manyErrors + steps(300)
    expect(truncate(input, worth)).toEqual(truncate(input, { source, maxBytes: 8192 }))
  })

  it('leaves out half of an output, or uses all of the limits', () => {
    const input = `${steps(50)}${error}${steps(50)}`
    expect(input.length).toBeLessThan(6000)
    expect(truncate(input, { ...worth, maxBytes: input.length - 10 }).truncatedBy).toBe('bytes')
  })

  it('that fits once it is folded is shown whole', () => {
    const words = Array.from({ length: 90 }, (_, i) => `built ${'ab'.repeat(i % 45)}${'c'.repeat(i % 7)}\n`)
    const input = `${'ok\n'.repeat(2000)}${words.join('')}Done in 8.31 s.\n`
    const { text } = truncate(input, { ...worth, fold: true })
    expect(text).toContain(words.join(''))
  })

  it('is never above the limits', () => {
    const { text, truncatedBy } = truncate(failure, { ...worth, maxBytes: 1000 })
    expect(text).toBe(truncate(failure, { source, maxBytes: 1000 }).text)
    expect(truncatedBy).toBe('bytes')
    expect(truncate(failure, { ...worth, maxLines: 5 }).truncatedBy).toBe('lines')
  })

  it('has no effect where error lines are not looked for', () => {
    for (const options of [{ keep: 'tail' }, { keep: 'head' }, { errors: false }] as const) {
      expect(truncate(failure, { ...worth, ...options }).truncatedBy).toBe('bytes')
    }
  })

  it('does not judge a result again', () => {
    const first = truncate(failure, { source, maxBytes: 8192 })
    expect(truncate(first, worth)).toBe(first)
  })

  it('shows the first and the last error, also in long lines that only the caller calls errors', () => {
    const weak = (name: string) => `${'w'.repeat(600)} the ${name} wept ${'w'.repeat(600)}\n`
    const input = [steps(300), weak('ring'), steps(300), weak('disk'), steps(300)].join('')
    const { text, outputBytes, errors } = succeeded(input, {
      ...worth,
      errors: { patterns: ['ring wept', 'disk wept'] },
    })
    expect(errors.total).toBe(2)
    expect(outputBytes).toBeLessThanOrEqual(3072)
    expect(text).toContain('the ring wept')
    expect(text).toContain('the disk wept')
  })

  it('gives the same for every place at which the input is split', () => {
    const input = Buffer.from(failure)
    const whole = truncate(input, worth)
    const options = { ...worth }
    const step = inject('thorough') ? 151 : 1977
    for (let cut = 1; cut < input.length; cut += step) {
      const { text, truncatedBy } = collect(input, [cut], options)
      expect([text, truncatedBy]).toEqual([collect(input, [], options).text, whole.truncatedBy])
    }
  })

  it('keeps the contract and gives the same on both backends, for logs of all kinds', () => {
    const { wasm, js } = { wasm: { backend: 'wasm' }, js: { backend: 'js' } } as const
    fc.assert(
      fc.property(log, logOptions, (input, given) => {
        const options = { ...given, for: 'run' as const }
        const one = truncate(input, { ...options, ...wasm })
        expect(truncate(input, { ...options, ...js })).toEqual({ ...one, backend: 'js' })
      }),
      { numRuns: inject('thorough') ? 120 : 5, seed: seedFor(11) },
    )
  })

  it('shows at every limit what it shows of the first error at a smaller one', () => {
    const input = failure + failure
    let isShown = false
    for (let maxBytes = 100; maxBytes < 6000; maxBytes = Math.ceil(maxBytes * 1.25)) {
      const { errors } = truncate(input, { ...worth, maxBytes })
      if (isShown) expect(errors.lines[0].kept, `${maxBytes}`).toBe(true)
      isShown ||= errors.lines[0].kept
    }
    expect(isShown).toBe(true)
  })
})
