import { nearest } from '../../check/names.ts'
import type { OptionRows } from '../options/rows.ts'

/** A blank and a sentence that suggests the option nearest to an unknown one. '' if none is near. */
export function hintFor(unknownOption: string, options: OptionRows): string {
  const known = Object.keys(options).map((name) => `--${name}`)
  const near = nearest(unknownOption, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}
