import { names, refuseUnknown } from '../check/names.ts'
import { oneOf, optionsOf, ratio, record, teachesWithin, wholeOrInfinity } from '../check/values.ts'
import { invalidOption } from '../errors.ts'
import type { Keep, Source, Surface } from '../options.ts'

/** The options of `truncate` of `pith/plain`. They mean the same as those of `truncate` of `pith`. */
export interface PlainOptions {
  /** Default: `'ends'`. */
  keep?: Keep
  /** The share of the head in the kept lines and bytes when `keep` is `'ends'`, 0 to 1; 0.3 by default. */
  headRatio?: number
  /** Lines of the text; 2000 by default. */
  maxLines?: number
  /** UTF-8 bytes of the text; 30,720 by default. */
  maxBytes?: number
  /** Characters (code points) of one content line; Infinity by default. */
  maxLineLength?: number
  /** Bytes of `JSON.stringify(text)`; Infinity by default. */
  maxSerializedBytes?: number
  /** Where the full output can be read. The notice names it. */
  source?: Source
  /** False leaves out the markers and the notice. `surface` says where the text is read; `tools` what its reader can call. */
  notice?: boolean | { surface?: Surface; tools?: readonly string[] }
}

const plainNames = names<PlainOptions>()(
  'keep headRatio maxLines maxBytes maxLineLength maxSerializedBytes source notice',
)
const noticeNames = { surface: true, tools: true } as const

/** `PlainOptions` with every default filled in. */
export interface PlainSettings {
  keep: Keep
  headRatio: number
  maxLines: number
  maxBytes: number
  maxLineLength: number
  maxSerializedBytes: number
  source: Source | undefined
  notice: { tools: readonly string[]; surface: Surface; teaches: boolean; off: boolean }
}

const keeps = ['head', 'tail', 'ends'] as const
const surfaces = ['command', 'npx', 'mcp', 'file'] as const

/**
 * Checks options and fills in the defaults.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function plainSettings(options: PlainOptions = {}): PlainSettings {
  refuseUnknown(record('options', options), plainNames)
  const maxBytes = wholeOrInfinity('maxBytes', options.maxBytes, 30 * 1024)
  const maxSerializedBytes = wholeOrInfinity('maxSerializedBytes', options.maxSerializedBytes, Infinity)
  return {
    keep: oneOf('keep', options.keep, keeps, 'ends'),
    headRatio: ratio('headRatio', options.headRatio, 0.3),
    maxLines: wholeOrInfinity('maxLines', options.maxLines, 2000),
    maxBytes,
    maxLineLength: wholeOrInfinity('maxLineLength', options.maxLineLength, Infinity),
    maxSerializedBytes,
    source: sourceOf(options.source),
    notice: {
      ...noticeOf(options.notice),
      teaches: teachesWithin(Math.min(maxBytes, maxSerializedBytes), Infinity),
    },
  }
}

function noticeOf(value: PlainOptions['notice']): Omit<PlainSettings['notice'], 'teaches'> {
  const given = typeof value === 'object' ? optionsOf(value, noticeNames, 'notice') : {}
  if (value !== undefined && typeof value !== 'boolean' && typeof value !== 'object')
    throw invalidOption('notice', 'a boolean or an object', value)
  const { tools } = given
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((tool) => typeof tool === 'string')))
    throw invalidOption('notice.tools', 'an array of strings', tools)
  const surface = oneOf('notice.surface', given.surface, surfaces, 'command')
  return { surface, tools: tools ?? [surface === 'mcp' ? 'pith_show' : 'pith'], off: value === false }
}

function sourceOf(value: Source | undefined): Source | undefined {
  if (value === undefined) return undefined
  const { artifact, path } = record('source', value) as { artifact?: unknown; path?: unknown }
  if (typeof path === 'string' && path !== '' && artifact === undefined) return { path }
  if (typeof artifact === 'string' && /^[0-9a-f]{16}$/.test(artifact)) return value
  throw invalidOption('source', '{ artifact }, an id of 16 hex digits, or { path }', value)
}
