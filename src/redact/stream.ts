import { LineRedactor } from './line-redactor.ts'
import { createSecretRedactor } from './secrets.ts'

/** Removes the secrets from consecutive chunks. */
export async function* withoutSecrets(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const redactor = new LineRedactor(createSecretRedactor(), true)
  for await (const chunk of chunks) yield redactor.write(chunk)
  yield redactor.end()
}
