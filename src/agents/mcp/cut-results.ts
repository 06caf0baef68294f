import { writeShow } from '../../core/words/calls.ts'
import { LINK_DESCRIPTION, writeCutData } from '../../core/words/notices.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import { withJsonChanges } from '../../tools/result/json-changes.ts'
import { compacted, elementsOf, memberOf, replaced } from '../../tools/result/json-places.ts'
import { textsOf } from '../../tools/result/shape.ts'
import { jsonChanges, textChanges } from '../../tools/result/truncate-json.ts'
import type { Truncation } from '../../truncation.ts'
import type { Context } from './context.ts'
import { isObject, type JsonObject } from './messages.ts'
import { type Cuttable, isCuttable } from './schema.ts'
import { cutStructured } from './structured.ts'

/** A message in which a result was cut. Everything else in it is byte for byte as it came. */
export interface CutMessage {
  text: string
  truncations: readonly Truncation[]
  artifacts: readonly ArtifactEnd[]
}

export interface Wishes {
  context: Context
  /** The name by which the model calls `pith_show`. Undefined if it cannot call tools. */
  show: string | undefined
  /** The schema of the tool's structured output, as far as the client has seen one. */
  schema?: Cuttable | undefined
  /** Whether structured content is for programs, which get every byte, and the model reads the text. */
  isForPrograms?: boolean
  /** Whether the client knows links to resources. */
  withLinks: boolean
}

const uriOf = (id: string): string => `pith://artifact/${id}`

/**
 * Cuts the result of `tools/call`. Undefined if it fits.
 *
 * @param at where the result begins in the text of its message
 */
export async function cutCall(
  text: string,
  at: number,
  result: JsonObject,
  wishes: Wishes,
): Promise<CutMessage | undefined> {
  const { content: parts } = result
  const content = isListOf(parts, isPart) ? await cutTexts(text, at, { content: parts }, wishes) : undefined
  const structured = wishes.isForPrograms
    ? undefined
    : await cutData(content?.text ?? text, at, wishes, content)
  if (!content && !structured) return undefined
  const artifacts = [...(content?.artifacts ?? []), ...(structured?.artifacts ?? [])]
  const more = [...(structured?.notice ?? []), ...(wishes.withLinks ? linksTo(artifacts) : [])]
  return {
    text: withParts(structured?.text ?? content?.text ?? text, at, more),
    truncations: [...(content?.truncations ?? []), ...(structured?.truncations ?? [])],
    artifacts,
  }
}

/** The bytes of a call's result that a model reads: of its texts, or of its data if these are more. */
export function resultBytes(text: string, at: number, isForPrograms: boolean): number {
  const content = memberOf(text, at, 'content')
  const parts: unknown = content && JSON.parse(text.slice(content.start, content.end))
  const texts = isListOf(parts, isPart) ? (textsOf(parts) ?? []) : []
  const data = isForPrograms ? undefined : memberOf(text, at, 'structuredContent')
  const dataBytes = data ? Buffer.byteLength(compacted(text.slice(data.start, data.end))) : 0
  return Math.max(
    dataBytes,
    texts.reduce((sum, { text: words }) => sum + Buffer.byteLength(words), 0),
  )
}

/** The text with more parts at the end of the result's `content`. */
function withParts(text: string, at: number, parts: readonly JsonObject[]): string {
  if (parts.length === 0) return text
  const words = parts.map((part) => JSON.stringify(part)).join(',')
  const list = memberOf(text, at, 'content')
  if (!list || text[list.start] !== '[')
    return withJsonChanges(text, [{ path: ['content'], json: `[${words}]` }], at)
  const isEmpty = elementsOf(text, list.start).length === 0
  return replaced(text, { start: list.end - 1, end: list.end - 1 }, isEmpty ? words : `,${words}`)
}

/** Cuts the result of `resources/read`. */
export async function cutContents(
  text: string,
  at: number,
  { contents }: JsonObject,
  wishes: Wishes,
): Promise<CutMessage | undefined> {
  if (!isListOf(contents, (one) => hasText(one) || typeof one.blob === 'string')) return undefined
  return cutTexts(text, at, { contents }, wishes)
}

/** Cuts the result of `prompts/get`: the contents of its messages. */
export async function cutPromptResult(
  text: string,
  at: number,
  { messages }: JsonObject,
  wishes: Wishes,
): Promise<CutMessage | undefined> {
  if (!isListOf(messages, (one) => typeof one.role === 'string' && isPart(one.content))) return undefined
  return cutTexts(text, at, { messages }, wishes)
}

