import type { TurnCall } from '../../extra/budget/turn.ts'
import { elementsOf, memberOf } from '../../tools/result/json-places.ts'
import { isArtifactUri, readArtifact } from './artifact-resource.ts'
import { callOwnTool } from './artifact-tools.ts'
import type { Context } from './context.ts'
import {
  type CutMessage,
  cutCall,
  cutContents,
  cutPromptResult,
  resultBytes,
  type Wishes,
} from './cut-results.ts'
import {
  clientOf,
  isObject,
  type JsonObject,
  keyOf,
  type Message,
  modelReadsData,
  parseMessage,
  requestVersion,
} from './messages.ts'
import type { OwnTool } from './own-tools.ts'
import { Pending } from './pending.ts'
import { ID_UNITS, idOfBroken, refusalFor, refusedLine } from './refusals.ts'
import { safeMessage } from './safe-message.ts'
import { rememberNewest, ToolListing } from './tool-listing.ts'

/** What is known of a request whose answer may have to be changed. */
interface Request {
  method: string
  tool?: string
  uri?: string | undefined
  /** The version of the protocol that the request names. */
  version: string | undefined
  sinceMs: number
  /** Its share of what the calls of a turn may show. */
  share?: TurnCall | undefined
}

/** What becomes of a message of the client. */
export interface FromClient {
  /** The bytes for the server. Undefined if pith answers itself. */
  forward: Buffer | undefined
  /** The answers of pith. */
  answers: Promise<string>[]
}

const changedMethods = [
  ...['tools/list', 'tools/call', 'tasks/result', 'resources/read', 'prompts/get'],
  ...['initialize', 'server/discover'],
]

/** Links to resources are known since this version of the protocol. Versions are dates, so they compare as texts. */
const LINKS_SINCE = '2025-06-18'

/**
 * Decides for each message of a client and a server whether it passes as it is, is answered by pith, or is changed. What
 * is changed keeps all bytes around the changed value. It does no input and output, so it serves every transport.
 */
export class MessageProxy {
  readonly #context: Context
  readonly #pending = new Pending<Request>()
  readonly #tools = new ToolListing()
  readonly #toolOfTask = new Map<string, string>()
  #version: string | undefined
  #isForPrograms = true
  /** The beginning and the end so far of a line that is too long. */
  #longBegin: string | undefined
  #longEnd = ''
  #hasTools = true

  constructor(context: Context) {
    this.#context = context
  }

  /** How many requests wait for an answer that may be changed. */
  get pending(): number {
    return this.#pending.size
  }

  fromClient(line: Buffer): FromClient {
    const text = line.toString()
    const message = parseMessage(text)
    if (Array.isArray(message)) return this.#batchFromClient(line, text, message)
    const answer = this.#answerTo(message, text, 0)
    return answer !== undefined ? { forward: undefined, answers: [answer] } : { forward: line, answers: [] }
  }

