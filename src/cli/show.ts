import { PithError } from '../errors.ts'
import { rangeOption } from './options.ts'
import { writeOut } from './output.ts'
import { storeFor } from './store.ts'
import type { Parsed } from './words.ts'

/** `pith show ID [--lines A-B | --bytes A-B]`: the raw bytes of an artifact, or of a part of it. */
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
  if (lines && bytes)
    throw new PithError('PITH_INVALID_OPTION', 'Expected either --lines or --bytes, got both.')
  if (lines?.[0] === 0)
    throw new PithError('PITH_INVALID_OPTION', 'Expected --lines to begin at 1 or more, got 0.')
  const store = storeFor(values)
  const parts = lines
    ? store.lines(id, { firstLine: lines[0], lastLine: lines[1] })
    : store.read(id, { startByte: bytes?.[0] ?? 0, endByte: bytes?.[1] ?? Number.POSITIVE_INFINITY })
  for await (const part of parts) if ((await writeOut(part)) === 'closed') return 0
  return 0
}
