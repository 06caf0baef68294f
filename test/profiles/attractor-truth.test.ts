// @deep

import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../support/random.ts'
import * as attractor from './attractor-checked.ts'

const MARKERS =
  /\n\n(\.\.\. \[\d+ (?:characters|lines) truncated[^\]\n]*\] \.\.\.(?:\n\.\.\. \[\d+ lines truncated[^\]\n]*\] \.\.\.)?)\n\n/
const HEADING = /^\[(?:First \d+ lines|Last \d+ lines|Lines \d+-\d+) of \d+\]\n/

/** A text in which no character but CR and LF comes twice, so that a piece is found where it was. */
function unrepeating(random: Random, length: number): string {
  // Long lines in one half and short ones in the other fill the limits unevenly.
  const lengths = [random.pick([2, 5, 30]), random.pick([2, 5, 30])]
  const points = Array.from({ length }, (_, n) =>
    random.below(lengths[Math.floor((2 * n) / length)]) > 0
      ? String.fromCodePoint(random.pick([0x4e00, 0x20000]) + n)
      : random.pick(['\n', '\n', '\r\n']),
  )
  return points.join('')
}

/** Where a piece lies; undefined when it has nothing to tell it by. */
function placeOf(original: string, piece: string): number | undefined {
  const at = piece.search(/[^\r\n]/)
  return at < 0 ? undefined : original.indexOf(piece.slice(at, at + 2)) - at
}

interface Piece {
  start: number
  end: number
}

/** The pieces of the original in a cut text, in order, and the markers between them. */
function takeApart(original: string, text: string): { pieces: Piece[]; markers: string[] } | undefined {
  const parts = text.split(MARKERS)
  const pieces: Piece[] = []
  const markers: string[] = []
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      markers.push(part)
      continue
    }
    const shown = part.replace(HEADING, '')
    const isLast = index === parts.length - 1
    const start = index === 0 ? 0 : isLast ? original.length - shown.length : placeOf(original, shown)
    if (start === undefined) return undefined
    expect(original.slice(start, start + shown.length)).toBe(shown)
    pieces.push({ start, end: start + shown.length })
  }
  return { pieces, markers }
}

const claimed = (marker: string, what: string): number | undefined => {
  const found = new RegExp(`\\[(\\d+) ${what} truncated`).exec(marker)
  return found ? Number(found[1]) : undefined
}

/** Lines of the original that lie wholly in a stretch. */
function wholeLines(original: string, { start, end }: Piece): number {
  let count = 0
  let at = 0
  for (const line of original.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (at >= start && at + line.length <= end) count++
    at += line.length
  }
  return count
}

describe('every marker tells the truth', () => {
  it.each([false, true])('over 2000 random outputs and limits, artifact: %s', (artifact) => {
    let merged = 0
    let apart = 0
    for (let seed = 0; seed < 2000; seed++) {
      const random = createRandom(seed)
      const original = unrepeating(random, random.below(900))
      const limits = {
        maxChars: random.below(500),
        maxLines: random.below(60),
        headRatio: random.pick([0, 0.3, 0.3, 0.5, 0.9, 1]),
      }
      const text = attractor.truncateTool('run_command', original, limits, { artifact })
      const parts = takeApart(original, text)
      if (!parts) continue
      const { pieces, markers } = parts
      const points = (piece: Piece) => Array.from(original.slice(piece.start, piece.end)).length
      expect(pieces.reduce((sum, piece) => sum + points(piece), 0)).toBeLessThanOrEqual(limits.maxChars)
      if (markers.length > 1) apart++
      for (const [index, marker] of markers.entries()) {
        // The line end above a marker of lines is shown by the marker's own line.
        const byLines = claimed(marker, 'lines')
        const before = pieces[index].end
        const closes = byLines !== undefined && original[before] === '\n'
        // A first line that is empty looks as if it were not there.
        if (closes && before === 0) continue
        const gap = { start: closes ? before + 1 : before, end: pieces[index + 1].start }
        const characters = claimed(marker, 'characters')
        if (byLines !== undefined) expect(byLines).toBe(wholeLines(original, gap))
        if (byLines !== undefined && characters !== undefined) merged++
        const missing = points(gap)
        if (characters !== undefined)
          expect(closes ? [missing, missing + 1] : [missing]).toContain(characters)
        expect(byLines ?? characters).toBeGreaterThan(0)
      }
      if (markers.length === 0) expect(text).toBe(original)
    }
    expect(merged).toBeGreaterThan(100)
    expect(apart).toBeGreaterThan(100)
  })
})
