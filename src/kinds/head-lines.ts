const decoder = /* @__PURE__ */ new TextDecoder()

/** Lines that tell a kind. More of them, which are short, would tell nothing new and take most of the time. */
const MOST_LINES = 256

/** All kinds look at the same head one after the other, so that it is decoded once. */
let last: { head: Uint8Array; text: string; lines: readonly string[] } | undefined

function lookAt(head: Uint8Array) {
  if (last?.head !== head) {
    const text = decoder.decode(head)
    last = { head, text, lines: text.split(/\r?\n/, MOST_LINES + 1) }
  }
  return last
}

/** The beginning of an output as text, without a BOM. The bytes must not change later. */
export const headText = (head: Uint8Array): string => lookAt(head).text

/** The first complete lines of an output, at most 256, or the only one that has begun. */
export function headLines(head: Uint8Array, isWhole: boolean): readonly string[] {
  const { lines } = lookAt(head)
  return lines.length <= MOST_LINES && (isWhole || lines.length === 1) ? lines : lines.slice(0, -1)
}

/** What a reader may hold that recognises a head: enough for all of its units, so that none is dropped to make room. */
export const HELD_OF_HEAD = 2 ** 22

/** How much is shown of a long line, for a limit of the whole text. */
export const clipBytesFor = (maxBytes: number): number => Math.max(160, Math.min(1024, maxBytes >> 4))
