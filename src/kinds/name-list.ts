import { SLASH } from './bytes.ts'

// Names in a marker, in as few bytes as a reader can still read: those of one folder in a row share it, as in a shell.

const ELLIPSIS = '…'
/** `{` and `}` */
const BRACES_BYTES = 2
/** `, ` */
const COMMA_BYTES = 2
/** What `, …` takes. */
export const ELLIPSIS_BYTES = 5

const encoder = /* @__PURE__ */ new TextEncoder()

/** The UTF-8 bytes of a text. Most are ASCII, for which a call of the encoder takes longer than a loop. */
export function byteLength(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return encoder.encode(text).length
  return text.length
}

/** A name with what is told of it. */
export interface ListedName {
  /** The folder that it is in: `src/fit/`. Empty for none. */
  readonly folder: string
  /** What comes behind that: `units.ts +12 -3`. */
  readonly rest: string
}

/** A name may itself be that of a folder: `src/fit/`. */
export function listedName(name: string, told: string): ListedName {
  const text = told === '' ? name : `${name} ${told}`
  // Braces of the name would be hard to tell from others.
  const at = /[{}]/.test(name) ? 0 : name.lastIndexOf('/', name.length - 2) + 1
  return { folder: text.slice(0, at), rest: text.slice(at) }
}

/** The most bytes that a name takes behind another one, its comma included. */
export function listedBytes(name: ListedName, previous: ListedName | undefined): number {
  const shared = sharedLength(name, previous)
  const own = byteLength(name.folder.slice(shared)) + byteLength(name.rest)
  return COMMA_BYTES + own + (shared > 0 ? BRACES_BYTES : 0)
}

/** About what a name takes behind another one, its comma included. */
export const nameBytes = (name: string, told: string): number =>
  COMMA_BYTES + byteLength(name) + (told === '' ? 0 : 1 + told.length)

/** Writes names in their order: `src/{a.c +1, fit/{b.c +2, c.c +3}}, docs/d.md +4`. */
export const writeNames = (names: readonly ListedName[]): string => written(names, 0)

/** Writes names whose folders share so many characters, which have been written. */
function written(names: readonly ListedName[], from: number): string {
  const parts: string[] = []
  for (let at = 0; at < names.length; ) {
    const first = names[at]
    let shared = first.folder.length
    let end = at + 1
    for (; end < names.length; end++) {
      const length = sharedLength(first, names[end])
      if (length <= from) break
      shared = Math.min(shared, length)
    }
    const folder = first.folder.slice(from, end > at + 1 ? shared : undefined)
    parts.push(folder + (end > at + 1 ? `{${written(names.slice(at, end), shared)}}` : first.rest))
    at = end
  }
  return parts.join(', ')
}

/** Characters of the innermost folder that has both. 0 where braces would not save a byte. */
function sharedLength({ folder }: ListedName, other: ListedName | undefined): number {
  let shared = 0
  if (!other) return shared
  for (let at = 0; at < folder.length && folder.charCodeAt(at) === other.folder.charCodeAt(at); at++)
    if (folder.charCodeAt(at) === SLASH) shared = at + 1
  return shared < BRACES_BYTES ? 0 : shared
}

/** Stands for names between two others. */
export const namesBetween = (previous: ListedName | undefined, next: ListedName | undefined): ListedName => ({
  folder: previous && next ? previous.folder.slice(0, sharedLength(previous, next)) : '',
  rest: ELLIPSIS,
})

export const isEllipsis = (name: ListedName | undefined): boolean => name?.rest === ELLIPSIS
