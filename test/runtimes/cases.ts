import { inject } from 'vitest'
import type { TruncateOptions } from '../../src/options.ts'

/** Inputs and options on which every runtime must agree. */
export interface Case {
  base64: string
  options: Omit<TruncateOptions, 'tokens'>
}

const log = Array.from({ length: 1200 }, (_, i) =>
  i === 600 ? 'error[E0425]: cannot find value' : `line ${i} ${'.'.repeat(i % 70)}`,
).join('\n')

const inputs: (string | Uint8Array)[] = [
  '',
  'a',
  'fits\nas it is\n',
  `${log}\n`,
  log.replaceAll('\n', '\r\n'),
  'x'.repeat(40_000),
  '\u{1F469}\u200D\u{1F467}'.repeat(4000),
  `${'é👍🏽 '.repeat(4000)}\n${log}`,
  '\n'.repeat(5000),
  Uint8Array.from({ length: 40_000 }, (_, i) => (i * 7919) >> (i % 7)),
  new Uint8Array(40_000).fill(0xff),
  `\uFEFF${log}\0\x1b[31m\u2028`,
  `${log}\n[Lines 1-3 of 9. Not kept.]\n${log}`,
]

const options: Case['options'][] = [
  {},
  { maxLines: 20 },
  { maxBytes: 1500, maxLineLength: 60, source: { artifact: '3f9a1c2b40de7781' } },
  { keep: 'head', maxTokens: 200, notice: { key: 'secret' } },
  { keep: 'tail', maxSerializedBytes: 2000, source: { path: '/a b.log' } },
]

/** Every input with every option in the deep suite; here each with every third one, so that all meet some. */
const STEP = inject('thorough') ? 1 : 5

export const cases: Case[] = inputs.flatMap((input, at) =>
  options
    .filter((_, i) => (at + i) % STEP === 0)
    .map((o) => ({ base64: Buffer.from(input as string).toString('base64'), options: o })),
)

/** A module that answers all cases as JSON; it uses nothing that a browser does not have. */
export const answersSource = (library: string): string => `
import { createCollector, getBackend, truncate } from ${JSON.stringify(library)}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

function chunked(bytes, options) {
  const collector = createCollector(options)
  for (let at = 0; at < bytes.length; at += 997) collector.write(bytes.subarray(at, at + 997))
  return collector.end()
}

export function answers(cases) {
  const results = JSON.parse(cases).map(({ base64, options }) => {
    const bytes = bytesOf(base64)
    return [truncate(bytes, options), chunked(bytes, options)]
  })
  return JSON.stringify({ backend: getBackend(), results })
}
`
