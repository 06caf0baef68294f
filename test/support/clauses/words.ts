import type { Truncation } from '../../../src/truncation.ts'
import {
  briefNameOf,
  callWords,
  expectedResume,
  isExactlyNoticeLike,
  isTrueRest,
  isTrueStatus,
  mayBeNoticeLike,
  noticeOptionsOf,
  statusLineOf,
} from '../grammar.ts'
import { rebuildFromText } from '../reader.ts'
import { type Explained, explainText, gapKind } from '../rendering.ts'
import { type Case, fail, same } from './case.ts'

/** Clauses 5, 7 and 12 for markers and the notice: every word is true and leads back to the input. */

export function checkNotice({ facts, options, result, source, status, notice, recut }: Case): void {
  if (result.notice === undefined) return
  if (options.notice === false) fail(12, 'there is a notice although notices are off')
  if (notice === undefined)
    fail(12, `the notice ${JSON.stringify(result.notice)} does not follow the grammar`)
  if (result.notice.includes('\n')) fail(12, 'the notice is more than one line')
  if (notice.status !== undefined && !isTrueStatus(notice.status, status))
    fail(12, `the notice says ${notice.status}`)
  if (notice.form === 'status') return
  const ranges = keptRanges(result)
  const kept = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  if (notice.totalLines !== undefined)
    same(5, "the notice's number of lines", notice.totalLines, facts.totalLines)
  if (notice.shownLines !== undefined) same(5, "the notice's number of shown lines", notice.shownLines, kept)
  if (notice.range) same(5, "the notice's range", JSON.stringify([notice.range]), JSON.stringify(ranges))
  const isTold = notice.range !== undefined || notice.shownLines !== undefined
  if (notice.form === 'brief') {
    same(12, 'the source named', notice.rest, briefNameOf(source, options))
    same(5, 'whether the notice says how much is shown', isTold, notice.rest === '')
    return
  }
  if (ranges.length < 2) same(7, 'whether the notice says what is shown', isTold, true)
  const endsOpen = facts.bytes.length > 0 && facts.bytes.at(-1) !== 0x0a
  const lastIsKept = result.segments.at(-1)?.lastLine === facts.totalLines
  // A result that is cut again may not tell how its input ended.
  if (!recut) same(7, '"No newline at end."', notice.noFinalNewline, !source && endsOpen && lastIsKept)
  // A result that fits keeps its notice, which may be of larger limits.
  const { maxBytes: _, maxTokens: __, maxSerializedBytes: ___, ...larger } = options
  const isTrue = [options, ...(recut ? [larger] : [])].some((limits) =>
    isTrueRest(notice.rest, result.gaps, source, limits),
  )
  if (!isTrue) fail(12, `the notice ends ${JSON.stringify(notice.rest)}`)
  const failed = statusLineOf(status) !== undefined
  same(12, 'whether the notice tells of a failure', notice.status !== undefined, failed)
  same(
    12,
    'whether the notice has a MAC',
    notice.mac !== undefined,
    noticeOptionsOf(options).key !== undefined,
  )
}

function keptRanges(result: Truncation): [number, number][] {
  const ranges: [number, number][] = []
  for (const { firstLine, lastLine } of result.segments) {
    const last = ranges.at(-1)
    if (last && firstLine <= last[1] + 1) last[1] = lastLine
    else ranges.push([firstLine, lastLine])
  }
  return ranges
}

export function explain({ facts, options, result, notice }: Case): Explained {
  try {
    return explainText(facts, options, result, notice)
  } catch (error) {
    return fail(5, (error as Error).message)
  }
}

export function checkHonest(
  { facts, options, result, source }: Case,
  { added }: Pick<Explained, 'added'>,
): void {
  if (/succeed/i.test(added)) fail(12, 'pith says that something succeeded')
  if (source === undefined && /Full output:|More:|pith show|pith_show|pith read|offset=/.test(added)) {
    fail(12, 'a way back is named although there is none')
  }
  for (const gap of result.gaps) {
    const allowed = expectedResume(gap, gapKind(facts, gap), source, options)
    const words = JSON.stringify(gap.resume === undefined ? [] : callWords(gap.resume))
    if (!allowed.some((resume) => JSON.stringify(resume) === words)) {
      fail(
        12,
        `resume of gap ${gap.startByte}-${gap.endByte} is ${words}, expected ${JSON.stringify(allowed)}`,
      )
    }
  }
}

export function checkForeign({ result }: Case): void {
  const lines = result.segments.flatMap((segment) => segment.text.split('\n'))
  const least = lines.filter(isExactlyNoticeLike).length
  const most = lines.filter((line) => mayBeNoticeLike(line) || line.includes('[')).length
  if (result.foreignNotices < least || result.foreignNotices > most) {
    fail(9, `foreignNotices is ${result.foreignNotices}, expected ${least} to ${most}`)
  }
}

export function checkRecovery({ facts, result, source, notice }: Case): void {
  if (source === undefined || notice?.form !== 'full') return
  if (
    'artifact' in source
      ? source.kept || /^Full output:/.test(notice.rest)
      : !/^(More:|Use)/.test(notice.rest)
  )
    return
  let rebuilt: Uint8Array
  try {
    rebuilt = rebuildFromText(result.text, (_, firstLine, lastLine) => facts.linesOf(firstLine, lastLine))
  } catch (error) {
    fail(7, `a reader of the text gets lost: ${(error as Error).message}`)
  }
  if (Buffer.compare(rebuilt, facts.bytes) !== 0)
    fail(7, 'the text and what it names do not give the input back')
}
