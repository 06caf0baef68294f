// Settings of a client that pith adds: values, and items of lists.
import { PithError } from '../../errors.ts'
import {
  hasValue,
  type JsonPath,
  nodeAt,
  parsedJson,
  pathName,
  valueAt,
  withItem,
  withoutEntry,
  withValue,
} from './json-text.ts'

/** A part of a settings file that belongs to pith. */
export interface SettingsPart {
  /** Adds it. Adding it twice is adding it once. */
  apply(text: string): string
  /** Removes it, and nothing else. `before` is the text from before it was added, if that is known. */
  remove(text: string, before: string | undefined): string
  /** What the user should know before it is added, one sentence each. */
  remarks(text: string): string[]
}

/** Whether two values are equal as JSON. */
export const sameData = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A value that pith sets, or an item that it adds to a list. */
export interface OwnSetting {
  kind: 'shell' | 'hook' | 'hint' | 'plugin'
  path: JsonPath
  /** The value of the key. Either this or `item`. */
  value?: string
  /** The item of the list. */
  item?: unknown
  /** Each item of the list is a group, and this key of it has the entries. */
  entries?: string
  /** Recognises the value, item or entry that pith wrote, also from another folder or an earlier version. */
  isOwn(found: unknown): boolean
}

const conflict = (why: string): PithError => new PithError('PITH_CONFLICT', why)

export function settingsPart(settings: readonly OwnSetting[]): SettingsPart {
  return {
    apply: (text) => settings.reduce(withSetting, text),
    remove(text, before) {
      let left = text
      for (const setting of settings.toReversed()) {
        for (const path of ownPaths(left, setting).toReversed()) left = withoutEmpty(left, path, before)
      }
      return left
    },
    remarks: () => [],
  }
}

/** The paths at which a file has what pith wrote for a setting. */
function ownPaths(text: string, { path, value, entries, isOwn }: OwnSetting): JsonPath[] {
  const found = valueAt(text, path)
  if (value !== undefined) return found !== undefined && isOwn(found) ? [path] : []
  if (!Array.isArray(found)) return []
  return found.flatMap((item: unknown, at): JsonPath[] => {
    if (entries === undefined) return isOwn(item) ? [[...path, at]] : []
    const listed = entriesOf(item, entries)
    const own = listed.flatMap((entry, i) => (isOwn(entry) ? [i] : []))
    // People may have added entries of their own to the group.
    if (own.length === listed.length) return own.length > 0 ? [[...path, at]] : []
    return own.map((i) => [...path, at, entries, i])
  })
}

/** What a file has of a setting: its value, or the items or entries that are pith's. */
export const settingValues = (text: string, setting: OwnSetting): unknown[] =>
  ownPaths(text, setting).flatMap((path) => {
    const found = valueAt(text, path)
    const isGroup = setting.entries !== undefined && path.length === setting.path.length + 1
    return isGroup ? entriesOf(found, setting.entries as string) : [found]
  })

function entriesOf(group: unknown, key: string): unknown[] {
  const listed = (group as Record<string, unknown> | null | undefined)?.[key]
  return Array.isArray(listed) ? listed : []
}

function withSetting(text: string, setting: OwnSetting): string {
  const { path, value, item, entries } = setting
  const [own, ...others] = ownPaths(text, setting)
  if (value !== undefined) {
    const found = valueAt(text, path)
    if (found === value) return text
    if (found !== undefined && own === undefined) {
      throw conflict(
        `\`${pathName(path)}\` is already set to ${JSON.stringify(found)}. To use pith there, remove it and run \`pith install\` again`,
      )
    }
    return withValue(text, path, value)
  }
  if (own === undefined) return withItem(text, path, item)
  const single = others.toReversed().reduce<string>(withoutEntry, text)
  const isGroup = entries === undefined || own.length === path.length + 1
  const wanted = isGroup ? item : entriesOf(item, entries)[0]
  return sameData(valueAt(single, own), wanted) ? single : withValue(single, own, wanted)
}

/** Removes an entry, and the objects and lists around it that pith made for it. */
function withoutEmpty(text: string, path: JsonPath, before: string | undefined): string {
  const removed = withoutEntry(text, path)
  const outer = path.slice(0, -1)
  if (outer.length === 0) return removed
  const node = nodeAt(parsedJson(removed), outer)
  const isEmpty = node !== undefined && (node.children?.length ?? 0) === 0 && !hasComment(removed, node)
  const wasThere = before !== undefined && hasValue(before, outer)
  return isEmpty && !wasThere ? withoutEmpty(removed, outer, before) : removed
}

const hasComment = (text: string, { offset, length }: { offset: number; length: number }): boolean =>
  text.slice(offset + 1, offset + length - 1).trim() !== ''
