import { REFUSED } from '../../tools/result/redact.ts'

import type { JsonObject } from './messages.ts'

// What a client gets in the place of a message that could not be redacted.

/** JSON-RPC's code of an internal error. */
const INTERNAL_ERROR = -32603

/** What a request asked for, as far as the answer's shape depends on it. */
export interface AskedShape {
  method: string
  uri?: string | undefined
}

/** The member of an answer that says that nothing is shown, in the shape that the client expects. */
export function refusalFor({ method, uri }: AskedShape): { member: 'result' | 'error'; value: JsonObject } {
  const text = { type: 'text', text: REFUSED }
  switch (method) {
    case 'tools/call':
    case 'tasks/result':
      return { member: 'result', value: { content: [text], isError: true } }
    case 'resources/read':
      return {
        member: 'result',
        value: { contents: [{ uri: uri ?? '', mimeType: 'text/plain', text: REFUSED }] },
      }
    case 'prompts/get':
      return { member: 'result', value: { messages: [{ role: 'user', content: text }] } }
    default:
      return { member: 'error', value: { code: INTERNAL_ERROR, message: REFUSED } }
  }
}

/** What stands in the place of a line that answers nothing: no message either, so that a client passes over it. */
export const refusedLine = `${REFUSED}\n`

/** So many characters at the beginning and the end of a broken message are searched for its id. */
export const ID_UNITS = 4096

/** The id of an answer that may be broken or incomplete, as JSON. Undefined if it cannot be told. */
export function idOfBroken(begin: string, end: string): string | undefined {
  return idAtBegin(begin) ?? idAtEnd(end)
}

/** `{"jsonrpc":"2.0","id":7,…`: the members before the id must be complete. */
function idAtBegin(text: string): string | undefined {
  const [head, version] = /^\s*\{\s*("jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*/.exec(text) ?? []
  if (head === undefined) return undefined
  const rest = text.slice(head.length)
  const [id] = /^(?:-?\d{1,20}|"(?:[^"\\]|\\.){0,256}")(?=\s*[,}])/.exec(rest) ?? []
  return version === undefined && id === undefined ? undefined : id
}

/** `…,"jsonrpc":"2.0","id":7}`: the last brace of a message is its own. */
function idAtEnd(text: string): string | undefined {
  const last = /,\s*"id"\s*:\s*(-?\d{1,20}|"[^"\\]{0,256}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    text,
  )
  return last?.[1]
}
