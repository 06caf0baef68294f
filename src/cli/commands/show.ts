import { type PithError, wrongOption } from '../../errors.ts'
import type { AskedRange } from '../../host/artifact-part.ts'
import { redactedStore } from '../../host/redacted-store.ts'
import type { Unit } from '../../host/units.ts'
import type { ArtifactStore } from '../../store/store.ts'
import type { Parsed } from '../options/arguments.ts'
import { onlyOperand, rangeOption } from '../options/options.ts'
import { storeFor } from '../settings/store.ts'
import { showAll } from '../show/all.ts'
import { artifactId } from '../show/artifact-id.ts'
import { queueMissed, queueShown } from '../show/events.ts'
import { printFound } from '../show/found.ts'
import { showPage } from '../show/page.ts'
import { askedUnit, showUnits, unitWays } from '../show/units.ts'

type Values = Parsed['values']

/**
 * `pith show ID [--lines A-B | --bytes A-B | --grep RE | --errors | UNIT] [--all] [--redact]`: prints a page of an
 * artifact, or of a part of it.
 */
export async function show({ values, positionals }: Parsed): Promise<number> {
  const given = onlyOperand('show', 'artifact id', positionals)
  const ways = ['lines', 'bytes', 'grep', 'errors', 'since', ...unitWays].filter(
    (name) => values[name] !== undefined,
  )
  const [way, other] = ways
  if (other !== undefined) throw wrongOption(`Expected either --${way} or --${other}, got both.`)
  refuseOthers(values, way)
  const asked = askedPart(values)
  const unit = askedUnit(values)
  if (asked?.unit === 'bytes' && values.redact === true) throw bytesWithoutSecrets()
  const kept = await storeFor(values)
  let id = given
  try {
    id = await artifactId(kept, given)
    return await showPart({ id, way, asked, unit, values, store: kept })
  } catch (error) {
    const part = asked ?? { unit: 'bytes', first: 0, last: Number.POSITIVE_INFINITY }
    const ranges: [number, number][] = [[part.first, part.last]]
    const isSearch = way === 'grep' || way === 'errors'
    queueMissed(error, id, isSearch || unit || way === 'since' ? undefined : { unit: part.unit, ranges })
    throw error
  }
}

interface Wanted {
  id: string
  way: string | undefined
  asked: AskedRange | undefined
  unit: Unit | undefined
  values: Values
  store: ArtifactStore
}

async function showPart({ id, way, asked, unit, values, store: kept }: Wanted): Promise<number> {
  const redact = values.redact === true
  const store = redact ? redactedStore(kept) : kept
  if (way === 'grep' || way === 'errors') return printFound(store, id, values)
  if (typeof values.since === 'string') {
    const { showDifference } = await import('../show/difference.ts')
    return showDifference(store, id, await artifactId(kept, values.since), values)
  }
  if (unit) return showUnits(kept, id, unit, values)
  const shown = values.all
    ? await showAll(store, id, asked, redact)
    : await showPage(store, await store.stat(id), asked, values)
  queueShown(id, shown)
  return 0
}

/** The range of --lines or --bytes. Undefined without one. */
function askedPart(values: Values): AskedRange | undefined {
  const lines = rangeOption(values, 'lines', true)
  const bytes = rangeOption(values, 'bytes', false)
  if (lines?.[0] === 0) throw wrongOption('Expected --lines to begin at 1 or more, got 0.')
  if (lines) return { unit: 'lines', first: lines[0], last: lines[1] }
  return bytes && { unit: 'bytes', first: bytes[0], last: bytes[1] }
}

const ofSearch = ['ignore-case', 'before', 'after', 'context']
const ofPages = ['offset', 'no-totals']
const limits = [
  ...['max-lines', 'max-bytes', 'max-tokens', 'tokenizer', 'max-line-length', 'max-serialized-bytes'],
  ...['limit', 'column', 'json', 'offset'],
]

const givenOf = (values: Values, names: readonly string[]): string | undefined =>
  names.find((name) => values[name] !== undefined)

/** The option that asks for a page. Undefined if there is none. */
export const limitOf = (values: Values): string | undefined => givenOf(values, limits)

/** Refuses options that do not go together. */
function refuseOthers(values: Values, way: string | undefined): void {
  if (way === 'errors' && values['ignore-case']) throw wrongOption('--ignore-case needs --grep.')
  const isSearch = way === 'grep' || way === 'errors'
  const isUnit = way === 'since' || unitWays.some((name) => name === way)
  const search = isSearch ? undefined : givenOf(values, isUnit ? ofSearch : [...ofSearch, ...ofPages])
  if (search !== undefined) throw wrongOption(`--${search} needs --grep or --errors.`)
  const limit = values.all ? limitOf(values) : undefined
  if (limit !== undefined) throw wrongOption(`Expected either --all or --${limit}, got both.`)
}

const bytesWithoutSecrets = (): PithError =>
  wrongOption(
    'Expected --lines, since secrets are hidden (--redact, PITH_REDACT, `redact`): --bytes could show a part of a secret.',
  )
