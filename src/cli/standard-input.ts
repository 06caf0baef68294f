import { LineRedactor } from '../redact/line-redactor.ts'
import { createSecretRedactor } from '../redact/secrets.ts'
import type { Parsed } from './arguments.ts'

/** The chunks of standard input. With --redact, secrets of well-known forms are removed. */
export async function* standardInput(values: Parsed['values']): AsyncIterable<Uint8Array> {
  if (!values.redact) {
    yield* process.stdin as AsyncIterable<Uint8Array>
    return
  }
  const redactor = new LineRedactor(createSecretRedactor())
  for await (const chunk of process.stdin) yield redactor.write(chunk)
  yield redactor.end()
}
