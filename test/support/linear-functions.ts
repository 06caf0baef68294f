import type { Segment, TruncateOptions, Truncation } from '../../src/index.ts'
import * as pith from '../../src/index.ts'
import { kindNames, kindsFor } from '../../src/kinds/index.ts'
import { type PlainOptions, truncate as truncatePlainly } from '../../src/plain/index.ts'
import { createSecretRedactor } from '../../src/redact/index.ts'
import type { Work } from './linear-cost.ts'
import type { Hostile } from './linear-kinds.ts'

/** A public function to measure on one input. `prepare` is not measured, the work that it returns is. */
export interface Measured {
  /** The public name. What follows the first blank says how it is called. */
  name: string
  prepare(input: Hostile, options: TruncateOptions): Work | Promise<Work>
  /** Option sets to measure besides the defaults. */
  sets?: readonly SetName[]
}

/** A function that needs nothing prepared. */
export const row = (
  name: string,
  run: (input: Hostile, options: TruncateOptions) => unknown,
  sets: readonly SetName[] = [],
): Measured => ({ name, prepare: (input, options) => () => run(input, options), sets })

export const optionSets = {
  defaults: {},
  'infinite limits': { maxLines: Infinity, maxBytes: Infinity },
  'a line length': { maxLineLength: 80 },
  'infinite limits and a line length': { maxLines: Infinity, maxBytes: Infinity, maxLineLength: 80 },
  'large limits and a line length': { maxLines: 1e8, maxBytes: 64 * 1024 * 1024, maxLineLength: 80 },
  'tiny limits': { maxLines: 5, maxBytes: 200 },
  'an exact counter': {
    maxTokens: 2000,
    tokens: { name: 'quarters', count: (text) => Math.ceil(text.length / 4) },
  },
  'infinite limits but for tokens': { maxLines: Infinity, maxBytes: Infinity, maxTokens: 500 },
  'the end': { keep: 'tail' },
  folding: { fold: true },
} as const satisfies Record<string, TruncateOptions>

export type SetName = keyof typeof optionSets

const ofEngine = Object.keys(optionSets) as SetName[]
const ofStreams: readonly SetName[] = [
  'a line length',
  'large limits and a line length',
  'tiny limits',
  'folding',
]

/** Splits a text or bytes into pieces. */
export function pieces<T extends string | Uint8Array>(whole: T, size: number): T[] {
  const count = Math.ceil(whole.length / size)
  return Array.from({ length: count }, (_, at) => whole.slice(at * size, (at + 1) * size) as T)
}

/** No limit at all for a list. */
const all = { limit: Infinity, maxBytes: 1e9, maxLines: 1e9 }

const linesOf = (text: string): string[] => text.split('\n')

async function* streamOf(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks
}

/** A result that a caller could build by hand: it keeps every other line, as ASCII. */
function everyOtherLine(bytes: Uint8Array): Truncation {
  const ascii = new TextDecoder().decode(bytes.map((byte) => byte & 0x7f))
  const whole = pith.truncate(ascii, { ...optionSets['infinite limits'], errors: false })
  const stretches: Segment[] = []
  let at = 0
  for (const [index, line] of ascii.split(/(?<=\n)/).entries()) {
    const lines = { firstLine: index + 1, lastLine: index + 1 }
    stretches.push({
      startByte: at,
      endByte: at + line.length,
      ...lines,
      kind: 'error',
      exact: true,
      text: line,
    })
    at += line.length
  }
  const segments = stretches.filter((_, index) => index % 2 === 0)
  const gaps = stretches
    .filter((_, index) => index % 2 === 1)
    .map(({ kind: _, exact: __, text: ___, ...range }) => ({ ...range, errors: 0, asked: true }))
  const text = segments.map((segment) => segment.text).join('')
  return { ...whole, text, truncated: true, segments, gaps, outputBytes: text.length }
}

const countLength = { name: 'length', count: (text: string) => text.length }

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

