import { tolerate } from '../../check/failure.ts'
import { noted, runLater } from '../../core/fit/counted.ts'
import { errorSentence } from '../../core/words/notices.ts'
import { type Settings, settingsOf } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { type CutOutcome, type Cutting, collected } from './cut-text.ts'
import { compacted } from './json-places.ts'
import { inLines } from './json-text.ts'
import { costOf, fitsShares, type SharedLimits, shared } from './shares.ts'

/** Tries until the value is within the limits, as JSON without blanks. */
const MOST_TRIES = 12

type Json = Record<string, unknown> | unknown[]

/** A draft of a value as JSON, and the most bytes that its text in lines might have. */
interface Draft {
  json: string
  truncation: Truncation
  maxBytes: number
}

/**
 * Cuts a JSON value by its units, so that it stays an array or an object. The notice is its last item, or the value of
 * its last key. The artifact is the whole value in lines.
 *
 * @param json the value as JSON without blanks, which exceeds the limits
 */
export async function cutJson(
  json: string,
  cutting: Cutting,
  limits: SharedLimits,
): Promise<CutOutcome & { json: string; limits: SharedLimits }> {
  const text = inLines(json)
  const most = Math.ceil((limits.maxBytes * text.length) / json.length)
  // The limits hold for the value as JSON without blanks, which has no lines.
  const options = { ...cutting.options, ...ofDrafts, maxBytes: most }
  const measured = { ...settingsOf(cutting.options), ...limits, maxLines: Infinity }
  let last: Draft | undefined
  const cut = await collected({ ...cutting, options }, false, async (collector) => {
    await collector.write(text)
    await collector.flush()
    const source = await collector.stored()
    const settings = { ...settingsOf(options), ...(source && { source }) }
    const draft = async (maxBytes: number): Promise<Draft> => {
      const { result, note } = await runLater(
        (each) => collector.fit(each, undefined),
        { ...settings, maxBytes },
        cutting.signal,
      )
      return { truncation: noted(result, note), json: shownBy(result, json), maxBytes }
    }
    last = await withinLimits(draft, most, measured)
    return noted(last.truncation, collector.note)
  })
  const { json: shown, maxBytes } = last as Draft
  return { ...cut, json: shown, limits: { ...noShares, maxBytes } }
}

const noShares = { maxLines: Infinity, maxTokens: Infinity, maxSerializedBytes: Infinity } as const
const ofDrafts = { ...noShares, maxLineLength: Infinity } as const

/** The first draft whose value is within the limits. Each draft is smaller by what the one before was too large. */
async function withinLimits(
  draftOf: (maxBytes: number) => Promise<Draft>,
  most: number,
  settings: Settings,
): Promise<Draft> {
  let maxBytes = most
  for (let tries = 1; ; tries++) {
    const draft = await draftOf(maxBytes)
    const cost = await costOf(draft.json, settings)
    if (fitsShares(cost, settings)) return draft
    if (maxBytes === 0) return { ...draft, json: draft.json.startsWith('[') ? '[]' : '{}' }
    const over = Math.max(...shared.map((limit) => ratio(cost[limit], settings[limit])))
    maxBytes = tries < MOST_TRIES ? Math.floor(Math.min(maxBytes - 1, (0.98 * maxBytes) / over)) : 0
  }
}

const ratio = (cost: number, limit: number): number =>
  limit === Infinity ? 0 : cost === Infinity ? 2 : cost / Math.max(1, limit)

/**
 * The value that a cut text says, as JSON. A text that was not cut by its units is one string in the value. Numbers and
 * escapes stay as they are in the text.
 */
function shownBy({ text, notice, kind, errors, findings = errors }: Truncation, json: string): string {
  const asText = () =>
    json.startsWith('[') ? JSON.stringify([text]) : JSON.stringify({ [NOTICE_KEY]: text })
  if (kind !== 'json') return asText()
  const units = notice === undefined ? text : text.slice(0, -notice.length)
  let value: Json
  try {
    value = JSON.parse(units) as Json
  } catch (error) {
    tolerate(error)
    return asText()
  }
  const shown = compacted(units)
  if (notice === undefined) return shown
  const leads = findings.statements
    .slice(0, MOST_LEADS)
    .flatMap(({ kept, firstLine, message }) => (kept ? [] : errorSentence(firstLine, message)))
  const sentences = [...leads, notice].map((sentence) => JSON.stringify(sentence))
  const keys = Array.isArray(value) ? [] : freeKeys(value, sentences.length)
  const others = sentences.map((words, at) => (Array.isArray(value) ? words : `${keys[at]}:${words}`))
  const isEmpty = shown.length === '[]'.length
  return `${shown.slice(0, -1)}${isEmpty ? '' : ','}${others.join(',')}${shown.slice(-1)}`
}

/** The units that fit may have none of the errors, so the strongest ones are told with the notice, as in any text. */
const MOST_LEADS = 2

/** The key of the notice in an object that is cut. */
const NOTICE_KEY = '…'

/** Names for sentences that no member has. */
function freeKeys(value: Record<string, unknown>, count: number): string[] {
  const keys: string[] = []
  for (let key = NOTICE_KEY; keys.length < count; key += NOTICE_KEY)
    if (!Object.hasOwn(value, key)) keys.push(JSON.stringify(key))
  return keys
}
