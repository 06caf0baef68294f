/** A call of a tool that the model makes. */
export interface Call {
  tool: string
  args: Record<string, unknown>
}

/** One result of a tool, as it reached the model. */
export interface Reached {
  text: string
  /** Whether the protocol marked it as an error, in protocols that can. */
  isError: boolean
}

/** What a request of a client holds. */
export interface Question {
  /** The names of all tools that the model may call. */
  tools: string[]
  /** The results of tools so far, oldest first. */
  results: Reached[]
  model: string
  isStream: boolean
}

/** What the model answers: a call, or a text that ends its turn. */
export type Answer = { call: Call; number: number } | { text: string }

/** One event of a stream: an optional name, and its data. */
export interface StreamEvent {
  name?: string
  data: unknown
}

/** A protocol between clients and models. */
export interface Dialect {
  path: RegExp
  read(body: Body, path: string): Question
  /** The answer as one object. */
  whole(answer: Answer, question: Question): unknown
  /** The answer as a stream. */
  events(answer: Answer, question: Question): StreamEvent[]
}

/** JSON of a client; what it does not hold is undefined. */
// biome-ignore lint/suspicious/noExplicitAny: it comes from outside, and each dialect reads what it needs.
export type Body = any

/** The text of a content, which is a string or a list of parts. A part without text is shown as its type. */
export function textOf(content: Body): string {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content.map((part) => part.text ?? (part.content ? textOf(part.content) : `<${part.type}>`)).join('')
}
