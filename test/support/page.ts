import type { ToolOutput } from '../../src/tools/output.ts'
import type { ReadDetails, ReadOptions } from '../../src/tools/read.ts'
import { broken, countTokens, fail, longLines, same } from './clauses/case.ts'
import { countCodePoints, countLines, InputFacts, utf8Length } from './facts.ts'
import { clipMark } from './grammar.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const NOTICE =
  /^\[(?:Lines? (\d+)(?:-(\d+))?(?: of (\d+))?|No lines|0 of (\d+) lines)\.( No newline at end\.)?(?: Use offset=(\d+)(?: column=(\d+))? to continue\.)?(?: MAC [0-9a-f]{16})?\]$/
const SHORT = /^\[Lines? (\d+)(?:-(\d+))? of (\d+)\]$/

/** Throws at the first clause of the contract (docs/contract.md) that a page breaks. Clause 9 does not apply to pages. */
export function checkPage(input: Uint8Array, options: ReadOptions, output: ToolOutput<ReadDetails>): void {
  const facts = new InputFacts(input)
  checkSizes(facts, options, output)
  checkPieces(facts, options, output)
  checkWords(facts, options, output)
  checkNext(facts, options, output)
}

const asked = (facts: InputFacts, { offset = 1, limit = Infinity, column = 1 }: ReadOptions) => {
  let start = facts.lineStart(offset)
  for (let left = column - 1; left > 0; left--) start += nextPoint(facts, start)
  return {
    start,
    end: Math.min(facts.bytes.length, facts.lineEnd(Math.min(facts.totalLines, offset + limit - 1))),
  }
}

function nextPoint(facts: InputFacts, start: number): number {
  let length = 1
  while (start + length < facts.bytes.length && !facts.isCodePointBoundary(start + length)) length++
  return length
}

function checkSizes(facts: InputFacts, options: ReadOptions, output: ToolOutput<ReadDetails>): void {
  const { text, details } = output
  const { truncation } = details
  same(4, 'truncation.text', truncation.text, text)
  if (/\p{Cs}/u.test(text)) fail(4, 'text is not well formed')
  const over = broken(options, text)
  if (over.length > 0) fail(1, `text has too many ${over.join(' and ')}`)
  if (longLines(options, text).surely) fail(1, 'a line is over maxLineLength')
  same(5, 'outputBytes', truncation.outputBytes, utf8Length(text))
  same(5, 'outputLines', truncation.outputLines, countLines(text))
  same(5, 'outputTokens', truncation.outputTokens, countTokens(options, text))
  if (details.totalLines === undefined) {
    if (options.totals !== false) fail(5, 'totalLines is not told')
    return
  }
  same(5, 'totalLines', details.totalLines, facts.totalLines)
  same(5, 'truncation.totalLines', truncation.totalLines, facts.totalLines)
  same(5, 'totalBytes', truncation.totalBytes, facts.bytes.length)
  const isWhole = (options.offset ?? 1) === 1 && (options.column ?? 1) === 1 && options.limit === undefined
  if (isWhole && utf8Length(text) > utf8Length(facts.text)) fail(2, 'text is larger than the input')
  if (isWhole && broken(options, facts.text).length === 0 && !longLines(options, facts.text).perhaps) {
    same(2, 'the text of an input that fits', text, facts.text)
  }
}

function checkPieces(
  facts: InputFacts,
  options: ReadOptions,
  { details, content }: ToolOutput<ReadDetails>,
): void {
  const { segments, gaps, totalBytes, truncated, keptBytes, keptLines } = details.truncation
  const pieces = [...segments, ...gaps].sort((a, b) => a.startByte - b.startByte)
  const range = asked(facts, options)
  let at = 0
  for (const piece of pieces) {
    const name = `piece ${piece.startByte}-${piece.endByte}`
    if (piece.startByte !== at || piece.endByte <= at) fail(6, `${name} does not follow ${at}`)
    at = piece.endByte
    same(6, `firstLine of ${name}`, piece.firstLine, facts.lineOf(piece.startByte))
    same(6, `lastLine of ${name}`, piece.lastLine, facts.lineOf(piece.endByte - 1))
    if (!facts.isCodePointBoundary(piece.startByte)) fail(4, `${name} begins inside a code point`)
    const points = facts.codePointsBetween(facts.lineStart(piece.firstLine), piece.startByte)
    if ('asked' in piece) {
      same(7, `column of ${name}`, piece.column, points === 0 ? undefined : points + 1)
      same(6, `asked of ${name}`, piece.asked, piece.startByte >= range.start && piece.endByte <= range.end)
      if (piece.codePoints !== undefined) {
        same(
          5,
          `codePoints of ${name}`,
          piece.codePoints,
          facts.codePointsBetween(piece.startByte, piece.endByte),
        )
      }
    } else {
      const bytesText = facts.textOf(piece.startByte, piece.endByte)
      if (piece.text === bytesText)
        same(6, `exact of ${name}`, piece.exact, facts.isValid(piece.startByte, piece.endByte))
      else if (piece.exact) fail(6, `${name} claims to be exact and is not`)
      if (piece.startByte < range.start || piece.endByte > range.end) fail(6, `${name} was not asked for`)
      same(6, `kind of ${name}`, piece.kind, 'range')
    }
  }
  same(6, 'end of the last piece', at, totalBytes)
  checkCuts(facts, options, details, range)
  const clips = gaps.filter((gap) => gap.codePoints !== undefined).length
  if (segments.length > 64 + clips) fail(11, `there are ${segments.length} segments beside ${clips} clips`)
  const hidden = segments.some((s) => !s.exact && s.text !== facts.textOf(s.startByte, s.endByte))
  same(6, 'truncated', truncated, hidden || gaps.some((gap) => gap.asked))
  same(6, 'whether truncatedBy is told', details.truncation.truncatedBy !== undefined, truncated)
  const lines = new Set(
    segments.flatMap((s) => Array.from({ length: s.lastLine - s.firstLine + 1 }, (_, i) => s.firstLine + i)),
  )
  same(5, 'keptLines', keptLines, lines.size)
  if (!hidden) {
    same(
      5,
      'keptBytes',
      keptBytes,
      segments.reduce((sum, s) => sum + s.endByte - s.startByte, 0),
    )
    same(6, 'content', content, segments.map((s) => s.text).join(''))
  }
  if (segments.length === 0 && range.start < range.end) {
    const [{ segment: first }] = segmenter.segment(facts.textOf(range.start, range.start + 200))
    const fits =
      broken(options, first).length === 0 && countCodePoints(first) <= (options.maxLineLength ?? Infinity)
    if (countCodePoints(first) <= 32 && fits && first !== '\n')
      fail(3, `nothing is kept, though ${JSON.stringify(first)} fits`)
  }
}

