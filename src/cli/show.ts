import type { ShownRanges } from '../artifacts/events.ts'
import type { ArtifactStore, MissingRange } from '../artifacts/store.ts'
import { PithError } from '../errors.ts'
import { rangeOption } from './options.ts'
import { type Written, warn, writeOut } from './output.ts'
import { remember } from './remember.ts'
import { showFound } from './show-found.ts'
import { storeFor } from './store.ts'
import type { Parsed } from './words.ts'

/** JSON has no Infinity. */
const END = Number.MAX_SAFE_INTEGER

/** `pith show ID [--lines A-B | --bytes A-B | --grep RE | --errors]`: an artifact, or a part of it. */
export async function show({ values, positionals }: Parsed): Promise<number> {
  const [id, ...others] = positionals
  if (id === undefined || others.length > 0) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected one artifact id after \`pith show\`, got ${positionals.length}.`,
    )
  }
  const lines = rangeOption(values, 'lines')
  const bytes = rangeOption(values, 'bytes')
  const asked = ['lines', 'bytes', 'grep', 'errors'].filter((name) => values[name] !== undefined)
  if (asked.length > 1) {
    const [one, other] = asked
    throw new PithError('PITH_INVALID_OPTION', `Expected either --${one} or --${other}, got both.`)
  }
  refuseLimits(values, asked[0])
  if (lines?.[0] === 0)
    throw new PithError('PITH_INVALID_OPTION', 'Expected --lines to begin at 1 or more, got 0.')
  const store = await storeFor(values)
  if (values.grep !== undefined || values.errors) return showFound(store, id, values)
  const missing = lines || bytes ? undefined : (await store.stat(id)).missing
  const ranges = missing ? endsBeside(missing) : [bytes ?? ([0, END] as const)]
  const parts = lines
    ? store.lines(id, { firstLine: lines[0], lastLine: lines[1] })
    : bytesOf(store, id, ranges)
  let outputBytes = 0
  let written: Written = 'written'
  for await (const part of parts) {
    outputBytes += part.length
    written = await writeOut(part)
    if (written === 'closed') break
  }
  if (missing && written === 'written') warnOfMissing(missing)
  rememberShown(id, lines ? { unit: 'lines', ranges: [lines] } : { unit: 'bytes', ranges }, outputBytes)
  return 0
}

/** All bytes that there are. */
const endsBeside = ({ startByte, endByte }: MissingRange): readonly (readonly [number, number])[] => [
  [0, startByte],
  [endByte, END],
]

async function* bytesOf(
  store: ArtifactStore,
  id: string,
  ranges: ShownRanges['ranges'],
): AsyncGenerator<Uint8Array> {
  for (const [startByte, endByte] of ranges) yield* store.read(id, { startByte, endByte })
}

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
  const limit = Object.keys(values).find((name) => !['lines', 'bytes', 'artifacts', 'help'].includes(name))
  if (limit !== undefined) throw new PithError('PITH_INVALID_OPTION', `--${limit} needs --grep or --errors.`)
}

function rememberShown(artifact: string, { unit, ranges }: ShownRanges, outputBytes: number): void {
  const finite = ranges.map(([from, to]) => [from, Math.min(to, END)] as const)
  const figures = { outputBytes, keptBytes: outputBytes }
  remember(
    { tool: 'show', status: 'ok', strategy: 'page', artifact, shown: { unit, ranges: finite } },
    undefined,
    figures,
  )
}
