import { describe, expect, inject, it } from 'vitest'
import { truncate as truncateUnjudged } from '../../src/core/truncate.ts'
import type { TruncateOptions } from '../../src/options.ts'
import { caseCount } from '../support/case-count.ts'
import { truncate } from '../support/checked.ts'
import { broken } from '../support/clauses/case.ts'
import { createRandom, type Random } from '../support/random.ts'

const CASES = caseCount(12, 2500)
const ESC = '\x1b'
const CSI = `${ESC}[`

const words = [
  'a',
  'bc',
  'hello world',
  '漢字',
  'é',
  'error: foo bar',
  'x'.repeat(40),
  ' ',
  'line of words\n',
]
const controls = ['\n', '\n', '\r\n', '\r', '\b', '\b', '\t', '\v', ESC, `${ESC}M`, '^[[0m', '\x9b2K']
const sequences = [
  'A',
  '2A',
  'K',
  '2K',
  '1;1H',
  '3;7H',
  '1;326f',
  '5C',
  '31m',
  '0m',
  'J',
  '2P',
  '3@',
  'L',
  'M',
  's',
  'u',
]
const pieces = [...words, ...controls, ...sequences.map((text) => CSI + text)]

const textOf = ({ below, pick }: Random): string =>
  Array.from({ length: 1 + below(pick([3, 8, 30])) }, () => pick(pieces)).join('')

/** A limit that cuts an input of so many bytes, mostly. */
const limitOf = ({ below, pick }: Random, bytes: number): TruncateOptions =>
  pick([
    {},
    { maxBytes: below(bytes + 3) },
    { maxBytes: below(6) },
    { maxLines: 1 + below(4) },
    { maxSerializedBytes: below(bytes + 6) },
    { maxTokens: below(10) },
    { maxLineLength: 1 + below(12) },
  ])

describe('controls at tiny limits', () => {
  it('leave no hole between segments and gaps, and every place is true', () => {
    for (const input of ['\b\b', '\b\n', '\r\r', `${ESC}\n`, `${ESC}[K`, `\n${CSI};26fc\nP`])
      for (let maxBytes = 0; maxBytes < 5; maxBytes++)
        for (const keep of ['ends', 'head', 'tail'] as const) {
          truncate(input, { fold: true, maxBytes, keep })
          truncate(input, { fold: true, maxSerializedBytes: maxBytes, keep })
        }
  })

  it('are cut again within the limits, and that text stays as it is', () => {
    for (let seed = 0; seed < CASES; seed++) {
      const random = createRandom(seed)
      const input = textOf(random)
      const keep = random.pick(['ends', 'ends', 'head', 'tail'] as const)
      const bytes = Buffer.byteLength(input)
      const options: TruncateOptions = {
        fold: true,
        keep,
        ...limitOf(random, bytes),
        backend: inject('backend'),
      }
      const where = `seed ${seed}: ${JSON.stringify({ input, options })}`
      const first = truncate(input, options)
      const more = { ...options, ...limitOf(random, bytes) }
      const second = truncateUnjudged(first, more)
      expect(broken(more, second.text), where).toEqual([])
      expect(truncateUnjudged(second.text, more).text, `${where} ${JSON.stringify(more)}`).toBe(second.text)
    }
  })
})
