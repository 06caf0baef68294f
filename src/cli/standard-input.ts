import { LineRedactor } from '../redact/line-redactor.ts'
import { createSecretRedactor } from '../redact/secrets.ts'
import type { Parsed } from './arguments.ts'

/** What comes on standard input; with --redact without the secrets that can be told by their form. */
export async function* standardInput(values: Parsed['values']): AsyncIterable<Uint8Array> {
  if (!values.redact) {
    yield* process.stdin as AsyncIterable<Uint8Array>
    return
  }
  const redactor = new LineRedactor(createSecretRedactor())
  for await (const chunk of process.stdin) yield redactor.write(chunk)
  yield redactor.end()
}
