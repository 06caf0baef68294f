// The words of common languages that tell what a statement is, and that an output is source code.

/** The first sorts of each of three levels of the outline: declarations, those of declarations, values, comments. */
const [TYPE, VALUE, COMMENT] = [1, 2, 3]
const LAST_LEVEL = 8

/** Sorts outside of the outline. Sorts before them have four times their level. */
export const Sort = { Import: 12, Body: 13, License: 14 } as const

const IMPORTS =
  /^(?:import\b(?!\()|from \S+ import\b|use [\w:\\{]|using [\w.]|#include\b|package \w|require\b|(?:const|var|let) [^=]+= require\()/
const EXPORTS = /^(?:export|pub|public|module\.exports|exports)\b/
const VALUES =
  /^(?:(?:pub|static|final|private|public|declare|extern) )*(?:const|let|var|val|static|#define|type|typedef|readonly)\b|^[A-Z][A-Z_\d]+\b/
const CONTROLS =
  /^(?:if|else|elif|for|foreach|while|until|switch|case|default|try|catch|except|finally|do|done|then|with|select|match|return|loop|begin|unless|rescue)\b/
const CONTAINERS =
  /^[^('"=]*\b(?:class|interface|struct|enum|trait|impl|namespace|mod|module|object|protocol|extension|record|union|type|extern)\b|^(?:describe|suite|context)[.\w]*\(|= \{\s*$/

/** How comments of a language begin in which such a line stands: true for `#`, false for `//`. */
export function commentsWithHash(text: string): boolean | undefined {
  if (
    /^(?:#!.*(?:sh|python|ruby|perl)|#(?: (?! *(?:if|el|end|def|und|inc|pra|err|war|line))|$)|def \w|from \S+ import |import [a-z_.]+$|class \w+(?:\(.*\))?:$|"""|'''|set -|\w+\(\) *\{$)/.test(
      text,
    )
  )
    return true
  return /^(?:#!|#include|<\?php|package |\/[/*]|import .*['";{(]|use |using |export )/.test(text)
    ? false
    : undefined
}

/** True for the first line of a declaration that goes on below it: an attribute, or a type in C. */
export const isPart = (text: string, hasHashes: boolean): boolean =>
  /^(?:@|#\[|template\b)/.test(text) ||
  (!hasHashes && /^(?:(?:static|inline|extern|const|unsigned|struct) )*\w+[ *]*$/.test(text))

const isType = (sort: number | undefined): boolean =>
  sort === undefined || (sort < Sort.Import && (sort & 3) === TYPE)

/** The first sort of the level inside a container. */
const levelIn = (sort: number | undefined): number =>
  sort === undefined ? 0 : Math.min(LAST_LEVEL, (sort & ~3) + 4)

/**
 * The sort of a statement without units, or of a comment.
 *
 * @param inside the sort of its container. Undefined for the root.
 */
export function recordSort(text: string, inside: number | undefined): number {
  const isComment = text.startsWith('/*')
  const isDocument = /^['"]{3}/.test(text) && inside !== undefined && inside < Sort.Import
  if (!isType(inside) && !isDocument) return Sort.Body
  if (isComment || isDocument)
    return text === '/*license' && inside === undefined ? Sort.License : levelIn(inside) + COMMENT
  if (inside !== undefined) return levelIn(inside) + VALUE
  if (IMPORTS.test(text)) return Sort.Import
  if (EXPORTS.test(text)) return 0
  return VALUES.test(text) ? VALUE : Sort.Body
}

/** The sort of a statement with units. */
export function containerSort(text: string, inside: number | undefined): number {
  if (!isType(inside) || (inside === undefined && CONTROLS.test(text))) return Sort.Body
  return levelIn(inside) + (CONTAINERS.test(text) ? TYPE : 0)
}

/** The number of a line, as `cat -n` and tools write it. */
export const NUMBER = /^\uFEFF? *\d+(?:\t|→)/

const FILE =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|[ch]|cc|[ch]pp|[ch]xx|hh|java|cs|kts?|swift|php|(?:ba|z)?sh|rb|scala|lua|dart|proto|vue|svelte)$/i
const SHOWING = /^(?:cat|bat|batcat|sed|head|tail|nl|less|more|awk)$/

/** True for a command that shows a file of source code. */
function showsFile([name = '', ...words]: readonly string[]): boolean {
  if (name === 'git')
    return words[0] === 'show' && words.some((word) => word.includes(':') && FILE.test(word))
  return SHOWING.test(name) && words.some((word) => FILE.test(word))
}

const CODE =
  /^(?:import [\w{*"'(]|from \S+ import |use [\w:]+|#include [<"]|package [\w.]+;?$|using [\w.]+;|<\?php|(?:export |pub(?:\(\w+\))? |public |private |protected |internal |static |abstract |final |async |default |declare |const |unsafe |inline |sealed |data |open |override )*(?:function|class|interface|type|enum|struct|trait|impl|fn|func|def|fun|namespace|module|const|let|var|val|typedef|protocol|extension|void|static|mod|macro_rules!)\b.*[{(=:;<,]|export [{*]|@\w+(?:\(|$)|#!?\[|#(?:define|ifn?def|endif|pragma)\b)/
/** Lines that stand between declarations. */
const AROUND =
  /^(?:[)\]}]|\/[/*]| \*|#(?:!\/| |$)|["']use \w+["'];?$|\{$|"{3}|[A-Z_]{2,} = |(?:if|try|else|except)\b.*:$)/

/** How sure it is that an output is source code: its command shows such a file, or nearly all of its outer lines are code. */
export function isSource(head: Uint8Array, command: readonly string[], isWhole: boolean): number {
  const lines = new TextDecoder().decode(head).split(/\r?\n/)
  if (!isWhole && lines.length > 1) lines.pop()
  const texts = lines.filter((line) => line !== '').map((line) => line.replace(NUMBER, ''))
  if (head.length > 300 * texts.length) return 0
  if (showsFile(command)) return 0.9
  const outer = texts.filter((line) => !/^\s/.test(line) || line.startsWith(' *'))
  const code = outer.filter((line) => CODE.test(line)).length
  const odd = outer.filter((line) => !CODE.test(line) && !AROUND.test(line))
  const isCode = code >= 4 && odd.length * 20 <= outer.length && odd[0] !== outer[0]
  return isCode && outer.length < texts.length * 0.8 ? 0.7 : 0
}
