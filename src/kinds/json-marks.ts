import type { Omission } from './choosing.ts'
import { countsInside } from './counts.ts'
import { countBad, countValues, ITEM, isTextLine, KEY_PLACE, LINE, placeOfSort } from './json-units.ts'
import { BAD, WORSE } from './json-words.ts'
import { formatUnits, isTellable, type UnitName } from './kind.ts'
import { byteLength } from './name-list.ts'
import { DETAIL_BYTES, type TellingColumn } from './rule-counts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// What is left out of JSON is told in strings and keys of its own, so that a cut text parses.

/** The units that tell of errors and warnings, if there are any. */
export const told = (counts: readonly number[]): Record<string, number> => {
  const [errors, warnings] = [countBad(counts, BAD), countBad(counts, WORSE)]
  return { ...(errors > 0 && { errors }), ...(warnings > 0 && { warnings }) }
}

/** A document whose marks are written. */
export interface MarkedJson {
  tree: Tree
  telling: TellingColumn
  /** What stands at the top, in the plural: `lines` or `documents`. */
  lines: string
}

/** The mark of what is left out. */
export function writeJsonMark(
  { tree, telling, lines }: MarkedJson,
  { unit, units, next, previous, from, to, counts }: Omission,
): string {
  if (unit.clip && units === 0) return writeClipped(to.codePoints - from.codePoints)
  const sort = (next ?? previous ?? unit.units[0])?.sort ?? ITEM
  if (isTextLine(sort)) return writeClipped(to.codePoints - from.codePoints)
  const separator = next ? tree.separatorIn(unit) : undefined
  const place = placeOfSort(sort)
  const values = telling.detail({ counts: countValues(counts) })
  return writeUnits({ place, first: (previous?.index ?? -1) + 2, units, counts, values, separator, lines })
}

/** The most bytes that a mark takes inside a container, or inside a long string. */
export function markBytesIn({ tree, telling, lines }: MarkedJson, unit: Unit): number {
  const { size, units } = unit
  if (unit.clip || isTextLine(units[0]?.sort ?? ITEM))
    return byteLength(writeClipped(unit.end.codePoints - unit.start.codePoints))
  const place = placeOfSort(units[0]?.sort ?? ITEM)
  const separator = tree.separatorIn(unit)
  const counts = countsInside(unit)
  const hasValues = telling.detail({ counts: countValues(counts) }) !== ''
  const bare = writeUnits({ place, first: size, units: size, counts, values: '', separator, lines })
  return byteLength(bare) + (hasValues ? DETAIL_BYTES : 0)
}

const writeClipped = (characters: number): string => `… ${characters} more characters …`

interface Told {
  place: number
  /** The number of the first unit that is left out, from 1. */
  first: number
  units: number
  counts: readonly number[]
  /** How many of them have each value that tells most: `: 397 Running, 2 Pending`. */
  values: string
  /** The blanks between the mark and the next unit. Undefined when no unit follows. */
  separator: string | undefined
  lines: string
}

/** `line`, or `line or document`. */
const oneOf = (lines: string): string => lines.replace(/s\b/g, '').replace(' and ', ' or ')

function writeUnits({ place, first, units, counts, values, separator, lines }: Told): string {
  const bad = Object.entries(told(counts)).map(
    ([name, count]) => `, ${count} ${count === 1 ? name.slice(0, -1) : name}`,
  )
  // Errors are mostly such values too, and are not told twice.
  const more = bad.length > 0 ? bad.join('') : values
  if (place === LINE) return `"… ${units} more ${units === 1 ? oneOf(lines) : lines}${more} …"\n`
  const comma = separator === undefined ? '' : `,${separator}`
  const many = units === 1 ? '' : 's'
  return place === KEY_PLACE
    ? `"… key${many} ${formatUnits(first - 1, units)} …": "${units} more key${many}${bad.join('')}"${comma}`
    : `"… ${units} more item${many}${more} …"${comma}`
}

// Names what a cut document leaves out, so that `pith show` finds it again.

/** The first bytes of a unit, in which its own name ends. */
const NAME_BYTES = 256

/** The items, or the value with the path, that have all of an omission. */
export function omissionName(
  tree: Tree,
  { path, unit, units, previous, next }: Omission,
  isLines: boolean,
): UnitName | undefined {
  const [, document, ...inner] = path
  const first = (previous?.index ?? -1) + 1
  if (isLines) return { items: document ? `${document.index + 1}` : formatUnits(first, units) }
  const { sort = ITEM } = next ?? previous ?? unit.units[0] ?? {}
  const isItems = units > 0 && placeOfSort(sort) !== KEY_PLACE && !isTextLine(sort)
  if (inner.length === 0) return isItems ? { items: formatUnits(first, units) } : undefined
  const steps = stepsTo(tree, inner)
  if (steps === undefined) return undefined
  const slice = isItems ? `[${first}:${first + units}]` : ''
  const whole = `$${steps}${slice}`
  return isTellable(whole) ? { path: whole } : undefined
}

function stepsTo(tree: Tree, units: readonly Unit[]): string | undefined {
  let steps = ''
  for (const { start, inner, sort, index } of units) {
    if (placeOfSort(sort) !== KEY_PLACE) {
      steps += `[${index}]`
      continue
    }
    // Its name lies in its own first bytes. Behind these are its units, which may have left memory.
    const head = tree.text(start.byte, Math.min(inner.byte, start.byte + NAME_BYTES))
    const quoted = /^"(?:[^"\\]|\\.)*"/s.exec(head)?.[0]
    if (quoted === undefined || !isTellable(quoted)) return undefined
    const name = JSON.parse(quoted) as string
    steps += /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${quoted}]`
  }
  return steps
}
