import { isObject } from './messages.ts'
import { branchFor, type Cuttable, textPlace } from './schema.ts'

/** How short the parts of a value become. */
interface Room {
  textChars: number
  listItems: number
}

/** Rooms to try, from wide to narrow. */
const rooms: readonly Room[] = [4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 0].map((size) => ({
  textChars: size * 4,
  listItems: size,
}))

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/**
 * Makes a value fit, and keeps it valid against its schema: shortens texts and lists, and then leaves out members that
 * need not be there. The narrowest form if even that does not fit. A text in it says that it is cut.
 */
export function cutStructured(value: unknown, cuttable: Cuttable, maxBytes: number, notice: string): unknown {
  const place = textPlace(cuttable) ?? []
  for (const room of rooms) {
    const cut = withNotice(shortened(value, cuttable, room, false), place, notice)
    if (sizeOf(cut) <= maxBytes) return cut
  }
  return withNotice(shortened(value, cuttable, rooms[rooms.length - 1], true), place, notice)
}

function withNotice(value: unknown, [name, ...rest]: readonly string[], notice: string): unknown {
  if (name === undefined) return typeof value === 'string' ? `${value}\n${notice}` : value
  return isObject(value) ? { ...value, [name]: withNotice(value[name], rest, notice) } : value
}

function shortened(value: unknown, cuttable: Cuttable, room: Room, isLast: boolean): unknown {
  if (cuttable.kind === 'union') return shortened(value, branchFor(cuttable.byType, value), room, isLast)
  if (cuttable.kind === 'text' && typeof value === 'string') return shortText(value, room.textChars)
  if (cuttable.kind === 'list' && Array.isArray(value))
    return value.slice(0, room.listItems).map((item) => shortened(item, cuttable.items, room, isLast))
  if (cuttable.kind !== 'object' || !isObject(value)) return value
  const { members, required, others } = cuttable
  const kept = Object.entries(value).flatMap(([name, its]): [string, unknown][] => {
    if (required.has(name)) return [[name, shortened(its, members.get(name) ?? others, room, isLast)]]
    if (isLast) return []
    const cut = shortened(its, members.get(name) ?? others, room, isLast)
    // What cannot be shortened may be left out.
    return sizeOf(cut) > Math.max(64, room.textChars) ? [] : [[name, cut]]
  })
  return Object.fromEntries(kept)
}

/** The start of a text. Says by `…` that it is cut, and is never longer than the text was. */
function shortText(text: string, most: number): string {
  if (text.length <= most) return text
  if (most === 0) return ''
  const end = /[\uD800-\uDBFF]/.test(text[most - 2] ?? '') ? most - 2 : most - 1
  return `${text.slice(0, end)}…`
}
