const decoder = /* @__PURE__ */ new TextDecoder()

/** The complete lines at the beginning of an output. */
export function headLines(head: Uint8Array, isWhole: boolean): string[] {
  const lines = decoder.decode(head).split(/\r?\n/)
  if (!isWhole) lines.pop()
  return lines
}

/** How much is shown of a long line, for a limit of the whole text. */
export const clipBytesFor = (maxBytes: number): number => Math.max(160, Math.min(1024, maxBytes >> 4))
