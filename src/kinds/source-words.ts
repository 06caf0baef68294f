import { headLines } from './head-lines.ts'
import type { Unit } from './unit.ts'

// The words of common languages that tell what a statement is, and that an output is source code.

/** Sorts outside of the outline. Before them, each of its three levels has four sorts. */
export const Sort = { Import: 12, Body: 13, License: 14 } as const

/** In each level: declarations, those whose units are declarations too, values, comments. */
const [TYPE, VALUE, COMMENT] = [1, 2, 3]
const LAST_LEVEL = 8

/** How late the sorts of a level come. */
const RANKS = [0, 0, 0.5, 0.5]
export const BODY_RANK = 4
const LATE_RANKS = [3.5, BODY_RANK, 9]
/** Bodies come in the order of the file. */
const LINE_RANK = 2 ** -32

/** The rank of a unit if the root has 0. */
export const rankOf = ({ sort, start }: Unit): number => {
  if (sort < Sort.Import) return sort < 0 ? 0 : (sort >> 2) + RANKS[sort & 3]
  return LATE_RANKS[sort - Sort.Import] + (sort === Sort.Body ? start.line * LINE_RANK : 0)
}

const types =
  'class|interface|struct|enum|trait|impl|namespace|mod|module|object|protocol|extension|union|type'
const values = 'const|let|var|val|static|typedef|#define'
const modifiers =
  '(?:(?:export|pub(?:\\(\\w+\\))?|public|private|protected|static|abstract|final|async|default|declare|unsafe|extern|inline) )*'
const imports =
  'import [\\w{*"\'(]|from \\S+ import |use [\\w:\\\\]+[;:]|#include |package [\\w.]+;?$|using [\\w.]+;|(?:const|var) .*require\\('

const beginning = (...parts: string[]): RegExp => new RegExp(`^(?:${parts.join('|')})`)

