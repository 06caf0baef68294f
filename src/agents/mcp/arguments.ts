// How a tool describes its arguments, and how a call is checked against that. A wrong argument is an error that says what
// was expected and what came.
import { parseRange } from '../../check/ranges.ts'
import { shown, wrongOption } from '../../errors.ts'
import { isObject, type JsonObject } from './messages.ts'

export const text = (description: string) => ({ type: 'string', description }) as const
export const yes = (description: string) => ({ type: 'boolean', description }) as const
export const whole = (description: string, minimum = 1, maximum?: number) =>
  ({ type: 'integer', minimum, ...(maximum !== undefined && { maximum }), description }) as const
export const texts = (description: string) =>
  ({ type: 'array', items: { type: 'string' }, description }) as const

interface Shape {
  type: 'string' | 'boolean' | 'integer' | 'array'
  minimum?: number
  enum?: readonly string[]
}

type ValueOf<S> = S extends { type: 'string'; enum: readonly (infer Choice)[] }
  ? Choice
  : S extends { type: 'string' }
    ? string
    : S extends { type: 'boolean' }
      ? boolean
      : S extends { type: 'integer' }
        ? number
        : string[]

/** The arguments of a call. An absent one was not given, or is null. */
export type Arguments<Shapes> = { [Name in keyof Shapes]?: ValueOf<Shapes[Name]> }

export const schemaOf = <const Shapes extends Readonly<Record<string, object>>>(
  properties: Shapes,
  required: readonly string[] = [],
) => ({ type: 'object' as const, properties, required: [...required], additionalProperties: false })

/** Ranges, which models also write as a number. */
const RANGES: readonly string[] = ['lines', 'bytes', 'items', 'rows']

/** The arguments of a call, of the types that the schema names. Refuses names that it does not have. */
export function argumentsOf<Shapes extends object>(
  given: unknown,
  { properties, required }: { properties: Shapes; required: readonly string[] },
): Arguments<Shapes> {
  const names = Object.keys(properties)
  if (given !== undefined && !isObject(given))
    throw wrongOption(`Expected the arguments to be an object, got ${shown(given)}.`)
  const all = Object.entries(given ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const other = Object.keys(given ?? {}).find((name) => !names.includes(name))
  if (other !== undefined) throw wrongOption(`There is no argument ${shown(other)}. Use ${names.join(', ')}.`)
  const missing = required.find((name) => !all.some(([one]) => one === name))
  if (missing !== undefined) throw wrongOption(`Expected ${missing}, got nothing.`)
  const shapes = properties as Readonly<Record<string, Shape>>
  return Object.fromEntries(
    all.map(([name, value]) => [name, checked(name, value, shapes[name])]),
  ) as Arguments<Shapes>
}

function checked(name: string, value: unknown, { type, minimum = 0, enum: choices }: Shape): unknown {
  const refuse = (expected: string) => wrongOption(`Expected ${name} to be ${expected}, got ${shown(value)}.`)
  if (choices) {
    if (choices.includes(String(value))) return value
    throw refuse(`one of ${choices.join(', ')}`)
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value
    throw refuse('true or false')
  }
  if (type === 'integer') {
    if (Number.isSafeInteger(value) && (value as number) >= minimum) return value
    throw refuse(`a whole number from ${minimum}`)
  }
  if (type === 'array') {
    if (typeof value === 'string') return [value]
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
    throw refuse('a list of strings')
  }
  if (typeof value === 'string') return value
  if (typeof value === 'number' && RANGES.includes(name)) return String(value)
  throw refuse('a string')
}

/** A range such as `10-20`, `10-` or `10`. Ranges of bytes do not include their second number. */
export function rangeOf(name: string, value: string): [number, number] {
  const isBytes = name === 'bytes'
  const range = parseRange(value, !isBytes)
  if (!range) throw wrongOption(`Expected ${name} to be a range such as "10-20", got ${shown(value)}.`)
  if (range[0] === 0 && !isBytes) throw wrongOption(`Expected ${name} to begin at 1 or more, got 0.`)
  return range
}

/** The one of several arguments that is given. Undefined if there is none. */
export function onlyOneOf<Name extends string>(args: object, names: readonly Name[]): Name | undefined {
  const [first, second] = names.filter((name) => (args as JsonObject)[name] !== undefined)
  if (second !== undefined) throw wrongOption(`Expected either ${first} or ${second}, got both.`)
  return first
}
