import { PithError, wrongOption } from '../../errors.ts'
import { hintForBasic } from '../../host/basic-pattern.ts'
import { grepFiles } from '../../host/grep/grep-files.ts'
import type { Parsed } from '../options/arguments.ts'
import { contextOf, listOf, wayToWrite } from '../options/options.ts'
import { warn } from '../print/output.ts'
import { filesOptions, listOptions, writeList } from './list-output.ts'

/** `pith grep PATTERN [PATH…]`: searches files. Exits with 1 if nothing matches. */
export async function grepCommand({ values, positionals: [pattern, ...paths] }: Parsed): Promise<number> {
  if (pattern === undefined) {
    throw wrongOption('Expected a pattern after `pith grep`, got none.')
  }
  if (values.files && values.count) throw wrongOption('Expected either --files or --count, got both.')
  const { options, note } = await listOptions(values)
  const output = await found(pattern, {
    ...options,
    ...filesOptions(values, paths),
    ...contextOf(values),
    types: listOf(values.type),
    ignoreCase: values['ignore-case'] === true,
    literal: values.literal === true,
    print: values.files ? 'files' : values.count ? 'counts' : 'matches',
  })
  const code = await writeList('grep', output, note, values)
  if (code !== 0 || output.details.total > 0) return code
  const hint = values.literal ? undefined : hintForBasic(pattern)
  if (hint !== undefined) warn(hint)
  return 1
}

async function found(pattern: string, options: Parameters<typeof grepFiles>[1] & {}) {
  try {
    return await grepFiles(pattern, options)
  } catch (error) {
    if (!(error instanceof PithError) || error.code !== 'PITH_INVALID_PATTERN') throw error
    throw new PithError(
      'PITH_INVALID_PATTERN',
      `${error.message} Here, ${wayToWrite(pattern)}; --literal takes a pattern as it is.`,
      { cause: error },
    )
  }
}
