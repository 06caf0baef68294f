import { PithError } from '../errors.ts'
import type { ShownRanges } from '../events/events.ts'
import { isArtifactId } from '../store/stat.ts'
import type { ArtifactStore, MissingRange } from '../store/store.ts'
import type { Parsed } from './arguments.ts'
import { rangeOption } from './options.ts'
import { endOut, type Written, warn, writeOut } from './output.ts'
import { queueEvent } from './queue-event.ts'
import { redactedStore, withoutSecrets } from './redacted-store.ts'
import { showFound } from './show-found.ts'
import { storeFor } from './store.ts'

/** Stands for the open end of a range in events, because JSON has no Infinity. */
const END = Number.MAX_SAFE_INTEGER
const LF = 0x0a
/**
 * Size of a pipe on most systems. If the reader closes the pipe during a larger write, it is not known how much of it
 * was read.
 */
const PIPE_BYTES = 64 * 1024
/** Errors that mean that the requested part of an artifact is not available. */
const MISSED: readonly string[] = ['PITH_NOT_RETAINED', 'PITH_UNKNOWN_ARTIFACT', 'PITH_STORE_FAILED']

/**
 * `pith show ID [--lines A-B | --bytes A-B | --grep RE | --errors] [--redact]`: prints an artifact, or a part of it.
 */
export async function show({ values, positionals }: Parsed): Promise<number> {
  const [id, ...others] = positionals
  if (id === undefined || others.length > 0) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected one artifact id after \`pith show\`, got ${positionals.length}.`,
    )
  }
  const lines = rangeOption(values, 'lines', true)
  const bytes = rangeOption(values, 'bytes', false)
  const asked = ['lines', 'bytes', 'grep', 'errors'].filter((name) => values[name] !== undefined)
  if (asked.length > 1) {
    const [one, other] = asked
    throw new PithError('PITH_INVALID_OPTION', `Expected either --${one} or --${other}, got both.`)
  }
  refuseLimits(values, asked[0])
  if (lines?.[0] === 0)
    throw new PithError('PITH_INVALID_OPTION', 'Expected --lines to begin at 1 or more, got 0.')
  const redact = values.redact === true
  if (bytes && redact) throw bytesWithoutSecrets()
  const found = await storeFor(values)
  const store = redact ? redactedStore(found) : found
  try {
    if (values.grep !== undefined || values.errors) return await showFound(store, id, values)
    await (lines ? showLines(store, id, lines) : showBytes(store, id, bytes, redact))
    return 0
  } catch (error) {
    queueMissed(error, id, asked[0], { lines, bytes })
    throw error
  }
}

type Range = readonly [number, number]

async function showLines(store: ArtifactStore, id: string, lines: Range): Promise<void> {
  const [firstLine, lastLine] = lines
  let outputBytes = 0
  let lineFeeds = 0
  const written = await writeParts(store.lines(id, { firstLine, lastLine }), (part) => {
    outputBytes += part.length
    for (let at = part.indexOf(LF); at >= 0; at = part.indexOf(LF, at + 1)) lineFeeds++
  })
  const last = written === 'written' ? lastLine : firstLine + lineFeeds - 1
  const ranges = last < firstLine ? [] : [[firstLine, last] as const]
  queueShown(id, { unit: 'lines', ranges }, outputBytes)
}

async function showBytes(
  store: ArtifactStore,
  id: string,
  bytes: Range | undefined,
  redact: boolean,
): Promise<void> {
  const missing = bytes ? undefined : (await store.stat(id)).missing
  const ranges = missing ? endsBeside(missing) : [bytes ?? ([0, END] as const)]
  let outputBytes = 0
  const written = await writeParts(bytesOf(store, id, ranges, redact), (part) => {
    outputBytes += part.length
  })
  if (missing && written === 'written') warnOfMissing(missing)
  // Redacted bytes cannot be mapped to the artifact's, so a complete output counts as all of its range.
  const shown = redact && written === 'written' ? ranges : firstBytes(ranges, outputBytes)
  queueShown(id, { unit: 'bytes', ranges: shown }, outputBytes)
}

