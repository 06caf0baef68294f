import { createHash } from 'node:crypto'
import { createCollector } from '../../src/core/collector.ts'
import { runNow } from '../../src/core/fit/counted.ts'
import { lastResort } from '../../src/core/fit/last-resort.ts'
import { errorsInLines } from '../../src/core/hold/line-errors.ts'
import { RawEnds, remainsOfEnds, remainsOfWhole } from '../../src/core/hold/raw-ends.ts'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { truncate } from '../../src/core/truncate.ts'
import { type Unit, unitsOf } from '../../src/host/units.ts'
import { kindNames, kindsFor } from '../../src/kinds/index.ts'
import type { TruncateOptions } from '../../src/options.ts'
import { resolveSettings } from '../../src/settings.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { read } from '../../src/tools/read.ts'
import type { Truncation } from '../../src/truncation.ts'
import { createRandom } from './random.ts'
import { knownLines, recordedLines } from './recorded-lines.ts'
import { type Output, outputs, small } from './recorded-outputs.ts'
import { recutCase } from './recut-cases.ts'

// Outputs of many forms, each cut in some ways, and one line for each cut: its limit and size, the lines that are kept, and a
// digest of all that is told.

type Way = TruncateOptions & { hasKinds?: boolean }

const artifact = { artifact: '3f9a1c2b40de7781' }

/** What callers may want. Each output is cut in some of these ways. */
const WAYS: readonly Way[] = [
  { maxBytes: 2000, hasKinds: true, source: artifact },
  { maxBytes: 3000 },
  { maxLines: 12, hasKinds: true },
  { maxBytes: 1500, fold: true, for: 'run' },
  { maxBytes: 900, hasKinds: true, for: 'query' },
  { maxTokens: 400, for: 'read', source: { path: 'a.log' } },
  { maxBytes: 2500, hasKinds: true, query: 'error of the name alpha in src' },
  { maxBytes: 600, keep: 'tail', errors: false },
  { maxSerializedBytes: 1800, hasKinds: true, maxLineLength: 60 },
  { maxBytes: 5000, hasKinds: true, fold: true, for: 'run', source: artifact },
  { maxBytes: 1200, query: 'connection refused' },
  { maxLines: 30, maxBytes: 4000, keep: 'head', errors: true },
  { maxTokens: 150, hasKinds: true, notice: { surface: 'mcp' }, source: artifact },
  { maxBytes: 1000, headRatio: 0.7, errors: { before: 1, after: 2, patterns: ['quick', /x+/] } },
  { maxBytes: 2200, for: 'log', fold: { rows: 10, columns: 40 } },
  { maxBytes: 300, hasKinds: true },
  { maxLineLength: 40, maxLines: 50, for: 'unknown' },
  { maxBytes: 1500, hasKinds: true, for: 'read' },
  { maxBytes: 100_000, maxLines: 10_000, fold: true },
]

const digest = (value: unknown): string =>
  createHash('sha256')
    .update(value instanceof Uint8Array ? value : JSON.stringify(value))
    .digest('hex')
    .slice(0, 8)

const lineOf = (result: Truncation): string => `${result.outputBytes}B ${digest(result)}`

/** Feeds chunks, with a look at what there is so far. */
function* streamed(
  { bytes, status }: Output,
  options: TruncateOptions,
  chunkBytes: number,
): Iterable<Truncation> {
  const collector = createCollector(options)
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    collector.write(bytes.slice(at, at + chunkBytes))
    if (at < chunkBytes) yield collector.snapshot()
  }
  yield collector.end(undefined, status)
}

/** The last resort shows bytes of both ends, or of a whole input. */
function ruined(bytes: Uint8Array, options: TruncateOptions, isWhole: boolean): Truncation {
  const ends = new RawEnds(500, 700)
  for (let at = 0; at < bytes.length; at += 100) ends.push(bytes.subarray(at, at + 100))
  const settings = { ...resolveSettings(options), estimate: (text: string) => estimateTokens(text).tokens }
  const told = {
    what: 'cutting',
    status: isWhole ? undefined : { exitCode: 3 },
    source: options.source,
    backend: 'js',
  } as const
  return runNow(
    lastResort({ ...(isWhole ? remainsOfWhole(bytes) : remainsOfEnds(ends)), ...told }, settings),
    settings,
  )
}

const UNITS: readonly Unit[] = [
  { items: [2, 4] },
  { rows: [3, 7] },
  { path: '$[*]' },
  { path: '$..name' },
  { path: '$[?@.id > 2].name', count: true },
  { path: "$..[?(@.a == 'x' || @.status != null)]" },
  { path: '$..*[-1]' },
  { path: '$[1:9:3]', count: true },
  { file: 'src/a1.ts' },
  { section: '1' },
]

async function unitsIn(bytes: Uint8Array, unit: Unit): Promise<string> {
  const parts: Uint8Array[] = []
  const store = {
    ...createMemoryStore(),
    stat: async (id: string) => ({ id, bytes: bytes.length, lines: 0 }) as never,
    async *read() {
      for (let at = 0; at < bytes.length; at += 777) yield bytes.slice(at, at + 777)
    },
  }
  try {
    for await (const part of unitsOf(store, 'x', unit)) parts.push(part.slice())
  } catch (error) {
    return (error as Error).message
  }
  const found = Buffer.concat(parts)
  return `${found.length}B ${digest(found)}`
}

