/** A range of bytes, without its end. */
export type Bytes = readonly [startByte: number, endByte: number]

/** Selects bytes of a stream. Its answers do not depend on where chunks end, and its memory is bounded. */
export interface UnitSelector {
  /** The bytes of this chunk that belong to the units, in order, with line breaks between units. */
  write(chunk: Uint8Array): Uint8Array[]
  /** The last bytes. */
  end(): Uint8Array[]
  /** True once later bytes change nothing. */
  readonly isDone: boolean
  /** True when at least one unit was selected. */
  readonly isFound: boolean
  /** True when the stream ended inside a unit. */
  readonly isCut: boolean
  /** Says what there is instead, for a unit that is not there. */
  missing(): string
}

export const LINE_BREAK: Uint8Array = Uint8Array.of(0x0a)
/** Most names that an error lists. */
export const MOST_NAMES = 10

/** `a, b and 12 more`. */
export function listNames(names: readonly string[], total: number): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(name.slice(0, 120)))
  return total > shown.length ? `${shown.join(', ')} and ${total - shown.length} more` : shown.join(', ')
}

/** Joins parts. A single one is not copied. */
export function joinedParts(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
