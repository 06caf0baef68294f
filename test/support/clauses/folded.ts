import type { View } from '../../../src/core/clean/view.ts'
import { collect } from '../../../src/core/hold/collect.ts'
import { placeIn } from '../../../src/core/hold/found.ts'
import { resolveSettings } from '../../../src/settings.ts'
import { errorsOf, InputFacts, utf8Length } from '../facts.ts'
import { statusLineOf } from '../grammar.ts'
import { piecesOf } from '../rendering.ts'
import { checkBudget } from './budget.ts'
import {
  broken,
  type Case,
  countTokens,
  fail,
  foundBy,
  longLines,
  mayBeWeak,
  same,
  soughtErrors,
  wholeOf,
} from './case.ts'

/** The clauses for folded results: they hold for the view, and every place in the input is true. */

/** A line that stands for repeated lines. */
const REPEAT = /^\[\.\.\.\d+(?:-\d+)?(?: (?:repeat|like) (\d+)(?:-(\d+))?)?\]$/

export function checkFolded(c: Case): void {
  const { options, result, facts } = c
  checkBudget(c)
  const view = viewOf(c)
  same(5, 'totalLines', result.totalLines, facts.totalLines)
  same(5, 'totalBytes', result.totalBytes, facts.bytes.length)
  same(5, 'outputBytes', result.outputBytes, utf8Length(result.text))
  same(5, 'outputTokens', result.outputTokens, countTokens(options, result.text))
  const isLarger = utf8Length(result.text) > utf8Length(facts.text) && statusLineOf(c.status) === undefined
  if (isLarger && result.truncated)
    fail(2, `text has ${utf8Length(result.text)} bytes, the input's text only ${utf8Length(facts.text)}`)
  checkWhole(c)
  checkPlaces(c)
  checkText(c)
  checkErrorPlaces(c)
  checkFoldedErrors(c, view)
  checkMarks(c)
  const isFoldedOnly = result.gaps.every(({ mark }) => mark !== undefined)
  if (isFoldedOnly && result.truncatedBy === undefined) checkRepeats(c)
  if (result.gaps.length > 0 && !result.truncated) fail(5, 'something is left out, but truncated is false')
  if (!isFoldedOnly) same(5, 'whether truncatedBy is told', result.truncatedBy !== undefined, true)
}

/** An input that is within the limits is shown whole: as it came, or as a terminal shows it. */
function checkWhole(c: Case): void {
  const { facts, options, result } = c
  if (c.recut || broken(options, wholeOf(c)).length > 0 || longLines(options, facts.text).perhaps) return
  if (result.notes !== undefined) return
  if (result.truncated) fail(2, 'the text is cut although the input is within every limit')
  if (options.fold === undefined || result.gaps.length > 0) return
  if (result.text.startsWith(facts.text)) return
  const lines = new Set(result.text.split(/\r?\n/))
  // Without errors, one that was overwritten is text like any other.
  const errors = options.errors ?? (options.keep ?? 'ends') === 'ends'
  const rendered = collect(facts.bytes, settingsOf({ ...c, options: { ...options, errors } }))
  const lost = [rendered, ...(rendered.folded ? [rendered.folded()] : [])].map(({ regions }) =>
    Buffer.from(regions[0]?.bytes ?? [])
      .toString()
      // Below the last line a status may stand.
      .replace(/\n$/, '')
      .split(/\r?\n/)
      .find((line) => !lines.has(line)),
  )
  if (lost.every((line) => line !== undefined))
    fail(2, `the line ${JSON.stringify(lost[0])} is lost although the input fits`)
}

interface FoldedView {
  facts: InputFacts
  view: View | undefined
}

/** Settings with room for the whole view of the input. */
function settingsOf({ options, result }: Case) {
  const { notice: _, source: __, tokens: ___, keep: ____, ...rest } = options
  return resolveSettings({ ...rest, backend: result.backend, fold: options.fold ?? true, maxBytes: 2 ** 30 })
}

/** The whole view of the input. */
function viewOf(c: Case): FoldedView {
  const {
    facts: { bytes },
    options,
    result,
  } = c
  const unfolded = collect(bytes, settingsOf(c))
  const isWhole = !result.truncated && result.gaps.length === 0 && bytes.length <= (options.maxBytes ?? 30720)
  const facts = isWhole ? unfolded : (unfolded.folded?.() ?? unfolded)
  return { facts: new InputFacts(facts.regions[0]?.bytes ?? new Uint8Array(0)), view: facts.view }
}

