import { byFirst } from './choose.ts'
import { tellsFailure } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Manuals and helps: the headings, the first line of each option and command, then text from the top. Indentation tells what
// belongs to what.

const HEADING = 0
const OPTION = 1
const TEXT = 2

/** Lines of text at the top that come before options: a name and its usage. */
const FIRST_LINES = 6
const LEAST_OPTIONS = 5
const TOP_LINES = 12

/** `LS(1)    User Commands    LS(1)` */
const TITLE_TWICE = /^([\w.:+-]+\(\w+\))\s.*\s\1\s*$/
/** The same of a long name, which runs into the words between. */
const TITLE = /^\S.*\S\(\d\w*\)\s*$/
const USAGE = /^\s*usage\b/i
/** How a script begins, which may have the text of its help. */
const IN_SCRIPT = /^(?:#|\/[/*]|<|["'{[(])/
const HELP = /^(?:--?help|-h|-\?|help|man)$/
const OPTION_LINE = /^\s+(?:-[\w?#@]|--\w|\+\w\b|\/\w\b)/
/** `-a, --all`: the short name takes four columns, which lines with a long name alone leave blank. */
const SHORT_AND_LONG = /^\s+-\S, --/
const SHORT_COLUMNS = 4
/** A word or two, a gap, and what they are. */
const COMMAND_LINE = /^\s{1,8}\S+(?: \S+){0,3}(?:\s{2,}\S|:\s+\S|$)/
const OF_COMMANDS = /\b(?:commands?|subcommands?|arguments?|positionals?|topics?)\b/i

const isHeading = (text: string): boolean => /^[\p{Lu}\d]|:$/u.test(text) && !/[.;,]$/.test(text)

export const manualKind: Kind = {
  name: 'manual',
  isTree: true,
  fallsBackQuietly: true,
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole)
    const [first = '', second = ''] = lines.filter((line) => line !== '')
    if (TITLE_TWICE.test(first) || (TITLE.test(first) && /^\p{Lu}{2,}$/u.test(second))) return 0.95
    if (first === 'NAME' && lines.includes('SYNOPSIS')) return 0.95
    const options = lines.filter((line) => OPTION_LINE.test(line)).length
    const usage = lines.slice(0, TOP_LINES).findIndex((line) => USAGE.test(line))
    if (usage < 0 || IN_SCRIPT.test(first) || lines.slice(0, usage).some(tellsFailure)) return 0
    const isAsked = command.some((word) => HELP.test(word))
    return isAsked || options >= LEAST_OPTIONS ? 0.85 : 0
  },
  read: (maxBytes, held) => new LineReader(new ManualLines(), held, maxBytes),
}

class ManualLines implements LineKind {
  readonly sorts = ['sections', 'options', '']
  readonly keepsFirst = true
  /** Where blank lines begin that belong to what follows. */
  #blank: Place | undefined
  #isOfCommands = false
  #headings = 0
  /** How far the text below the first heading is indented. 0 until it is known. */
  #bodyIndent = 0
  /** Where the last option with a short and a long name begins. */
  #optionIndent = -1

  readonly rank = ({ sort, start, index }: Unit, container: Unit): number => {
    if (sort === HEADING) return container.sort === HEADING ? 0.75 : 0
    if (sort === OPTION) return 1
    return start.line <= 2 * FIRST_LINES && index < FIRST_LINES
      ? 0.5
      : (container.sort === OPTION ? 2 : 1) + byFirst(index)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    const indent = text.length - text.trimStart().length
    if (indent === text.length) {
      this.#blank ??= line.start
      return true
    }
    const sort = this.#sortOf(text, indent)
    if (sort === HEADING) {
      this.#headings++
      this.#isOfCommands = OF_COMMANDS.test(text)
    } else if (this.#bodyIndent === 0 && this.#headings > 0) this.#bodyIndent = indent
    tree.begin(this.#blank ?? line.start, sort, { level: this.#levelOf(text, indent) })
    this.#blank = undefined
    return true
  }

  /** The indentation, but options with and without a short name stand beside each other. */
  #levelOf(text: string, indent: number): number {
    if (SHORT_AND_LONG.test(text)) this.#optionIndent = indent
    const isLongAlone = indent === this.#optionIndent + SHORT_COLUMNS && text.startsWith('--', indent)
    return isLongAlone ? this.#optionIndent : indent
  }

  #sortOf(text: string, indent: number): number {
    if (indent === 0) return isHeading(text) ? HEADING : TEXT
    if (OPTION_LINE.test(text)) return OPTION
    // Between the headings and the text: `   TESTS`, in a manual of three levels.
    if (indent < this.#bodyIndent && this.#blank && isHeading(text.trimStart())) return HEADING
    return this.#isOfCommands && COMMAND_LINE.test(text) ? OPTION : TEXT
  }

  end(): boolean {
    return this.#headings > 0
  }
}
