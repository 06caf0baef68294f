import { UsageError } from '../options/arguments.ts'

/** What an agent says about a call of a tool. */
export interface HookEvent {
  readonly fields: Fields
  /** The same as it came: a parser would round its numbers. */
  readonly json: string
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers an event, in JSON. Undefined when the result stays as it is. */
export interface Hook {
  answer(event: HookEvent): Promise<string | undefined>
  /** The answer to an event that cannot be read, if nothing may be shown that could have a secret. */
  readonly refusal: object
}

/** @throws {UsageError} for what is no JSON object */
export function eventIn(bytes: Buffer): HookEvent {
  const json = bytes.toString()
  let event: unknown
  try {
    event = JSON.parse(json)
  } catch {
    throw new UsageError(`Expected the hook's input to be JSON, got ${bytes.length} bytes that are not.`)
  }
  if (!isFields(event))
    throw new UsageError("Expected the hook's input to be a JSON object, got another value.")
  return { fields: event, json }
}
