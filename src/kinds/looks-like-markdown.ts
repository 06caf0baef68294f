import { CODE, Headings } from './headings.ts'

// Whether an output is Markdown, by its first lines.

const READERS = /^(?:cat|bat|head|tail|less|more|sed|curl|wget|type)$/
const NAMED = /(?:\.(?:md|mdx|markdown)|\bREADME(?:\.txt)?)(?:$|[?#])/i
/** Statements and settings, which stand below comments in scripts and configurations. */
const CODE_LINE =
  /[;{}=\\]$|^\s*(?:- )?["']?[\w./-]+["']?(?:\s?[:=]=?(?:\s|$)|=\S)|^\s*(?:if|for|def|import|from|export|return|const|let|var|fi|done|cd|sudo|set)\b.*[^.,:]$/
const PROSE = /^ {0,3}(?:[-*+>|<]|\d+[.)] |\[|!\[)|^(?=\S*[\p{L}\d*_`)])\S+(?:\s+\S+){3}/u

/** True for a command that prints a file which is called like one in Markdown. */
export const printsMarkdown = (command: readonly string[]): boolean =>
  READERS.test(command[0] ?? '') && command.some((word) => NAMED.test(word))

/**
 * Comments of scripts begin with `#` too, but they stand in rows, or next to statements.
 *
 * @param isNamed true if a command prints a file that is called so
 */
export function looksLikeMarkdown(lines: readonly string[], isNamed: boolean): boolean {
  if (lines[0].startsWith('#!')) return false
  const headings = new Headings()
  let found = 0
  let atx = 0
  let odd = 0
  let all = 0
  let prose = 0
  let before = 0
  let isFree = true
  for (const line of lines) {
    const level = headings.level(line)
    const wasFree = isFree
    isFree = level === CODE || /^\s*(?:$|<)/.test(line)
    if (level !== 0 && level !== CODE) {
      found++
      if (level > 0) atx++
      if (level > 0 && (before === level || !(wasFree || before !== 0 || isNamed))) odd++
    } else if (!isFree) {
      const isCode = CODE_LINE.test(line)
      const isProse = !isCode && PROSE.test(line)
      if (isCode || isProse || !/^\s/.test(line)) all++
      if (isProse) prose++
    }
    before = level
  }
  if (isNamed) return found > 0 && odd * 4 <= found
  return atx > 1 && odd * 8 <= found && prose > 2 && prose >= all * 0.7
}