/** Throws if the page's end, or a clip inside a line, splits a character. */
function checkCuts(facts: InputFacts, _: ReadOptions, details: ReadDetails, range: { start: number }): void {
  for (const { endByte } of details.truncation.segments) {
    const line = facts.lineOf(endByte - 1)
    if (endByte >= facts.contentEnd(line)) continue
    const from = Math.max(range.start, facts.lineStart(line))
    const before = facts.textOf(from, endByte)
    const after = facts.textOf(endByte, Math.min(facts.contentEnd(line), endByte + 200))
    const around = segmenter.segment(before + after).containing(before.length)
    if (around && around.index < before.length && countCodePoints(around.segment) <= 32) {
      fail(4, `byte ${endByte} is a cut inside ${JSON.stringify(around.segment)}`)
    }
  }
}

function checkWords(facts: InputFacts, options: ReadOptions, output: ToolOutput<ReadDetails>): void {
  const { text, content, notice, details } = output
  let body = text
  if (notice !== undefined) {
    if (!text.endsWith(notice) || notice.includes('\n')) fail(12, 'the notice is not the last line')
    body = text.slice(0, -notice.length)
    if (options.notice === false) fail(12, 'there is a notice although notices are off')
    checkNotice(facts, notice, output)
  }
  let expected = content
  if (details.truncation.gaps.some((gap) => gap.codePoints !== undefined)) expected = withMarks(details)
  const added = notice !== undefined && expected !== '' && !expected.endsWith('\n')
  const hidden = details.truncation.segments.some((s) => !s.exact)
  if (!hidden && text !== '…')
    same(5, 'text', body, withoutMarks(body, expected) ?? (added ? `${expected}\n` : expected))
}

/** Where marks are too wide for the lines, they are not counts. */
const withoutMarks = (body: string, expected: string): string | undefined =>
  body.replaceAll(/ \[\.\.\.\+\d+\]/g, '') === expected.replaceAll(/ \[\.\.\.\+\d+\]/g, '') ||
  body.replaceAll('…', '').trimEnd() === expected.replaceAll(/ \[\.\.\.\+\d+\]|…/g, '').trimEnd()
    ? body
    : undefined

function withMarks({ truncation: { segments, gaps } }: ReadDetails): string {
  const clips = gaps.filter((gap) => gap.codePoints !== undefined)
  return [...segments, ...clips]
    .sort((a, b) => a.startByte - b.startByte)
    .map((piece) => ('text' in piece ? piece.text : clipMark(piece.codePoints ?? 0)))
    .join('')
}

function checkNotice(facts: InputFacts, notice: string, { details, content }: ToolOutput<ReadDetails>): void {
  const { segments } = details.truncation
  const short = SHORT.exec(notice)
  const full = NOTICE.exec(notice)
  const found = short ?? full
  if (!found) fail(12, `the notice ${JSON.stringify(notice)} does not follow the grammar`)
  const [, first, last = first, total = full?.[4]] = found
  same(5, 'first line of the notice', first && Number(first), segments[0]?.firstLine)
  same(5, 'last line of the notice', last && Number(last), segments.at(-1)?.lastLine)
  same(5, 'total of the notice', total && Number(total), details.totalLines)
  if (short || !full) return
  const endsOpen = details.next === undefined && content !== '' && facts.bytes.at(-1) !== 0x0a
  same(7, '"No newline at end."', full[5] !== undefined, endsOpen)
  same(7, 'offset to continue', full[6] && Number(full[6]), details.next?.offset)
  same(7, 'column to continue', full[7] && Number(full[7]), details.next?.column)
}

function checkNext(facts: InputFacts, options: ReadOptions, { details }: ToolOutput<ReadDetails>): void {
  const { next, truncation } = details
  const range = asked(facts, options)
  const end = truncation.gaps.find((gap) => gap.asked && gap.codePoints === undefined)?.startByte
  const stop = end ?? Math.min(range.end, truncation.totalBytes)
  if (next === undefined) {
    same(7, 'where a last page ends', stop, facts.bytes.length)
    return
  }
  const start = asked(facts, { offset: next.offset, column: next.column ?? 1 }).start
  same(7, 'where the next page begins', start, stop)
}
