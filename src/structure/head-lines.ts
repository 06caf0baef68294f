const decoder = /* @__PURE__ */ new TextDecoder()

/** The complete lines at the beginning of an output, or the only one that has begun. */
export function headLines(head: Uint8Array, isWhole: boolean): string[] {
  const lines = decoder.decode(head).split(/\r?\n/)
  if (!isWhole && lines.length > 1) lines.pop()
  return lines
}

/** How much is shown of a long line, for a limit of the whole text. */
export const clipBytesFor = (maxBytes: number): number => Math.max(160, Math.min(1024, maxBytes >> 4))
