import { writeShow } from '../render/calls.ts'
import { LINK_DESCRIPTION, writeCutData } from '../render/notices.ts'
import { redactedJson } from '../result/json-result.ts'
import { truncateResult } from '../result/truncate-result.ts'
import type { ArtifactEnd } from '../store/store.ts'
import type { Truncation } from '../truncation.ts'
import type { Context } from './context.ts'
import { isObject, type JsonObject } from './messages.ts'
import { type Cuttable, isCuttable } from './schema.ts'
import { cutStructured } from './structured.ts'

/** What was cut, with the result in its place. */
export interface Cut {
  result: JsonObject
  truncations: readonly Truncation[]
  artifacts: readonly ArtifactEnd[]
}

export interface Wishes {
  context: Context
  /** The name by which the model calls `pith_show`. Undefined if it cannot call tools. */
  show: string | undefined
  /** The schema of the tool's structured output, as far as the client has seen one. */
  schema?: Cuttable | undefined
  /** Whether the client knows links to resources. */
  withLinks: boolean
}

/** The uri of a kept output. */
const uriOf = (id: string): string => `pith://artifact/${id}`

/** Data without its secrets. The same data if there are none, or none are to be hidden. */
export function withoutSecrets(data: unknown, { redactor }: Context): unknown {
  if (redactor === undefined || data === undefined) return data
  const json = JSON.stringify(data)
  const safe = redactedJson(json, redactor)
  return safe === json ? data : (JSON.parse(safe) as unknown)
}

/** Cuts the result of `tools/call`. Undefined if it fits. */
export async function cutCall(given: JsonObject, wishes: Wishes): Promise<Cut | undefined> {
  const data = withoutSecrets(given.structuredContent, wishes.context)
  const isSafe = data === given.structuredContent
  const result = isSafe ? given : { ...given, structuredContent: data }
  const content = await cutParts(result.content, wishes)
  const structured = await cutData(result.structuredContent, wishes, content)
  if (!content && !structured) return isSafe ? undefined : { result, truncations: [], artifacts: [] }
  const artifacts = [...(content?.artifacts ?? []), ...(structured?.artifacts ?? [])]
  const parts = content?.value ?? (Array.isArray(result.content) ? result.content : [])
  const all = [...(parts as readonly unknown[]), ...(structured?.notice ?? [])]
  const { structuredContent: _, ...rest } = result
  return {
    result: {
      ...rest,
      content: wishes.withLinks ? [...all, ...linksTo(artifacts)] : all,
      ...(structured ? structured.member : 'structuredContent' in result && pick(result)),
    },
    truncations: [...(content?.truncations ?? []), ...(structured?.truncations ?? [])],
    artifacts,
  }
}

const pick = ({ structuredContent }: JsonObject): JsonObject => ({ structuredContent })

/** Cuts the result of `resources/read`. */
export async function cutContents(result: JsonObject, wishes: Wishes): Promise<Cut | undefined> {
  const { contents } = result
  if (!isListOf(contents, (one) => hasText(one) || typeof one.blob === 'string')) return undefined
  const cut = await cutValue({ contents }, wishes)
  return cut && { ...cut, result: { ...result, ...cut.value } }
}

/** Cuts the result of `prompts/get`: the contents of its messages. */
export async function cutPrompt(result: JsonObject, wishes: Wishes): Promise<Cut | undefined> {
  const { messages } = result
  if (!isListOf(messages, (one) => typeof one.role === 'string' && isPart(one.content))) return undefined
  const cut = await cutValue({ messages }, wishes)
  return cut && { ...cut, result: { ...result, ...cut.value } }
}

type CutParts = Omit<Cut, 'result'> & { value: readonly JsonObject[] }

async function cutParts(parts: unknown, wishes: Wishes): Promise<CutParts | undefined> {
  if (!isListOf(parts, isPart)) return undefined
  const cut = await cutValue({ content: parts }, wishes)
  return cut && { ...cut, value: cut.value.content }
}

// What has another shape than the protocol says is no list of parts, and passes as it is.
const isPart = (part: unknown): boolean => isObject(part) && typeof part.type === 'string'
const hasText = (part: JsonObject): boolean => typeof part.text === 'string'
const isListOf = (value: unknown, is: (item: JsonObject) => boolean): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && is(item))

async function cutValue<Value extends JsonObject>(
  value: Value,
  { context, show }: Wishes,
): Promise<(Omit<Cut, 'result'> & { value: Value }) | undefined> {
  const cut = await truncateResult(value, await optionsFor(context, show))
  if (cut.value === value) return undefined
  const truncations = cut.truncations.map(({ truncation }) => truncation)
  const { artifacts } = cut
  const isSame = show === undefined || show === OWN_NAME
  const words = isSame ? cut.value : renamed(cut.value, artifacts, show)
  return { value: words as Value, truncations, artifacts }
}

/** Milliseconds that the store may take for one step. */
const STORE_MS = 5000
/** The name of the tool, unless the server has one of the same name. */
const OWN_NAME = 'pith_show'

async function optionsFor({ options, redactor, store }: Context, show: string | undefined) {
  const notice = { ...(typeof options.notice === 'object' && options.notice), surface: 'mcp' as const }
  return {
    ...options,
    notice: show === undefined ? { ...notice, tools: [] } : notice,
    ...(redactor && { redact: redactor }),
    // Messages wait for one another, so a store that hangs must not hold up the session.
    storeTimeoutMs: STORE_MS,
    ...(store && { store: await store() }),
  }
}

/** Calls of `pith_show` by another name. Only text of pith names the id of an output that was just kept. */
function renamed(value: unknown, artifacts: readonly ArtifactEnd[], show: string): unknown {
  const ids = artifacts.flatMap(({ ref }) => (ref ? [ref.id] : []))
  const within = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return ids.reduce(
        (text, id) => text.replaceAll(`pith_show {"id":"${id}"`, () => `${show} {"id":"${id}"`),
        part,
      )
    }
    if (Array.isArray(part)) return part.map(within)
    if (!isObject(part)) return part
    return Object.fromEntries(Object.entries(part).map(([name, its]) => [name, within(its)]))
  }
  return within(value)
}

interface CutStructured extends Pick<Cut, 'truncations' | 'artifacts'> {
  member: JsonObject
  /** A part of the content that says how to see all of it. */
  notice: JsonObject[]
}

/**
 * Cuts structured content. It stays valid against a schema that allows it; else it is left out, because the text says the
 * same. If the text did not have to be cut, the full data is kept and named.
 */
async function cutData(
  data: unknown,
  wishes: Wishes,
  ofText: CutParts | undefined,
): Promise<CutStructured | undefined> {
  const maxBytes = wishes.context.options.maxBytes ?? Number.POSITIVE_INFINITY
  if (data === undefined) return undefined
  const text = JSON.stringify(data)
  if (Buffer.byteLength(text) <= maxBytes) return undefined
  const { schema } = wishes
  const cut = ofText ?? (await cutParts([{ type: 'text', text }], wishes))
  if (!cut) return undefined
  const [end] = cut.artifacts
  const notice = writeCutData(end?.ref && wishes.show && writeShow('mcp', end.ref.id, { tool: wishes.show }))
  const member =
    schema !== undefined && isCuttable(schema)
      ? { structuredContent: cutStructured(data, schema, maxBytes, notice) }
      : {}
  if (ofText) return { member, notice: [], truncations: [], artifacts: [] }
  return { member, notice: [...cut.value], truncations: cut.truncations, artifacts: cut.artifacts }
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
