import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { bodyHeaders, type HeaderArgument, markedTools } from './http-headers.ts'
import { isObject, keyOf, type Message, parseMessage, requestVersion } from './messages.ts'
import { delay } from './outlet.ts'
import { eventsOf } from './sse.ts'

/** Milliseconds before a broken stream is opened again, and how often that may fail in a row. */
const RETRY_MS = 1000
const MOST_RETRIES = 5
const JSON_RPC_FAILED = -32000
const ACCEPTED = 202

/** A server that is reached by streamable HTTP. Its messages come one by one, as they arrive. */
export class HttpUpstream {
  readonly #url: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #onMessage: (text: string) => Promise<void>
  readonly #running = new Map<string, AbortController>()
  readonly #marked = new Map<string, readonly HeaderArgument[]>()
  readonly #left = new AbortController()
  #sessionId: string | undefined
  #version: string | undefined
  #initialized: Promise<void> = Promise.resolve()
  #open = 0

  constructor(
    url: URL,
    headers: Readonly<Record<string, string>>,
    onMessage: (text: string) => Promise<void>,
  ) {
    this.#url = url
    this.#headers = headers
    this.#onMessage = onMessage
  }

  /** How many messages wait for their answer. */
  get open(): number {
    return this.#open
  }

  /** Sends a message. What goes wrong becomes an answer with an error, so that no request waits forever. */
  send(line: Buffer): void {
    const message = parseMessage(line.toString())
    if (this.#cancels(message)) return
    this.#open++
    const posted = this.#initialized
      .then(() => this.#post(line, message))
      .catch((error: unknown) => this.#fail(message, error))
      .finally(() => {
        this.#open--
      })
    // What follows belongs to the session that the answer names.
    if (isObject(message) && message.method === 'initialize') this.#initialized = posted
  }

  /** Ends the session, and everything that is still running. */
  async close(): Promise<void> {
    this.#left.abort()
    if (this.#sessionId === undefined) return
    const ended = this.#request('DELETE', {}, undefined, AbortSignal.timeout(2000))
    await ended.then((response) => response.resume()).catch(() => {})
  }

  /** Without sessions, a call is cancelled by leaving it. */
  #cancels(message: unknown): boolean {
    if (!isObject(message) || message.method !== 'notifications/cancelled' || !isObject(message.params))
      return false
    const running = this.#running.get(keyOf(message.params.requestId))
    running?.abort()
    return running !== undefined
  }

  async #post(line: Buffer, message: unknown): Promise<void> {
    const one: Message = isObject(message) ? message : {}
    const stop = new AbortController()
    const version = requestVersion(one)
    const key = keyOf(one.id)
    const isStateless = version !== undefined && one.method !== undefined && one.id !== undefined
    if (isStateless) this.#running.set(key, stop)
    try {
      const tool = one.method === 'tools/call' ? String(one.params?.name) : ''
      const headers = {
        'content-type': 'application/json',
        ...bodyHeaders(one, this.#marked.get(tool) ?? []),
      }
      const signal = AbortSignal.any([stop.signal, this.#left.signal])
      const response = await this.#request('POST', headers, line, signal)
      const { 'mcp-session-id': sessionId } = response.headers
      if (one.method === 'initialize' && typeof sessionId === 'string') this.#sessionId = sessionId
      await this.#receive(response, one, awaitsAnswer(message))
      if (one.method === 'notifications/initialized') void this.#listen()
    } catch (error) {
      if (!stop.signal.aborted && !this.#left.signal.aborted) throw error
    } finally {
      if (this.#running.get(key) === stop) this.#running.delete(key)
    }
  }

  async #receive(response: IncomingMessage, sent: Message, isAwaited: boolean): Promise<void> {
    const { statusCode = 0, headers } = response
    const type = (headers['content-type'] ?? '').trim().toLowerCase()
    if (type.startsWith('text/event-stream')) return this.#stream(response, sent)
    const text = Buffer.concat(await response.toArray()).toString()
    if (type.startsWith('application/json') && isOfProtocol(parseMessage(text))) return this.#pass(text, sent)
    if (statusCode < 200 || statusCode >= 300) throw new Error(`HTTP ${statusCode} ${oneLine(text)}`.trim())
    // What was accepted may be answered in the stream of the server's own messages.
    if (isAwaited && statusCode !== ACCEPTED)
      throw new Error(
        `HTTP ${statusCode} with ${type === '' ? 'no content' : oneLine(type)} instead of a message`,
      )
  }

  async #stream(response: IncomingMessage, sent: Message): Promise<void> {
    let lastId: string | undefined
    let isAnswered = false
    for (let from = response, retries = 0; ; ) {
      let retryMs = RETRY_MS
      try {
        for await (const event of eventsOf(from)) {
          retries = 0
          lastId = event.id ?? lastId
          retryMs = event.retryMs ?? retryMs
          if (event.data === '') continue
          isAnswered ||= isAnswerTo(sent, parseMessage(event.data))
          await this.#pass(event.data, sent)
        }
      } catch (error) {
        if (this.#left.signal.aborted || lastId === undefined) throw error
      }
      if (isAnswered || sent.id === undefined || this.#left.signal.aborted) return
      if (lastId === undefined || retries++ >= MOST_RETRIES)
        throw new Error('The stream ended without an answer')
      await delay(retryMs)
      from = await this.#request('GET', { 'last-event-id': lastId }, undefined, this.#left.signal)
      const { statusCode = 0 } = from
      if (statusCode >= 400 && statusCode < 500) {
        from.resume()
        throw new Error(`The stream ended without an answer, and to go on failed with HTTP ${statusCode}`)
      }
    }
  }

  /** Listens to what the server says by itself, for as long as the client is there. A server need not offer that. */
  async #listen(): Promise<void> {
    let lastId: string | undefined
    for (let retries = 0; retries < MOST_RETRIES && !this.#left.signal.aborted; retries++) {
      try {
        const headers = lastId === undefined ? {} : { 'last-event-id': lastId }
        const response = await this.#request('GET', headers, undefined, this.#left.signal)
        if (response.statusCode !== 200) {
          response.resume()
          return
        }
        for await (const event of eventsOf(response)) {
          retries = 0
          lastId = event.id ?? lastId
          if (event.data !== '') await this.#pass(event.data, {})
        }
      } catch {
        // The stream is opened again.
      }
      await delay(RETRY_MS)
    }
  }

  async #pass(text: string, sent: Message): Promise<void> {
    if (sent.method === 'initialize' || sent.method === 'tools/list') this.#learn(parseMessage(text))
    // Between messages a line ends. Inside of one, line ends are blanks.
    await this.#onMessage(`${text.replaceAll(/[\r\n]+/g, ' ')}\n`)
  }

  #learn(message: unknown): void {
    const result = isObject(message) && isObject(message.result) ? message.result : undefined
    if (typeof result?.protocolVersion === 'string') this.#version = result.protocolVersion
    if (result) for (const [tool, marked] of markedTools(result)) this.#marked.set(tool, marked)
  }

  async #fail(message: unknown, error: unknown): Promise<void> {
    const why = error instanceof Error ? error.message : String(error)
    for (const one of Array.isArray(message) ? (message as unknown[]) : [message]) {
      if (!isObject(one) || one.id === undefined || one.method === undefined) continue
      const words = `The server ${this.#url.origin} did not answer: ${why}.`
      const answer = { jsonrpc: '2.0', id: one.id, error: { code: JSON_RPC_FAILED, message: words } }
      await this.#onMessage(`${JSON.stringify(answer)}\n`)
    }
  }

  #request(
    method: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const send = this.#url.protocol === 'https:' ? httpsRequest : httpRequest
    const all = {
      accept: method === 'POST' ? 'application/json, text/event-stream' : 'text/event-stream',
      ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
      ...(this.#sessionId !== undefined && { 'mcp-session-id': this.#sessionId }),
      ...headers,
      ...this.#headers,
      ...(body && { 'content-length': String(body.length) }),
    }
    return new Promise((resolve, reject) => {
      const sending = send(this.#url, { method, headers: all, signal }, resolve)
      sending.on('error', reject)
      sending.end(body)
    })
  }
}

/** Whether a message is a request, or a batch with one. */
const awaitsAnswer = (message: unknown): boolean =>
  (Array.isArray(message) ? (message as unknown[]) : [message]).some(
    (one) => isObject(one) && one.id !== undefined && one.method !== undefined,
  )

function isAnswerTo(sent: Message, message: unknown): boolean {
  const all = Array.isArray(message) ? (message as unknown[]) : [message]
  return all.some((one) => isObject(one) && one.method === undefined && keyOf(one.id) === keyOf(sent.id))
}

/** False for JSON of something that stands between, such as a gateway's own error. */
const isOfProtocol = (message: unknown): boolean =>
  Array.isArray(message) || (isObject(message) && message.jsonrpc === '2.0')

/** The beginning of a text on one line, for a message. Without characters that steer a terminal or hide. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 200)
