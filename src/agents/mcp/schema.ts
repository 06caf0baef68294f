import { isObject, type JsonObject } from './messages.ts'

// Reads the JSON Schema of a tool's structured output, to know what may be cut without making it invalid. It understands
// the words below and no others: a value with another word in its schema is left alone.

const notes = ['title', 'description', 'default', 'examples', 'deprecated', '$schema', '$id', '$comment']
const formed = ['format', 'pattern', 'minLength']
const words: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength'],
  array: ['items', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'maxProperties'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  boolean: [],
  null: [],
}

/** What may be done to a value: a text or a list may become shorter, and the members of an object likewise. */
export type Cuttable =
  | { kind: 'text' }
  | { kind: 'list'; items: Cuttable }
  | {
      kind: 'object'
      members: ReadonlyMap<string, Cuttable>
      required: ReadonlySet<string>
      others: Cuttable
    }
  | { kind: 'union'; byType: ReadonlyMap<string, Cuttable> }
  /** Small, and left alone. */
  | { kind: 'small' }
  /** May be large and must be left alone. */
  | { kind: 'fixed' }

const fixed: Cuttable = { kind: 'fixed' }
const small: Cuttable = { kind: 'small' }

const MOST_LEVELS = 32

export function readSchema(schema: unknown, level = 0): Cuttable {
  if (!isObject(schema) || level > MOST_LEVELS) return fixed
  if (Array.isArray(schema.enum) || 'const' in schema) return small
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return unionOf(schema, branches, level)
  if (Array.isArray(schema.type)) {
    const { type: types, ...rest } = schema
    return unionOf(
      {},
      types.map((type) => ({ ...onlyFor(type, rest), type })),
      level,
    )
  }
  const { type } = schema
  if (typeof type !== 'string' || !Object.hasOwn(words, type)) return fixed
  // Texts of a form, such as dates and addresses, are short.
  if (type === 'string' && formed.some((word) => word in schema)) return small
  if (!hasOnly(schema, ['type', ...words[type]])) return fixed
  if (type === 'string') return { kind: 'text' }
  if (type === 'array') return { kind: 'list', items: readSchema(schema.items, level + 1) }
  return type === 'object' ? objectOf(schema, level) : small
}

const hasOnly = (schema: JsonObject, known: readonly string[]): boolean =>
  Object.keys(schema).every((word) => known.includes(word) || notes.includes(word))

/** The words that belong to a type. Those of other types have no effect on it. */
function onlyFor(type: unknown, schema: JsonObject): JsonObject {
  const others = Object.entries(words).flatMap(([name, its]) => (name === type ? [] : its))
  const own = typeof type === 'string' && Object.hasOwn(words, type) ? words[type] : []
  return Object.fromEntries(
    Object.entries(schema).filter(([word]) => own.includes(word) || !others.includes(word)),
  )
}

function objectOf(schema: JsonObject, level: number): Cuttable {
  const { properties = {}, required = [], additionalProperties } = schema
  if (!isObject(properties) || !Array.isArray(required)) return fixed
  const members = Object.entries(properties).map(([name, its]) => [name, readSchema(its, level + 1)] as const)
  const others = isObject(additionalProperties) ? readSchema(additionalProperties, level + 1) : fixed
  return { kind: 'object', members: new Map(members), required: new Set(required.map(String)), others }
}

/** A union whose branches are told apart by their types alone. */
function unionOf(schema: JsonObject, branches: readonly unknown[], level: number): Cuttable {
  if (!hasOnly(schema, ['anyOf', 'oneOf'])) return fixed
  if (schema.anyOf !== undefined && schema.oneOf !== undefined) return fixed
  const byType = new Map<string, Cuttable>()
  for (const branch of branches) {
    const type = isObject(branch) ? branch.type : undefined
    if (typeof type !== 'string' || byType.has(type)) return fixed
    byType.set(type, readSchema(branch, level + 1))
  }
  return { kind: 'union', byType }
}

/** The branch of a union for a value. */
export function branchFor(byType: ReadonlyMap<string, Cuttable>, value: unknown): Cuttable {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const found = byType.get(type) ?? (Number.isInteger(value) ? byType.get('integer') : undefined)
  // A whole number is also a `number`, so it could belong to both branches, but neither is cut.
  return found ?? fixed
}

/** True if every value of the schema can be made small: nothing in it is of any size and must be left alone. */
function canBeSmall(cuttable: Cuttable): boolean {
  switch (cuttable.kind) {
    case 'fixed':
      return false
    case 'union':
      return [...cuttable.byType.values()].every(canBeSmall)
    case 'object':
      // A member that is not required can be left out, so it may be of any kind.
      return [...cuttable.required].every((name) => canBeSmall(cuttable.members.get(name) ?? cuttable.others))
    default:
      return true
  }
}

/**
 * The members that lead to a text that is always there, and can say that the value was cut. Undefined if there is none:
 * a client that shows only data would then show cut data as if it were whole.
 */
export function textPlace(cuttable: Cuttable, level = 0): readonly string[] | undefined {
  if (cuttable.kind === 'text') return []
  if (cuttable.kind !== 'object' || level > MOST_LEVELS) return undefined
  for (const name of cuttable.required) {
    const rest = textPlace(cuttable.members.get(name) ?? fixed, level + 1)
    if (rest) return [name, ...rest]
  }
  return undefined
}

/** True if large values of the schema can be cut, and can say so. */
export const isCuttable = (cuttable: Cuttable): boolean =>
  canBeSmall(cuttable) && (textPlace(cuttable)?.length ?? 0) > 0
