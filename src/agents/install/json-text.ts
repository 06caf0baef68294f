// Changes single values of a JSON file that people write: comments, order, indentation and line ends stay.
import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { invalidInput } from '../../errors.ts'

export type { Node as JsonNode } from 'jsonc-parser'

/** Replaces the characters from `start` to `end`, exclusive. */
export interface TextEdit {
  start: number
  end: number
  text: string
}

/** Applies edits that do not overlap. Those at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let from = 0
  let edited = ''
  for (const { start, end, text: added } of [...edits].sort((a, b) => a.start - b.start)) {
    edited += text.slice(from, start) + added
    from = end
  }
  return edited + text.slice(from)
}

export type JsonPath = readonly (string | number)[]

// Tokens of jsonc-parser, which has them as a `const enum`.
const LINE_COMMENT = 12
const BLOCK_COMMENT = 13
const LINE_BREAK = 14
const TRIVIA = 15
const COMMA = 5

/**
 * Parses JSON with comments and trailing commas. Undefined for a text without a value: only blanks and comments.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` if the text is no JSON, or its top is no object
 */
export function parsedJson(text: string): Node | undefined {
  const errors: ParseError[] = []
  const root = treeOf(text, errors)
  const [error] = errors
  if (error !== undefined) throw invalidInput(`line ${lineAt(text, error.offset)} is not valid JSON`)
  if (root !== undefined && root.type !== 'object')
    throw invalidInput(`it holds ${articleOf(root)}, not an object`)
  return root
}

function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw invalidInput('its values are nested too deeply')
    throw error
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\n|\r/).length
const articleOf = ({ type }: Node): string => (/^[ao]/.test(type) ? `an ${type}` : `a ${type}`)

/** The node at a path; undefined if there is none. Refuses keys that occur twice, because readers differ in which counts. */
export function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  let node = root
  for (const [depth, step] of path.entries()) {
    if (node === undefined) return undefined
    const wanted = typeof step === 'number' ? 'array' : 'object'
    if (node.type !== wanted) {
      throw invalidInput(`\`${pathName(path.slice(0, depth))}\` is ${articleOf(node)}, not an ${wanted}`)
    }
    if (typeof step === 'string') refuseTwice(node, path.slice(0, depth + 1))
    node = findNodeAtLocation(node, [step])
  }
  return node
}

function refuseTwice(node: Node, path: JsonPath): void {
  const named = node.children?.filter(({ children }) => children?.[0].value === path.at(-1)) ?? []
  if (named.length > 1) throw invalidInput(`it has \`${pathName(path)}\` ${named.length} times`)
}

/** A path as messages show it: `hooks.PostToolUse`. */
export const pathName = (path: JsonPath): string => path.join('.')

/** The value at a path, as data. Undefined if there is none. */
export function valueAt(text: string, path: JsonPath): unknown {
  const node = nodeAt(parsedJson(text), path)
  return node === undefined ? undefined : dataOf(node)
}

/** Whether a text has a value at a path. False for a text that is no JSON. */
export function hasValue(text: string, path: JsonPath): boolean {
  try {
    return valueAt(text, path) !== undefined
  } catch {
    return false
  }
}

/** The data of a node. Keys such as `__proto__` become own properties. */
function dataOf(node: Node): unknown {
  if (node.type === 'array') return node.children?.map(dataOf) ?? []
  if (node.type !== 'object') return node.value
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [children?.[0].value, children?.[1] && dataOf(children[1])]),
  )
}

/** Sets the value at a path. Objects on the way are made if they are missing. */
export function withValue(text: string, path: JsonPath, value: unknown): string {
  const root = parsedJson(text)
  if (root === undefined) return newFile(text, nested(path, value))
  const node = nodeAt(root, path)
  if (node === undefined) return inserted(text, root, path, value)
  const layout = layoutOf(text, root)
  return applyEdits(text, [{ ...rangeOf(node), text: written(value, layout, indentAt(text, node.offset)) }])
}

/** Adds an item at the end of the array at a path. The array is made if it is missing. */
export function withItem(text: string, path: JsonPath, item: unknown): string {
  const root = parsedJson(text)
  if (root === undefined) return newFile(text, nested(path, [item]))
  const node = nodeAt(root, path)
  if (node === undefined) return inserted(text, root, path, [item])
  if (node.type !== 'array') throw invalidInput(`\`${pathName(path)}\` is ${articleOf(node)}, not an array`)
  return applyEdits(text, insertion(text, root, node, item))
}

/** Inserts the part of a path that is missing, as one property. */
function inserted(text: string, root: Node, path: JsonPath, value: unknown): string {
  let depth = 0
  while (nodeAt(root, path.slice(0, depth + 1)) !== undefined) depth++
  const holder = nodeAt(root, path.slice(0, depth)) as Node
  if (holder.type !== 'object')
    throw invalidInput(`\`${pathName(path.slice(0, depth))}\` is ${articleOf(holder)}, not an object`)
  return applyEdits(
    text,
    insertion(text, root, holder, nested(path.slice(depth + 1), value), String(path[depth])),
  )
}

const nested = (path: JsonPath, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value)

function newFile(text: string, value: unknown): string {
  const eol = lineEndOf(text)
  const before = text.trim() === '' ? '' : `${text.trimEnd()}${eol}`
  return `${before}${written(value, { unit: '  ', eol }, '')}${eol}`
}

interface Layout {
  unit: string
  eol: string
}