const IMPORT = /* @__PURE__ */ beginning(imports)
const EXPORT = /^(?:export|pub|module\.exports)/
const CONTROL = /^(?:if|else|elif|for|while|until|switch|case|try|catch|except|do|then|with|return)\b/
const NAMED = /* @__PURE__ */ beginning(`${modifiers}(?:${values}|type)\\b`, '[A-Z_]{2,}\\b')
const CONTAINER = /* @__PURE__ */ beginning(`[^('"=]*\\b(?:${types})\\b`, 'describe\\b', '.*= \\{$')
export const LABEL = /^(?:public|private|protected)\b[\w ]*:$/
/** True for a text that tells what its function or class is for. */
export const isDocument = (text: string): boolean =>
  (text[0] === '"' || text[0] === "'") && /^['"]{3}/.test(text)
export const isImport = (text: string): boolean => IMPORT.test(text)

/** How comments of a language begin in which such a line stands: true for `#`, false for `//`. */
export function commentsWithHash(text: string): boolean | undefined {
  if (
    /^(?:#!.*(?:sh|python|ruby)|# (?! *(?:if|e|def|inc|pra))|#$|def |from |import [a-z_.]+$|class .*:$|"""|\w+ ?\(\) *\{$)/.test(
      text,
    )
  )
    return true
  return /^(?:#|<\?|package |\/[/*]|import |use |using |export )/.test(text) ? false : undefined
}

/** How most statements end. */
const MARKS = /* @__PURE__ */ new Set(';,(){}[]:>"\'')

const BEFORE_PART = '@#t'
/** True for the first line of a declaration that goes on below it: an attribute, or a type in C. */
export const isPart = (text: string, hasHashes: boolean): boolean =>
  (BEFORE_PART.includes(text[0]) && /^(?:@|#\[|template\b)/.test(text)) ||
  (!hasHashes &&
    !MARKS.has(text[text.length - 1]) &&
    /^(?:(?:static|inline|extern|const|unsigned|struct) )*\w+[ *]*$/.test(text))

const isType = (sort: number | undefined): boolean =>
  sort === undefined || (sort < Sort.Import && (sort & 3) === TYPE)

/** The first sort of the level inside a container, of the outer level for the root. */
const levelIn = (sort = -4): number => Math.min(LAST_LEVEL, (sort & ~3) + 4)

/**
 * The sort of a statement without units.
 *
 * @param inside the sort of its container. Undefined for the root.
 */
export function recordSort(text: string, inside: number | undefined): number {
  if (isDocument(text))
    return commentSort(false, inside === undefined || inside >= Sort.Import ? inside : inside | TYPE)
  if (!isType(inside)) return Sort.Body
  if (inside !== undefined) return levelIn(inside) + VALUE
  if (isImport(text)) return Sort.Import
  if (EXPORT.test(text)) return 0
  return NAMED.test(text) ? VALUE : Sort.Body
}

/** The sort of a comment, of which it is known whether it is a license at the top. */
export function commentSort(isLicense: boolean, inside: number | undefined): number {
  if (!isType(inside)) return Sort.Body
  return isLicense ? Sort.License : levelIn(inside) + COMMENT
}

/** The sort of a statement with units. */
export function containerSort(text: string, inside: number | undefined): number {
  if (!isType(inside) || (inside === undefined && CONTROL.test(text))) return Sort.Body
  return levelIn(inside) + (CONTAINER.test(text) || LABEL.test(text) ? TYPE : 0)
}

/** What tells the name of a declaration, the surest first: a word before it, `=` or `(` behind it. */
const NAMES = /* @__PURE__ */ [
  `^${modifiers}(?:const )?(?:class|interface|trait|impl|namespace|mod|module|object|protocol|extension|type|function\\*?|fn|func(?: \\([^)]*\\))?|def|fun|#define|(?:struct|enum|union)(?![^(]*\\())\\s+([\\w$.:]+)`,
  '^[^(=]*?([\\w$]+)(?:\\[[^\\]]*\\])*(?:: [^=]+)? =(?!=)',
  '([\\w$~]+(?:::[\\w$~]+)*) ?\\(',
  '\\b(?:let|var|const|val|static)\\s+([\\w$]+)',
].map((pattern) => new RegExp(pattern))
/** Calls and statements declare nothing. */
const NO_NAME = /^(?:describe|it|test|if|for|while|switch|return|catch)$/

/** The name of what a statement declares. Undefined if it has none. */
export function nameIn(text: string): string | undefined {
  for (const pattern of NAMES) {
    const name = pattern.exec(text)?.[1].replace(/[.:]+$/, '')
    if (name) return NO_NAME.test(name) ? undefined : name
  }
  return undefined
}

/** The number of a line, as `cat -n` and tools write it. */
export const NUMBER = /^ *\d+(?:\t|→)/

const FILE =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|[ch]|cc|[ch]pp|[ch]xx|java|cs|kts?|swift|php|(?:ba|z)?sh|rb|scala|lua|dart|proto|vue|svelte)$/i

/** True for a command that shows a file of source code. */
export const showsSource = ([name = '', ...words]: readonly string[]): boolean =>
  /^(?:cat|bat|batcat|sed|head|tail|nl|less|awk)$|^git$/.test(name) &&
  (name !== 'git' || words[0] === 'show') &&
  words.some((word) => FILE.test(word) && (name !== 'git' || word.includes(':')))

const CODE = /* @__PURE__ */ beginning(
  imports,
  `${modifiers}(?:${types}|${values}|function|fn|func|def|fun|void)\\b.*[{(=:;<,]`,
  'export [{*]|@\\w|#!?\\[|#(?:if|e)|<\\?php',
)
/** Lines that stand between declarations. */
const AROUND =
  /^(?:[)\]}]|\/[/*]| \*|#(?:!\/| |$)|["']use |\{$|"""|[A-Z_]{2,} = |(?:if|try|else|except)\b.*:$)/

/** How sure it is that an output is source code: its command shows such a file, or nearly all of its outer lines are code. */
export function isSource(head: Uint8Array, command: readonly string[], isWhole: boolean): number {
  const texts = headLines(head, isWhole)
    .filter(Boolean)
    .map((line) => line.replace(NUMBER, ''))
  if (head.length > 300 * texts.length) return 0
  if (showsSource(command)) return 0.9
  const outer = texts.filter((line) => /^(?:\S| \*)/.test(line))
  const code = outer.filter((line) => CODE.test(line))
  const odd = outer.filter((line) => !CODE.test(line) && !AROUND.test(line))
  const isCode = code.length > 3 && odd.length * 20 <= outer.length && odd[0] !== outer[0]
  return isCode && outer.length < texts.length * 0.8 ? 0.7 : 0
}
