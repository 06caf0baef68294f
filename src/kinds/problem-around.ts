import { isFile } from './problem-line.ts'

// Lines around problems: those that name a file for the next ones, and those that belong to the problem above or below.

/** What lines below a heading are: `  1:2  error …`, rows of a table, or a mark below a source line. */
export type ListForm = 'list' | 'table' | 'line'

/** `a.c: In function 'f':`, `In file included from a.h:1,` */
const ABOVE =
  /^(?:[^\s:]+: (?:In (?:\w+ )*function|In (?:member|con|de)|At top level|At global scope)|In file included from )/
const INCLUDED = /^ +from /
/** Source lines with their marks, and advice. */
const BELOW = /^(?:[\s|^~=>+│╭╰┌└·…]|\d+ +[|│]|\.\.\.$|(?:note|help|hint): )/
const CARET = /^\s*[\^~][\s^~]*$/
const RULE = /^ *[-─]{3,}(?: +[-─]{3,})*$/
/** `  Line   src/a.php` between rules */
const HEAD_OF_TABLE = /^ +Line {2,}(\S.*)$/
/** `In a.sh line 3:` */
const HEAD_OF_LINE = /^In (\S.*) line \d{1,9}:$/

/** True for a line above a problem that tells where it is. `isAfterOne` if such a line stands above it. */
export const isAboveProblem = (text: string, isAfterOne: boolean): boolean =>
  ABOVE.test(text) || (isAfterOne && INCLUDED.test(text))

/** True for a line that belongs to the problem above it wherever it stands. */
export const isBelowProblem = (text: string): boolean => BELOW.test(text)

/** True for marks below a source line, which may itself begin at the margin. */
export const isCaret = (text: string): boolean => CARET.test(text)

/** True for a line of dashes, as around the heading of a table. */
export const isRule = (text: string): boolean => RULE.test(text)

/** True for a path alone, which can be the heading of a list. */
export const isPath = (text: string): boolean =>
  text.length <= 1024 && !/^\s|[:*]$/.test(text) && /[/\\]|\.\w+$/.test(text) && isFile(text)

/** The file that a line names for the problems below it. `above` is the line above, which may begin a table. */
export function headingIn(
  text: string,
  above: string | undefined,
): { file: string; form: ListForm } | undefined {
  const line = text.startsWith('In ') ? HEAD_OF_LINE.exec(text) : null
  if (line) return { file: line[1], form: 'line' }
  const table = above !== undefined && RULE.test(above) ? HEAD_OF_TABLE.exec(text) : null
  return table ? { file: table[1].trimEnd(), form: 'table' } : undefined
}
