/** Replaces the characters from `start` to `end`, exclusive. */
export interface TextEdit {
  start: number
  end: number
  text: string
}

/** Applies edits that do not overlap. Those at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let from = 0
  let edited = ''
  for (const { start, end, text: added } of [...edits].sort((a, b) => a.start - b.start)) {
    edited += text.slice(from, start) + added
    from = end
  }
  return edited + text.slice(from)
}