const engine: Measured[] = [
  row('truncate of bytes', ({ bytes }, options) => pith.truncate(bytes, options), ofEngine),
  {
    name: 'truncate of pith/plain',
    prepare({ bytes }, options) {
      // It has no backend to choose.
      const { backend: _, ...own } = options
      return () => truncatePlainly(bytes, own as PlainOptions)
    },
    sets: ['infinite limits', 'a line length', 'tiny limits', 'the end'],
  },
  row('truncate of a text', ({ text }, options) => pith.truncate(text, options)),
  {
    name: 'truncate of a result',
    prepare({ bytes }, options) {
      const whole = pith.truncate(bytes, optionSets['infinite limits'])
      return () => pith.truncate(whole, { maxBytes: Infinity, maxLines: whole.totalLines >> 1, ...options })
    },
    sets: ['a line length'],
  },
  {
    name: 'truncate of a result with many segments',
    prepare({ bytes }) {
      const result = everyOtherLine(bytes)
      return () => pith.truncate(result, { maxLines: Infinity, maxBytes: result.outputBytes >> 1 })
    },
  },
  {
    name: 'createCollector with small writes',
    prepare: ({ bytes }, options) => {
      const chunks = pieces(bytes, 100)
      return () => {
        const collector = pith.createCollector(options)
        for (const chunk of chunks) collector.write(chunk)
        return collector.end()
      }
    },
    sets: ofStreams,
  },
  {
    name: 'createCollector with texts, asked what it retains',
    prepare: ({ text }) => {
      const chunks = pieces(text, 16 * 1024)
      return () => {
        const collector = pith.createCollector({ maxBytes: 64 * 1024 * 1024 })
        for (const chunk of chunks) collector.write(chunk)
        return [collector.retained(), collector.snapshot()]
      }
    },
  },
  {
    name: 'truncateStream',
    prepare: ({ bytes }, options) => {
      const chunks = pieces(bytes, 4000)
      return () => pith.truncateStream(streamOf(chunks), { store: pith.createMemoryStore(), ...options })
    },
    sets: ofStreams,
  },
  {
    name: 'truncateStream redacted',
    prepare: ({ bytes }) => {
      const chunks = pieces(bytes, 4000)
      return () => pith.truncateStream(streamOf(chunks), { redact: createSecretRedactor() })
    },
  },
  {
    name: 'truncateResult of parts',
    prepare({ text }) {
      const parts = [text, 'small', ...pieces(text, 1000)].map((each) => ({ type: 'text', text: each }))
      return () => pith.truncateResult(parts, { store: pith.createMemoryStore() })
    },
  },
  {
    name: 'truncateResult of small parts',
    prepare({ text }) {
      const parts = pieces(text, 20).map((each) => ({ type: 'text', text: each }))
      return () => pith.truncateResult({ content: parts }, { store: pith.createMemoryStore() })
    },
  },
  {
    name: 'truncateResult of a JSON value',
    prepare({ text }) {
      const value = pieces(text, 100).map((line, at) => ({ at, line, level: at % 99 ? 'info' : 'error' }))
      return () => pith.truncateResult(value, { structure: kindsFor({ kind: 'json' }), maxTokens: 2000 })
    },
  },
  {
    name: 'reassemble',
    prepare({ bytes }) {
      const result = pith.truncate(bytes, { maxLines: Infinity, maxBytes: bytes.length >> 1 })
      return () => pith.reassemble(result, (start, end) => bytes.subarray(start, end))
    },
  },
  {
    name: 'reassembleStream of a result with many segments',
    prepare({ bytes }) {
      const result = everyOtherLine(bytes)
      return () => drain(pith.reassembleStream(result, (start, end) => bytes.subarray(start, end)))
    },
  },
]

