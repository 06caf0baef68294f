import { byEarlier, byEnds, byFirst, chooseUnits } from './choose.ts'
import type { Omission } from './choosing.ts'
import { headText } from './head-lines.ts'
import { LOG_LINE } from './json-levels.ts'
import { nameOf } from './json-names.ts'
import { JsonReader } from './json-reader.ts'
import { ERROR_LINE, ITEM, KEY, LINE, WARNING_LINE } from './json-units.ts'
import type { Kind, Outline } from './kind.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

/** What is left out of JSON is told in strings and keys of its own, so that a cut text parses. */
const MARK_BYTES = 56
/** The same with counts of errors and warnings. */
const LOG_MARK_BYTES = 80

const decoder = /* @__PURE__ */ new TextDecoder()

const OPENS = new Set([0x5b, 0x7b])

/** A JSON document: one object or array. */
export const json: Kind = {
  name: 'json',
  isClosed: true,
  recognise(head, command, isWhole) {
    const at = firstByte(head)
    if (at < 0 || !OPENS.has(head[at])) return 0
    if (linesOfRecords(head, isWhole) > 1) return 0
    if (!looksLikeJson(head, at)) return 0
    return command.some((word) => word.endsWith('.json')) ? 0.95 : 0.8
  },
  read: (maxBytes, heldBytes) =>
    new JsonReader(maxBytes, heldBytes, (tree, values) => outlineOf(tree, values === 1)),
}

/** JSON documents, one in each line. */
export const jsonLines: Kind = {
  name: 'json-lines',
  recognise: (head, _, isWhole) => (linesOfRecords(head, isWhole) > 1 ? 0.9 : 0),
  read: (maxBytes, heldBytes) =>
    new JsonReader(maxBytes, heldBytes, (tree, values) => outlineOf(tree, values > 1)),
}

/** The same whose lines have levels: errors come first. */
export const jsonLog: Kind = {
  ...jsonLines,
  name: 'json-log',
  tellsFailures: true,
  recognise: (head, _, isWhole) => (linesOfRecords(head, isWhole, LOG_LINE) > 1 ? 0.95 : 0),
}

function outlineOf(tree: Tree, isRight: boolean): Outline | undefined {
  if (!isRight) return undefined
  const choosing = {
    rank,
    mark: (omission: Omission) => markOf(tree, omission),
    name: (omission: Omission) => nameOf(tree, omission, tree.root.size > 1),
    markBytes: tree.counts[ERROR_LINE] + tree.counts[WARNING_LINE] > 0 ? LOG_MARK_BYTES : MARK_BYTES,
    markLines: 1,
  }
  return {
    counts: countsOf(tree),
    choose(bytes, most) {
      const { inner, close } = tree.root
      const pieces = chooseUnits(tree, choosing, bytes, most)
      // A BOM alone, or the last line break, shows nothing of the document.
      const isShown = pieces?.some(
        (piece) => 'bytes' in piece && piece.from.byte < close.byte && piece.to.byte > inner.byte,
      )
      return isShown ? pieces : undefined
    },
  }
}

/** The units of the outermost container. */
function countsOf({ root, counts }: Tree): Record<string, number> {
  if (root.size > 1) return { lines: root.size, ...told(counts) }
  const [document] = root.units
  return document.units[0]?.sort === KEY ? { keys: document.size } : { items: document.size }
}

/** The lines that tell of errors and warnings, if there are any. */
const told = (counts: readonly number[]): Record<string, number> => ({
  ...(counts[ERROR_LINE] > 0 && { errors: counts[ERROR_LINE] }),
  ...(counts[WARNING_LINE] > 0 && { warnings: counts[WARNING_LINE] }),
})

/** Keys are the schema, so that all of them come early. Of items, the ends, those with other keys and a sample. */
function rank(unit: Unit, container: Unit): number {
  const { index, sort, isNotable } = unit
  if (sort === ERROR_LINE) return 0.1 * byEarlier(unit, sort)
  if (sort === WARNING_LINE) return 1 + 0.1 * byEarlier(unit, sort)
  if (sort === KEY) return 1 + 0.4 * byFirst(index)
  const place = byEnds(index, container.size)
  return 1 + (isNotable ? Math.min(place, 2) : place)
}

function markOf(tree: Tree, { unit, units, next, previous, from, to, counts }: Omission): string {
  if (unit.clip && units === 0) return `… ${to.codePoints - from.codePoints} more characters …`
  const sort = (next ?? previous ?? unit.units[0])?.sort ?? ITEM
  const comma = next && sort < LINE ? `,${separatorOf(tree, unit)}` : sort >= LINE ? '\n' : ''
  const first = (previous?.index ?? -1) + 2
  if (sort === KEY) return `"… keys ${first}-${first + units - 1} …": "${units} more keys"${comma}`
  const bad = Object.entries(sort < LINE ? {} : told(counts)).map(([name, count]) => `, ${count} ${name}`)
  return `"… ${units} more ${sort < LINE ? 'items' : 'lines'}${bad.join('')} …"${comma}`
}

/** The blanks between the units of a container: those behind its bracket. */
function separatorOf(tree: Tree, { start, inner }: Unit): string {
  const own = decoder.decode(tree.read(start.byte, inner.byte))
  return own.slice(own.trimEnd().length)
}

/** The first byte that is no blank. -1 if there is none. Skips a BOM. */
function firstByte(head: Uint8Array): number {
  const from = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  for (let at = from; at < head.length; at++) if (head[at] > 0x20) return at
  return -1
}

/** Whether the text behind the first bracket is one that JSON may have. */
function looksLikeJson(head: Uint8Array, at: number): boolean {
  const rest = decoder.decode(head.subarray(at + 1, at + 200)).trimStart()
  if (head[at] === 0x7b) return /^("|\}|$)/.test(rest)
  return /^(["{[\]]|-?\d+(\.\d+)?([eE][-+]?\d+)?\s*[,\]]|(true|false|null)\s*[,\]]|$)/.test(rest)
}

/** How many of the first lines are whole JSON objects or arrays of this form, up to 3. 0 if a line is none. */
function linesOfRecords(head: Uint8Array, isWhole: boolean, form = /^\s*[[{]/): number {
  const lines = headText(head).split('\n')
  if (!isWhole) lines.pop()
  let records = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    if (!form.test(line) || !isRecord(line)) return 0
    if (++records === 3) break
  }
  return records
}

function isRecord(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
