import { PithError } from '../errors.ts'
import type { ShownRanges } from '../events/events.ts'
import { isArtifactId } from '../store/stat.ts'
import type { ArtifactStore, MissingRange } from '../store/store.ts'
import type { Parsed } from './arguments.ts'
import { rangeOption } from './options.ts'
import { type Written, warn, writeOut } from './output.ts'
import { queueEvent } from './queue-event.ts'
import { redactedStore, withoutSecrets } from './redacted-store.ts'
import { showFound } from './show-found.ts'
import { storeFor } from './store.ts'

/** JSON has no Infinity. */
const END = Number.MAX_SAFE_INTEGER
const LF = 0x0a
/** What a pipe holds on most systems: of a larger piece nobody knows what was taken before the reader left. */
const PIPE_BYTES = 64 * 1024
/** Of failures that keep a part of an artifact from who asks for it. */
const MISSED: readonly string[] = ['PITH_NOT_RETAINED', 'PITH_UNKNOWN_ARTIFACT', 'PITH_STORE_FAILED']

/** `pith show ID [--lines A-B | --bytes A-B | --grep RE | --errors] [--redact]`: an artifact, or a part of it. */
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
  // What was hidden is shown in other bytes than the artifact's.
  const shown = redact && written === 'written' ? ranges : firstBytes(ranges, outputBytes)
  queueShown(id, { unit: 'bytes', ranges: shown }, outputBytes)
}

/** Until the reader is gone; what it has not taken is not counted as shown. */
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
  return 'written'
}

function firstBytes(ranges: readonly Range[], bytes: number): Range[] {
  let left = bytes
  return ranges.flatMap(([start, end]): Range[] => {
    const length = Math.min(left, end - start)
    left -= length
    return length > 0 ? [[start, start + length]] : []
  })
}

/** All bytes that there are. */
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
    'Expected --lines, since secrets are hidden (--redact, PITH_REDACT, `redact`): by bytes a part of one may be shown.',
  )

/** People are told of the bytes that are not there. */
function warnOfMissing({ startByte, endByte, firstLine, lastLine }: MissingRange): void {
  warn(`Bytes ${startByte}-${endByte} (lines ${firstLine}-${lastLine}) of this output were not kept.`)
}

/** Raw bytes are never cut: a limit would be a promise that is not kept. */
function refuseLimits(values: Parsed['values'], asked: string | undefined): void {
  if (asked === 'grep') return
  if (asked === 'errors') {
    if (values['ignore-case']) throw new PithError('PITH_INVALID_OPTION', '--ignore-case needs --grep.')
    return
  }
  const limit = Object.keys(values).find(
    (name) => !['lines', 'bytes', 'redact', 'artifacts', 'help'].includes(name),
  )
  if (limit !== undefined) throw new PithError('PITH_INVALID_OPTION', `--${limit} needs --grep or --errors.`)
}

/** What was asked for and is not to be had; of a search nobody knows what it would have found. */
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
    // Whatever else was typed in the place of an id is an argument.
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
