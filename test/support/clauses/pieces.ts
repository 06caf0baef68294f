import type { Truncation } from '../../../src/truncation.ts'
import { countCodePoints, type InputFacts } from '../facts.ts'
import { gapKind, piecesOf } from '../rendering.ts'
import { type Case, fail, GRAPHEME_POINTS, same, segmenter } from './case.ts'

/** Clauses 4, 6 and 11: the segments, the gaps, and the places where the text is cut. */

export function checkPartition({ facts, result }: Case): void {
  let at = 0
  let last = ''
  for (const piece of piecesOf(result)) {
    const { startByte, endByte, firstLine, lastLine } = piece.segment ?? piece.gap
    const name = `${piece.segment ? 'segment' : 'gap'} ${startByte}-${endByte}`
    if (startByte !== at) fail(6, `${name} does not begin at ${at}, where the piece before ends`)
    if (endByte <= startByte) fail(6, `${name} is empty`)
    if (endByte > facts.bytes.length) fail(6, `${name} goes past the end of the input`)
    same(6, `firstLine of ${name}`, firstLine, facts.lineOf(startByte))
    same(6, `lastLine of ${name}`, lastLine, facts.lineOf(endByte - 1))
    if (piece.gap) {
      const points = facts.codePointsBetween(facts.lineStart(firstLine), startByte)
      same(7, `column of ${name}`, piece.gap.column, points === 0 ? undefined : points + 1)
      if (piece.gap.asked !== true) fail(6, `${name} is not asked although no page was asked for`)
      const kind = gapKind(facts, piece.gap)
      const clipped = kind === 'clip' ? facts.codePointsBetween(startByte, endByte) : undefined
      if (kind !== 'odd') same(5, `codePoints of ${name}`, piece.gap.codePoints, clipped)
      if (kind === last && kind !== 'odd') fail(6, `${name} is a gap of ${kind} right after another one`)
      last = kind
    } else {
      last = ''
    }
    at = endByte
  }
  same(6, 'end of the last piece', at, facts.bytes.length)
  for (const list of [result.segments, result.gaps]) {
    const isSorted = list.every((piece, i) => i === 0 || list[i - 1].startByte < piece.startByte)
    if (!isSorted) fail(6, 'segments or gaps are out of order')
  }
  // Between units there is a mark in each gap.
  const clips = result.gaps.filter((gap) => result.units || gap.codePoints !== undefined).length
  if (result.segments.length > 64 + clips)
    fail(
      11,
      `there are ${result.segments.length} segments beside ${clips} clips and marks, at most 64 are allowed`,
    )
}

export function checkSegments({ facts, result }: Case): void {
  const kinds = ['head', 'error', 'tail', 'unit']
  let runs = 0
  let mixed = ''
  for (const segment of result.segments) {
    const { startByte, endByte, exact, text } = segment
    const name = `segment ${startByte}-${endByte}`
    const isExact = facts.isValid(startByte, endByte) && text === facts.textOf(startByte, endByte)
    if (exact && !isExact) fail(6, `${name} claims to be exact and is not`)
    if (!exact && isExact) fail(6, `${name} is exact and does not say so`)
    const lines = inexactLines(facts, segment)
    runs += lines.filter((inexact, i) => i === 0 || inexact !== lines[i - 1]).length
    if (!exact && lines.includes(false)) mixed = name
  }
  if (mixed !== '' && runs <= 60)
    fail(6, `${mixed} is inexact as a whole although only some of its lines are`)
  const order = result.segments.map((segment) => kinds.indexOf(segment.kind))
  if (order.includes(-1)) fail(6, 'a segment is neither head nor error nor tail')
  if (order.some((kind, i) => kind < order[i - 1] && order[i - 1] !== 1 && kind !== 1))
    fail(6, 'a head follows a tail')
}

/** For each line of a segment, whether its text differs from its bytes. Throws if it is neither decoded nor clipped. */
function inexactLines(facts: InputFacts, segment: Truncation['segments'][number]): boolean[] {
  const { startByte, endByte, firstLine, lastLine } = segment
  const shown = segment.text.split('\n')
  if (segment.text.endsWith('\n')) shown.pop()
  same(
    6,
    `number of lines in the text of segment ${startByte}-${endByte}`,
    shown.length,
    lastLine - firstLine + 1,
  )
  return shown.map((text, i) => {
    const start = Math.max(startByte, facts.lineStart(firstLine + i))
    const end = Math.min(endByte, facts.contentEnd(firstLine + i))
    const whole = facts.textOf(start, Math.max(start, end))
    if (text !== whole && !isClipOf(text, whole)) {
      fail(6, `line ${firstLine + i} of segment ${startByte}-${endByte} is neither the line nor a clip of it`)
    }
    return text !== whole || !facts.isValid(start, Math.max(start, end))
  })
}

/** Whether filling the clip marks in `text` can produce `whole`. */
function isClipOf(text: string, whole: string): boolean {
  for (const mark of text.matchAll(/ \[\.\.\.\+(\d+)\]|…|$/gu)) {
    const before = text.slice(0, mark.index)
    const after = text.slice(mark.index + mark[0].length)
    if (!whole.startsWith(before) || before.length + after.length > whole.length) continue
    const left = countCodePoints(whole) - countCodePoints(before)
    const omitted = mark[1] === undefined ? 1 : Number(mark[1])
    const rest = [...whole.slice(before.length)]
    if (mark[1] === undefined ? whole.endsWith(after) : omitted <= left) {
      const tail = rest.slice(omitted).join('')
      if (mark[1] === undefined || tail === after || isClipOf(after, tail)) return true
    }
  }
  return false
}

export function checkCuts({ facts, result }: Case): void {
  const pieces = piecesOf(result)
  for (const [i, piece] of pieces.entries()) {
    const { startByte } = piece.segment ?? piece.gap
    if (!facts.isCodePointBoundary(startByte)) fail(4, `byte ${startByte} is a cut inside a code point`)
    const before = pieces[i - 1]
    if (before === undefined || (before.gap === undefined) === (piece.gap === undefined)) continue
    const cluster = clusterAround(facts, startByte)
    if (cluster !== undefined && countCodePoints(cluster) <= GRAPHEME_POINTS) {
      fail(4, `byte ${startByte} is a cut inside the grapheme cluster ${JSON.stringify(cluster)}`)
    }
  }
}

/** The grapheme cluster that a cut would split. Undefined if it splits none. */
function clusterAround(facts: InputFacts, byte: number): string | undefined {
  if (facts.bytes[byte] === 0x0a || facts.bytes[byte - 1] === 0x0a) return undefined
  const line = facts.lineOf(byte)
  // A cluster's bounds depend on the text before it, such as a row of flags. Plain ASCII ends any such row.
  let from = Math.max(facts.lineStart(line), byte - 160)
  while (from > facts.lineStart(line) && !(isPlain(facts.bytes[from]) && isPlain(facts.bytes[from - 1])))
    from--
  let to = Math.min(facts.contentEnd(line), byte + 160)
  while (to < facts.contentEnd(line) && !facts.isCodePointBoundary(to)) to++
  const before = facts.textOf(from, byte)
  for (const { segment, index } of segmenter.segment(before + facts.textOf(byte, to))) {
    if (index + segment.length <= before.length) continue
    return index < before.length ? segment : undefined
  }
  return undefined
}

const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f