/** Segments and gaps partition the input, and their lines are those of their bytes. */
function checkPlaces({ facts, result }: Case): void {
  let at = 0
  for (const piece of piecesOf(result)) {
    const { startByte, endByte, firstLine, lastLine } = piece.segment ?? piece.gap
    const where = `${piece.segment ? 'segment' : 'gap'} ${startByte}-${endByte}`
    same(6, `the start of ${where}`, startByte, at)
    if (endByte < startByte || (piece.gap && endByte === startByte)) fail(6, `${where} is empty`)
    at = endByte
    if (endByte === startByte) continue
    same(5, `firstLine of ${where}`, firstLine, facts.lineOf(startByte))
    same(5, `lastLine of ${where}`, lastLine, facts.lineOf(endByte - 1))
    if (piece.segment?.exact)
      same(6, `text of ${where}`, piece.segment.text, facts.textOf(startByte, endByte))
  }
  if (facts.bytes.length > 0) same(6, 'the end of the last piece', at, facts.bytes.length)
}

/** The evidence of each error is in its line, and cuts no character. */
function checkErrorPlaces({ facts, result }: Case): void {
  const errors = foundBy(result)
  if (errors.lines.length > Math.min(1000, errors.total)) fail(5, 'more errors are listed than there are')
  let last = 0
  for (const { line, startByte, endByte } of errors.lines) {
    const where = `the error at ${startByte}-${endByte}`
    if (startByte < last) fail(5, `${where} is not in order`)
    last = startByte
    if (endByte < startByte || startByte < facts.lineStart(line) || endByte > facts.lineEnd(line))
      fail(5, `${where} is not in line ${line}`)
    for (const at of [startByte, endByte])
      if (!facts.isCodePointBoundary(at)) fail(5, `${where} begins or ends inside a character`)
  }
}

/** What stands in JSON for values that are left out: their number, and how many have each value of a telling name. */
const JSON_MARK =
  /^(?:"… (?:\d+ )?more [a-z ,\d]+(?:: \d+ [^"\\]+)? …"|"… keys? [\d-]+ …": "\d+ more keys?[a-z ,\d]*"|… \d+ more characters …)(?:,?\s*)$/

/** What stands in XML and HTML for elements that are left out. */
const COMMENT_MARK = /^<!-- (?:\d+ more [\w:.-]+(?:, \d+ failed)?: [^<>]*|\[\.\.\.[^<>]*\]) -->\s*$/

