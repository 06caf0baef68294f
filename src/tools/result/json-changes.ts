import { blanksFrom, elementsOf, type JsonPlace, type Member, membersOf } from './json-places.ts'
import type { Path } from './shape.ts'

/** A change in a JSON text: other words at a path, or nothing there. The last name of a path may be new. */
export type JsonChange = { path: Path; json: string } | { path: Path; isRemoved: true }

interface Edit extends JsonPlace {
  words: string
}

/**
 * The JSON with some changes in the value at `at`. Everything else stays byte for byte: numbers, escapes, blanks and the
 * order of names.
 */
export function withJsonChanges(json: string, changes: readonly JsonChange[], at = 0): string {
  const edits = editsIn(json, at, changes, 0)
  let changed = ''
  let given = 0
  for (const { start, end, words } of edits.sort((a, b) => a.start - b.start)) {
    changed += json.slice(given, start) + words
    given = end
  }
  return changed + json.slice(given)
}

/** Calls itself once for each step of a path. */
function editsIn(json: string, at: number, changes: readonly JsonChange[], step: number): Edit[] {
  if (changes.length === 0) return []
  const bySteps = new Map<string, JsonChange[]>()
  for (const change of changes) {
    const name = String(change.path[step])
    const same = bySteps.get(name)
    if (same) same.push(change)
    else bySteps.set(name, [change])
  }
  const parts = partsOf(json, at)
  const lastOf = new Map(parts.map(({ name }, part) => [name, part]))
  const isGone = parts.map(({ name }) => isRemoval(bySteps.get(name), step))
  return [
    ...added(json, at, parts, bySteps, step),
    ...parts.flatMap(({ place, name }, part) => {
      const own = bySteps.get(name)
      if (own === undefined) return []
      if (isGone[part]) return removal(parts, isGone, part)
      // What stands here before another member of the same name is not what a parser reads.
      if (lastOf.get(name) !== part) return []
      const last = own.find(({ path }) => path.length === step + 1)
      if (last && 'json' in last) return [{ start: place.start, end: place.end, words: last.json }]
      return editsIn(json, place.start, own, step + 1)
    }),
  ]
}

/** Members that an object does not have yet come first in it. */
function added(
  json: string,
  at: number,
  parts: readonly Part[],
  bySteps: ReadonlyMap<string, readonly JsonChange[]>,
  step: number,
): Edit[] {
  const start = blanksFrom(json, at) + 1
  if (json[start - 1] !== '{') return []
  const known = new Set(parts.map(({ name }) => name))
  const members = [...bySteps].flatMap(([name, [change]]) =>
    known.has(name) || !('json' in change) || change.path.length !== step + 1
      ? []
      : `${JSON.stringify(name)}:${change.json}`,
  )
  if (members.length === 0) return []
  return [{ start, end: start, words: members.join(',') + (parts.length > 0 ? ',' : '') }]
}

const isRemoval = (changes: readonly JsonChange[] | undefined, step: number): boolean =>
  changes?.some((change) => 'isRemoved' in change && change.path.length === step + 1) === true

interface Part {
  name: string
  /** Where the part begins, which is the name of a member. */
  begin: number
  place: JsonPlace
}

function partsOf(json: string, at: number): Part[] {
  const members = membersOf(json, at).map((place: Member) => ({ name: place.name, begin: place.at, place }))
  if (members.length > 0) return members
  return elementsOf(json, at).map((place, i) => ({ name: String(i), begin: place.start, place }))
}

/** Removes a part together with the comma behind it, or with the comma before it where all parts behind it go too. */
function removal(parts: readonly Part[], isGone: readonly boolean[], part: number): Edit[] {
  const next = isGone.indexOf(false, part)
  if (next >= 0) return [{ start: parts[part].begin, end: parts[part + 1].begin, words: '' }]
  if (part !== isGone.lastIndexOf(false) + 1) return []
  const start = part === 0 ? parts[0].begin : parts[part - 1].place.end
  return [{ start, end: parts[parts.length - 1].place.end, words: '' }]
}
