import { hasLongLine } from '../../core/fit/exceeded.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import { cutText } from './cut-text.ts'
import { redacted } from './redact.ts'
import { type Call, type CutText, counted, isCut, type TruncatedResult } from './result.ts'
import { type Change, type PlacedText, pointerTo, withChanges } from './shape.ts'
import {
  costOf,
  equalShares,
  fairShares,
  fitsShares,
  isUseful,
  minusShares,
  type SharedLimits,
  sharesOf,
  sumOfShares,
} from './shares.ts'

const encoder = /* @__PURE__ */ new TextEncoder()

interface Measured extends PlacedText {
  index: number
  cost: SharedLimits
  isChanged: boolean
  /** True when a line is longer than `maxLineLength`. */
  isLong: boolean
}

/** What was made of a text that is cut. */
interface Done {
  index: number
  changes: readonly Change[]
  /** Undefined when all of it fits. */
  cut?: CutText
  artifact?: ArtifactEnd | undefined
}

/** What must change so that the texts of a value are within the limits. */
export interface Changes extends Omit<TruncatedResult<unknown>, 'value'> {
  changes: readonly Change[]
}

/** The result for a value whose texts share the limits. */
export async function resultOfTexts(
  value: unknown,
  texts: readonly PlacedText[],
  call: Call,
): Promise<TruncatedResult<unknown>> {
  const { changes, ...rest } = await changesOfTexts(texts, call)
  return { value: withChanges(value, changes), ...rest }
}

/** What must change in texts that share the limits. */
export async function changesOfTexts(texts: readonly PlacedText[], call: Call): Promise<Changes> {
  // A private key may go on in the next text, but not in the next value.
  const forget = call.cutting.redact?.state?.save()
  const safe = texts.map((each) => ({ ...each, text: redacted(each.text, call.cutting.redact) }))
  forget?.()
  const { value: changes, ...rest } = await counted(call, async (current) => {
    const measured: Measured[] = []
    for (const [index, each] of safe.entries()) {
      measured.push({
        ...each,
        index,
        cost: await costOf(each.text, current.settings),
        isChanged: each.text !== texts[index].text,
        isLong: hasLongLine(encoder.encode(each.text), current.settings.maxLineLength),
      })
    }
    return withinShares(measured, current)
  })
  return { changes: changes as readonly Change[], ...rest }
}

async function withinShares(texts: readonly Measured[], call: Call): Promise<TruncatedResult<unknown>> {
  const limits = sharesOf(call.settings)
  const costs = texts.map(({ cost }) => cost)
  const share = fitsShares(sumOfShares(costs), limits) ? limits : fairShares(costs, limits)
  const large = texts.filter((text) => !isWithin(text, share))
  const small = texts.filter((text) => isWithin(text, share))
  const isScarce = large.length > 0 && texts.length > 1 && !isUseful(share, limits)
  const done = isScarce
    ? await cutJoined(texts, limits, call)
    : await cutEqually(large, minusShares(limits, sumOfShares(small.map(({ cost }) => cost))), call)
  const redactions = isScarce ? [] : small.filter(({ isChanged }) => isChanged)
  return {
    value: [
      ...redactions.map(({ path, text }): Change => ({ path, text })),
      ...done.flatMap(({ changes }) => changes),
    ],
    truncations: done.flatMap(({ cut }) => (cut && isCut(cut.truncation) ? [cut] : [])),
    artifacts: done.flatMap(({ artifact }) => artifact ?? []),
  }
}

const isWithin = ({ cost, isLong }: Measured, share: SharedLimits): boolean =>
  !isLong && fitsShares(cost, share)

/** Cuts texts, the smallest first. Each gets an equal share of what is left, so that no room stays unused. */
async function cutEqually(texts: readonly Measured[], room: SharedLimits, call: Call): Promise<Done[]> {
  const done: Done[] = []
  let left = room
  const sorted = texts.toSorted((a, b) => a.cost.maxBytes - b.cost.maxBytes)
  for (const [at, text] of sorted.entries()) {
    const share = equalShares(left, sorted.length - at)
    const one = await cutOne(text, share, call)
    done.push(one)
    const shown = one.cut ? await costOf(one.cut.truncation.text, call.settings) : text.cost
    left = minusShares(left, shown)
  }
  return done.sort((a, b) => a.index - b.index)
}

async function cutOne(text: Measured, limits: SharedLimits, { cutting }: Call): Promise<Done> {
  const { index, path, isChanged } = text
  // The room that smaller texts left over may be enough for all of it.
  if (isWithin(text, limits)) return { index, changes: isChanged ? [{ path, text: text.text }] : [] }
  const options = { ...cutting.options, ...limits }
  const { truncation, artifact } = await cutText(text.text, { ...cutting, options })
  const changes = [{ path, text: truncation.text }]
  return { index, changes, cut: { path: pointerTo(path), truncation, limits }, artifact }
}

/** Cuts all texts as one, in place of the first. The others are left out. */
async function cutJoined(texts: readonly Measured[], limits: SharedLimits, call: Call): Promise<Done[]> {
  const [first, ...others] = texts
  const text = joined(texts.map((each) => each.text))
  const cost = await costOf(text, call.settings)
  const isLong = texts.some((each) => each.isLong)
  const done = await cutOne({ ...first, text, cost, isLong, isChanged: true }, limits, call)
  const removed = others.map(({ item }): Change => ({ path: item, isRemoved: true }))
  return [{ ...done, changes: [...done.changes, ...removed] }]
}

/** The texts, each of which begins a line. */
const joined = (texts: readonly string[]): string =>
  texts
    .map((text, at) => (at === texts.length - 1 || text === '' || text.endsWith('\n') ? text : `${text}\n`))
    .join('')
