// @deep

import { describe, expect, inject, it } from 'vitest'
import type { ArtifactStore } from '../../src/store/store.ts'
import { type BashOptions, bash } from '../../src/tools/bash.ts'
import { BashStream, type BashStreamOptions } from '../../src/tools/bash-stream.ts'
import type { StreamChunk } from '../../src/tools/streams.ts'
import { createCommandStore } from '../support/command-store.ts'
import { bytesOf } from '../support/facts.ts'
import { checkLimits } from '../support/limits.ts'
import { createRandom } from '../support/random.ts'

const backend = inject('backend')

async function run(
  chunks: readonly StreamChunk[],
  options: BashStreamOptions & Pick<BashOptions, 'status'> = {},
) {
  const { status, ...own } = options
  const stream = new BashStream({ backend, fold: false, ...own })
  for (const chunk of chunks) await stream.write(chunk)
  return { output: await stream.end(status), stream }
}

async function linesOf(store: ArtifactStore, id: string | undefined): Promise<string> {
  let text = ''
  for await (const chunk of store.read(id ?? '', { startByte: 0, endByte: Number.MAX_SAFE_INTEGER })) {
    text += new TextDecoder().decode(chunk)
  }
  return text
}

const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${word} ${i + 1}\n`).join('')

describe('a command that is still printing', () => {
  const random = createRandom(11)
  const pieces = ['a\n', 'error: b\n', 'é', '👩‍👩‍👧‍👦', '"\\\n', '\n', 'x'.repeat(50), '\ud83d', '\udc4d']

  it.each([
    [false, false],
    [true, false],
    [false, true],
  ])('tells its counts so far, and they change nothing; folded: %s, separate: %s', async (fold, separate) => {
    const unit = 'step 1 of 9\rstep 2 of 9\nError: it broke\n\u001b[31mfine\u001b[m\n'
    const chunks = Array.from({ length: 4000 }, (_, at): StreamChunk => {
      return { stream: at % 3 === 0 ? 'stderr' : 'stdout', chunk: `${at} ${unit}` }
    })
    const asked = new BashStream({ backend, fold, separate })
    for (const [at, chunk] of chunks.entries()) {
      await asked.write(chunk)
      if (at % 500 === 9 || at === chunks.length - 1) {
        const bytes = chunks.slice(0, at + 1).reduce((sum, { chunk }) => sum + chunk.length, 0)
        const { errors, ...counts } = asked.counts()
        expect(counts).toEqual({ bytes, lines: 3 * (at + 1) })
        // What is not folded is judged a little later.
        expect(errors).toBeGreaterThan(fold ? at : at - 9)
        expect(errors).toBeLessThanOrEqual(at + 1)
      }
    }
    const { output } = await run(chunks, { fold, separate })
    expect(await asked.end()).toEqual(output)
  })

  it.each([false, true])('has the result of the whole, however it comes; separate: %s', async (separate) => {
    for (let trial = 0; trial < (inject('thorough') ? 30 : 12); trial++) {
      const chunks = Array.from({ length: random.below(200) }, (): StreamChunk => {
        const text = random.pick(pieces).repeat(1 + random.below(4))
        const stream = random.pick(['stdout', 'stderr'] as const)
        return { stream, chunk: random.below(2) === 0 ? text : bytesOf(text) }
      })
      const options: BashOptions = {
        maxLines: random.pick([0, 3, 40, 2000]),
        maxBytes: random.below(random.pick([400, 3000])),
        maxTokens: random.pick([60, Infinity]),
        separate,
        ...(random.below(3) === 0 ? { status: { exitCode: 1 } } : {}),
        ...(random.below(4) === 0
          ? { tokens: { name: 'words', count: (text: string) => text.split(/\b/).length - 1 } }
          : {}),
      }
      const { output } = await run(chunks, options)
      expect(output).toEqual(bash(chunks, { backend, fold: false, ...options }))
    }
  })

  it('passes on what it takes, without secrets', async () => {
    const seen: string[] = []
    const onOutput = (chunk: Uint8Array, stream: string) => {
      seen.push(`${stream}: ${new TextDecoder().decode(chunk)}`)
    }
    const redact = (line: string) => line.replace('secret', '***')
    const chunks = ['a sec', 'ret\n', 'b'].map((chunk): StreamChunk => ({ stream: 'stdout', chunk }))
    const { output } = await run([...chunks, { stream: 'stderr', chunk: 'secret\n' }], {
      ...{ onOutput, redact, separate: true },
    })
    expect(seen.join('|')).toBe('stdout: a ***\n|stderr: ***\n|stdout: b')
    expect(output.text).toBe('a ***\nb\n[standard error]\n***\n')
  })
})

describe('separate streams that do not fit', () => {
  it('say how the command ended whenever that fits', async () => {
    const told = '[Exit code 3.]'
    for (const stdout of ['', 'hello out\n'])
      for (let maxBytes = told.length; maxBytes < 48; maxBytes++) {
        const chunks: StreamChunk[] = [
          { stream: 'stdout', chunk: stdout },
          { stream: 'stderr', chunk: 'oops error\n' },
        ]
        const { output } = await run(chunks, { maxBytes, separate: true, status: { exitCode: 3 } })
        expect(output.text).toContain('Exit code 3')
      }
  })

  it('have an artifact each, which the notice of each names', async () => {
    const store = createCommandStore()
    const chunks: StreamChunk[] = [
      { stream: 'stdout', chunk: lines('out', 5000) },
      { stream: 'stderr', chunk: lines('err', 4000) },
    ]
    const { output, stream } = await run(chunks, { store, separate: true, status: { exitCode: 2 } })
    const [first, second] = [stream.artifact?.ref?.id, stream.stderrArtifact?.ref?.id]
    const { truncation, stderr } = output.details
    expect([truncation.artifact, stderr?.artifact]).toEqual([first, second])
    expect(await linesOf(store, first)).toBe(chunks[0].chunk)
    expect(await linesOf(store, second)).toBe(chunks[1].chunk)
    expect(output.notice).toMatch(
      new RegExp(`^\\[Exit code 2\\. More: pith show ${second} --lines [\\d-]+, or --grep RE\\]$`),
    )
    expect(output.text).toMatch(
      new RegExp(`\\[More: pith show ${first} --lines [\\d-]+, or --grep RE\\]\n\\[standard error\\]\n`),
    )
    expect(truncation.gaps[0].resume).toMatch(`pith show ${first} --lines`)
    expect(stderr?.gaps[0].resume).toMatch(`pith show ${second} --lines`)
    checkLimits({}, output)
  })

  it('store only the one that is cut', async () => {
    const store = createCommandStore()
    const { stream } = await run(
      [
        { stream: 'stdout', chunk: 'fine\n' },
        { stream: 'stderr', chunk: lines('err', 4000) },
      ],
      { store, separate: true },
    )
    expect(stream.artifact).toBeUndefined()
    expect(stream.stderrArtifact?.complete).toBe(true)
  })

  it('keep their result when the store fails', async () => {
    const store = { ...createCommandStore(), open: () => Promise.reject(new Error('disk full')) }
    const chunks: StreamChunk[] = [
      { stream: 'stdout', chunk: lines('out', 5000) },
      { stream: 'stderr', chunk: lines('err', 4000) },
    ]
    const { output, stream } = await run(chunks, { store, separate: true })
    const message = 'The full output could not be kept: `open` of the store failed: "disk full".'
    const expected = bash(chunks, { backend, fold: false, separate: true })
    const { truncation, stderr } = expected.details
    for (const part of [truncation, stderr]) Object.assign(part ?? {}, { notes: [message] })
    expect(output).toEqual(expected)
    expect(stream.artifact).toEqual({ complete: false, code: 'PITH_STORE_FAILED', message })
  })

  it('are counted by a counter that answers later, and by the estimator when it fails', async () => {
    const chunks: StreamChunk[] = [
      { stream: 'stdout', chunk: lines('out', 500) },
      { stream: 'stderr', chunk: lines('err', 400) },
    ]
    const count = (text: string) => text.split(/\b/).length - 1
    const options = { maxTokens: 300, separate: true }
    const later = { name: 'words', count: async (text: string) => count(text) }
    const { output } = await run(chunks, { ...options, tokens: later })
    expect(output).toEqual(
      bash(chunks, { backend, fold: false, ...options, tokens: { name: 'words', count } }),
    )
    const failing = { name: 'words', count: () => Promise.reject(new Error('offline')) }
    const { output: estimated } = await run(chunks, { ...options, tokens: failing })
    expect(estimated.text).toBe(bash(chunks, { backend, fold: false, ...options }).text)
    expect(estimated.details.truncation.notes).toEqual([
      'The token counter "words" failed (offline); tokens are estimated.',
    ])
  })
})
