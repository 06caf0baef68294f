import type { ArtifactStore } from '../artifacts/store.ts'
import { PithError } from '../errors.ts'
import { rangeOption } from './options.ts'
import { warn, writeOut } from './output.ts'
import { remember } from './remember.ts'
import { showFound } from './show-found.ts'
import { storeFor } from './store.ts'
import type { Parsed } from './words.ts'

const EVERYTHING = [0, Number.MAX_SAFE_INTEGER] as const

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
  const store = storeFor(values)
  if (values.grep !== undefined || values.errors) return showFound(store, id, values)
  const parts = lines
    ? store.lines(id, { firstLine: lines[0], lastLine: lines[1] })
    : bytes
      ? store.read(id, { startByte: bytes[0], endByte: bytes[1] })
      : everythingOf(store, id)
  let outputBytes = 0
  for await (const part of parts) {
    outputBytes += part.length
    if ((await writeOut(part)) === 'closed') break
  }
  rememberShown(id, lines ? 'lines' : 'bytes', lines ?? bytes ?? EVERYTHING, outputBytes)
  return 0
}

/** All bytes that there are; people are told of those that are not. */
async function* everythingOf(store: ArtifactStore, id: string): AsyncGenerator<Uint8Array> {
  const { missing } = await store.stat(id)
  if (!missing) {
    yield* store.read(id, { startByte: 0, endByte: Number.POSITIVE_INFINITY })
    return
  }
  yield* store.read(id, { startByte: 0, endByte: missing.startByte })
  yield* store.read(id, { startByte: missing.endByte, endByte: Number.POSITIVE_INFINITY })
  const { startByte, endByte, firstLine, lastLine } = missing
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

function rememberShown(
  artifact: string,
  unit: 'lines' | 'bytes',
  [from, to]: readonly [number, number],
  outputBytes: number,
): void {
  const range = [from, Math.min(to, Number.MAX_SAFE_INTEGER)] as const
  const figures = { outputBytes, keptBytes: outputBytes }
  remember(
    { tool: 'show', status: 'ok', strategy: 'page', artifact, shown: { unit, ranges: [range] } },
    undefined,
    figures,
  )
}
