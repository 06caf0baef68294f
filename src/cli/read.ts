import { PithError } from '../errors.ts'
import { readFile } from '../node/file.ts'
import { type Parsed, resultOptions, truncateOptions } from './options.ts'
import { writeToolOutput } from './output.ts'
import { pageOptions, readOptions } from './tool.ts'

// A page is of one file that stays where it is: nothing is chosen from its middle, nothing is kept elsewhere.
const {
  keep: _keep,
  'head-ratio': _ratio,
  'no-errors': _errors,
  artifacts: _artifacts,
  'no-artifact': _none,
  ...limits
} = resultOptions

export const readFileOptions = { ...limits, ...pageOptions }

/** `pith read FILE`: a page of a file of any size. */
export async function read({ values, positionals }: Parsed): Promise<number> {
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected one file after \`pith read\`, got ${positionals.length}.`,
    )
  }
  const output = await readFile(path, { ...truncateOptions(values), ...readOptions(values) })
  await writeToolOutput(output, values.json === true)
  return 0
}
