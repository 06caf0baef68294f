import type { Omission } from './choosing.ts'
import { ITEM, isTextLine, KEY_PLACE, placeOfSort } from './json-units.ts'
import { formatUnits, isTellable, type UnitName } from './kind.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

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