function pageOf(bytes: Uint8Array, turn: number): string {
  const page = { offset: 1 + ((turn * 5) % 40), limit: 5 + turn * 3, column: 1 + (turn % 3) }
  const maxLineLength = turn % 2 === 0 ? Infinity : 10 + turn
  const limits = { maxBytes: 60 * turn, maxTokens: 90, source: { path: 'a.log' } }
  try {
    return lineOf(read(bytes, { ...page, ...limits, maxLineLength }).details.truncation)
  } catch (error) {
    return (error as Error).message
  }
}

/** Logs of lines that say much: which are kept, and in which order, is a matter of their ranks. */
function* ofKnownLines(): Iterable<string> {
  for (let seed = 1; seed <= 12; seed++) {
    const { below, pick } = createRandom(seed)
    const calm = (at: number) => (below(3) === 0 ? '' : `step ${at} took ${below(90)} ms`)
    const lines = Array.from({ length: 150 }, (_, at) => (below(5) === 0 ? pick(knownLines) : calm(at)))
    const ways = [{ maxBytes: 1200 }, { maxLines: 20, for: 'run' as const }, { maxBytes: 700, fold: true }]
    const results = ways.map((way) => truncate(lines.join('\n'), { ...way, backend: 'wasm' }))
    yield `known lines ${seed}: ${results.map(lineOf).join(', ')}`
  }
}

/** How sure each kind is of an output. */
const recognised = (bytes: Uint8Array, command: string): number[] =>
  kindNames.map((kind) => {
    const head = bytes.subarray(0, 8192)
    return kindsFor({ kind, command }).recognise(head, true)?.recognise(head, command.split(' '), true) ?? -1
  })

/** Small outputs of each kind, with a few other bytes, in little room. */
async function* ofSmall(): AsyncIterable<string> {
  for (const { name, command, texts } of small()) {
    const results = texts.map((bytes, at) =>
      truncate(bytes, { maxBytes: 150 + 120 * at, structure: kindsFor({ command }), backend: 'wasm' }),
    )
    const sure = [command, ''].map((each) => recognised(texts[1], each))
    const units: string[] = []
    for (const unit of UNITS) units.push(await unitsIn(texts[0], unit))
    yield `small ${name}: ${digest(results)} ${digest(sure)} ${digest(units)}`
  }
}

/** How sure each kind is of outputs of which so many of twenty lines are others, and of one whose blanks are tabs. */
function* ofShares(): Iterable<string> {
  const encoder = new TextEncoder()
  for (const { name, command, texts } of small()) {
    const lines = new TextDecoder().decode(texts[0]).split('\r\n').slice(0, 20)
    const mixed = [1, 2, 4, 8, 10, 16].flatMap((others) =>
      ['other words', 'word'].map((other) =>
        lines.map((line, at) => ((at * others) % 20 < others ? other : line)).join('\n'),
      ),
    )
    const all = [...mixed, lines.join('\n').replaceAll(' ', '\t')].map((text) => encoder.encode(text))
    yield `shares ${name}: ${digest([command, ''].map((each) => all.map((bytes) => recognised(bytes, each))))}`
  }
}

/** How many other lines each kind takes behind so many of its own. */
function* ofOthers(): Iterable<string> {
  const encoder = new TextEncoder()
  for (const { name, command, texts } of small()) {
    const kind = kindsFor({ command }).recognise(texts[0].subarray(0, 8192), true)
    if (!kind) continue
    const lines = new TextDecoder().decode(texts[0]).split('\r\n')
    const isRead = (text: readonly string[]) => {
      const reader = kind.read(1000, { bytes: 65_536 })
      reader.write(encoder.encode(text.join('\n')), true)
      return reader.end() !== undefined
    }
    const taken = [3, 9, 30].flatMap((own) =>
      ['other words', 'word'].map((other) => {
        const text = [...lines.slice(0, own), other]
        const least = text.length
        while (text.length < least + 40 && isRead(text)) text.push(other)
        return text.length - least
      }),
    )
    yield `others ${kind.name} ${name}: ${taken.join(' ')}`
  }
}

/** A line for each output. */
export async function* recorded(): AsyncIterable<string> {
  yield* recordedLines(digest)
  yield* ofKnownLines()
  yield* ofSmall()
  yield* ofShares()
  yield* ofOthers()
  let turn = 0
  for (const output of outputs()) {
    const { name, bytes, command, status } = output
    const told: string[] = []
    for (let nth = status ? 2 : 0; nth < 3; nth++) {
      turn = (turn + 7) % WAYS.length
      const { hasKinds, ...way } = WAYS[turn]
      const options = {
        ...way,
        backend: 'wasm' as const,
        ...(hasKinds && { structure: kindsFor({ command }) }),
      }
      const results =
        status || nth === 0 ? streamed(output, options, 1 + 997 * (turn + 1)) : [truncate(bytes, options)]
      told.push(`[${turn}]`, ...Array.from(results, lineOf))
    }
    const { hasKinds: _, structure: __, ...way } = WAYS[turn]
    told.push(pageOf(bytes, turn), digest(errorsInLines(bytes)))
    for (const maxBytes of [way.maxBytes, 3 * turn])
      told.push(
        lineOf(ruined(bytes, { ...way, ...(maxBytes !== undefined && { maxBytes }) }, turn % 2 === 0)),
      )
    yield `${name}: ${told.join(', ')}`
  }
  for (let seed = 1; seed <= 50; seed++) {
    const { input, first, second, limits } = recutCase(createRandom(seed))
    const cut = truncate(input, { ...first, backend: 'wasm' })
    const again = truncate(cut, { ...second, ...limits(cut), backend: 'wasm' })
    yield `cut again ${seed}: ${lineOf(cut)}, ${lineOf(again)}`
  }
}