/** Writes until the end, or until the reader closes the pipe. Counts only what the reader has taken. */
async function writeParts(
  parts: AsyncIterable<Uint8Array>,
  count: (part: Uint8Array) => void,
): Promise<Written> {
  let pieceBytes = PIPE_BYTES
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += pieceBytes) {
      const piece = part.subarray(at, at + pieceBytes)
      if ((await writeOut(piece)) === 'closed') return 'closed'
      count(piece)
    }
    pieceBytes = Number.POSITIVE_INFINITY
  }
  return endOut()
}

function firstBytes(ranges: readonly Range[], bytes: number): Range[] {
  let left = bytes
  return ranges.flatMap(([start, end]): Range[] => {
    const length = Math.min(left, end - start)
    left -= length
    return length > 0 ? [[start, start + length]] : []
  })
}

/** The two ranges of bytes that were kept. */
const endsBeside = ({ startByte, endByte }: MissingRange): readonly Range[] => [
  [0, startByte],
  [endByte, END],
]

async function* bytesOf(
  store: ArtifactStore,
  id: string,
  ranges: ShownRanges['ranges'],
  redact: boolean,
): AsyncGenerator<Uint8Array> {
  async function* bytes() {
    for (const [startByte, endByte] of ranges) yield* store.read(id, { startByte, endByte })
  }
  yield* redact ? withoutSecrets(bytes()) : bytes()
}

const bytesWithoutSecrets = (): PithError =>
  new PithError(
    'PITH_INVALID_OPTION',
    'Expected --lines, since secrets are hidden (--redact, PITH_REDACT, `redact`): --bytes could show a part of a secret.',
  )

/** Warns about the bytes that were not kept. */
function warnOfMissing({ startByte, endByte, firstLine, lastLine }: MissingRange): void {
  warn(`Bytes ${startByte}-${endByte} (lines ${firstLine}-${lastLine}) of this output were not kept.`)
}

/** Refuses limits for raw output, because it is never truncated. */
function refuseLimits(values: Parsed['values'], asked: string | undefined): void {
  if (asked === 'grep') return
  if (asked === 'errors') {
    if (values['ignore-case']) throw new PithError('PITH_INVALID_OPTION', '--ignore-case needs --grep.')
    return
  }
  const limit = Object.keys(values).find(
    (name) => !['lines', 'bytes', 'redact', 'artifacts', 'raw', 'help'].includes(name),
  )
  if (limit !== undefined) throw new PithError('PITH_INVALID_OPTION', `--${limit} needs --grep or --errors.`)
}

/** Queues the event of a request that failed. Has no range for a search, because its result is unknown. */
function queueMissed(
  error: unknown,
  id: string,
  asked: string | undefined,
  { lines, bytes = [0, END] }: { lines: Range | undefined; bytes: Range | undefined },
): void {
  if (!(error instanceof PithError) || !MISSED.includes(error.code)) return
  const [from, to] = lines ?? bytes
  const range = [from, Math.min(to, END)] as const
  const isSearch = asked === 'grep' || asked === 'errors'
  queueEvent({
    tool: 'show',
    status: 'failed',
    strategy: 'page',
    // Text that is not an id may be private, so the event leaves it out.
    artifact: isArtifactId(id) ? id : undefined,
    shown: isSearch ? undefined : { unit: lines ? 'lines' : 'bytes', ranges: [range] },
  })
}

function queueShown(artifact: string, { unit, ranges }: ShownRanges, outputBytes: number): void {
  const finite = ranges.map(([from, to]) => [from, Math.min(to, END)] as const)
  const figures = { outputBytes, keptBytes: outputBytes }
  queueEvent(
    { tool: 'show', status: 'ok', strategy: 'page', artifact, shown: { unit, ranges: finite } },
    undefined,
    figures,
  )
}
