import { type PithError, wrongOption } from '../errors.ts'

/** A table of the names of an options type. */
export type Names<Options> = { readonly [Name in keyof Options]-?: true }

export type NameTable = Readonly<Record<string, true | undefined>>

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** The text, if its words are the wanted ones. Else a text that names the difference, for the compiler's message. */
type Exactly<Wanted extends string, Text extends string, Given extends string = Words<Text>> = [
  Exclude<Wanted, Given>,
  Exclude<Given, Wanted>,
] extends [never, never]
  ? Text
  : `missing: ${Exclude<Wanted, Given>}` | `unknown: ${Exclude<Given, Wanted>}`

/**
 * Makes the table of an options type from its names, without those of a base. The compiler compares the names with the
 * type. The type comes with a call of its own, because TypeScript infers either all types of a call or none: write
 * `names<FindOptions, TruncateOptions>()('limit')`.
 */
export const names =
  <Options, Base = unknown>() =>
  <Text extends string>(...texts: Exactly<Exclude<keyof Options, keyof Base> & string, Text>[]) =>
    Object.fromEntries(texts.flatMap((text) => text.split(' ').map((name) => [name, true]))) as Readonly<
      Record<Exclude<keyof Options, keyof Base>, true>
    >

const NONE: NameTable = {}

/**
 * Refuses an option whose name is in neither table. Ignores options that are undefined.
 *
 * @param within the prefix of the names in messages, such as `errors.`
 * @throws {PithError} `PITH_INVALID_OPTION`, with the nearest known name.
 */
export function refuseUnknown(given: object, own: NameTable, base: NameTable = NONE, within = ''): void {
  for (const name in given) {
    // Not `in`, because that also finds `constructor` and other names of the table's prototype.
    if (own[name] !== true && base[name] !== true && given[name as never] !== undefined)
      throw unknownName(name, [...Object.keys(own), ...Object.keys(base)], within)
  }
}

function unknownName(name: string, known: readonly string[], within: string): PithError {
  const quoted = (each: string) => `\`${within}${each.slice(0, MOST_UNITS)}\``
  const near = nearest(name, known)
  const hint =
    near === undefined ? `Known are ${known.map(quoted).join(', ')}.` : `Did you mean ${quoted(near)}?`
  return wrongOption(`Unknown option ${quoted(name)}. ${hint}`)
}

/** Longer names are not compared with known ones, and are cut in messages. In UTF-16 units. */
const MOST_UNITS = 64

/** The known name that is most similar. Undefined when each one differs in more than a third of its letters. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MOST_UNITS) return undefined
  let found: string | undefined
  let least = Number.POSITIVE_INFINITY
  const given = plain(name)
  for (const each of known) {
    const other = plain(each)
    const edits = editsBetween(given, other)
    const isNear = edits <= Math.max(given.length, other.length) / 3 || isPart(given, other)
    if (!isNear || edits >= least) continue
    found = each
    least = edits
  }
  return found
}

/** Makes `max_lines`, `max-lines` and `maxlines` equal to `maxLines`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '')

/** True for `lines` in `maxLines`. Names of two letters do not count, because too many names contain them. */
const isPart = (name: string, other: string): boolean => name.length > 2 && other.includes(name)

/** The number of letters to insert, delete, replace, or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? before[j - 2] + 1 : replaced
      row.push(Math.min(row[j - 1] + 1, last[j] + 1, replaced, swapped))
    }
    before = last
    last = row
  }
  return last[b.length]
}
