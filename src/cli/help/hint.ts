import { nearest } from '../../check/names.ts'
import type { OptionRows } from '../options/rows.ts'

/** Options of other programs, and how a command says the same. */
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  show: {
    '--head': '--limit N',
    '--tail': 'pith show ID --all | tail -n N',
    '-w': '\\bWORD\\b as the pattern',
    '-v': 'pith show ID --all | grep -v RE',
  },
  read: { '--head': '--limit N', '--tail': 'tail -n N FILE' },
  grep: { '-w': '\\bWORD\\b as the pattern', '-v': 'grep -v', '-o': 'grep -o', '--include': '--glob' },
  find: { '-name': '--glob GLOB', '--name': '--glob GLOB', '--maxdepth': '--depth N' },
  ls: { '-R': 'pith tree', '--recursive': 'pith tree', '-t': 'pith find --newest --long' },
}

/** A blank and a sentence that names the way of another program's option, or the option nearest to an unknown one. */
export function hintFor(unknownOption: string, options: OptionRows, command = ''): string {
  const way = ways[command]?.[unknownOption]
  if (way !== undefined) return ` Use ${way}.`
  if (!unknownOption.startsWith('--')) return ''
  const known = Object.keys(options).map((name) => `--${name}`)
  const near = nearest(unknownOption, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}
