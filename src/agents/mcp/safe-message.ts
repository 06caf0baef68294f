import type { Redactor } from '../../redact/redactor.ts'
import { type JsonChange, withJsonChanges } from '../../tools/result/json-changes.ts'
import { REFUSED, redacted } from '../../tools/result/redact.ts'
import { type PlainPaths, redactedJson } from '../../tools/result/redact-json.ts'
import type { Path } from '../../tools/result/shape.ts'
import { isObject, type JsonObject } from './messages.ts'

/** What the protocol needs as it is, although its names are those of secrets. */
const plain: PlainPaths = new Set([
  ...['params.progressToken', 'params._meta.progressToken', 'result._meta.progressToken'],
  ...['result.nextCursor', 'params.cursor', 'params.requestId'],
  ...['params.taskId', 'result.taskId', 'result.task.taskId', 'result.tasks.taskId'],
])

/** A message or a batch without its secrets. The same string when it has none. */
export interface Safe {
  text: string
  message: unknown
}

/**
 * Redacts everything that a server says: results, errors, notifications, lists and requests.
 *
 * @throws for what is not JSON, or could not be redacted
 */
export function safeMessage(text: string, redactor: Redactor): Safe {
  const safe = redactedJson(text, redactor, plain)
  const message: unknown = JSON.parse(safe)
  const changes = (Array.isArray(message) ? (message as unknown[]) : [message]).flatMap((one, at) =>
    blobChanges(one, Array.isArray(message) ? [at] : [], redactor),
  )
  if (changes.length === 0) return { text: safe, message }
  const changed = withJsonChanges(safe, changes)
  return { text: changed, message: JSON.parse(changed) as unknown }
}

/** The changes in the blobs of resources: in `contents`, and in the parts of `content` and of messages. */
function blobChanges(message: unknown, path: Path, redactor: Redactor): JsonChange[] {
  const result = isObject(message) && isObject(message.result) ? message.result : undefined
  if (!result) return []
  const at = [...path, 'result']
  return [
    ...listed(result.contents).flatMap((one, i) => blobChange(one, [...at, 'contents', i], redactor)),
    ...listed(result.content).flatMap((one, i) =>
      blobChange(one?.resource, [...at, 'content', i, 'resource'], redactor),
    ),
    ...listed(result.messages).flatMap((one, i) =>
      blobChange(
        (one?.content as JsonObject | undefined)?.resource,
        [...at, 'messages', i, 'content', 'resource'],
        redactor,
      ),
    ),
  ]
}

const listed = (value: unknown): (JsonObject | undefined)[] =>
  Array.isArray(value) ? value.map((one) => (isObject(one) ? one : undefined)) : []

/** A blob may be a text in base64. One that is no text has no lines, so all of it is refused if it has a secret. */
function blobChange(resource: unknown, path: Path, redactor: Redactor): JsonChange[] {
  if (!isObject(resource) || typeof resource.blob !== 'string') return []
  const bytes = Buffer.from(resource.blob, 'base64')
  const text = decoded(bytes)
  const safe = redacted(text ?? bytes.toString('latin1'), redactor)
  if (safe === (text ?? bytes.toString('latin1'))) return []
  const blob = Buffer.from(text === undefined ? REFUSED : safe).toString('base64')
  return [{ path: [...path, 'blob'], json: JSON.stringify(blob) }]
}

/** The text of bytes in UTF-8, or in UTF-16 that says so. */
function decoded(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  try {
    const encoding = !isWide ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be'
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
