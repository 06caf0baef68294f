/** A text with all names in its markers in full: `src/{a.ts 3, b.ts 4}` as `src/a.ts 3, src/b.ts 4`. */
export const withFullNames = (text: string): string => text.replaceAll(/^\[\.\.\..*\]$/gm, withoutBraces)

/** Innermost braces come first. */
function withoutBraces(marker: string): string {
  const flat = marker.replaceAll(/([^\s,:{}]*\/)\{([^{}]*)\}/g, (_, folder: string, names: string) =>
    names
      .split(', ')
      .map((name) => (name === '…' ? name : folder + name))
      .join(', '),
  )
  return flat === marker ? marker : withoutBraces(flat)
}
