import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { partition } from '../bytes/binary-search.ts'
import { graphemeCeil } from '../bytes/graphemes.ts'
import type { Size } from '../bytes/size.ts'
import type { ArtifactPart, PageBeginning } from '../words/notices.ts'
import { render } from '../words/render.ts'
import { signerOf } from '../words/seal.ts'
import { pageWordingFor } from '../words/wording.ts'
import { type Counting, countedLimitOver, noted, runLater, runNow } from './counted.ts'
import { planRange, type RangeFacts, type RangePlan } from './range.ts'
import { type Exceeded, type ResultTotals, resultOf } from './result.ts'
import { ruinedPage } from './ruined-page.ts'
import { limitsAsSize, sizeOfText, sizerFor } from './sizes.ts'
import { fitLimit } from './token-search.ts'

export type { LineCut, PageStart } from './held-lines.ts'

/** A page and its input. */
export interface PageFacts extends RangeFacts {
  backend: 'wasm' | 'js'
  /** The part of an artifact that the input is. The page then counts in the artifact's lines. */
  part: ArtifactPart | undefined
  /** UTF-8 bytes of the input's text. Undefined when the input was not read to its end. */
  textBytes: number | undefined
  /** True when the input's last byte is LF. */
  terminated: boolean
  /** Set if something failed. Then the held lines are the first bytes of the output, unchanged. */
  broken?: { error: unknown }
}

export interface FittedPage {
  truncation: Truncation
  /** Absent at the end of the input. */
  next: PageBeginning | undefined
}

const ELLIPSIS = '…'
const ELLIPSIS_BYTES = 3

/** Cuts a page to the limits: whole lines, or a part of one line that is larger than the page. */
export const fitPageNow = (facts: PageFacts, settings: Settings): FittedPage =>
  runNow(fitPage(facts, settings), settings)

/** Like `fitPageNow`, with a counter that may answer later or fail. */
export async function fitPageLater(
  facts: PageFacts,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<FittedPage> {
  const { result, note } = await runLater((given) => fitPage(facts, given), settings, signal)
  return { ...result, truncation: noted(result.truncation, note) }
}

function* fitPage(facts: PageFacts, settings: Settings): Counting<FittedPage> {
  const { broken } = facts
  try {
    if (!broken) return yield* bestPage(facts, settings)
  } catch (error) {
    return yield* ruinedPage(facts, settings, error)
  }
  return yield* ruinedPage(facts, settings, broken.error)
}

function* bestPage(facts: PageFacts, settings: Settings): Counting<FittedPage> {
  const limit = limitOf(facts, settings)
  const best = yield* fitLimit(limit, settings, (within) => draw(facts, settings, within))
  return best ?? (yield* fitFirstGrapheme(facts, settings, limit))
}

/** The limits as a size. When the whole text was asked for, the page is never larger than the text. */
function limitOf(facts: PageFacts, settings: Settings): Size {
  const { firstLine, firstColumn, lastAsked, note, textBytes, isPart } = facts
  const isWhole =
    !isPart &&
    firstLine === 1 &&
    firstColumn === 1 &&
    lastAsked === Number.POSITIVE_INFINITY &&
    note === undefined
  return limitsAsSize(settings, (isWhole && textBytes) || Number.POSITIVE_INFINITY)
}

/** The first grapheme, if the counter allows it, when the estimator allowed nothing. */
function* fitFirstGrapheme(facts: PageFacts, settings: Settings, limit: Size): Counting<FittedPage> {
  const silent = { ...settings, notice: { ...settings.notice, off: true } }
  const bytes = Math.min(limit.bytes, graphemeCeil(facts.held.bytes, 1))
  const first = yield* draw(facts, silent, { ...limit, bytes, tokenUnits: Number.POSITIVE_INFINITY })
  const { keptBytes, outputTokens } = first.truncation
  if (keptBytes > 0 && outputTokens <= settings.maxTokens) return first
  return yield* draw(facts, settings, { ...limit, tokenUnits: 0 })
}

/** Plans and renders a page within a size. */
function* draw(facts: PageFacts, settings: Settings, limit: Size): Counting<FittedPage> {
  const { totalLines, terminated, readAll, note, held, part } = facts
  const { maxLineLength, source } = settings
  const { key, off } = settings.notice
  const sizer = sizerFor(settings)
  const wording = pageWordingFor(facts, settings, sizer)
  const plan = planRange({ facts, limit, maxLineLength, sizer, wording, silent: off })
  const next = nextOf(plan, facts)
  const rendered = render(plan, {
    read: (startByte, endByte) => readHeld(facts, startByte, endByte),
    errorsBetween: () => 0,
    totalLines,
    terminated,
    keep: 'head',
    clipsLines: maxLineLength !== Number.POSITIVE_INFINITY,
    source,
    status: undefined,
    reader: settings.notice,
    sign: signerOf(key),
    silent: off,
    page: { next, note, readAll, part },
  })
  const isEmpty = rendered.text === '' && held.bytes.length > 0 && !off && limit.bytes >= ELLIPSIS_BYTES
  if (isEmpty && (yield* countedLimitOver(ELLIPSIS, settings)) === undefined) rendered.text = ELLIPSIS
  const truncation = resultOf(rendered, sizeOfText(rendered.text), totalsOf(facts), cutBy(plan))
  if (settings.tokens) truncation.outputTokens = yield truncation.text
  return { truncation, next }
}

/** A page looks for no errors, and names no source. */
const totalsOf = ({ totalBytes, totalLines, backend }: PageFacts): ResultTotals => ({
  totalBytes,
  totalLines,
  totalTokens: undefined,
  errorLines: [],
  totalErrors: 0,
  backend,
  source: undefined,
})

/** The limit because of which something that was asked for is left out. */
function cutBy({ gaps, stoppedBy }: RangePlan): Exceeded | undefined {
  if (gaps.some((gap) => gap.clip && !gap.onlyIntroducers)) return 'line-length'
  return gaps.some((gap) => gap.asked !== false) ? (stoppedBy ?? 'bytes') : undefined
}

/** Where the next page begins: at the first gap after this one. */
function nextOf({ gaps, segments }: RangePlan, facts: PageFacts): PageBeginning | undefined {
  const rest = gaps.find((gap) => !gap.clip && gap.startByte >= facts.startByte)
  if (rest)
    return rest.column === undefined
      ? { line: rest.firstLine }
      : { line: rest.firstLine, column: rest.column }
  const last = segments[segments.length - 1]
  return facts.readAll ? undefined : { line: last ? last.lastLine + 1 : facts.firstLine }
}

/** The held bytes of a range of the input. No cut lies inside it. */
function readHeld({ held, startByte: pageStart }: PageFacts, startByte: number, endByte: number): Uint8Array {
  const { bytes, cuts } = held
  const start = startByte - pageStart
  const after = partition(cuts.length, (i) => cuts[i].at + cuts[i].bytesBefore < start)
  const last = cuts[after - 1]
  const from = last ? start - last.bytesBefore - last.bytes : start
  return bytes.subarray(from, from + endByte - startByte)
}