/** True for what may stand between two segments: nothing, markers, and marks of what is missing. */
const isOfPith = (between: string): boolean =>
  JSON_MARK.test(between) ||
  COMMENT_MARK.test(between) ||
  between.split('\n').every((line) => /^(?: *(?:# )?\[\.\.\..*\]|…*(?: \[\.\.\.\+\d+\])?…*)$/.test(line))

/** The text is that of the segments, in order. What stands between them is pith's. */
function checkText({ result, options, facts, recut }: Case): void {
  // Text that was not folded has the ends of lines that it had, and where no view of it has room, its controls.
  const startsAsItWas = result.text.startsWith(facts.text)
  const isAsItWas = !result.truncated && startsAsItWas
  const text = recut || startsAsItWas ? result.text.replaceAll('\r\n', '') : result.text
  // Data is shown as it is in the input, but for its colours.
  const isData = result.units !== undefined
  const controls = isAsItWas
    ? null
    : text.match(isData ? /(?!\p{ASCII})\p{Cc}/u : /(?![\t\n])\p{Cc}/u) || (isData && text.includes('\u001b'))
  if (controls) fail(4, `text holds a control code: ${JSON.stringify(result.text.slice(0, 300))}`)
  const texts = result.segments.map(({ text }) => text)
  if (placesOf(texts, result.text, isOfPith)) return
  // Without a notice, what stands between two segments is not told from what it stands for.
  if (options.notice === false && placesOf(texts, result.text, () => true)) return
  fail(5, `no line of pith is all that stands between the segments: ${JSON.stringify(texts).slice(0, 400)}`)
}

/**
 * The places of some texts in another one, in order, with only what may stand there before each. Undefined where there
 * are none. A short text may also stand in a marker, so the first place of a text need not be the right one.
 */
function placesOf(
  texts: readonly string[],
  whole: string,
  mayStand: (between: string) => boolean,
): number[] | undefined {
  const places: number[] = []
  /** Where each text is looked for next: behind the place that was tried last. */
  let from = 0
  while (places.length < texts.length) {
    const last = places.length - 1
    const at = last < 0 ? 0 : places[last] + texts[last].length
    let found = whole.indexOf(texts[places.length], from)
    while (found >= 0 && !mayStand(whole.slice(at, found)))
      found = whole.indexOf(texts[places.length], found + 1)
    if (found >= 0) {
      places.push(found)
      from = found + texts[places.length - 1].length
    } else {
      const wrong = places.pop()
      if (wrong === undefined) return undefined
      from = wrong + 1
    }
  }
  return places
}

/** A mark stands at the place of each gap of a text in which only repeated lines are left out. */
function checkRepeats({ result }: Case): void {
  let at = 0
  for (const { segment, gap } of piecesOf(result)) {
    if (segment) {
      at = result.text.indexOf(segment.text, at) + segment.text.length
      continue
    }
    const line = result.text.slice(at).split('\n', 1)[0]
    if (line !== gap.mark || !REPEAT.test(line)) fail(6, 'a gap has no mark in its place')
    at += line.length + 1
  }
}

/** A mark of repeated lines names no lines that are left out, but for those behind other marks. */
function checkMarks({ result: { segments, gaps, units } }: Case): void {
  if (units !== undefined) return
  const marked = gaps.filter(({ mark }) => mark !== undefined)
  const isIn = (ranges: readonly { firstLine: number; lastLine: number }[], line: number) =>
    ranges.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine)
  for (const { mark = '' } of marked) {
    const [, first, last = first] = REPEAT.exec(mark) ?? []
    if (first === undefined) continue
    for (let line = Number(first); line <= Number(last); line++)
      if (!isIn(segments, line) && !isIn(marked, line))
        fail(7, `${mark} names line ${line}, which is not shown`)
    if (!isIn(segments, Number(first)) || !isIn(segments, Number(last)))
      fail(7, `${mark} names a line that is not shown`)
  }
}

/** Up to so many bytes the count must be exact. In longer inputs, a middle that is not folded changes it. */
const FOLDED_BYTES = 64 * 1024

function checkFoldedErrors(
  { facts: input, result, options, recut, status }: Case,
  { facts, view }: FoldedView,
): void {
  const on = soughtErrors(options, status)
  if (on === false || recut) return
  // Of data, no word is an error.
  if (result.kind !== undefined && status !== undefined) return
  const patterns = typeof on === 'object' ? on.patterns : []
  const { listed: errors, total } = errorsOf(facts, patterns)
  const hidden = view?.errorsBetween(0, facts.bytes.length) ?? 0
  const found = foundBy(result).total
  // Of a long input only the ends are folded, so that lines like a selected one are counted, or hidden ones, or some of both.
  const unfolded = errorsOf(input, patterns).total
  const isBetween = found >= Math.min(unfolded, total) && found <= Math.max(unfolded, total + hidden)
  if (!isBetween || input.bytes.length <= FOLDED_BYTES) same(5, 'errors.total', found, total + hidden)
  // A unit that has no room hides the statement in it.
  if (result.units !== undefined) return
  const [lead] = foundBy(result).statements
  const first = lead && errors.find((e) => (view ? placeIn(view, e) : e).startByte === lead.startByte)
  const roomy =
    Math.min(options.maxBytes ?? 30720, facts.bytes.length) >= 2048 && (options.maxLines ?? 99) >= 20
  const { maxTokens, maxLineLength, maxSerializedBytes } = options
  if (!first || !roomy || (maxTokens ?? maxLineLength ?? maxSerializedBytes) !== undefined) return
  if (mayBeWeak(options, lead)) return
  const shown = facts.textOf(first.startByte, first.endByte)
  if (!result.text.includes(shown))
    fail(10, `the strongest statement, ${JSON.stringify(shown)}, is not shown`)
}
