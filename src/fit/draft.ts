import type { Facts } from '../collect/facts.ts'
import { Material } from '../plan/material.ts'
import type { Plan, ValuedLine } from '../plan/model.ts'
import { planFor } from '../plan/plan.ts'

import { writeStatus } from '../render/notices.ts'
import { finishGap, type Rendered, render } from '../render/render.ts'
import { fits, minusSize, type Size, shareOf } from '../render/size.ts'
import type { Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { isOwnLine, sizeOfText, sizerFor, stoppedBy } from './exceeded.ts'
import { type Exceeded, resultOf } from './result.ts'
import { wordingFor } from './wording.ts'

/** What all drafts of one result have in common. */
export interface Context {
  facts: Facts
  material: Material
  /** Computed once, when a plan asks for it. */
  values(): readonly ValuedLine[]
}

export function contextOf(facts: Facts): Context {
  const { totalBytes, totalLines, regions, spots, anchors = [] } = facts
  let valued: readonly ValuedLine[] | undefined
  return {
    facts,
    material: new Material({ bytes: totalBytes, lines: totalLines }, regions, spots, anchors),
    values: () => {
      valued ??= facts.values()
      return valued
    },
  }
}

/** A second draft is made when more than this share of every limit is left. */
const LEFT_SHARE = 0.08
/** The share of the left room that the next draft may use. Its words may be longer, so the first try can fail. */
const SPARE_SHARES = [0.98, 0.5]

/**
 * A result within the limit. Words are reserved in their widest form; where much is left over because they came out
 * shorter, it is made again with that much more (clause 14).
 */
export function cut(
  context: Context,
  settings: Settings,
  limit: Size,
  exceeded: Exceeded[],
  choose = planFor,
): Truncation {
  const first = draft(context, settings, limit, choose)
  let best = first
  const left = minusSize(limit, first.size)
  if (settings.keep === 'ends' && choose === planFor && isMuch(left, limit, exceeded)) {
    for (const share of SPARE_SHARES) {
      const fuller = draft(context, settings, limit, choose, finite(shareOf(left, share)))
      if (!fits(fuller.size, limit) || keptBytesOf(fuller) <= keptBytesOf(first)) continue
      best = fuller
      break
    }
  }
  const by = stoppedBy(best.plan, best.size, settings, exceeded)
  return resultOf(best.rendered, best.size, context.facts, by)
}

const keptBytesOf = ({ plan }: Draft): number =>
  plan.stretches.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)

/** True when more than `LEFT_SHARE` of each limit in bytes and tokens is left, and of the lines if there are too many. */
const isMuch = (left: Size, limit: Size, exceeded: Exceeded[]): boolean =>
  (!exceeded.includes('lines') || left.lines > LEFT_SHARE * limit.lines) &&
  (['bytes', 'serializedBytes', 'tokenUnits'] as const).every(
    (unit) => limit[unit] === Infinity || left[unit] > LEFT_SHARE * limit[unit],
  )

/** Room in units that have a limit; the others need no spare room. */
const finite = (size: Size): Size => {
  const known = (value: number) => (value === Infinity ? 0 : value)
  const { lines, bytes, serializedBytes, tokenUnits } = size
  return {
    lines: known(lines),
    bytes: known(bytes),
    serializedBytes: known(serializedBytes),
    tokenUnits: known(tokenUnits),
  }
}

interface Draft {
  plan: Plan
  rendered: Rendered
  /** Of the text; an unterminated last line counts. */
  size: Size
}

function draft(
  { facts, material, values }: Context,
  settings: Settings,
  limit: Size,
  choose: typeof planFor,
  spare?: Size,
): Draft {
  const { totalBytes, totalLines, totalErrors, terminated, source, status } = facts
  const { keep, headRatio, maxLineLength, notice } = settings
  const sizer = sizerFor(settings)
  const plan = choose({
    material,
    keep,
    headRatio,
    limit,
    maxLineLength,
    values,
    wording: wordingFor({ totalLines, totalBytes, totalErrors, terminated, settings, source, status }, sizer),
    sizer,
    silent: notice.off,
    isOwnLine,
    ...(spare && { spare }),
  })
  const rendered =
    plan.stretches.length === 0
      ? nothingFits(plan, limit, facts, notice.tools)
      : render(plan, {
          read: (start, end) => material.read(start, end),
          errorsBetween: (start, end) => material.errorsBetween(start, end),
          totalLines,
          totalBytes,
          terminated,
          keep,
          clipsLines: maxLineLength !== Infinity,
          source,
          status,
          tools: notice.tools,
          key: notice.key,
          silent: notice.off,
        })
  return { plan, rendered, size: sizeOfText(rendered.text) }
}

/** When not even one grapheme fits: how the command ended, else `…`, or nothing (clause 3). */
function nothingFits(
  plan: Plan,
  limit: Size,
  { source, status, totalErrors }: Facts,
  tools: readonly string[],
): Rendered {
  const gaps = plan.gaps.map((gap) => finishGap(gap, source, tools, totalErrors))
  const holds = (text: string) => fits(sizeOfText(text), limit)
  const line = writeStatus(status)
  if (line !== undefined && holds(line)) return { text: line, segments: [], gaps, notice: line }
  return { text: holds('…') ? '…' : '', segments: [], gaps }
}
