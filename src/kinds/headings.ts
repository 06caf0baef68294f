// What the lines of Markdown are. The kind and `pith show --section` must agree on it.

/** A line of a fenced block or of front matter, its marks included. */
export const CODE = 7

const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
const FRONT = /^(---|\+\+\+)[ \t]*$/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/
/** A line that text below it may be underlined with. */
const PLAIN = /^ {0,3}(?=[^\s>|]).*[\p{L}\d]/u

/** The first line of an item of a list. */
export const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/** Tells headings from text and code, line by line. */
export class Headings {
  #hasBegun = false
  /** The mark that ends the code around the line. Empty outside code. */
  #fence = ''
  /** Lines of the open paragraph. */
  #lines = 0

  get isInCode(): boolean {
    return this.#fence !== ''
  }

  /** The level of a heading, negative if the line underlines the one before it. 0 for text, or `CODE`. */
  level(text: string): number {
    const isFirst = !this.#hasBegun
    this.#hasBegun = true
    const lines = this.#lines
    const mark = text.trim()
    if (this.isInCode) {
      const [sign] = this.#fence
      // Front matter has no blank lines: the first line was a rule above text.
      const isRule = mark === '' && sign !== '`' && sign !== '~'
      if (isRule || (mark.startsWith(this.#fence) && mark.replaceAll(sign, '') === '')) this.#fence = ''
      return isRule ? 0 : CODE
    }
    this.#lines = 0
    if (mark === '') return 0
    const fence = FENCE.exec(text) ?? (isFirst && FRONT.exec(text))
    if (fence) {
      this.#fence = fence[1]
      return CODE
    }
    const heading = HEADING.exec(text)
    if (heading) return heading[1].length
    // Only a paragraph of one line is taken for a heading.
    if (lines === 1 && UNDERLINE.test(text)) return text.includes('=') ? -1 : -2
    this.#lines = PLAIN.test(text) && !LIST_ITEM.test(text) ? lines + 1 : 2
    return 0
  }
}

/** The words of a heading that begins with `#`. */
export function titleOf(text: string): string {
  const title = text.trim().replace(/^#+/, '').trim()
  let end = title.length
  while (title[end - 1] === '#') end--
  return end === 0 || /\s/.test(title[end - 1]) ? title.slice(0, end).trimEnd() : title
}

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
