import type { Settings } from '../../settings.ts'
import { fits, type Size } from '../bytes/size.ts'
import type { Facts, ValuedLine } from '../hold/facts.ts'
import { isNamedBriefly } from '../words/calls.ts'
import {
  contentSentence,
  writeBriefNotice,
  writeContent,
  writeNotice,
  writeStatus,
} from '../words/notices.ts'
import { placedGaps } from '../words/placed.ts'
import type { Plan } from '../words/plan-model.ts'
import { finishGap, type Rendered, render as renderPlan } from '../words/render.ts'
import { signerOf, signNotice } from '../words/seal.ts'
import { wordingFor } from '../words/wording.ts'
import { barePlan, emptyPlan } from './bare.ts'
import { asQueried, isAnswer, STRONG_VALUE } from './data.ts'
import { isOwnLine } from './exceeded.ts'
import { leadsOf } from './leads.ts'
import { Material } from './material.ts'
import { planFor } from './plan.ts'
import { lineSizerFor, sizeOfText } from './sizes.ts'
import { toldErrors } from './verdict.ts'

// Connects fitting with planning and rendering. `plan` and `render` take one request, and pass on to src/core/fit and
// src/core/words what these need of the facts and settings.

/** What all drafts of one result share. */
export interface DraftInput {
  facts: Facts
  material: Material
  /** Computed once, when a plan asks for it. */
  values(): readonly ValuedLine[]
  settings: Settings
}

/** What one draft is made from. */
export interface DraftRequest extends DraftInput {
  /** The limits of the text. */
  limit: Size
  /** Room that an earlier draft left unused. */
  spare?: Size
  /** Keeps only the first graphemes, or nothing at all. Absent in a full draft. */
  least?: 'graphemes' | 'nothing'
}

/** A plan and its text. */
export interface Draft {
  plan: Plan
  rendered: Rendered
}

/** Makes a draft: decides what to keep, and writes it. */
export type Draw = (request: DraftRequest) => Draft

export function draftInput(facts: Facts, settings: Settings): DraftInput {
  const {
    totalBytes,
    textBytes,
    totalLines,
    regions,
    errorMatches,
    anchors = [],
    mayHoldSequences,
    shownLines,
  } = facts
  let valued: readonly ValuedLine[] | undefined
  return {
    facts,
    material: new Material(
      { bytes: totalBytes, lines: totalLines, textBytes },
      regions,
      errorMatches,
      anchors,
      mayHoldSequences,
      shownLines,
    ),
    values: () => {
      if (valued) return valued
      const lines = isDoubtful(facts, settings) ? facts.values().flatMap(undoubted) : facts.values()
      valued = settings.query === undefined ? lines : lines.map(joined)
      return valued
    },
    settings,
  }
}

/** True for what nobody knows to be a run. What looks like an error there is often what was asked for. */
const isDoubtful = (facts: Facts, { purpose }: Settings): boolean => purpose === 'unknown' && isAnswer(facts)

/** True for a read and a query, and for what has no errors, if nobody knows what it is for. */
function mayBeAnswer({ statements, shownLines }: Facts, { purpose }: Settings): boolean {
  if (purpose !== undefined) return purpose === 'read' || purpose === 'query' || purpose === 'unknown'
  // A result that is cut again does not know all errors.
  return shownLines === undefined && !statements?.length
}

/** A strong error, or what a query asks for. */
const undoubted = (line: ValuedLine): ValuedLine[] => (line.value >= STRONG_VALUE ? [line] : asQueried(line))

/** What a line is worth as an error or for a query, whichever is more. */
const joined = (line: ValuedLine): ValuedLine => ({
  ...line,
  value: Math.max(line.value, line.queryValue ?? 0),
})

const planners = { graphemes: barePlan, nothing: emptyPlan }

/** What to keep of an input within a size. */
export function plan({ facts, material, values, settings, limit, spare, least }: DraftRequest): Plan {
  const { keep, headRatio, maxLineLength, notice } = settings
  const { view } = facts
  const sizer = lineSizerFor(settings, facts)
  const leads = leadsOf(facts.statements, material)
  const isDoubted = isDoubtful(facts, settings)
  const isQueried = settings.query !== undefined && values().some(({ queryValue }) => queryValue)
  return (least ? planners[least] : planFor)({
    material,
    keep,
    headRatio,
    limit,
    maxLineLength,
    values,
    leads: leads.filter(
      ({ line }) => !isDoubted || values().some((valued) => valued.isError && valued.line === line),
    ),
    isQueried,
    wording: wordingFor({ ...facts, ...view?.input, totalErrors: toldErrors(facts) }, settings, sizer),
    sizer,
    isAnswer: !isQueried && isAnswer(facts) && mayBeAnswer(facts, settings),
    silent: notice.off,
    isOwnLine,
    clipsHideLines: view !== undefined && (maxLineLength !== Infinity || facts.shownLines !== undefined),
    isRepeat: view && ((start, end) => view.repeatsIn(start, end).length > 0),
    spare,
    // Copies of a request that differ in these then have the same fields, which makes reading them faster.
    lastLineEnd: undefined,
    clipMarks: undefined,
  })
}

/** A plan as text, markers and notice included. */
export function draftOf(plan: Plan, request: DraftRequest): Draft {
  const { facts, material, settings } = request
  if (plan.segments.length === 0) return { plan, rendered: nothingFits(plan, request) }
  const { source, status, view } = facts
  const { totalLines, terminated } = view?.input ?? facts
  const { keep, maxLineLength, notice } = settings
  const rendered = renderPlan(plan, {
    read: (start, end) => material.read(start, end),
    errorsBetween: (start, end) =>
      facts.areFindings ? 0 : material.errorsBetween(start, end) + (view?.errorsBetween(start, end) ?? 0),
    areErrorsLeast: facts.mayHaveMoreErrors === true || facts.hasCountedErrors === true,
    totalLines,
    terminated,
    keep,
    clipsLines: maxLineLength !== Infinity,
    source,
    status,
    note: contentSentence(facts),
    reader: notice,
    sign: signerOf(notice.key),
    silent: notice.off,
    view,
  })
  return { plan, rendered }
}

/** When not even one grapheme fits: what is not text, how the command ended, else `…`, or nothing (clause 3). */
function nothingFits(plan: Plan, { facts, settings, limit }: DraftRequest): Rendered {
  const { source, status, view } = facts
  const gaps = (view ? placedGaps(plan, view) : plan.gaps).map((gap) =>
    finishGap(gap, source, settings.notice, toldErrors(facts)),
  )
  const holds = (text: string) => fits(sizeOfText(text), limit)
  const named = contentNotices(facts, settings).find(holds)
  if (named !== undefined) return { text: named, segments: [], gaps, notice: named }
  const line = writeStatus(status)
  if (line !== undefined && holds(line)) return { text: line, segments: [], gaps, notice: line }
  return { text: holds('…') ? '…' : '', segments: [], gaps }
}

/** The notices of an input that is not text, when nothing of it is shown. The fullest comes first. */
function contentNotices(facts: Facts, { notice: reader }: Settings): string[] {
  const { notText, totalBytes, totalLines, source, status } = facts
  if (!notText || reader.off) return []
  const shown = { ranges: [], totalLines, source, reader, status }
  const note = writeContent(notText.content, totalBytes)
  const notice = writeNotice({ ...shown, terminated: true, example: undefined, next: undefined, note })
  const signed = reader.key === undefined ? notice : signNotice(reader.key, '', notice)
  return isNamedBriefly(source, reader) ? [signed, writeBriefNotice(shown)] : [signed]
}
