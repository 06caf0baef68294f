import type { KeptPiece, OmittedPiece, Outline, Piece, UnitAnswer } from '../../kinds/kind.ts'
import type { Settings } from '../../settings.ts'
import { fits, type Size } from '../bytes/size.ts'
import type { Facts } from '../hold/facts.ts'
import type { Form } from '../words/forms.ts'
import { contentSentence } from '../words/notices.ts'
import type { Plan, PlannedGap, PlannedSegment } from '../words/plan-model.ts'
import { render } from '../words/render.ts'
import { signerOf } from '../words/seal.ts'
import { isAnswer, mayShowLess } from './data.ts'
import type { Draft, DraftRequest } from './draft.ts'
import { hasLongLine } from './exceeded.ts'
import { sizeOfText } from './sizes.ts'
import { toldErrors } from './verdict.ts'

// Drafts of an input that is cut by its units. The kind chooses the pieces; the words below them are those of any other
// result.

/** The least room that is kept for the notice. */
const NOTICE_BYTES = 96
/** Tries until a draft is within the limit, which counts more than bytes and lines. */
const MOST_TRIES = 12
/** Tries to show more. */
const MOST_LARGER = 2
/** A limit of which this share is used has no room for more. */
const FULL = 0.96
/** A text of colours alone is shown in a few tries too. */
const MOST_COLOURED = 16

const encoder = /* @__PURE__ */ new TextEncoder()

const forms: readonly Form[] = ['full', 'name', 'none']

/** True when at least one unit can be shown within the limits. */
export const canShowUnit = (facts: Facts, settings: Settings, limit: Size): boolean =>
  draftWithin(facts, settings, limit, false) !== undefined

/** A draft whose pieces are units. Keeps nothing when no unit fits. */
export function drawUnits({ facts, settings, limit }: DraftRequest): Draft {
  const draft = draftWithin(facts, settings, limit)
  if (draft) return draft
  const { totalBytes, totalLines } = facts
  const gap = { startByte: 0, endByte: totalBytes, firstLine: 1, lastLine: totalLines }
  const plan: Plan = { form: 'none', segments: [], gaps: [gap] }
  return {
    plan,
    rendered: { text: '', segments: [], gaps: [{ ...gap, errors: toldErrors(facts), asked: true }] },
  }
}

/** @param isFull false if any draft will do */
function draftWithin(facts: Facts, settings: Settings, limit: Size, isFull = true): Draft | undefined {
  for (const form of settings.notice.off ? (['none'] as const) : forms) {
    const draft = draftIn(facts, settings, limit, form, isFull)
    if (draft) return draft
  }
  return undefined
}

/** The fullest draft with this form of the notice. Undefined when the notice would take more than a third of the limit. */
function draftIn(
  facts: Facts,
  settings: Settings,
  limit: Size,
  form: Form,
  isFull: boolean,
): Draft | undefined {
  let lines = form === 'none' && !facts.status ? limit.lines : limit.lines - 1
  const noticeBytes =
    NOTICE_BYTES + encoder.encode(form === 'full' ? summaryOf(facts, limit.bytes) : '').length
  let bytes = (limit.bytes - (form === 'none' ? 0 : noticeBytes)) * shareOfColours(facts)
  for (let tries = 0; tries < MOST_TRIES && bytes > 0; tries++) {
    const sized = sizedDraft(facts, settings, form, bytes, lines)
    if (!sized) return undefined
    const { draft, size } = sized
    const ownBytes = draft.rendered.notice?.length ?? 0
    if (form !== 'none' && 3 * ownBytes > limit.bytes) return undefined
    if (fits(size, limit)) {
      const draw = (more: number) => sizedDraft(facts, settings, form, more, lines)
      return tries > 0 || !isFull ? draft : largest(sized, bytes, limit, draw)
    }
    // Fewer bytes alone would not save a line.
    if (size.lines > limit.lines) {
      lines -= size.lines - limit.lines
      continue
    }
    const over = usedShare(size, limit)
    bytes = Math.floor(
      Math.min(bytes - 1, over > 1 ? bytes / over : bytes - 1, bytes - (size.bytes - limit.bytes)),
    )
  }
  return undefined
}

/** The strongest errors come before what answers a query. */
const LEAD = 2

/** Places whose units come first, in order. */
function wantedPlaces({ answers, units }: Facts): UnitAnswer[] {
  const leads = (units?.leads ?? []).map((byte) => ({ byte, value: LEAD }))
  return [...leads, ...(answers?.() ?? [])].sort((a, b) => a.byte - b.byte)
}

interface Sized {
  draft: Draft
  size: Size
}

/** A draft whose pieces take at most so many bytes and lines. Undefined if no unit can be shown. */
function sizedDraft(
  facts: Facts,
  settings: Settings,
  form: Form,
  bytes: number,
  lines: number,
): Sized | undefined {
  const pieces = chosen(facts, bytes, lines, isAnswered(facts, settings))
  if (!pieces?.some((piece) => 'bytes' in piece && piece.bytes.length > 0)) return undefined
  const draft = rendered(facts, settings, pieces, form, bytes)
  // A unit has no line that could be clipped in its middle, so that the input is read as lines.
  if (isOverLength(draft.rendered.text, settings)) return undefined
  return { draft, size: sizeOfText(draft.rendered.text) }
}

/** True for an answer, and for the output of a command that failed and tells of no error. */
const isAnswered = (facts: Facts, settings: Settings): boolean =>
  mayShowLess(facts, settings) || (!isAnswer(facts) && facts.totalErrors === 0)