const lineEndOf = (text: string): string => /\r\n|\n/.exec(text)?.[0] ?? '\n'

/** The indentation and the line ends of a file. */
function layoutOf(text: string, root: Node): Layout {
  const eol = lineEndOf(text)
  const first = root.children?.[0]
  const unit = first && startsLine(text, first.offset) ? indentAt(text, first.offset) : ''
  return { unit: unit === '' ? '  ' : unit, eol }
}

/** Whether only blanks come before a place in its line. */
const startsLine = (text: string, at: number): boolean => /(^|[\n\r])[ \t]+$/.test(text.slice(0, at))

/** The blanks at the beginning of the line of a place. */
function indentAt(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? ''
}

function written(value: unknown, { unit, eol }: Layout, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}

const rangeOf = ({ offset, length }: Node): { start: number; end: number } => ({
  start: offset,
  end: offset + length,
})

/** Inserts a property or an item as the last one of its object or array. */
function insertion(text: string, root: Node, holder: Node, value: unknown, key?: string): TextEdit[] {
  const { start, end } = rangeOf(holder)
  const named = key === undefined ? '' : `${JSON.stringify(key)}: `
  const layout = layoutOf(text, root)
  const last = holder.children?.at(-1)
  if (last === undefined) {
    const outer = indentAt(text, start)
    const inner = `${outer}${layout.unit}`
    const kept = text.slice(start + 1, end - 1).trimEnd()
    const entry = `${layout.eol}${inner}${named}${written(value, layout, inner)}${layout.eol}${outer}`
    return [{ start: start + 1 + kept.length, end: end - 1, text: entry }]
  }
  const lastEnd = last.offset + last.length
  const { comma, lineEnd } = afterEntry(text, lastEnd, end - 1)
  const isOneLine = !/[\n\r]/.test(text.slice(start, end))
  const first = holder.children?.[0] as Node
  const indent = startsLine(text, first.offset)
    ? indentAt(text, first.offset)
    : `${indentAt(text, start)}${layout.unit}`
  const entry = isOneLine
    ? ` ${named}${JSON.stringify(value)}`
    : `${layout.eol}${indent}${named}${written(value, layout, indent)}`
  if (comma !== undefined) return [{ start: lineEnd, end: lineEnd, text: `${entry},` }]
  if (lineEnd === lastEnd) return [{ start: lastEnd, end: lastEnd, text: `,${entry}` }]
  return [
    { start: lastEnd, end: lastEnd, text: ',' },
    { start: lineEnd, end: lineEnd, text: entry },
  ]
}

/** What follows an entry: its comma, and the end of the comments on its line. */
function afterEntry(text: string, from: number, to: number): { comma: number | undefined; lineEnd: number } {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  let comma: number | undefined
  let lineEnd = from
  let isOpen = true
  for (let token: number = scanner.scan(); scanner.getTokenOffset() < to; token = scanner.scan()) {
    const end = scanner.getTokenOffset() + scanner.getTokenLength()
    if (token === COMMA) {
      comma = scanner.getTokenOffset()
      // A comma on a later line: what comes after it is on that line.
      lineEnd = end
      isOpen = true
    } else if (token === LINE_BREAK) isOpen = false
    else if (token === LINE_COMMENT || token === BLOCK_COMMENT) {
      if (isOpen) lineEnd = end
      if (token === BLOCK_COMMENT && /[\n\r]/.test(text.slice(scanner.getTokenOffset(), end))) isOpen = false
    } else if (token !== TRIVIA) break
  }
  return { comma, lineEnd }
}

/** Removes the property or item at a path, with its comma. */
export function withoutEntry(text: string, path: JsonPath): string {
  const root = parsedJson(text)
  const value = nodeAt(root, path)
  if (value === undefined) return text
  const holder = nodeAt(root, path.slice(0, -1)) as Node
  const entry = holder.type === 'object' ? (value.parent as Node) : value
  const siblings = holder.children as Node[]
  const at = siblings.indexOf(entry)
  const { start, end } = rangeOf(entry)
  const limit = siblings[at + 1]?.offset ?? holder.offset + holder.length - 1
  const { comma } = afterEntry(text, end, limit)
  const from = blanksBefore(text, start, (comma ?? end - 1) + 1)
  const edits: TextEdit[] = [{ start: from, end, text: '' }]
  if (comma !== undefined) edits.push({ start: comma, end: comma + 1, text: '' })
  else if (at > 0) {
    const before = afterEntry(text, siblings[at - 1].offset + siblings[at - 1].length, start).comma as number
    edits.push({ start: before, end: before + 1, text: '' })
  }
  const removed = applyEdits(text, edits)
  return siblings.length > 1 ? removed : collapsed(removed, path.slice(0, -1))
}

/** Where the blanks before an entry begin. They stay where they end a line comment that would reach into what follows. */
function blanksBefore(text: string, start: number, end: number): number {
  const before = text.slice(0, start).trimEnd()
  const isSafe = /^[ \t]*[\n\r]/.test(text.slice(end)) || !/\/\/[^\n\r]*$/.test(before)
  return isSafe ? before.length : start
}

/** An object or array that has become empty, without the blanks in it. */
function collapsed(text: string, path: JsonPath): string {
  const { start, end } = rangeOf(nodeAt(parsedJson(text), path) as Node)
  const inner = text.slice(start + 1, end - 1)
  return inner.trim() === '' ? applyEdits(text, [{ start: start + 1, end: end - 1, text: '' }]) : text
}
