import { withJsonChanges } from '../../tools/result/json-changes.ts'
import { elementsOf, memberOf, membersOf } from '../../tools/result/json-places.ts'
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

/**
 * Makes a value fit, and keeps it valid against its schema: shortens texts and lists, and then leaves out members that
 * need not be there. The narrowest form if even that does not fit. A text in it says that it is cut.
 *
 * @param json the value as JSON, whose numbers and escapes stay as they are
 */
export function cutStructured(json: string, cuttable: Cuttable, maxBytes: number, notice: string): string {
  const place = textPlace(cuttable) ?? []
  for (const room of rooms) {
    const cut = withNotice(shortened(json, cuttable, room, false), place, notice)
    if (Buffer.byteLength(cut) <= maxBytes) return cut
  }
  return withNotice(shortened(json, cuttable, rooms[rooms.length - 1], true), place, notice)
}

function withNotice(json: string, path: readonly string[], notice: string): string {
  let start = 0
  let end = json.length
  for (const name of path) {
    const member = memberOf(json, start, name)
    if (!member) return json
    start = member.start
    end = member.end
  }
  const value: unknown = JSON.parse(json.slice(start, end))
  if (typeof value !== 'string') return json
  const words = JSON.stringify(`${value}\n${notice}`)
  return path.length === 0 ? words : withJsonChanges(json, [{ path, json: words }])
}

/** Calls itself once for each level of the schema, which has few. */
function shortened(json: string, cuttable: Cuttable, room: Room, isLast: boolean): string {
  if (cuttable.kind === 'union')
    return shortened(json, branchFor(cuttable.byType, kindOf(json)), room, isLast)
  if (cuttable.kind === 'text' && json.startsWith('"')) return shortText(json, room.textChars)
  if (cuttable.kind === 'list' && json.startsWith('[')) {
    const items = elementsOf(json, 0).slice(0, room.listItems)
    return `[${items.map(({ start, end }) => shortened(json.slice(start, end), cuttable.items, room, isLast)).join(',')}]`
  }
  if (cuttable.kind !== 'object' || !json.startsWith('{')) return json
  const { members, required, others } = cuttable
  const lastOf = new Map(membersOf(json, 0).map((member) => [member.name, member]))
  const kept = [...lastOf.values()].flatMap(({ name, start, end }) => {
    if (isLast && !required.has(name)) return []
    const cut = shortened(json.slice(start, end), members.get(name) ?? others, room, isLast)
    // What cannot be shortened may be left out.
    const isLarge = Buffer.byteLength(cut) > Math.max(64, room.textChars)
    return isLarge && !required.has(name) ? [] : `${JSON.stringify(name)}:${cut}`
  })
  return `{${kept.join(',')}}`
}

/** A value of the same type. */
const kindOf = (json: string): unknown =>
  json.startsWith('{') ? {} : json.startsWith('[') ? [] : (JSON.parse(json) as unknown)

/** The start of a text. Says by `…` that it is cut, and is never longer than the text was. */
function shortText(json: string, most: number): string {
  const text = JSON.parse(json) as string
  if (text.length <= most) return json
  if (most === 0) return '""'
  const end = /[\uD800-\uDBFF]/.test(text[most - 2] ?? '') ? most - 2 : most - 1
  return JSON.stringify(`${text.slice(0, end)}…`)
}
