import { wrongOption } from '../../errors.ts'
import { findFiles } from '../../host/list/find-files.ts'
import { amountOf } from '../options/amount.ts'
import type { Parsed } from '../options/arguments.ts'
import { listOf } from '../options/options.ts'
import { timeOption } from '../print/times.ts'
import { filesOptions, listOptions, writeList } from './list-output.ts'

type Values = Parsed['values']

const kinds = ['file', 'folder', 'link'] as const

/** `pith find [PATH…]`: finds files by names, types, sizes and times. */
export async function findCommand({ values, positionals }: Parsed): Promise<number> {
  const { options, note } = await listOptions(values)
  const now = Date.now()
  const types = listOf(values.type)
  const asked = kinds.filter((kind) => types.includes(kind))
  const output = await findFiles({
    ...options,
    ...filesOptions(values, positionals),
    types: types.filter((type) => !kinds.some((kind) => kind === type)),
    ...(asked.length > 0 && { kinds: asked }),
    ...sized('minBytes', sizeOption(values, 'min-size')),
    ...sized('maxFileBytes', sizeOption(values, 'max-size')),
    ...timed('changedAfter', timeOption(values, 'newer', now)),
    ...timed('changedBefore', timeOption(values, 'older', now)),
    order: values.newest === true ? 'newest' : 'name',
    long: values.long === true,
  })
  return writeList('find', output, note, values)
}

const sized = <Name extends string>(name: Name, bytes: number | undefined) =>
  (bytes === undefined ? {} : { [name]: bytes }) as { [N in Name]?: number }

const timed = <Name extends string>(name: Name, ms: number | undefined) =>
  (ms === undefined ? {} : { [name]: new Date(ms) }) as { [N in Name]?: Date }

/** Bytes such as `512`, `10k` or `1.5M`, in units of 1024. */
function sizeOption(values: Values, name: string): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const bytes = amountOf(String(value), 'bytes')
  if (bytes !== undefined) return Math.round(bytes)
  throw wrongOption(`Expected --${name} to be bytes such as 512, 10K or 1.5M, got ${JSON.stringify(value)}.`)
}