const isOverLength = (text: string, { maxLineLength }: Settings): boolean =>
  maxLineLength !== Number.POSITIVE_INFINITY && hasLongLine(encoder.encode(text), maxLineLength)

/** Marks take less than the room that is kept for them. What is left over shows more units. */
function largest(
  first: Sized,
  bytes: number,
  limit: Size,
  draw: (bytes: number) => Sized | undefined,
): Draft {
  let best = first
  let most = bytes
  for (let tries = 0, share = 1; tries < MOST_LARGER; tries++) {
    const used = usedShare(best.size, limit)
    if (used > FULL || best.draft.plan.gaps.length === 0) break
    const more = Math.floor(most + (share * most * (1 - used)) / used)
    const next = draw(more)
    if (next && fits(next.size, limit)) {
      best = next
      most = more
    } else share /= 2
  }
  return best.draft
}

/** The share that is used of the limit that is used most. */
const usedShare = (size: Size, limit: Size): number =>
  Math.max(...UNITS.map((unit) => size[unit] / Math.max(1, limit[unit])))

/** What was chosen of an outline, by the room that there was, and the places whose units come first. */
interface Chosen {
  answers: readonly UnitAnswer[]
  pieces: Map<string, readonly Piece[] | undefined>
}

const choices = new WeakMap<Outline, Chosen>()

/** Chooses units. What can be shown is asked for before it is drawn, with the same room. */
function chosen(facts: Facts, bytes: number, lines: number, isAnswer: boolean): readonly Piece[] | undefined {
  const outline = facts.units?.outline
  if (!outline) return undefined
  const known = choices.get(outline) ?? { answers: wantedPlaces(facts), pieces: new Map() }
  choices.set(outline, known)
  const room = `${bytes} ${lines} ${isAnswer}`
  if (!known.pieces.has(room))
    known.pieces.set(room, outline.choose(bytes, lines, { isAnswer, answers: known.answers }))
  return known.pieces.get(room)
}

/** How many more bytes of the input a text without its colours may show, at most. */
function shareOfColours({ totalBytes, units }: Facts): number {
  const colourBytes = units?.colourBytes ?? 0
  if (colourBytes === 0) return 1
  return Math.min(MOST_COLOURED, (1.5 * totalBytes) / Math.max(1, totalBytes - colourBytes))
}

const UNITS = ['bytes', 'serializedBytes', 'tokenUnits'] as const

/** What a notice may tell of all units takes at most this share of the room, and so many bytes. */
const SUMMARY_SHARE = 1 / 8
const MOST_SUMMARY_BYTES = 768

/** The sentence on all units. Empty for a kind without one, and where it has no room. */
function summaryOf({ units }: Facts, bytes: number): string {
  const summary = units?.outline?.summary?.(Math.min(MOST_SUMMARY_BYTES, bytes * SUMMARY_SHARE))
  return summary === undefined ? '' : `${summary}.`
}

/** What the notice tells besides how to see the rest. */
const noteOf = (facts: Facts, bytes: number): string | undefined =>
  [contentSentence(facts), summaryOf(facts, bytes)].filter(Boolean).join(' ') || undefined

function rendered(
  facts: Facts,
  settings: Settings,
  pieces: readonly Piece[],
  form: Form,
  bytes: number,
): Draft {
  const { source, status, totalLines, terminated } = facts
  const plan = planOf(pieces, form)
  const kept = pieces.filter((piece) => 'bytes' in piece)
  const text = render(plan, {
    read: (start, end) => readFrom(kept, start, end),
    errorsBetween: (start, end) =>
      facts.areFindings
        ? 0
        : facts.errorLines.filter(({ startByte }) => startByte >= start && startByte < end).length,
    totalLines,
    terminated,
    keep: 'ends',
    clipsLines: false,
    dropsColours: (facts.units?.colourBytes ?? 0) > 0,
    source,
    status,
    note: noteOf(facts, bytes),
    reader: settings.notice,
    sign: signerOf(settings.notice.key),
    silent: settings.notice.off,
  })
  return { plan, rendered: text }
}

function planOf(pieces: readonly Piece[], form: Form): Plan {
  const segments: PlannedSegment[] = []
  const gaps: PlannedGap[] = []
  for (const piece of pieces) {
    if ('bytes' in piece) segments.push(segmentOf(piece))
    else gaps.push(gapOf(piece, pieces[pieces.length - 1].to.byte))
  }
  return { form, segments, gaps }
}

const segmentOf = ({ from, to }: KeptPiece): PlannedSegment => ({
  startByte: from.byte,
  endByte: to.byte,
  firstLine: from.line,
  lastLine: to.column === 1 ? to.line - 1 : to.line,
  kind: 'unit',
})

function gapOf({ from, to, mark, name }: OmittedPiece, totalBytes: number): PlannedGap {
  const isLines = from.column === 1 && (to.column === 1 || to.byte === totalBytes)
  return {
    startByte: from.byte,
    endByte: to.byte,
    firstLine: from.line,
    lastLine: to.column === 1 ? Math.max(from.line, to.line - 1) : to.line,
    mark,
    ...(name && { name }),
    ...(from.column > 1 && { column: from.column }),
    ...(!isLines && { clip: { mark: 'none' as const, codePoints: to.codePoints - from.codePoints } }),
  }
}

/** Bytes of the pieces that are kept. A range lies in one of them. */
function readFrom(kept: readonly KeptPiece[], start: number, end: number): Uint8Array {
  for (const { from, to, bytes } of kept)
    if (from.byte <= start && end <= to.byte) return bytes.subarray(start - from.byte, end - from.byte)
  return new Uint8Array(0)
}
