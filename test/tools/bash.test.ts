import { describe, expect, inject, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { type BashOptions, bash } from '../../src/tools/bash.ts'
import type { BashInput, StreamChunk } from '../../src/tools/streams.ts'
import { checkContract } from '../support/contract.ts'
import { bytesOf } from '../support/facts.ts'
import { checkLimits } from '../support/limits.ts'
import { createRandom } from '../support/random.ts'

const backend = inject('backend')

function run(input: BashInput, options: BashOptions = {}) {
  const output = bash(input, { backend, fold: false, ...options })
  checkLimits(options, output)
  return output
}

const out = (chunk: string | Uint8Array): StreamChunk => ({ stream: 'stdout', chunk })
const err = (chunk: string | Uint8Array): StreamChunk => ({ stream: 'stderr', chunk })

describe('the output of a command', () => {
  it.each([
    [{ exitCode: 0 }, 'done\n', undefined],
    [{ exitCode: 2 }, 'done\n[Exit code 2.]', '[Exit code 2.]'],
    [{ signal: 'SIGKILL' }, 'done\n[Killed by SIGKILL.]', '[Killed by SIGKILL.]'],
    [{ timedOutAfterSeconds: 1.5 }, 'done\n[Timed out after 1.5 s.]', '[Timed out after 1.5 s.]'],
  ])('tells how it ended: %j', (status, text, notice) => {
    const output = run('done\n', { status })
    expect(output).toMatchObject({ text, content: 'done\n', details: { status } })
    expect(output.notice).toBe(notice)
  })

  it('has both ends and the errors, as truncate() has them', () => {
    const input = `${'before\n'.repeat(5000)}error: here\n${'after\n'.repeat(5000)}`
    const { text, notice, details } = run(input)
    expect(details.truncation).toEqual(truncate(input, { backend }))
    expect(text).toContain('error: here\n')
    expect(notice).toMatch(/^\[\d+ of 10001 lines\. Not kept\.\]$/)
    expect(run(input, { status: { exitCode: 1 } }).notice).toMatch(/^\[Exit code 1\. \d+ of 10001 lines\./)
  })

  it('has no error of what is no text between its plain lines', () => {
    const binary = '\0\x01\x02x'.repeat(900)
    const bytes = bytesOf(`a line\n${binary}\nerror: hidden\n${binary}\nthe end\n`)
    const { text, details } = run(bytes, { status: { exitCode: 1 } })
    expect(text).toMatch(/^a line\n\[\.\.\.2-4: 7\.0K\]\nthe end\n/)
    expect(details.truncation.errors).toEqual({ total: 0, lines: [], statements: [] })
  })

  it('is merged in the order in which the pieces came', () => {
    const { text, details } = run([out('a\n'), err('b\n'), out('c\n')])
    expect(text).toBe('a\nb\nc\n')
    expect(details.stderr).toBeUndefined()
  })

  it('breaks no character that one stream has begun when the other prints in between', () => {
    const [first, second] = [bytesOf('é').subarray(0, 1), bytesOf('é').subarray(1)]
    expect(run([out(first), err('x'), out(second), err('y')]).text).toBe('xéy')
    expect(run([out('\ud83d'), err('x'), out('\udc4d')]).text).toBe('x👍')
    expect(run([out(first), err('x')]).text).toBe('x\ufffd')
    expect(run([out('\ud83d'), out(Uint8Array.of(0x61))]).text).toBe('\ufffda')
  })

  it('merges two whole streams when it is asked to', () => {
    expect(run({ stdout: 'a\n', stderr: 'b\n' }, { separate: false }).text).toBe('a\nb\n')
  })

  it.each([
    null,
    undefined,
    7,
    {},
    { stdout: 'a' },
    ['a'],
    [{ stream: 'stdin', chunk: 'a' }],
    [{ stream: 'stdout' }],
    [null],
  ])('is not %j', (input) => {
    for (const separate of [true, false]) {
      expect(() => bash(input as never, { separate })).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_INPUT' }),
      )
    }
  })
})

describe('separate streams', () => {
  it('have standard error behind a heading, and the status last', () => {
    const { text, content, notice, details } = run(
      { stdout: 'a', stderr: 'b\n' },
      { status: { exitCode: 3 } },
    )
    expect(text).toBe('a\n[standard error]\nb\n[Exit code 3.]')
    expect({ content, notice }).toEqual({ content: 'ab\n', notice: '[Exit code 3.]' })
    expect([details.truncation.text, details.stderr?.totalLines]).toEqual(['a', 1])
  })

  it('have no heading when there is no standard error', () => {
    const { text, details } = run({ stdout: 'a\n', stderr: '' }, { status: { exitCode: 3 } })
    expect(text).toBe('a\n[Exit code 3.]')
    expect(details.stderr).toBeUndefined()
  })

  it('have the heading alone above when only standard error has something', () => {
    expect(run({ stdout: '', stderr: 'b\n' }).text).toBe('[standard error]\nb\n')
    expect(run({ stdout: '', stderr: 'b\n' }, { notice: false }).text).toBe('b\n')
  })

  it('come from pieces too', () => {
    expect(run([out('a\n'), err('b\n'), out('c\n')], { separate: true }).text).toBe(
      'a\nc\n[standard error]\nb\n',
    )
    expect(run('a\n', { separate: true }).text).toBe('a\n')
  })

  it('give standard error a third, and what standard output leaves', () => {
    const lines = (word: string, count: number) => `${word}\n`.repeat(count)
    const both = run({ stdout: lines('out', 5000), stderr: lines('err', 5000) }, { maxLines: 300 })
    const share = both.details.stderr?.outputLines ?? 0
    expect(share).toBeGreaterThan(90)
    expect(share).toBeLessThanOrEqual(100)
    expect(both.details.truncation.outputLines).toBeGreaterThan(190)
    const little = run({ stdout: 'out\n', stderr: lines('err', 5000) }, { maxLines: 300 })
    expect(little.details.stderr?.outputLines).toBeGreaterThan(290)
    const few = run({ stdout: lines('out', 5000), stderr: 'err\n' }, { maxLines: 300 })
    expect(few.details.truncation.outputLines).toBeGreaterThan(290)
  })

  it('are both whole where both fit, though a third of the limit holds no more than the heading', () => {
    const streams = { stdout: 'ok\n', stderr: 'error: boom\n' }
    const text = 'ok\n[standard error]\nerror: boom\n'
    const characters = { name: 'characters', count: (given: string) => given.length }
    expect(run(streams, { maxLines: 3 }).text).toBe(text)
    expect(run(streams, { maxBytes: text.length }).text).toBe(text)
    expect(run(streams, { maxTokens: text.length, tokens: characters }).text).toBe(text)
  })

  it('tell a failure even where standard error has no room for words', () => {
    const { text } = run(
      { stdout: 'out\n'.repeat(500), stderr: 'err\n'.repeat(500) },
      { maxLines: 12, status: { exitCode: 2 } },
    )
    expect(text).toContain('Exit code 2.')
  })

  it('leave standard error out where nothing of it fits, and still tell of it', () => {
    const { text, details } = run({ stdout: 'a\nb\n', stderr: 'c\n' }, { maxLines: 2 })
    expect(text).toBe('a\nb\n')
    expect(details.stderr).toMatchObject({ text: '', truncated: true, totalLines: 1 })
  })

  it('hold every limit, and each stream the contract', () => {
    const random = createRandom(7)
    const pieces = ['a\n', 'error: b\n', 'é', '👩‍👩‍👧‍👦', '"\\\n', '\n', 'x'.repeat(50)]
    const stream = () =>
      Array.from({ length: random.below(90) }, () => random.pick(pieces).repeat(1 + random.below(4))).join('')
    for (let trial = 0; trial < (inject('thorough') ? 250 : 50); trial++) {
      const input = { stdout: stream(), stderr: stream() }
      const options: BashOptions = {
        maxLines: random.pick([0, 1, 3, 12, 40, 2000]),
        maxBytes: random.below(random.pick([40, 400, 3000])),
        maxTokens: random.pick([4, 60, Infinity]),
        maxSerializedBytes: random.pick([9, 300, Infinity]),
        keep: random.pick(['head', 'tail', 'ends']),
        ...(random.below(3) === 0 ? { status: { exitCode: 1 } } : {}),
        ...(random.below(6) === 0
          ? { tokens: { name: 'words', count: (text: string) => text.split(/\b/).length - 1 } }
          : {}),
      }
      const { details } = run(input, options)
      expect(details.truncation.totalBytes).toBe(bytesOf(input.stdout).length)
      expect(details.stderr?.totalBytes ?? 0).toBe(bytesOf(input.stderr).length)
    }
  })

  it('are each a truncation by the contract', () => {
    const input = { stdout: 'out\n'.repeat(900), stderr: 'err\n'.repeat(900) }
    const { details } = run(input)
    const { outputLines: maxLines } = details.truncation
    checkContract(input.stdout, { backend, maxLines }, details.truncation)
  })
})