const texts: Measured[] = [
  row('parseNotices', ({ text }) => pith.parseNotices(text)),
  row('stripNotices', ({ text }) => pith.stripNotices(text)),
  row('containsNotice', ({ text }) => pith.containsNotice(text)),
  {
    name: 'verifyNotice',
    prepare({ text }) {
      const signed = `${text}\n[Line 1 of 1. Not kept. MAC 0123456789abcdef]`
      return () => pith.verifyNotice(signed, 'key')
    },
  },
  row('estimateTokens', ({ text }) => pith.estimateTokens(text)),
  row('estimateTokens of bytes', ({ bytes }) => pith.estimateTokens(bytes)),
  row('countInPieces', ({ text }) => pith.countInPieces(text, (piece) => piece.length)),
  {
    name: 'cacheTokenCounts',
    prepare({ text }) {
      const parts = pieces(text, 1000)
      return () => {
        const counter = pith.cacheTokenCounts(countLength, { maxBytes: 128 * 1024 })
        for (const part of parts) counter.count(part)
        return counter.count(text)
      }
    },
  },
  ...kindNames.map(
    (kind): Measured => ({
      name: `kindsFor ${kind}`,
      prepare:
        ({ text }, options) =>
        () =>
          pith.truncate(text, { ...options, structure: kindsFor({ kind }) }),
    }),
  ),
  row('createSecretRedactor', ({ text }) => createSecretRedactor()(text)),
  {
    name: 'createSecretRedactor line by line',
    prepare({ text }) {
      const lines = linesOf(text)
      return () => lines.map(createSecretRedactor())
    },
  },
  {
    name: 'createMemoryStore',
    prepare({ bytes }) {
      const chunks = pieces(bytes, 1000)
      return async () => {
        const store = pith.createMemoryStore()
        const writer = await store.open({})
        for (const chunk of chunks) await writer.write(chunk)
        const end = await writer.close()
        const id = end.ref?.id ?? ''
        await drain(store.read(id, { startByte: 0, endByte: bytes.length }))
        await drain(store.lines(id, { firstLine: 1, lastLine: 1e9 }))
      }
    },
  },
]

const tools: Measured[] = [
  row('truncateToolOutput read', ({ text }) => pith.truncateToolOutput('read', text, { maxLineLength: 80 })),
  row('truncateToolOutput read of a large page', ({ bytes }) =>
    pith.truncateToolOutput('read', bytes, { maxBytes: 1e9, maxLines: 1e9, maxLineLength: 80 }),
  ),
  row('truncateToolOutput bash', ({ text }) => pith.truncateToolOutput('bash', text)),
  row('truncateToolOutput bash of both streams', ({ bytes }) =>
    pith.truncateToolOutput('bash', { stdout: bytes, stderr: bytes }),
  ),
  {
    name: 'truncateToolOutput bash of chunks',
    prepare({ bytes }) {
      const chunks = pieces(bytes, 100).map((chunk, at) => ({
        stream: at % 3 ? ('stdout' as const) : ('stderr' as const),
        chunk,
      }))
      return () => pith.truncateToolOutput('bash', chunks)
    },
  },
  row('truncateToolOutput grep', ({ text }) => pith.truncateToolOutput('grep', text, { pattern: 'a' })),
  row('truncateToolOutput grep without a limit', ({ text }) => pith.truncateToolOutput('grep', text, all)),
  {
    name: 'truncateToolOutput grep of matches',
    prepare({ text }) {
      const matches = linesOf(text).map((line, at) => ({ path: `f${at % 7}`, line: at + 1, text: line }))
      return () => pith.truncateToolOutput('grep', matches, { ...all, maxBytes: text.length, pattern: 'a' })
    },
  },
  row('truncateToolOutput find', ({ text }) => pith.truncateToolOutput('find', text)),
  {
    name: 'truncateToolOutput find without a limit',
    prepare({ text }) {
      const lines = linesOf(text)
      return () => pith.truncateToolOutput('find', lines, { ...all, maxLineLength: 80 })
    },
  },
  row('truncateToolOutput ls', ({ text }) =>
    pith.truncateToolOutput('ls', text, { limit: Infinity, maxBytes: 10_000 }),
  ),
  row('truncateToolOutputAsync grep', ({ text }) =>
    pith.truncateToolOutputAsync('grep', text, { store: pith.createMemoryStore({ maxBytes: Infinity }) }),
  ),
  {
    name: 'truncateToolOutputAsync find of names',
    prepare({ text }) {
      const names = linesOf(text)
      const store = () => pith.createMemoryStore({ maxBytes: Infinity })
      return () => pith.truncateToolOutputAsync('find', names, { store: store() })
    },
  },
  row('truncateToolOutput web', ({ text }) => pith.truncateToolOutput('web', text)),
  {
    name: 'readStream',
    prepare({ bytes }) {
      const chunks = pieces(bytes, 1000)
      return () => pith.readStream(streamOf(chunks), { offset: 1, maxLineLength: 80 })
    },
  },
  {
    name: 'readStream redacted',
    prepare({ bytes }) {
      const chunks = pieces(bytes, 1000)
      return () => pith.readStream(streamOf(chunks), { redact: createSecretRedactor() })
    },
  },
]

export const coreFunctions: readonly Measured[] = [...engine, ...texts, ...tools]
