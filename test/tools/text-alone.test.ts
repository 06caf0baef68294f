import { expect, inject, it } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import type { TruncateOptions } from '../../src/options.ts'
import { purposes } from '../../src/settings.ts'
import { BashStream, type BashStreamOptions } from '../../src/tools/bash-stream.ts'
import { checkContract } from '../support/contract.ts'
import { bytesOf } from '../support/facts.ts'
import { createRandom, type Random } from '../support/random.ts'

const backend = inject('backend')

const pieces = [
  'plain words\n',
  'error: it broke\n',
  'src/a.ts(3,1): error TS2322: no\n',
  'été 日本 👩‍👩‍👧‍👦\n',
  '10 %\r20 %\r',
  '\u001b[31mred\u001b[m\n',
  '{"a": [1, 2]}\n',
  'id,name\n1,a\n',
  '[Exit code 3.]\n',
  '[...1-2: 3B]\n',
  '\n',
  'x'.repeat(300),
  '2026-01-01T00:00:00Z ERROR worker failed\n',
  new Uint8Array([0xff, 0x66, 0x0a]),
  new Uint8Array([0x61, 0, 0x62, 0, 0x0a, 0]),
  '%PDF-1.7\n',
]

const statuses = [
  undefined,
  { exitCode: 0 },
  { exitCode: 2 },
  { signal: 'SIGKILL' },
  { exitCode: 1, isAnswer: true },
]

const limits: readonly TruncateOptions[] = [
  {},
  { maxBytes: 120 },
  { maxLines: 3 },
  { maxTokens: 40 },
  { maxLineLength: 80 },
  { maxSerializedBytes: 200 },
  { maxBytes: 400, fold: false },
]

async function cut(
  chunks: readonly (string | Uint8Array)[],
  options: BashStreamOptions,
  status: object | undefined,
) {
  const stream = new BashStream({ backend, ...options })
  for (const chunk of chunks) await stream.write({ stream: 'stdout', chunk })
  return (await stream.end(status)).details.truncation
}

const drawn = (random: Random) =>
  Array.from({ length: random.below(12) }, () => random.pick(pieces)).filter(
    // Bytes of another encoding come first, or they are only malformed.
    (piece, at) => typeof piece === 'string' || at === 0,
  )

it('where only the text is read it is the same, and so is every number of it', async () => {
  const random = createRandom(41)
  let short = 0
  for (let round = 0; round < 250; round++) {
    const chunks = drawn(random)
    const status = random.pick(statuses)
    const structure = kindsFor({ command: ['cmd'] })
    const options = { ...random.pick(limits), for: random.pick(purposes), structure }
    const judged = await cut(chunks, options, status)
    const { errors: _, findings: __, kind: ___, ...all } = judged
    const result = await cut(chunks, { ...options, isForText: true }, status)
    const { errors, findings: _f, kind: _k, ...rest } = result
    expect(rest, JSON.stringify([chunks, options, status])).toEqual(all)
    if (!result.truncated && errors.total === 0) short++
    if (chunks.every((chunk) => typeof chunk === 'string'))
      checkContract(bytesOf(chunks.join('')), { backend, fold: true, ...options }, judged, { status })
  }
  expect(short).toBeGreaterThan(80)
})
