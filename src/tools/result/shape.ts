import { invalidInput } from '../../errors.ts'

// Knows the shapes in which hosts pass the result of a tool: lists of content parts, and objects around such a list.

/** The steps from a value to something inside it. */
export type Path = readonly (string | number)[]

/** A text inside a value. */
export interface PlacedText {
  path: Path
  text: string
  /** The list item that the text belongs to. Undefined when the text is all of the value. */
  item: Path
}

type Fields = Readonly<Record<string, unknown>>

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

/**
 * The texts of a value that has content parts, in order. Undefined for any other value, which is a JSON value then.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when a property of the value cannot be read
 */
export function textsOf(value: object): PlacedText[] | undefined {
  try {
    return textsIn(value)
  } catch (cause) {
    throw invalidInput('Expected a result whose properties can be read, but reading one of them failed.', {
      cause,
    })
  }
}

function textsIn(value: object): PlacedText[] | undefined {
  if (Array.isArray(value)) return isPartList(value) ? textsOfParts(value, []) : undefined
  const fields = value as Fields
  if (isPart(fields)) return textOfPart(fields, [], [])
  if (isPartList(fields.content)) return textsOfParts(fields.content, ['content'])
  if (isListOf(fields.contents, isResource)) {
    const resources = fields.contents as readonly Fields[]
    return resources.flatMap((each, at) => textOfResource(each, ['contents', at], ['contents', at]))
  }
  if (!isListOf(fields.messages, isMessage)) return undefined
  const messages = fields.messages as readonly { content: Fields }[]
  return messages.flatMap(({ content }, at) =>
    textOfPart(content, ['messages', at, 'content'], ['messages', at]),
  )
}

const textsOfParts = (parts: readonly Fields[], path: Path): PlacedText[] =>
  parts.flatMap((part, at) => textOfPart(part, [...path, at], [...path, at]))

function textOfPart(part: Fields, path: Path, item: Path): PlacedText[] {
  if (part.type === 'resource') return textOfResource(part.resource as Fields, [...path, 'resource'], item)
  const { text } = part
  return textTypes.has(part.type) && typeof text === 'string' ? [{ path: [...path, 'text'], text, item }] : []
}

function textOfResource({ text }: Fields, path: Path, item: Path): PlacedText[] {
  return typeof text === 'string' ? [{ path: [...path, 'text'], text, item }] : []
}

/** A list in which everything has a type, and at least one part is known. Other data may have types too. */
const isPartList = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.every(isTyped) && value.some(isPart)

const isListOf = (value: unknown, is: (item: Fields) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isFields(item) && is(item))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTyped = (value: unknown): boolean => isFields(value) && typeof value.type === 'string'

/** Whether an object is a part of MCP, of the AI SDK, or of the APIs of Anthropic and OpenAI. */
function isPart(part: Fields): boolean {
  const { type } = part
  if (textTypes.has(type)) return typeof part.text === 'string'
  if (type === 'resource') return isFields(part.resource) && isResource(part.resource)
  if (type === 'resource_link') return typeof part.uri === 'string'
  if (type === 'image_url' || type === 'input_image') return part.image_url !== undefined
  const isMedia = type === 'image' || type === 'audio' || type === 'media'
  return isMedia && (typeof part.data === 'string' || isFields(part.source))
}

const isResource = (resource: Fields): boolean =>
  typeof resource.uri === 'string' && (typeof resource.text === 'string' || typeof resource.blob === 'string')

const isMessage = ({ role, content }: Fields): boolean =>
  typeof role === 'string' && isFields(content) && isPart(content)

/** A path as a JSON Pointer (RFC 6901): `/content/0/text`. */
export const pointerTo = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A change: another text at a path, or no item there. */
export type Change = { path: Path; text: string } | { path: Path; isRemoved: true }

/** The value with some changes. Everything else in it is shared with the value, which stays as it is. */
export function withChanges<Value>(value: Value, changes: readonly Change[]): Value {
  const [first] = changes
  if (first === undefined) return value
  if (first.path.length === 0 && 'text' in first) return first.text as Value
  // By path, because one object may stand at several places of the value.
  const copies = new Map<string, Copy>()
  const root = shallowCopy(value as object)
  const gone = new Map<Copy, Set<number>>()
  for (const { path, ...change } of changes) {
    let copy = root
    for (const [at, step] of path.slice(0, -1).entries()) {
      const pointer = pointerTo(path.slice(0, at + 1))
      const inner = copies.get(pointer) ?? shallowCopy(copy[step] as object)
      copies.set(pointer, inner)
      copy[step] = inner
      copy = inner
    }
    const last = path[path.length - 1]
    if ('text' in change) copy[last] = change.text
    else gone.set(copy, (gone.get(copy) ?? new Set()).add(Number(last)))
  }
  for (const [list, places] of gone) removeFrom(list as never, places)
  return root as Value
}

type Copy = Record<string | number, unknown>

function removeFrom(list: unknown[], places: ReadonlySet<number>): void {
  const kept = list.filter((_, at) => !places.has(at))
  list.length = 0
  for (const item of kept) list.push(item)
}

function shallowCopy(original: object): Copy {
  if (Array.isArray(original)) return original.slice() as never
  const copy = { ...original }
  const prototype = Object.getPrototypeOf(original)
  return prototype === Object.prototype ? copy : Object.setPrototypeOf(copy, prototype)
}
