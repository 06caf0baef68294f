import { byEarlier, byEnds, byFirst, unitChooser } from './choose.ts'
import type { Omission } from './choosing.ts'
import { countsBefore, countsInside } from './counts.ts'
import { headLines, headText } from './head-lines.ts'
import { type MarkedJson, markBytesIn, omissionName, told, writeJsonMark } from './json-marks.ts'
import { type JsonOutline, JsonReader } from './json-reader.ts'
import { isBelowText } from './json-text.ts'
import {
  badnessOfSort,
  countBad,
  ITEM,
  KEY_PLACE,
  LINE,
  LOUD_LINE,
  placeOfSort,
  TEXT_LINE,
} from './json-units.ts'
import { BAD, LOG_LINE, WORSE } from './json-words.ts'
import type { Kind, Outline, Search } from './kind.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

const decoder = /* @__PURE__ */ new TextDecoder()

const OPENS = new Set([0x5b, 0x7b])

/** A JSON document: one object or array. Or several of them, of more lines than one, as `jq` prints them. */
export const json: Kind = {
  name: 'json',
  isTree: true,
  isClosed: true,
  showsLeads: true,
  recognise(head, command, isWhole) {
    const at = firstByte(head)
    if (at < 0) return 0
    if (!OPENS.has(head[at]) || !looksLikeJson(head, at)) return isBelowText(headLines(head, true)) ? 0.6 : 0
    if (linesOfRecords(head, isWhole) > 1) return 0
    return command.some((word) => word.endsWith('.json')) ? 0.95 : 0.8
  },
  ...reading(
    (tree, _, texts, telling) =>
      outlineOf({ tree, telling, lines: texts > 0 ? 'lines and documents' : 'documents' }),
    true,
  ),
}

/** JSON documents, one in each line. */
export const jsonLines: Kind = {
  name: 'json-lines',
  recognise: (head, _, isWhole) => (linesOfRecords(head, isWhole) > 1 ? 0.9 : 0),
  ...reading((tree, values, _, telling) =>
    values > 1 ? outlineOf({ tree, telling, lines: 'lines' }) : undefined,
  ),
}

/** The same whose lines have levels: errors come first. */
export const jsonLog: Kind = {
  ...jsonLines,
  name: 'json-log',
  tellsFailures: true,
  recognise: (head, _, isWhole) => (linesOfRecords(head, isWhole, LOG_LINE) > 1 ? 0.95 : 0),
}

/** How documents are read, also where it is known what was searched for in them. */
function reading(outline: JsonOutline, mayHaveText = false): Pick<Kind, 'read' | 'knowing'> {
  const readFor =
    (search?: Search): Kind['read'] =>
    (maxBytes, held) =>
      new JsonReader(maxBytes, held, outline, { mayHaveText, search })
  return {
    read: readFor(),
    knowing(_head, _command, _isWhole, search) {
      return { ...(this as Kind), read: readFor(search) }
    },
  }
}

function outlineOf(marked: MarkedJson): Outline {
  const { tree, lines } = marked
  const areDocuments = lines !== 'lines' && tree.root.size > 1
  const choosing = {
    rank,
    isBare: ({ sort }: Unit) => placeOfSort(sort) === ITEM,
    mark: (omission: Omission) => writeJsonMark(marked, omission),
    name: (omission: Omission) =>
      areDocuments ? undefined : omissionName(tree, omission, tree.root.size > 1),
    markBytes: (container: Unit) => markBytesIn(marked, container),
  }
  const choose = unitChooser(tree, choosing)
  return {
    counts: countsOf(tree, lines),
    tellsFailures: tellsFailures(tree),
    choose(bytes, most, wanted) {
      const { inner, close } = tree.root
      const pieces = choose(bytes, most, wanted)
      // A BOM alone, or the last line break, shows nothing of the document.
      const isShown = pieces?.some(
        (piece) => 'bytes' in piece && piece.from.byte < close.byte && piece.to.byte > inner.byte,
      )
      return isShown ? pieces : undefined
    },
  }
}

/** True for a document, such as a report of tests, with items that tell of errors. */
const tellsFailures = ({ root }: Tree): boolean => {
  const [document] = root.units
  return root.size === 1 && document.size > 0 && countBad(countsInside(document), BAD) > 0
}

/** The units of the outermost container. */
function countsOf({ root, counts }: Tree, lines: string): Record<string, number> {
  if (root.size > 1) return { [lines]: root.size, ...told(counts) }
  const [document] = root.units
  const isObject = document.units[0] && placeOfSort(document.units[0].sort) === KEY_PLACE
  return { [isObject ? 'keys' : 'items']: document.size, ...told(countsInside(document)) }
}

/** The lines of a text come behind the values beside it. */
const BEHIND_VALUES = 4

/**
 * Keys are the schema, so that all of them come early. Of items, the ends and a sample. Before
 * them come units that tell of errors, and containers of such units.
 */
function rank(unit: Unit, container: Unit, tail?: number): number {
  const { index, sort } = unit
  const badness = badnessOfSort(sort)
  if (sort === LOUD_LINE) return 0.5 + 0.5 * byEarlier(unit, LOUD_LINE)
  if (sort === TEXT_LINE) return BEHIND_VALUES + byEnds(index, container.size, tail)
  if (placeOfSort(sort) === LINE) {
    if (badness === BAD) return 0.1 * byEarlierBad(unit)
    if (badness === WORSE) return 1 + 0.1 * byEarlierBad(unit)
  }
  if (badness === BAD) return 0.5 + 0.5 * byEarlierBad(unit)
  if (unit.size > 0 && countBad(countsInside(unit), BAD) > 0) return 0.5
  if (placeOfSort(sort) === KEY_PLACE)
    return badnessOfSort(container.sort) === BAD ? 0.1 : 1 + 0.4 * byFirst(index)
  const place = 1 + byEnds(index, container.size, tail)
  return badness === WORSE ? Math.min(place, 2 + byEarlierBad(unit)) : place
}

/** For units that tell less the more units as bad as they are came before. */
const byEarlierBad = (unit: Unit): number => byFirst(countBad(countsBefore(unit), badnessOfSort(unit.sort)))

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