  /** Passes a batch on without the calls that pith answers. */
  #batchFromClient(line: Buffer, text: string, messages: readonly unknown[]): FromClient {
    const places = elementsOf(text, 0)
    const answers: Promise<string>[] = []
    const others: string[] = []
    for (const [i, { start, end }] of places.entries()) {
      const answer = this.#answerTo(messages[i], text, start)
      if (answer !== undefined) answers.push(answer)
      else others.push(text.slice(start, end))
    }
    if (answers.length === 0) return { forward: line, answers }
    return { forward: others.length > 0 ? Buffer.from(`[${others.join(',')}]\n`) : undefined, answers }
  }

  /** The answer of pith to a request. Undefined for everything that the server should get; remembers its requests. */
  #answerTo(message: unknown, text: string, at: number): Promise<string> | undefined {
    if (!isObject(message) || typeof message.method !== 'string') return undefined
    if (message.method === 'notifications/cancelled') this.#cancel(message)
    if (message.id === undefined) return undefined
    const { method, params } = message as Message & { method: string }
    // With redaction, an answer of any kind may have to be refused.
    if (!changedMethods.includes(method) && !this.#context.redactor) return undefined
    const own = method === 'tools/call' ? this.#tools.ownOf(params?.name) : undefined
    const uri = method === 'resources/read' && isArtifactUri(params?.uri) ? params.uri : undefined
    const name = clientOf(message as Message)
    if (name !== undefined) this.#isForPrograms = !modelReadsData.has(name)
    const place = memberOf(text, at, 'id')
    const id = place ? text.slice(place.start, place.end) : keyOf(message.id)
    const version = requestVersion(message)
    if (own) return this.#call(own, params?.arguments, id, version)
    if (uri !== undefined) return this.#read(uri, id, version)
    const tool = method === 'tasks/result' ? this.#toolOfTask.get(String(params?.taskId)) : params?.name
    this.#pending.add(keyOf(message.id), {
      method,
      ...(typeof tool === 'string' && { tool }),
      ...(typeof params?.uri === 'string' && { uri: params.uri }),
      version,
      sinceMs: performance.now(),
      ...(method === 'tools/call' && { share: this.#context.turns?.begin() }),
    })
    if (method === 'tools/list' && typeof params?.cursor !== 'string') this.#tools.begin()
    return undefined
  }

  /** A call that was cancelled needs no share. If an answer comes nevertheless, it has the usual limit. */
  #cancel({ params }: Message): void {
    const request = this.#pending.peek(keyOf(params?.requestId))
    request?.share?.leave()
    if (request) request.share = undefined
  }

  async #call(tool: OwnTool, args: unknown, id: string, version: string | undefined): Promise<string> {
    return answerOf(id, 'result', await callOwnTool(tool, args, this.#context), version)
  }

  async #read(uri: string, id: string, version: string | undefined): Promise<string> {
    try {
      const result = await readArtifact(uri, this.#context)
      // What is kept never changes. Newer versions of the protocol ask how long an answer may be used again.
      const cache = version === undefined ? {} : { ttlMs: 3_600_000, cacheScope: 'private' }
      return answerOf(id, 'result', { ...result, ...cache }, version)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return answerOf(id, 'error', { code: -32602, message, data: { uri } }, undefined)
    }
  }

  /** The bytes for the client: those of the server, or changed ones. Never rejects. */
  async fromServer(line: Buffer): Promise<Buffer> {
    const { redactor } = this.#context
    if (this.#pending.size === 0 && !redactor) return line
    let text: string
    let message: unknown
    let passed = line
    try {
      text = line.toString()
      if (redactor && text.trim() !== '') {
        const safe = safeMessage(text, redactor)
        message = safe.message
        if (safe.text !== text) passed = Buffer.from(safe.text)
        text = safe.text
      } else message = parseMessage(text)
    } catch (error) {
      return this.#refused(line, error)
    }
    try {
      const changed = await this.#changedLine(message, text)
      return changed === text ? passed : Buffer.from(changed)
    } catch (error) {
      this.#context.warn(`A message was passed on uncut: ${error instanceof Error ? error.message : error}`)
      return passed
    }
  }

  /**
   * The bytes for the client of a part of a line that is too long to be held. With redaction, nothing is passed on until
   * the line ends, because a secret could be cut in two.
   */
  partFromServer(bytes: Buffer, isEnd: boolean): Buffer {
    if (!this.#context.redactor) return bytes
    this.#longBegin ??= bytes.subarray(0, ID_UNITS).toString()
    this.#longEnd = (this.#longEnd + bytes.subarray(-ID_UNITS).toString()).slice(-ID_UNITS)
    if (!isEnd) return Buffer.alloc(0)
    const refused = this.#refusal(this.#longBegin, this.#longEnd)
    this.#longBegin = undefined
    this.#longEnd = ''
    this.#context.warn('A message was not shown, because it is too long to be redacted.')
    return refused
  }

  #refused(line: Buffer, error: unknown): Buffer {
    // The words of an error may quote the message.
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'redaction failed'
    this.#context.warn(`A message was not shown, because ${why}.`)
    return this.#refusal(line.subarray(0, ID_UNITS).toString(), line.subarray(-ID_UNITS).toString())
  }

  #refusal(begin: string, end: string): Buffer {
    const id = idOfBroken(begin, end)
    const request = id === undefined ? undefined : this.#pending.take(keyOf(JSON.parse(id)))
    if (id === undefined || !request) return Buffer.from(refusedLine)
    const { member, value } = refusalFor(request)
    return Buffer.from(answerOf(id, member, value, request.version))
  }

  async #changedLine(message: unknown, text: string): Promise<string> {
    if (!Array.isArray(message)) return (await this.#changed(message, text, 0)) ?? text
    let all = text
    const places = elementsOf(text, 0)
    // From the last one on, so that the places before it stay right.
    for (const [i, element] of [...message.entries()].reverse()) {
      all = (await this.#changed(element, all, places[i].start)) ?? all
    }
    return all
  }

  /** The text with a changed result. Undefined if the message stays as it is. */
  async #changed(message: unknown, text: string, at: number): Promise<string | undefined> {
    if (!isObject(message) || message.id === undefined || message.method !== undefined) return undefined
    const request = this.#pending.take(keyOf(message.id))
    const { result } = message as Message
    if (!isObject(result)) request?.share?.leave()
    if (!request || !isObject(result) || !changedMethods.includes(request.method)) return undefined
    const place = memberOf(text, at, 'result')
    if (!place) return undefined
    if (request.method === 'tools/list') return this.#tools.withOwn(result, text, place, this.#isForPrograms)
    if (request.method === 'initialize' || request.method === 'server/discover') {
      this.#learn(result)
      return undefined
    }
    const since = performance.now()
    const usual = await this.#cut(request, result, text, place.start)
    const cut = (await this.#cutToShare(request, result, text, place.start, usual)) ?? usual
    if (!cut) return undefined
    this.#record(request, result, cut, performance.now() - since)
    return cut.text
  }

  #learn({ protocolVersion, capabilities }: JsonObject): void {
    if (typeof protocolVersion === 'string') this.#version = protocolVersion
    if (isObject(capabilities)) this.#hasTools = capabilities.tools !== undefined
  }

  /** Cuts a result to its share of what its turn may show. Undefined if it has no more as it is. */
  async #cutToShare(
    request: Request,
    result: JsonObject,
    text: string,
    at: number,
    usual: CutMessage | undefined,
  ): Promise<CutMessage | undefined> {
    if (!request.share) return undefined
    const wanted = resultBytes(usual?.text ?? text, at, this.#isForPrograms)
    const hasErrors = result.isError === true || usual?.truncations.some(({ errors }) => errors.total > 0)
    const maxBytes = request.share.take(wanted, hasErrors === true)
    return maxBytes < wanted ? this.#cut(request, result, text, at, maxBytes) : undefined
  }

  #cut(
    request: Request,
    result: JsonObject,
    text: string,
    at: number,
    maxBytes?: number,
  ): Promise<CutMessage | undefined> {
    const { method, tool } = request
    const version = request.version ?? this.#version
    const wishes: Wishes = {
      context:
        maxBytes === undefined
          ? this.#context
          : { ...this.#context, options: { ...this.#context.options, maxBytes } },
      show: this.#hasTools ? this.#tools.nameOf('pith_show') : undefined,
      schema: tool === undefined ? undefined : this.#tools.schemaOf(tool),
      isForPrograms: this.#isForPrograms,
      withLinks: version === undefined || version >= LINKS_SINCE,
    }
    if (method === 'resources/read') return cutContents(text, at, result, wishes)
    if (method === 'prompts/get') return cutPromptResult(text, at, result, wishes)
    if (isObject(result.task) && typeof result.task.taskId === 'string' && tool !== undefined)
      rememberNewest(this.#toolOfTask, result.task.taskId, tool)
    return cutCall(text, at, result, wishes)
  }

  #record({ method, tool, sinceMs }: Request, result: JsonObject, cut: CutMessage, ownMs: number): void {
    this.#context.record?.({
      tool: tool ?? method,
      durationMs: Math.round(performance.now() - sinceMs),
      ownMs: Math.round(ownMs),
      isError: result.isError === true,
      truncations: cut.truncations,
      artifacts: cut.artifacts,
    })
  }
}

/** A message that answers a request. Since protocols without sessions, a result says that it is complete. */
function answerOf(
  id: string,
  member: 'result' | 'error',
  value: JsonObject,
  version: string | undefined,
): string {
  const all = version !== undefined && member === 'result' ? { ...value, resultType: 'complete' } : value
  return `{"jsonrpc":"2.0","id":${id},"${member}":${JSON.stringify(all)}}\n`
}