// What has another shape than the protocol says is no list of parts, and passes as it is.
const isPart = (part: unknown): boolean => isObject(part) && typeof part.type === 'string'
const hasText = (part: JsonObject): boolean => typeof part.text === 'string'
const isListOf = (value: unknown, is: (item: JsonObject) => boolean): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && is(item))

async function cutTexts(
  text: string,
  at: number,
  value: JsonObject,
  { context, show }: Wishes,
): Promise<CutMessage | undefined> {
  const found = await textChanges(value, await optionsFor(context, show))
  if (!found) return undefined
  const { artifacts } = found
  const truncations = found.truncations.map(({ truncation }) => truncation)
  const changes = found.changes.map((change) =>
    'text' in change ? { ...change, text: renamed(change.text, artifacts, show) } : change,
  )
  return { text: withJsonChanges(text, jsonChanges(changes), at), truncations, artifacts }
}

/** Milliseconds that the store may take for one step. */
const STORE_MS = 5000
/** The name of the tool, unless the server has one of the same name. */
const OWN_NAME = 'pith_show'

/** Secrets are hidden already, in the whole message. */
async function optionsFor({ options, store }: Context, show: string | undefined) {
  const notice = { ...(typeof options.notice === 'object' && options.notice), surface: 'mcp' as const }
  return {
    ...options,
    notice: show === undefined ? { ...notice, tools: [] } : notice,
    // Messages wait for one another, so a store that hangs must not hold up the session.
    storeTimeoutMs: STORE_MS,
    ...(store && { store: await store() }),
  }
}

/** Calls of `pith_show` by another name. Only text of pith names the id of an output that was just kept. */
function renamed(text: string, artifacts: readonly ArtifactEnd[], show: string | undefined): string {
  if (show === undefined || show === OWN_NAME) return text
  const ids = artifacts.flatMap(({ ref }) => (ref ? [ref.id] : []))
  return ids.reduce(
    (words, id) => words.replaceAll(`${OWN_NAME} {"id":"${id}"`, () => `${show} {"id":"${id}"`),
    text,
  )
}

interface CutStructured extends CutMessage {
  /** A part of the content that says how to see all of it. */
  notice: JsonObject[]
}

/**
 * Cuts structured content. It stays valid against a schema that allows it; else it is left out, because the text says the
 * same. If the text did not have to be cut, the full data is kept and named.
 */
async function cutData(
  text: string,
  at: number,
  wishes: Wishes,
  ofText: CutMessage | undefined,
): Promise<CutStructured | undefined> {
  const maxBytes = wishes.context.options.maxBytes ?? Number.POSITIVE_INFINITY
  const place = memberOf(text, at, 'structuredContent')
  if (!place) return undefined
  const data = compacted(text.slice(place.start, place.end))
  if (Buffer.byteLength(data) <= maxBytes) return undefined
  const own = { content: [{ type: 'text', text: data }] }
  const { schema, show } = wishes
  const cut = ofText ?? (await cutTexts(JSON.stringify(own), 0, own, wishes))
  if (!cut) return undefined
  const [end] = cut.artifacts
  const notice = writeCutData(end?.ref && show && writeShow('mcp', end.ref.id, { tool: show }))
  const json =
    schema !== undefined && isCuttable(schema) ? cutStructured(data, schema, maxBytes, notice) : undefined
  const path = ['structuredContent']
  const change = json === undefined ? { path, isRemoved: true as const } : { path, json }
  const changed = withJsonChanges(text, [change], at)
  if (ofText) return { text: changed, notice: [], truncations: [], artifacts: [] }
  return { ...cut, text: changed, notice: (JSON.parse(cut.text) as typeof own).content }
}

/** Links to the full outputs, for clients that read resources. */
export function linksTo(artifacts: readonly ArtifactEnd[]): JsonObject[] {
  return artifacts.flatMap((end) => {
    if (!end.complete) return []
    const { id, bytes } = end.ref
    return [
      {
        type: 'resource_link',
        uri: uriOf(id),
        name: `Full output ${id}`,
        description: LINK_DESCRIPTION,
        mimeType: 'text/plain',
        size: bytes,
        annotations: { audience: ['user', 'assistant'], priority: 0.1 },
      },
    ]
  })
}
