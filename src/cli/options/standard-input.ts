import { LineRedactor } from '../../redact/line-redactor.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { OutputDecoder } from '../../tools/output-decoder.ts'
import type { Parsed } from './arguments.ts'

/** The chunks of standard input. With --redact, as UTF-8 without secrets of well-known forms. */
export async function* standardInput(values: Parsed['values']): AsyncIterable<Uint8Array> {
  if (!values.redact) {
    yield* process.stdin as AsyncIterable<Uint8Array>
    return
  }
  // The redactor could not find a secret in UTF-16.
  const decoder = new OutputDecoder()
  const redactor = new LineRedactor(createSecretRedactor())
  for await (const chunk of process.stdin)
    for (const ready of decoder.take(chunk)) yield redactor.write(Buffer.from(ready))
  for (const rest of decoder.end()) yield redactor.write(Buffer.from(rest))
  yield redactor.end()
}
