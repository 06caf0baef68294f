import { headLines } from './head-lines.ts'
import type { Search } from './kind.ts'

// The forms of lines that grep and ripgrep print, and how such an output is recognised.

export const NUMBERED = /^((?:[A-Za-z]:[\\/])?[^:]*?[^:\s](?::[^:\d][^:]*?)*):(\d+):/
export const UNNUMBERED = /^((?:[A-Za-z]:[\\/])?[^:\s/\\.]*[/\\.][^:\s]*):/
export const CONTEXT = /^.+?-\d+-/
export const UNDER_HEADING = /^\d+[:-]/
const COMPILER = /:\d+: *(fatal error|error|warning|note|info)\b/
const COUNT = /:\d+$/
const COMMANDS = new Set(['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'ugrep', 'findstr'])

/** How sure it is that lines without a path are matches of one file. */
const ONE_FILE = 0.55
/** The same with a long line, which also looks like minified code. */
const ONE_LONG = 0.82
const LONG_LENGTH = 1024

/**
 * How sure it is that an output is that of `grep` or a program like it.
 *
 * @param search what the command searched for, if its words tell it
 */
export function recogniseGrep(
  head: Uint8Array,
  command: readonly string[],
  isWhole: boolean,
  search?: Search,
): number {
  const lines = headLines(head, isWhole).filter((line) => line !== '')
  const share = (isRight: (line: string) => boolean) => lines.filter(isRight).length / lines.length
  const [first = '', second = ''] = command
  if (isGrep(first) || (baseName(first) === 'git' && second === 'grep')) {
    if (lines.length === 0) return 0
    const areCounts = share((line) => COUNT.test(line)) === 1
    const haveFiles = share((line) => isPart(line)) >= 0.8 || hasHeadings(lines)
    if (haveFiles && !areCounts) return 0.9
    return lines.some(({ length }) => length > LONG_LENGTH) ? ONE_LONG : ONE_FILE
  }
  // Texts that a filter prints without quotes. Other values are JSON.
  if (search && baseName(first) === 'jq')
    return headLines(head, true).some(({ length }) => length > LONG_LENGTH) && !/^\s*[[{"]/.test(lines[0])
      ? ONE_LONG
      : 0
  // Other commands print messages in this form, which are no matches.
  if (command.length > 0 || lines.length < 4 || lines.some((line) => COMPILER.test(line))) return 0
  return share((line) => looksLikePath(NUMBERED.exec(line)?.[1])) === 1 ? 0.7 : 0
}

const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1)
const isGrep = (word: string): boolean => COMMANDS.has(baseName(word))

const isPart = (line: string): boolean =>
  line === '--' || NUMBERED.test(line) || UNNUMBERED.test(line) || CONTEXT.test(line)

const hasHeadings = (lines: readonly string[]): boolean =>
  lines.length > 1 && !UNDER_HEADING.test(lines[0]) && UNDER_HEADING.test(lines[1])

/** A time stamp also has numbers between colons. */
const looksLikePath = (path: string | undefined): boolean =>
  path !== undefined && /[/\\]|\.[A-Za-z]\w*$/.test(path) && !/\s|^\d+$|^\d{4}-\d\d/.test(path)

/** True for matches that do not tell their file. */
export function isOneFile(
  head: Uint8Array,
  command: readonly string[],
  isWhole: boolean,
  search?: Search,
): boolean {
  const sure = recogniseGrep(head, command, isWhole, search)
  return sure === ONE_FILE || sure === ONE_LONG
}

/** True for matches with the lines around them. */
export const hasContext = (lines: readonly string[]): boolean =>
  lines.some((line) => /^\d+-/.test(line) || (CONTEXT.test(line) && !NUMBERED.test(line)))
