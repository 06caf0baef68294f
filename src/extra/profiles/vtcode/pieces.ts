import type { Gap, Segment } from '../../../truncation.ts'
import { codePoints, utf8Bytes } from '../text.ts'
import { firstMatchFrom, type KeptRange, type TextMaterial } from './plan.ts'

/** Writes the marker of a gap. `characters` is set when the gap lies inside one line, and replaces the lines. */
export type Marker = (lines: number, characters: number | undefined) => string

export const fullMarker: Marker = (lines, characters) =>
  characters === undefined
    ? `[... ${lines} ${lines === 1 ? 'line' : 'lines'} truncated ...]`
    : `[... ${characters} ${characters === 1 ? 'character' : 'characters'} truncated ...]`

/** Joins the kept pieces. Each gap gets its marker, on a line of its own. */
export function joinPieces(material: TextMaterial, kept: readonly KeptRange[], marker: Marker): string {
  const { text } = material
  let out = ''
  let at = 0
  for (const { start, end } of [...kept, { start: text.length, end: text.length }]) {
    if (start > at) {
      if (out !== '' && !out.endsWith('\n')) out += '\n'
      const line = markerLine(material, at, start, marker)
      if (line !== '') out += `${line}\n`
    }
    out += text.slice(start, end)
    at = end
  }
  return out
}

function markerLine({ text, starts }: TextMaterial, start: number, end: number, marker: Marker): string {
  const first = lineAt(starts, start)
  const last = lineAt(starts, end - 1)
  const whole = first < last || (start === starts[first] && end === starts[first + 1])
  return marker(last - first + 1, whole ? undefined : codePoints(text, start, end))
}

/** Index of the line that holds the code unit `at`. */
function lineAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle] <= at) low = middle
    else high = middle
  }
  return low
}

export interface Pieces {
  segments: Segment[]
  gaps: Gap[]
  /** Number of lines of which something is left out. */
  truncatedLines: number
}

/** Describes the kept pieces as segments and gaps, in lines and UTF-8 bytes. */
export function describeKept(material: TextMaterial, kept: readonly KeptRange[]): Pieces {
  const { text } = material
  const walk = new Walk(text)
  const pieces: Pieces = { segments: [], gaps: [], truncatedLines: 0 }
  for (const { kind, start, end } of [
    ...kept,
    { kind: 'end', start: text.length, end: text.length } as const,
  ]) {
    if (start > walk.at) addGap(pieces, material, walk, start)
    if (kind !== 'end') {
      pieces.segments.push({ ...walk.to(end), kind, exact: true, text: text.slice(start, end) })
    }
  }
  return pieces
}

function addGap(pieces: Pieces, { text, errors }: TextMaterial, walk: Walk, end: number): void {
  const start = walk.at
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  const place = walk.to(end)
  const gap: Gap = {
    ...place,
    errors: firstMatchFrom(errors, end) - firstMatchFrom(errors, start),
    asked: true,
  }
  const insideLine = place.firstLine === place.lastLine && text[end - 1] !== '\n' && end < text.length
  if (start > lineStart) gap.column = codePoints(text, lineStart, start) + 1
  if (insideLine || (start > lineStart && place.firstLine === place.lastLine)) {
    gap.codePoints = codePoints(text, start, end)
  }
  const shared = pieces.gaps.at(-1)?.lastLine === place.firstLine ? 1 : 0
  pieces.truncatedLines += place.lastLine - place.firstLine + 1 - shared
  pieces.gaps.push(gap)
}

/** Walks through a text once, piece by piece, and returns the place of each piece. */
class Walk {
  at = 0
  #byte = 0
  #line = 1
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Moves on to `end`. Returns the place of the text in between. */
  to(end: number): { startByte: number; endByte: number; firstLine: number; lastLine: number } {
    const startByte = this.#byte
    const firstLine = this.#line
    this.#byte += utf8Bytes(this.#text, this.at, end)
    for (
      let lf = this.#text.indexOf('\n', this.at);
      lf !== -1 && lf < end;
      lf = this.#text.indexOf('\n', lf + 1)
    ) {
      this.#line++
    }
    this.at = end
    const lastLine = this.#text[end - 1] === '\n' ? this.#line - 1 : this.#line
    return { startByte, endByte: this.#byte, firstLine, lastLine }
  }
}
